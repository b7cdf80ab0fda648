"""The OpenSpiel game below OpenSpiel: draws at chance nodes, the same rules as the game, bounds that hold."""

import copy
import pickle
import random
from collections import Counter

import pytest

from holi.env.encoding import FIRST_FACE_UP
from holi.env.rewards import REWARDS, write_rewards
from holi.env.spiel.bounds import most_points, reward_bounds
from holi.env.spiel.situation import DRAW, LONGEST_PLAY, NOBODY, game_data
from holi.game import (
    Config,
    IllegalActionError,
    Position,
    new_position,
    parse_action,
    position_from_json,
    position_to_json,
    rivalry_cards,
)
from holi.kernel.layout import KIND_SHIFT, SCORE_SIZE
from holi.kernel.mode import floats, vector
from tests.env.openspiel.games import CONFIGS, played, restless, start


def dealt_position(config: Config, draws: dict[int, list[int]]) -> Position:
    """The first position of a game in which the decks lie in the order in which cards were drawn."""
    written = position_to_json(new_position(config, "0" * 64))
    for seat, player in enumerate(written["players"]):
        rest = [card for card in range(1, 14) if card not in draws[seat]]
        player["deck"] = draws[seat] + rest
    return position_from_json(written)


def without_deck_order(position: Position) -> dict:
    written = position_to_json(position)
    for player in written["players"]:
        player["deck"].sort()
    return written


@pytest.mark.parametrize(("players", "rivalry"), CONFIGS)
def test_a_game_goes_as_the_same_game_with_shuffled_decks(players, rivalry):
    chance = random.Random(f"{players} {rivalry}")
    *steps, last = played(start(players, rivalry), chance)
    draws = {seat: [] for seat in range(players)}
    for situation, number in steps:
        if situation.drawing != NOBODY:
            draws[situation.drawing].append(number + 1)
    position = dealt_position(last.situation.data.config, draws)
    for situation, number in steps:
        if situation.drawing != NOBODY:
            continue
        assert without_deck_order(situation.position) == without_deck_order(position)
        texts = [situation.text_of(legal) for legal in situation.legal]
        assert sorted(texts) == sorted(map(str, position.legal_actions()))
        position, _ = position.apply(parse_action(situation.text_of(number)))
    assert position.phase == "over"
    assert position == last.situation.position
    assert position.scores() == last.situation.position.scores()


@pytest.mark.parametrize(("players", "rivalry"), CONFIGS)
def test_a_seat_draws_any_card_that_it_has_not_drawn_yet(players, rivalry):
    drawn = {seat: set() for seat in range(players)}
    for situation, number in played(start(players, rivalry), random.Random(2)):
        if situation.drawing == NOBODY:
            assert number == -1 or number in situation.legal
            continue
        assert situation.legal == ()
        assert set(situation.undrawn) == set(range(13)) - drawn[situation.drawing]
        assert situation.undrawn == sorted(situation.undrawn)
        drawn[situation.drawing].add(number)


def test_each_seat_in_order_draws_one_card_when_all_markers_stand():
    situation = start(4)
    for seat, corner in enumerate(("Sa1", "Sf1", "Sa6", "Sf6")):
        assert (situation.drawing, situation.acting) == (NOBODY, seat)
        assert all(not player.hand for player in situation.position.players)
        situation = situation.after(number_of(situation, corner))
    for seat in range(4):
        assert situation.drawing == seat
        assert all(player.marker is not None for player in situation.position.players)
        assert [len(player.hand) for player in situation.position.players] == [1] * seat + [0] * (4 - seat)
        situation = situation.after(5)
    assert situation.drawing == NOBODY
    assert situation.acting == 0
    assert [player.hand for player in situation.position.players] == [(6,)] * 4


def test_a_turn_ends_after_the_last_card_is_drawn():
    situation = opened(start(2), "Sa1", "Sf6").after(0).after(1)
    for text in ("D1@c3", "E"):
        situation = situation.after(number_of(situation, text))
    for card in (12, 3, 7):
        assert situation.drawing == situation.acting == 0
        assert situation.position.seat == 0
        situation = situation.after(card)
    assert situation.drawing == NOBODY
    assert situation.acting == situation.position.seat == 1
    assert situation.position.players[0].hand == (4, 8, 13)
    assert [code >> KIND_SHIFT for _, code in situation.log[-3:]] == [DRAW] * 3
    assert list(situation.log[-3:]) == sorted(situation.log[-3:])


def opened(situation, *corners):
    """The situation with the markers placed, before anything is drawn."""
    for corner in corners:
        situation = situation.after(number_of(situation, corner))
    return situation


def number_of(situation, text):
    return next(number for number in situation.legal if situation.text_of(number) == text)


def test_what_is_not_legal_is_refused_and_changes_nothing():
    situation = opened(start(2), "Sa1", "Sf6")
    with pytest.raises(IllegalActionError, match="seat 0 cannot draw 13 now"):
        situation.after(13)
    situation = situation.after(4).after(4)
    with pytest.raises(IllegalActionError, match="508 is not legal now; the legal numbers are"):
        situation.after(508)
    assert situation.acting == 0
    assert len(situation.log) == 4


def test_copies_are_the_same_and_pickles_are_equal():
    chance = random.Random(3)
    for situation, _ in played(start(3, ("rangoli",)), chance):
        assert copy.deepcopy(situation) is situation
        again = pickle.loads(pickle.dumps(situation))
        assert again.data is situation.data
        assert (again.position, again.log, again.drawing) == (situation.position, situation.log, situation.drawing)
        assert (again.legal, again.holdable) == (situation.legal, situation.holdable)


def test_every_number_has_a_text_in_every_phase():
    situation = start(2)
    texts = [situation.text_of(number) for number in range(situation.data.encoding.size)]
    assert len(set(texts)) == situation.data.encoding.size
    assert texts[FIRST_FACE_UP] == "T1@(+0-2 +0-1)"
    situation = situation.after(504).after(507).after(0).after(0)
    in_the_corner = [situation.text_of(number) for number in range(FIRST_FACE_UP, situation.data.encoding.size)]
    assert len(set(in_the_corner)) == len(in_the_corner)
    assert {"T1@b1c1", "T1@(+0-2 +0-1)"} <= set(in_the_corner)


def test_the_longest_game_is_as_long_as_told():
    lengths = []
    for seed in range(4):
        *_, last = played(start(2, ("free-handfuls",)), random.Random(seed), restless)
        actions = Counter(seat for seat, code in last.situation.log if code >> KIND_SHIFT != DRAW)
        lengths += actions.values()
    assert max(lengths) == LONGEST_PLAY == 42


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("setting", REWARDS)
def test_rewards_add_up_to_nothing_and_stay_within_their_bounds(players, setting):
    chance = random.Random(f"{players} {setting}")
    for _ in range(6):
        rivalry = tuple(chance.sample(sorted(rivalry_cards()), 3))
        *_, last = played(start(players, rivalry), chance)
        data = last.situation.data
        rewards = floats([0.0] * players)
        write_rewards(last.situation.state, data.rules, REWARDS[setting], vector([0] * SCORE_SIZE * players), rewards)
        least, most = reward_bounds(REWARDS[setting], data.config)
        assert sum(rewards) == pytest.approx(0)
        assert all(least <= reward <= most for reward in rewards)
        if setting != "score":
            assert max(rewards) == most
            assert min(rewards) == least


def test_no_score_passes_the_most_points_of_its_parts():
    assert most_points(Config(2)) == 25 * 3 + 5
    assert most_points(Config(4)) == 25 * 3 + 15
    assert most_points(Config(3, ("sharp-aim",))) == 25 * 4 + 10
    assert most_points(Config(2, ("cloudburst", "summit"))) == 25 * 5 + 5 + 6
    assert most_points(Config(2, ("sweet-tooth", "four-corners"))) == 80 + 2 * 24 + 3 * 12
    assert most_points(Config(2, ("rangoli", "pillars", "long-line"))) == 80 + 25 + 2 * 16 + 3 * 12
    assert most_points(Config(2, ("rooftop-view", "big-crowd", "quarters"))) == 80 + 25 + 25 + 16
    assert most_points(Config(4, ("spotless", "best-friend"))) == 90 + 15 + 12


def test_each_scoring_card_keeps_within_its_bound():
    chance = random.Random(8)
    for card in rivalry_cards().values():
        config = Config(3, (card.id,))
        room = most_points(config) - most_points(Config(3))
        *_, last = played(start(3, (card.id,)), chance)
        for score in last.situation.position.scores():
            assert score.total <= most_points(config)
            assert all(points <= room for points in score.rivalry.values())


def test_the_data_of_a_game_are_made_once():
    assert game_data(2, (), "player-order") is game_data(2, (), "player-order")
    assert game_data(2, (), "player-order") is not game_data(2, (), "first-finished")
