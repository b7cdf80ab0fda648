"""What OpenSpiel's observers show: all that a seat may know, and nothing that it may not."""

import random
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest

from holi.env.observation import OBSERVATION_SIZE
from holi.env.spiel.observer import Observer, Sight
from holi.env.spiel.resampling import dealt
from holi.env.spiel.situation import ALL_CARDS, DRAW, NOBODY, Situation, cards_not_thrown, draw_code
from holi.game import view_to_json
from holi.game.notation import SQUARE_NAMES
from holi.kernel.layout import CARD_SHIFT, FINISHED, HAND, KIND_SHIFT, THROW_DOWN, THROW_UP
from tests.env.openspiel.games import CONFIGS, played, secrets, start, twin
from tests.game.test_views import reshuffled

SIGHTS = [Sight(*sight) for sight in product([True, False], [True, False], ["none", "own", "all"])]
INFORMATION = Sight(public=True, log=True, cards="own")
OBSERVATION = Sight(public=True, log=False, cards="own")
PUBLIC = Sight(public=True, log=False, cards="none")
PRIVATE = Sight(public=False, log=False, cards="own")
EVERYTHING = Sight(public=True, log=False, cards="all")


def state_of(situation: Situation) -> SimpleNamespace:
    """As much of an OpenSpiel state as an observer looks at."""
    return SimpleNamespace(situation=situation)


def seen(situation: Situation, sight: Sight, player: int) -> tuple[str, list[float]]:
    observer = Observer(situation.data, sight)
    observer.set_from(state_of(situation), player)
    return observer.string_from(state_of(situation), player), observer.tensor.tolist()


def moments(players, rivalry, seed, often=9):
    """Some moments of a game, each as all steps before it."""
    steps = []
    for step in played(start(players, rivalry), random.Random(seed)):
        if steps and len(steps) % often == 0:
            yield steps, step.situation
        steps.append(step)


@pytest.mark.parametrize(("players", "rivalry"), CONFIGS)
def test_hidden_cards_change_nothing_that_a_seat_sees(players, rivalry):
    chance = random.Random(f"{players} {rivalry}")
    twins = 0
    for steps, situation in moments(players, rivalry, seed=1):
        viewer = chance.randrange(players)
        other = twin(steps, viewer, chance)
        if other is None or secrets(other) == secrets(situation):
            continue
        twins += 1
        for sight in SIGHTS:
            same = seen(situation, sight, viewer) == seen(other, sight, viewer)
            differ = secrets(other) != secrets(situation) if sight.log else other.position != situation.position
            assert same == (sight.cards != "all" or not differ), sight
    assert twins >= 5


@pytest.mark.parametrize(("players", "rivalry"), CONFIGS)
def test_observations_pass_the_test_of_the_views(players, rivalry):
    chance = random.Random(5)
    for _, situation in moments(players, rivalry, seed=2):
        if situation.over or situation.drawing != NOBODY:
            continue
        viewer = chance.randrange(players)
        position = reshuffled(situation.position, viewer, chance)
        state, _ = position.vectors
        other = Situation(situation.data, state, situation.log, (), situation.holdable)
        assert view_to_json(position, viewer) == view_to_json(situation.position, viewer)
        for sight in (OBSERVATION, PUBLIC, PRIVATE):
            assert seen(other, sight, viewer) == seen(situation, sight, viewer)


@pytest.mark.parametrize("sight", [INFORMATION, OBSERVATION, PRIVATE])
def test_a_seat_sees_its_own_cards(sight):
    chance = random.Random(6)
    told_apart = 0
    for steps, situation in moments(2, (), seed=3):
        other = twin(steps, 1, chance)  # the cards of seat 0 are others
        if other is None or secrets(other) == secrets(situation):
            continue
        if sight == INFORMATION or other.position.players[0].hand != situation.position.players[0].hand:
            text, tensor = seen(situation, sight, 0)
            other_text, other_tensor = seen(other, sight, 0)
            assert text != other_text
            assert tensor != other_tensor
            told_apart += 1
    assert told_apart >= 5


def test_everybody_sees_the_same_without_own_cards():
    for _, situation in moments(3, ("rangoli",), seed=4):
        for sight in SIGHTS:
            views = [seen(situation, sight, player) for player in range(3)]
            assert (views[0] == views[1] == views[2]) == (sight.cards != "own"), sight


def test_the_information_state_remembers_all_earlier_ones():
    before = {0: "", 1: ""}
    for situation, _ in played(start(2, ("open-pockets",)), random.Random(7)):
        if situation.drawing != NOBODY:
            continue
        for player in (0, 1):
            lines, _, _ = seen(situation, INFORMATION, player)[0].rpartition("\n")
            assert lines.startswith(before[player])
            assert lines.splitlines()[0] == f"seat {player}"
            before[player] = lines


@pytest.mark.parametrize("player", [0, 1, 2])
def test_the_log_in_the_tensor_says_what_the_log_in_the_text_says(player):
    *_, last = played(start(3, ("swap-places", "splash")), random.Random(9))
    observer = Observer(last.situation.data, INFORMATION)
    observer.set_from(state_of(last.situation), player)
    rows = observer.dict["log"].reshape(3 * 55, 3 + 7 + 13 + 36)
    texts = [(int(row[:3].argmax()), entry_of(row[3:])) for row in rows if row.any()]
    lines = observer.string_from(state_of(last.situation), player).splitlines()
    assert lines[0] == f"seat {player}"
    assert lines[-1] == "over"
    assert texts == [(int(line[0]), word) for line in lines[1:-1] for word in line[3:].split()]


def test_the_information_state_tells_who_acts_or_draws_now():
    for situation, _ in played(start(3), random.Random(13)):
        observer = Observer(situation.data, INFORMATION)
        observer.set_from(state_of(situation), 1)
        acting = [float(seat == situation.acting) for seat in range(3)]
        assert observer.dict["to_act"].tolist() == [*acting, float(situation.drawing != NOBODY)]
        told = observer.string_from(state_of(situation), 1).splitlines()[-1]
        if situation.over:
            assert told == "over"
        else:
            verb = "draws" if situation.drawing != NOBODY else "acts"
            assert told.startswith(f"seat {situation.acting} {verb}")


def entry_of(row) -> str:
    """The text of an entry of the log, read off its numbers alone."""
    letter = "STDMCE+"[int(row[:7].argmax())]
    card = str(int(row[7:20].argmax()) + 1) if row[7:20].any() else "?"
    squares = "".join(SQUARE_NAMES[square] for square in np.flatnonzero(row[20:]))
    if letter in "TD":
        return f"{letter}{card}@{squares}"
    return f"+{card}" if letter == "+" else letter + squares


def test_the_pieces_of_the_tensors_are_named_and_shaped_as_documented():
    data = start(3).data
    shapes = {name: piece.shape for name, piece in Observer(data, INFORMATION).dict.items()}
    assert shapes == {"player": (3,), "to_act": (4,), "log": (165 * 59,)}
    shapes = {name: piece.shape for name, piece in Observer(data, OBSERVATION).dict.items()}
    assert shapes == {"board": (28, 6, 6), "features": (160,)}
    assert Observer(data, OBSERVATION).tensor.shape == (OBSERVATION_SIZE,)
    assert set(Observer(data, PRIVATE).dict) == {"hand", "face_down"}
    assert {name: piece.shape for name, piece in Observer(data, EVERYTHING).dict.items()} == {
        "board": (28, 6, 6),
        "features": (160,),
        "hand": (3, 13),
        "face_down": (3, 13),
    }


def test_an_observation_as_text():
    situation = start(2)
    for number in (504, 507, 11, 2, 36 + 36 * 11 + 14, 509, 0, 1, 8):
        situation = situation.after(number)
    tower = [
        "G ....../....../....../..0.../....../...... 020020/200002/000000/000000/200002/020020",
        "M ....../....../....../....../....../...... 010010/100001/000000/000000/100001/010010",
        "T ....../....../....../....../....../...... 000000/000000/000000/000000/000000/000000",
    ]
    own = "0 at Ga1 supply 24/0 sweets 0 points 0 hand 1,2,9 deck 9 discard (12)"
    hidden = "0 at Ga1 supply 24/0 sweets 0 points 0 hand ??? deck 9 discard (?)"
    assert seen(situation, OBSERVATION, 0)[0].splitlines() == [
        "seat 0", "seat 1 acts", *tower, own, "1 at Gf6 supply 0/25 sweets 0 points 0 hand ? deck 12 discard -"
    ]  # fmt: skip
    assert seen(situation, OBSERVATION, 1)[0].splitlines() == [
        "seat 1", "seat 1 acts", *tower, hidden, "1 at Gf6 supply 0/25 sweets 0 points 0 hand 3 deck 12 discard -"
    ]  # fmt: skip
    assert seen(situation, PRIVATE, 0)[0] == "seat 0\n0 hand 1,2,9 face-down 12"
    assert seen(situation, INFORMATION, 1)[0].splitlines() == [
        "seat 1", "0: Sa1", "1: Sf6", "0: +?", "1: +3", "0: D?@c3 E +? +? +?", "seat 1 acts"
    ]  # fmt: skip


# Dealing what is hidden again


def test_every_way_to_deal_hidden_cards_has_the_same_chance():
    down, up = THROW_DOWN << KIND_SHIFT | 1, THROW_UP << KIND_SHIFT | 4 << CARD_SHIFT | 2
    log = [(1, draw_code(0)), (0, draw_code(9)), (1, down), *[(1, draw_code(card)) for card in (1, 2, 4)], (1, up)]
    chance = random.Random(10)
    ways = {}
    for _ in range(33_000):
        new = dealt(log, 1, ALL_CARDS, chance.random)
        assert new[1] == log[1]
        assert new[6] == log[6]
        first, *later = (new[i][1] >> CARD_SHIFT & 15 for i in (0, 3, 4, 5))
        assert new[2] == (1, down | first << CARD_SHIFT)
        assert 4 in later
        way = first, *later
        ways[way] = ways.get(way, 0) + 1
    # The card played face down, which of the three draws was the card shown, and the two others in order.
    assert 3940 < len(ways) <= 12 * 3 * 11 * 10
    assert max(ways.values()) < 30  # 8.3 on average
    by_first = [sum(count for way, count in ways.items() if way[0] == first) for first in range(13) if first != 4]
    assert all(2500 < count < 3000 for count in by_first)  # 2750 on average
    by_place = [sum(count for way, count in ways.items() if way[place] == 4) for place in (1, 2, 3)]
    assert all(10_600 < count < 11_400 for count in by_place)  # 11,000 on average


def test_cards_still_in_hand_are_dealt_from_those_that_may_be_there():
    log = [(0, draw_code(card)) for card in (3, 5, 8)] + [(0, THROW_DOWN << KIND_SHIFT | 5 << CARD_SHIFT | 1)]
    chance = random.Random(11)
    for _ in range(200):
        new = dealt(log, 0, 0b1_0000_0010_1000, chance.random)
        drawn = {code >> CARD_SHIFT & 15 for _, code in new[:3]}
        played_card = new[3][1] >> CARD_SHIFT & 15
        assert len(drawn) == 3
        assert played_card in drawn
        assert drawn - {played_card} <= {3, 5, 12}


def test_who_falls_out_for_lack_of_a_throw_can_hold_only_cards_that_could_not_be_thrown():
    fallen = 0
    for seed in range(40):
        before = None
        for situation, _ in played(start(4, ("short-steps", "last-dance")), random.Random(seed)):
            for seat, cards in enumerate(situation.holdable):
                if before is None or cards == before.holdable[seat]:
                    continue
                fallen += 1
                assert situation.state[FINISHED + seat] >= 0
                assert before.state[FINISHED + seat] < 0
                assert int(situation.state[HAND + seat]) & ~cards == 0
                assert cards == cards_not_thrown(situation.state, situation.data.rules, seat) != ALL_CARDS
            before = situation
    assert fallen >= 3


def test_draws_have_the_highest_codes_of_a_log():
    *_, last = played(start(2), random.Random(12))
    others = [code for _, code in last.situation.log if code >> KIND_SHIFT != DRAW]
    assert max(others) < draw_code(0)
