"""F3: the clause that an inconsistent position breaks, and where, as the kernel says it."""

import pytest

from holi.game import Config, PositionError, new_position
from holi.game.position import Position
from holi.game.reasons import AGAINST_POSITION, check_consistent
from holi.kernel import layout as at
from holi.kernel.checks import inconsistency
from holi.kernel.mode import vector
from tests.rules.boards import after, position
from tests.rules.kernel.events import LEFT_OVER, space

IN_PLAY = """
    .....C ......
    ...... ......
    ..0... ..1...
    .1A..B ......
    ..1... ......
    ...... ......
"""


def in_play(**options):
    return position(IN_PLAY, **options)


def in_setup():
    return after(new_position(Config(players=3), "0" * 64), "Sf1")


def over():
    nothing = {0: [], 1: [], 2: []}
    return after(in_play(done="throw", hands=nothing, decks=nothing), "E")


def bit(name):
    return 1 << space(name) % 36


def tokens(name, seat):
    """The entry of the state for a seat's tokens on a level."""
    return at.TOKENS + 4 * "GMT".index(name) + seat


BOARDS = {"in play": in_play, "in setup": in_setup, "over": over}

# Which position, what is changed in it by index, and what is said of it.
CASES = [
    ("in play", {at.OCCUPIED + 1: bit("Gc4") | bit("Ge5")}, at.FLOATING_TOKEN,
     "R7.6: the token on Me5 has no token below it on Ge5"),
    ("in play", {at.OCCUPIED + 2: bit("Ga3") | bit("Gb3")}, at.FLOATING_TOKEN,
     "R7.6: the token on Ta3 has no token below it on Ma3"),
    ("in play", {tokens("G", 0): 0}, at.TOKENS_MISCOUNTED,
     "R7.6: seat 0 has 0 tokens on the tower and 24 in supplies; there are 25 in all"),
    ("in play", {at.SUPPLY + 4 * 2 + 1: 3}, at.TOKENS_MISCOUNTED,
     "R7.6: seat 1 has 3 tokens on the tower and 25 in supplies; there are 25 in all"),
    ("in play", {tokens("T", 2): 1}, at.TOKENS_MISCOUNTED,
     "R7.6: seat 2 has 1 tokens on the tower and 25 in supplies; there are 25 in all"),
    ("in play", {at.LEVEL + 2: -1}, at.MARKER_MISSING, "R2.4: the marker of seat 2 is not on the tower"),
    ("over", {at.LEVEL + 0: -1}, at.MARKER_MISSING, "R2.4: the marker of seat 0 is not on the tower"),
    ("in play", {at.SQUARE + 2: 17}, at.MARKERS_SHARE, "R7.6: two markers are on Gf3"),
    ("in play", {at.SQUARE + 1: 13}, at.MARKER_ON_TOKEN, "R7.6: Gb3 holds a marker and a colour token"),
    ("in play", {at.LEVEL + 2: 1, at.SQUARE + 2: 20}, at.MARKER_ON_TOKEN,
     "R7.6: Mc4 holds a marker and a colour token"),
    ("in play", {at.OCCUPIED: bit("Gb3") | bit("Gc2") | bit("Gd3"), at.OCCUPIED + 1: bit("Gd3"), at.SQUARE + 2: 15},
     at.MARKER_ON_TOKEN, "R7.6: Gd3 holds a marker and a colour token"),
    ("in play", {at.LEVEL + 0: 1, at.SQUARE + 0: 8, at.OCCUPIED + 1: bit("Gc4") | bit("Gc2"), at.OCCUPIED: bit("Gc4")
     | bit("Gc2") | bit("Gb3")}, at.MARKER_ON_TOKEN, "R7.6: Mc2 holds a marker and a colour token"),
    ("in play", {at.SWEETS_ONE + 2: bit("Gb1")}, at.TOO_MANY_SWEETS, "R2.1: Tb1 holds 1 sweets; at most 0 lie there"),
    ("in play", {at.SWEETS_TWO + 1: bit("Ge6")}, at.TOO_MANY_SWEETS, "R2.1: Me6 holds 2 sweets; at most 1 lie there"),
    ("in play", {at.SWEETS_ONE: bit("Gb1") | bit("Gb2"), at.SWEETS_TWO: 0}, at.TOO_MANY_SWEETS,
     "R2.1: Gb2 holds 1 sweets; at most 0 lie there"),
    ("in play", {at.SQUARE + 2: 24, at.MARKED: bit("Ga5") | bit("Gc3")}, at.SWEETS_UNDER_MARKER,
     "R6.2: sweets lie under the marker on Ga5"),
    ("in play", {at.SQUARE + 2: 6, at.LEVEL + 2: 1, at.MARKED + 1: bit("Ga2")}, at.SWEETS_UNDER_MARKER,
     "R6.2: sweets lie under the marker on Ma2"),
    ("in play", {at.SWEETS + 2: 1}, at.SWEETS_MISCOUNTED,
     "R7.6: 24 sweets lie on the tower and 1 are held; there are 24 in all"),
    ("in play", {at.SWEETS_TWO: bit("Gb1"), at.SWEETS_ONE + 1: bit("Gb1"), at.SWEETS + 1: 1}, at.SWEETS_MISCOUNTED,
     "R7.6: 10 sweets lie on the tower and 1 are held; there are 24 in all"),
    ("in play", {at.HAND + 1: 0b1111}, at.HAND_TOO_LARGE, "R8.1: seat 1 holds 4 cards; 3 are possible"),
    ("in play", {at.THROWN: 1}, at.HAND_TOO_LARGE, "R8.1: seat 0 holds 3 cards; 2 are possible"),
    ("in play", {at.FACE_DOWN + 2: 0b0110, at.DISCARD + 2: 0x7B31}, at.FACE_DOWN_TWICE,
     "R5.2: seat 2 threw the cards 4 and 12 face down running"),
    ("in play", {at.FINISHED + 1: 1}, at.FINISHED_MISNUMBERED,
     "R8.2: the players finished in the order [1]; it is 0, 1, ... once each"),
    ("in play", {at.FINISHED + 1: 0, at.FINISHED + 2: 0}, at.FINISHED_MISNUMBERED,
     "R8.2: the players finished in the order [0, 0]; it is 0, 1, ... once each"),
    ("in setup", {at.FINISHED + 1: 0}, at.FINISHED_IN_SETUP, "R8.2: a player is finished before play begins"),
    ("over", {at.FINISHED + 2: -1}, at.OVER_TOO_EARLY, "R8.4: the game is over, but not all players are finished"),
    ("in setup", {at.THROWN: 1}, at.BEGUN_IN_SETUP,
     "R2.4: nothing has been thrown, moved or climbed before the corners are chosen"),
    ("in setup", {at.MOVED: 1}, at.BEGUN_IN_SETUP,
     "R2.4: nothing has been thrown, moved or climbed before the corners are chosen"),
    ("in setup", {at.THROWN: 1, at.MOVED: 1}, at.BEGUN_IN_SETUP,
     "R2.4: nothing has been thrown, moved or climbed before the corners are chosen"),
    ("in setup", {at.MOVED: 1, at.CLIMBED: 1}, at.BEGUN_IN_SETUP,
     "R2.4: nothing has been thrown, moved or climbed before the corners are chosen"),
    ("in setup", {at.CLIMBED: 1}, at.BEGUN_IN_SETUP,
     "R2.4: nothing has been thrown, moved or climbed before the corners are chosen"),
    ("in setup", {at.SEAT: 2}, at.CORNERS_OUT_OF_ORDER,
     "R2.4: corners are chosen in seat order, and seat 2 is to choose"),
    ("in setup", {at.LEVEL + 2: 0}, at.CORNERS_OUT_OF_ORDER,
     "R2.4: corners are chosen in seat order, and seat 1 is to choose"),
    ("in setup", {at.SQUARE: 4, at.SWEETS_ONE: 0, at.SWEETS_TWO: 0, at.SWEETS_ONE + 1: 0, at.SWEETS + 1: 24},
     at.NOT_ON_CORNER, "R2.4: the marker on Ge1 is not on a corner of G"),
    ("in setup", {at.LEVEL: 1}, at.NOT_ON_CORNER, "R2.4: the marker on Mf1 is not on a corner of G"),
    ("in setup", {at.SUPPLY: 24, at.SUPPLY + 4: 1}, at.STOCK_IN_SETUP,
     "R1.2: seat 0 does not have 25 tokens, no sweets and no points"),
    ("in setup", {at.POINTS + 2: 1}, at.STOCK_IN_SETUP,
     "R1.2: seat 2 does not have 25 tokens, no sweets and no points"),
    ("in setup", {at.SWEETS + 1: 8, at.SWEETS_ONE + 1: 0}, at.STOCK_IN_SETUP,
     "R1.2: seat 1 does not have 25 tokens, no sweets and no points"),
    ("in play", {at.FINISHED + 0: 0}, at.FINISHED_ON_TURN, "R8.3: seat 0 is to act, but is finished"),
    ("in play", {at.THROWN: 1, at.HAND: 0b11}, at.THROWN_WITHOUT_DISCARD,
     "R4.9: seat 0 has thrown, but has no discard"),
    ("in play", {at.CLIMBED: 1}, at.CLIMBED_ON_GROUND, "R6.4: seat 0 has climbed, but is on the ground"),
    ("in play", {at.HAND: 0}, at.CANNOT_ACT, "R3.3: seat 0 cannot throw in this turn and would be finished"),
    ("in setup", {at.HAND + 2: 0b1}, at.CARDS_IN_SETUP,
     "R2.5: seat 2 does not have an empty hand and a deck of 13 cards"),
    ("in setup", {at.DISCARD_SIZE + 1: 1}, at.CARDS_IN_SETUP,
     "R2.5: seat 1 does not have an empty hand and a deck of 13 cards"),
]  # fmt: skip


@pytest.mark.parametrize(("which", "changes", "code", "sentence"), CASES)
def test_f3_an_inconsistent_position_breaks_a_clause(which, changes, code, sentence):
    state, rules = BOARDS[which]().vectors
    about = vector([LEFT_OVER] * at.ABOUT_SIZE)
    assert inconsistency(state, rules, about) == at.NO_REASON
    for index, value in changes.items():
        state[index] = value
    assert inconsistency(state, rules, about) == code
    with pytest.raises(PositionError) as refused:
        check_consistent(Position(BOARDS[which]().config, state))
    assert str(refused.value) == sentence


def test_f3_every_inconsistency_has_its_sentence_and_every_sentence_its_test():
    assert {code for _, _, code, _ in CASES} == set(AGAINST_POSITION)


@pytest.mark.parametrize("faces", [0b0101, 0b1010, 0b0001])
def test_f3_face_down_discards_may_alternate(faces):
    state, rules = in_play().vectors
    state[at.FACE_DOWN + 2] = faces
    assert inconsistency(state, rules, vector([LEFT_OVER] * at.ABOUT_SIZE)) == at.NO_REASON


def test_f3_cards_in_play_change_what_is_consistent():
    state, rules = in_play(rivalry=["free-handfuls", "open-pockets"]).vectors
    state[at.FACE_DOWN + 2] = 0b0110
    state[at.HAND + 1] = 0b1111
    about = vector([LEFT_OVER] * at.ABOUT_SIZE)
    assert inconsistency(state, rules, about) == at.NO_REASON
    state[at.HAND + 1] = 0b11111
    assert inconsistency(state, rules, about) == at.HAND_TOO_LARGE
