"""What holds in every game: invariants, its end, take-back, text forms, legality, and scores counted again."""

import json
import random
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holi.game import (
    CLIMB,
    END,
    Action,
    Config,
    Game,
    IllegalActionError,
    Kind,
    MalformedError,
    Position,
    Space,
    format_action,
    format_turn,
    new_position,
    new_seed,
    parse_action,
    parse_config,
    parse_deck,
    parse_seed,
    parse_space,
    parse_square,
    parse_turn,
    position_from_json,
    position_to_json,
)
from tests.game.play.invariants import check_invariants
from tests.game.play.recount import CARDS_THAT_SCORE_AT_THE_END, recounted_scores
from tests.game.strategies import chances, configs, decks, lively_choice, played, positions, seeds, start_positions
from tests.game.tower import LEVELS, SPACES

CARDS_PER_SEAT = 13
CLIMBS_PER_SEAT = 2


def most_actions(players: int) -> int:
    """A bound that no game can pass.

    Each seat chooses one corner. A turn has exactly one throw and one end (R3.1, R3.4) and at most one move, and every
    throw uses up one of the seat's 13 cards (R4.9, R5.3), so there are at most 13 turns. Nobody ever goes down (R6.4),
    so a seat climbs at most twice in the whole game.
    """
    return players * (1 + 3 * CARDS_PER_SEAT + CLIMBS_PER_SEAT)


# Invariants and the end


@settings(max_examples=30)
@given(start_positions(), chances())
def test_invariants_hold_after_every_action_and_every_game_ends_within_the_bound(start, chance):
    check_invariants(position_to_json(start))
    actions = 0
    last = start
    for _, _, after, _ in played(start, chance):
        check_invariants(position_to_json(after))
        actions += 1
        last = after
    assert last.phase == "over"
    assert actions <= most_actions(start.config.players)


@pytest.mark.parametrize("face", ["###/###/###", "###/#*#/###", "#.#/.../#.#", "*#./.../..."])
@pytest.mark.parametrize("rivalry", [("splash",), ("mirror-dance", "summit")])
def test_games_with_the_widest_and_the_smallest_cards_end_like_any_other(face, rivalry):
    deck = parse_deck({"name": "thirteen times the same", "cards": {str(number): face for number in range(1, 14)}})
    start = new_position(Config(2, rivalry, deck), "0" * 64)
    afters = [after for _, _, after, _ in played(start, random.Random(face))]
    for after in afters:
        check_invariants(position_to_json(after))
    assert len(afters) <= most_actions(2)
    assert position_to_json(afters[-1])["scores"] == recounted_scores(position_to_json(afters[-1]))


@settings(max_examples=15)
@given(start_positions(), chances())
def test_a_turn_throws_once_and_moves_and_climbs_at_most_once(start, chance):
    turn = []
    for before, action, _, _ in played(start, chance):
        assert (before.thrown, before.moved, before.climbed) == tuple(
            kind in turn for kind in ("throw", Kind.MOVE, Kind.CLIMB)
        )
        turn.append("throw" if action.kind in (Kind.THROW_UP, Kind.THROW_DOWN) else action.kind)
        if action.kind is Kind.END:
            assert turn.count("throw") == 1
            assert len(set(turn)) == len(turn)
        if action.kind in (Kind.END, Kind.PLACE_MARKER):
            turn.clear()


# Take-back


@settings(max_examples=12)
@given(start_positions(), chances())
def test_undo_restores_every_position_of_the_turn_and_no_other(start, chance):
    game = Game(start.config, position=start)
    turn = [snapshot(game)]
    while game.position.phase != "over":
        action = lively_choice(game.position, chance)
        game.apply(action)
        if action.kind in (Kind.PLACE_MARKER, Kind.END):
            turn = [snapshot(game)]
        else:
            turn.append(snapshot(game))
        assert game.can_undo == (len(turn) > 1)
        if chance.random() < 0.3:
            undo_whole_turn(game, turn)


def snapshot(game: Game) -> tuple[Position, str, list[Action], list[Action]]:
    return game.position, json.dumps(position_to_json(game.position)), game.legal_actions(), list(game.actions)


def undo_whole_turn(game: Game, turn: list[tuple[Position, str, list[Action], list[Action]]]) -> None:
    while len(turn) > 1:
        *_, actions = turn.pop()
        assert game.undo() == actions[-1]
        assert snapshot(game) == turn[-1]
    with pytest.raises(IllegalActionError, match="no action of this turn to take back"):
        game.undo()
    assert snapshot(game) == turn[-1]


@settings(max_examples=20)
@given(positions(over=False), chances())
def test_undo_never_goes_back_before_a_load(position, chance):
    game = Game(position.config, position=position_from_json(position_to_json(position)))
    assert not game.can_undo
    with pytest.raises(IllegalActionError, match="no action of this turn to take back"):
        game.undo()
    action = lively_choice(game.position, chance)
    game.apply(action)
    if game.can_undo:
        assert game.undo() == action
    assert not game.can_undo
    assert game.position == position or action.kind in (Kind.PLACE_MARKER, Kind.END)


# Text forms: what is written is read back as the same


def test_every_space_and_square_reads_back():
    assert [str(parse_space(space)) for space in SPACES] == list(SPACES)
    assert [parse_space(space) for space in SPACES] == [
        Space(level, square) for level in range(3) for square in range(36)
    ]
    assert [parse_square(space[1:]) for space in SPACES[:36]] == list(range(36))
    assert [LEVELS[parse_space(space).level] for space in SPACES] == [space[0] for space in SPACES]


squares = st.integers(0, 35)
actions = st.one_of(
    st.builds(Action, st.sampled_from([Kind.PLACE_MARKER, Kind.MOVE]), st.none(), st.tuples(squares)),
    st.builds(
        Action,
        st.just(Kind.THROW_UP),
        st.integers(1, 13),
        st.sets(squares, min_size=1, max_size=8).map(lambda chosen: tuple(sorted(chosen))),
    ),
    st.builds(Action, st.just(Kind.THROW_DOWN), st.none() | st.integers(1, 13), st.tuples(squares)),
    st.sampled_from([CLIMB, END]),
)


@given(st.lists(actions, min_size=1, max_size=4))
def test_actions_and_turns_read_back(turn):
    for action in turn:
        assert parse_action(format_action(action)) == action
        assert parse_action(str(action)) == action
        if action.card is not None or action.kind is not Kind.THROW_DOWN:
            assert Action.from_code(action.code) == action
    assert parse_turn(format_turn(turn)) == turn


@given(seeds())
def test_seeds_read_back(seed):
    assert parse_seed(seed) == seed
    assert parse_seed(new_seed()) != seed


@settings(max_examples=40)
@given(decks())
def test_decks_read_back(deck):
    assert parse_deck(deck.to_json()) == deck
    assert parse_deck(json.loads(json.dumps(deck.to_json()))) == deck


@settings(max_examples=40)
@given(configs())
def test_configurations_read_back(config):
    assert parse_config(config.to_json()) == config
    assert parse_config(json.loads(json.dumps(config.to_json()))) == config


@settings(max_examples=30)
@given(positions())
def test_positions_read_back_from_json(position):
    written = json.loads(json.dumps(position_to_json(position)))
    read = position_from_json(written)
    assert read == position
    assert hash(read) == hash(position)
    assert json.dumps(position_to_json(read)) == json.dumps(position_to_json(position))
    assert read.legal_actions() == position.legal_actions()


@settings(max_examples=12)
@given(positions(over=False), chances())
def test_play_goes_on_from_a_loaded_position_as_from_the_original(position, chance):
    loaded = position_from_json(position_to_json(position))
    for _, action, after, events in played(position, chance):
        loaded, loaded_events = loaded.apply(action)
        assert loaded == after
        assert loaded_events == events


# Legality


@settings(max_examples=30)
@given(positions())
def test_legal_actions_are_distinct_and_each_can_be_done_without_changing_the_position(position):
    before = json.dumps(position_to_json(position))
    legal = position.legal_actions()
    assert bool(legal) == (position.phase != "over")
    assert len(set(legal)) == len({str(action) for action in legal}) == len(legal)
    for action in legal:
        assert position.is_legal(action)
        after, events = position.apply(action)
        assert after != position
        assert events
    assert json.dumps(position_to_json(position)) == before
    assert position.legal_actions() == legal


@settings(max_examples=30)
@given(positions(), chances())
def test_a_text_that_is_not_listed_is_refused_and_changes_nothing(position, chance):
    listed = {str(action) for action in position.legal_actions()}
    before = json.dumps(position_to_json(position))
    game = Game(position.config, position=position)
    refused = 0
    for text in mutated_texts(listed, chance):
        if text in listed:
            continue
        with pytest.raises((IllegalActionError, MalformedError)) as error:
            game.apply(parse_action(text))
        assert "\n" not in str(error.value)
        refused += 1
    assert refused > 100
    assert json.dumps(position_to_json(game.position)) == before
    assert game.actions == []


ALL_SIMPLE_TEXTS = [letter + space[1:] for letter in "SM" for space in SPACES[:36]] + ["C", "E"]
FACE_DOWN_TEXTS = [f"D{card}@{space[1:]}" for card in range(1, 14) for space in SPACES[:36]]


def mutated_texts(listed: set[str], chance: random.Random) -> list[str]:
    """Every simple text, and listed texts with a character dropped, doubled or changed, or with another card."""
    texts = ALL_SIMPLE_TEXTS + chance.sample(FACE_DOWN_TEXTS, 60)
    for text in chance.sample(sorted(listed), min(40, len(listed))):
        at = chance.randrange(len(text))
        texts += [
            text[:at] + text[at + 1 :],
            text[:at] + text[at] + text[at:],
            text[:at] + chance.choice("abcdef123456STDMCE@? 0") + text[at + 1 :],
            text + chance.choice(sorted(listed)),
            text.lower(),
        ]
        kind, at_sign, where = text.partition("@")
        if at_sign:
            texts += [f"{kind[0]}{chance.randrange(0, 15)}@{where}", f"{kind}@{where}a1", f"{kind}@{where[:-2]}"]
    return texts


def test_a_hidden_card_cannot_be_played():
    position = new_position(Config(players=2), "0" * 64)
    for corner in ("Sa1", "Sf6"):
        position, _ = position.apply(parse_action(corner))
    with pytest.raises(MalformedError, match=r"the card of 'D\?@c3' is hidden"):
        position.apply(parse_action("D?@c3"))


def test_an_action_made_by_hand_is_refused_unless_it_is_one_of_the_legal_ones():
    position = new_position(Config(players=2), "0" * 64)
    for corner in ("Sa1", "Sf6"):
        position, _ = position.apply(parse_action(corner))
    legal = position.legal_actions()
    throw = next(action for action in legal if len(action.squares) == 2)
    one, other = throw.squares
    for action in [
        *(Action(throw.kind, card, throw.squares) for card in (0, -3, 14, throw.card + 16)),
        *(Action(throw.kind, throw.card, squares) for squares in ((other, one), (one, one, other), (one,), ())),
        *(Action(throw.kind, throw.card, (one, other, square)) for square in (36, 40, 63, -1)),
        *(Action(Kind.MOVE, card, squares) for card, squares in ((1, (3,)), (None, ()), (None, (1, 2)), (None, (99,)))),
    ]:
        assert action not in legal
        with pytest.raises((IllegalActionError, MalformedError)):
            position.apply(action)


# Scores


@settings(max_examples=30)
@given(start_positions(), chances())
def test_final_scores_are_what_the_written_rules_count(start, chance):
    *_, (_, _, over, events) = played(start, chance)
    written = position_to_json(over)
    assert written["scores"] == recounted_scores(written)
    assert [score.to_json() for score in over.scores()] == written["scores"]
    assert events[-1].to_json() == {"type": "over", "scores": written["scores"]}
    assert sorted(score["rank"] for score in written["scores"]) == list(range(1, start.config.players + 1))


@settings(max_examples=25)
@given(positions(over=False))
def test_scores_during_the_game_count_as_if_it_ended_now(position):
    written = position_to_json(position)
    written["config"]["tie_break"] = "player-order"  # "first-finished" says nothing of players who are not
    counted = position_from_json(written).scores()
    assert [score.to_json() for score in counted] == recounted_scores(written)


@pytest.mark.parametrize("card", sorted(CARDS_THAT_SCORE_AT_THE_END))
def test_every_card_that_scores_at_the_end_is_counted_right_in_many_games(card):
    chance = random.Random(card)
    points = set()
    for players in (2, 3, 4, 4):
        start = new_position(Config(players, (card,)), f"{chance.getrandbits(256):064x}")
        *_, (_, _, over, _) = played(start, chance)
        written = position_to_json(over)
        assert written["scores"] == recounted_scores(written)
        points.update(score["rivalry"][card] for score in written["scores"])
    assert len(points) > 1


@pytest.mark.parametrize("order", list(permutations(range(3))))
@pytest.mark.parametrize("tie_break", ["player-order", "first-finished"])
def test_a_tie_in_everything_is_broken_by_the_setting(tie_break, order):
    start = new_position(Config(players=3, tie_break=tie_break), "0" * 64)
    written = {**position_to_json(start), "phase": "over", "turn": None}
    for player, corner, finished in zip(written["players"], ("Ga1", "Gf1", "Gf6"), order, strict=True):
        player.update(marker=corner, finished=finished)
    written["scores"] = recounted_scores(written)
    ranks = [score.rank for score in position_from_json(written).scores()]
    assert ranks == [finished + 1 for finished in (order if tie_break == "first-finished" else range(3))]
