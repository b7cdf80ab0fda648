"""Why an action is not legal: the kernel's code, the sentence, and the clause that it names."""

import random

import pytest

from holi.game import Config, IllegalActionError, missing_neighbours, new_position, parse_action
from holi.game import missing_to_climb as climb_lacks
from holi.game.reasons import AGAINST_ACTION
from holi.kernel import layout
from holi.kernel.layout import ABOUT_SIZE
from holi.kernel.mode import vector
from holi.kernel.reasons import empty_neighbours, missing_to_climb, reason_against
from holi.kernel.turns import climbing_squares
from tests.rules.boards import after, drawing, legal, position
from tests.rules.kernel.events import LEFT_OVER

OPEN = """
    .....C
    ......
    ..0...
    .1A..B
    ..1...
    ......
"""
SURROUNDED = """
    ......
    ......
    ..0...
    .1A1.B
    ..0...
    ......
"""

UPSTAIRS = """
    .....A ......
    ...... ......
    ..20.. ...2..
    .1.... .0BC..
    ...... ......
    2..... 1.....
"""


def upstairs(**options):
    """Seat 1 is to act, on the middle level, among tokens that lie elsewhere than those below."""
    return position(UPSTAIRS, turn=1, **{"hands": {1: [1, 2, 4]}} | options)


def corners(**options):
    return new_position(Config(players=2, **options), "0" * 64)


def over():
    nothing = {0: [], 1: [], 2: []}
    return after(position(OPEN, done="throw", hands=nothing, decks=nothing), "E")


def surrounded(level, square="c3", *, without="", above=""):
    """A marker among four tokens on a level, all but those `without`; `above` it stands a marker."""
    column, row = "abcdef".index(square[0]), int(square[1])
    around = [f"{'abcdef'[column + x]}{row + y}" for x, y in ((0, -1), (-1, 0), (1, 0), (0, 1))]
    spaces = {f"{lower}{s}": "1" for lower in "GMT"[: level + 1] for s in around if s not in without.split()}
    spaces |= {f"{'GMT'[level]}{square}": "A", above or "Gf6": "B"}
    return position(drawing(spaces), hands={0: [1, 2, 3]})


HAND = {0: [1, 2, 4]}
CASES = [
    (over, "Ma1", layout.GAME_IS_OVER, "the game is over (R8.4)"),
    (corners, "E", layout.CORNER_FIRST, "seat 0 chooses a starting corner first (R2.4)"),
    (lambda: after(corners(), "Sa6"), "C", layout.CORNER_FIRST, "seat 1 chooses a starting corner first (R2.4)"),
    (
        lambda: after(corners(), "Sa6"),
        "Sa6",
        layout.NO_FREE_CORNER,
        "a marker starts on a free corner of G: a1, a6, f1 or f6 (R2.4)",
    ),
    (lambda: position(OPEN), "Sa1", layout.ALL_PLACED, "all markers are placed (R2.4)"),
    (lambda: position(OPEN), "E", layout.NOT_THROWN_YET, "the turn can be ended only after the throw (R3.4)"),
    (lambda: position(OPEN, done="throw"), "D1@a1", layout.THROW_MADE, "the throw of this turn has been made (R3.1)"),
    (lambda: position(OPEN, hands=HAND), "D3@a1", layout.NOT_IN_HAND, "card 3 is not in the hand (R2.5)"),
    (lambda: position(OPEN, hands=HAND), "T13@a1", layout.NOT_IN_HAND, "card 13 is not in the hand (R2.5)"),
    (
        lambda: position(OPEN, hands=HAND, own={0: 0}),
        "D1@a1",
        layout.NO_OWN_TOKEN,
        "the supply holds no token of one's own colour (R4.5)",
    ),
    (lambda: position(OPEN, hands=HAND), "T1@d3c4", layout.TARGET_TAKEN, "Gc4 holds a colour token (R4.4)"),
    (lambda: position(OPEN, hands=HAND), "T1@c2b3d3", layout.TARGET_TAKEN, "Gc2 holds a colour token (R4.4)"),
    (
        lambda: position(OPEN, hands=HAND),
        "T4@a1",
        layout.NOT_LAID_SO,
        "card 4 cannot be laid so from Gc3 (R4.1, R4.2)",
    ),
    (lambda: position(OPEN, hands=HAND), "D1@c4", layout.SPACE_TAKEN, "Gc4 holds a colour token (R5.1)"),
    (lambda: position(OPEN, hands=HAND), "D1@f3", layout.SPACE_MARKED, "the space holds a marker (R5.1)"),
    (lambda: position(OPEN, hands=HAND), "D1@c3", layout.SPACE_MARKED, "the space holds a marker (R5.1)"),
    (
        lambda: position(OPEN, hands=HAND, discards={0: "5 6v"}),
        "D1@a1",
        layout.LAST_FACE_DOWN,
        "the last card thrown lies face down (R5.2)",
    ),
    (upstairs, "D3@b1", layout.NOT_IN_HAND, "card 3 is not in the hand (R2.5)"),
    (
        lambda: upstairs(own={1: 0}),
        "D1@b1",
        layout.NO_OWN_TOKEN,
        "the supply holds no token of one's own colour (R4.5)",
    ),
    (upstairs, "T1@c4d4", layout.TARGET_TAKEN, "Md4 holds a colour token (R4.4)"),
    (upstairs, "T4@f1", layout.NOT_LAID_SO, "card 4 cannot be laid so from Mc3 (R4.1, R4.2)"),
    (upstairs, "D1@b3", layout.SPACE_TAKEN, "Mb3 holds a colour token (R5.1)"),
    (upstairs, "D1@d3", layout.SPACE_MARKED, "the space holds a marker (R5.1)"),
    (upstairs, "Mc3", layout.STANDS_THERE, "the marker stands there already (R6.1)"),
    (upstairs, "Md3", layout.MARKER_THERE, "Md3 holds a marker (R6.1)"),
    (
        lambda: upstairs(rivalry=["short-steps"]),
        "Mf6",
        layout.TOO_FAR,
        "Mf6 is too far (R6.1, short-steps)",
    ),
    (lambda: position(OPEN, done="move"), "Ma1", layout.MOVE_MADE, "the move of this turn has been made (R3.1)"),
    (
        lambda: position(OPEN, done="throw", own={0: 0}),
        "Ma1",
        layout.ONLY_END_LEFT,
        "without a token of one's own colour, the turn can only be ended (R3.5)",
    ),
    (lambda: position(OPEN), "Mc3", layout.STANDS_THERE, "the marker stands there already (R6.1)"),
    (lambda: position(OPEN), "Mf6", layout.MARKER_THERE, "Gf6 holds a marker (R6.1)"),
    (lambda: position(OPEN, done="throw"), "Mf3", layout.MARKER_THERE, "Gf3 holds a marker (R6.1)"),
    (
        lambda: position(OPEN, rivalry=["short-steps"]),
        "Mf1",
        layout.TOO_FAR,
        "Gf1 is too far (R6.1, short-steps)",
    ),
    (
        lambda: position(OPEN, rivalry=["short-steps"], done="throw"),
        "Ma2",
        layout.TOO_FAR,
        "Ga2 is too far (R6.1, short-steps)",
    ),
    (
        lambda: position(OPEN, rivalry=["short-steps", "swap-places"]),
        "Mf6",
        layout.TOO_FAR,
        "Gf6 is too far (R6.1, short-steps)",
    ),
    (
        lambda: after(position(SURROUNDED), "C"),
        "C",
        layout.CLIMB_MADE,
        "the climb of this turn has been made (R3.1)",
    ),
    (
        lambda: position(SURROUNDED, done="throw", own={0: 0}),
        "C",
        layout.ONLY_END_LEFT,
        "without a token of one's own colour, the turn can only be ended (R3.5)",
    ),
    (lambda: surrounded(2), "C", layout.ON_TOP, "the marker is on the top level (R6.4)"),
    (lambda: position(OPEN), "C", layout.NEIGHBOURS_EMPTY, "no colour token on d3 (R6.4)"),
    (
        lambda: position(OPEN.replace("..0...", "......").replace(".1A", "..A"), turn=1),
        "C",
        layout.AT_EDGE,
        "Gf3 is at the edge (R6.4)",
    ),
    (lambda: surrounded(0, without="b3 c4"), "C", layout.NEIGHBOURS_EMPTY, "no colour token on b3 c4 (R6.4)"),
    (lambda: surrounded(1, above="Tc3"), "C", layout.MARKER_ABOVE, "Tc3 holds a marker (R6.4)"),
]


@pytest.mark.parametrize(("make", "action", "code", "sentence"), CASES)
def test_an_illegal_action_is_refused_with_its_reason(make, action, code, sentence):
    board = make()
    about = vector([0] * ABOUT_SIZE)
    assert reason_against(*board.vectors, parse_action(action).code, about) == code
    with pytest.raises(IllegalActionError) as refused:
        board.apply(parse_action(action))
    assert str(refused.value) == f"'{action}' is not legal now: {sentence}"


def test_a_climb_that_would_stop_the_throw_says_so():
    picture = """
    012301 123012 ......
    123012 230123 ......
    230123 301230 ......
    30A301 01.012 ......
    012301 123012 ......
    .23012 B30123 .CD...
    """
    board = position(picture, done="move")
    with pytest.raises(IllegalActionError, match=r"no throw would be possible after the climb \(R3\.2\)$"):
        board.apply(parse_action("C"))


def test_a_move_that_would_stop_the_throw_says_so():
    picture = """
    00000B
    111111
    000000
    111111
    0..000
    A11111
    """
    board = position(picture, hands={0: [1]}, discards={0: "5v"})
    with pytest.raises(IllegalActionError, match=r"no throw would be possible after the move \(R3\.2\)$"):
        board.apply(parse_action("Mf1"))


def test_if_every_move_would_stop_the_throw_the_reason_names_none():
    picture = """
    00000B
    111111
    1...00
    0.A.11
    1...00
    111111
    """
    all_around = {"name": "all around", "cards": {str(card): "###/#*#/###" for card in range(1, 14)}}
    board = position(picture, deck=all_around, hands={0: [1]}, discards={0: "5v"}, rivalry=["short-steps"])
    assert legal(board) == {"T1@b2c2d2b3d3b4c4d4"}
    for move in ("Mc5", "Mf1"):
        with pytest.raises(IllegalActionError, match=r"no throw would be possible after a move \(R3\.2\)$"):
            board.apply(parse_action(move))


def test_a_marker_lacks_nothing_just_where_the_rules_let_it_climb():
    chance = random.Random("climbs")
    boards = [position(OPEN), position(OPEN, rivalry=["helping-hands"])]
    seen = set()
    for _ in range(3000):
        state, rules = chance.choice(boards).vectors
        level, square = chance.randrange(-1, 3), chance.randrange(36)
        state[layout.LEVEL + 1], state[layout.SQUARE + 1] = level, square
        for index in range(layout.OCCUPIED, layout.OCCUPIED + 3):
            state[index] = chance.getrandbits(36) | chance.getrandbits(36)
            state[index + layout.MARKED - layout.OCCUPIED] = chance.getrandbits(36) & chance.getrandbits(36)
        about = vector([LEFT_OVER] * ABOUT_SIZE)
        code = missing_to_climb(state, rules, 1, about)
        climbs = level >= 0 and climbing_squares(state, rules, level) >> square & 1
        assert (code == layout.NO_REASON) == bool(climbs)
        beside = [square - 6, square - 1, square + 1, square + 6]
        empty = sum(1 << near for near in beside if near >= 0 and not state[layout.OCCUPIED + level] >> near & 1)
        on_edge = square // 6 in (0, 5) or square % 6 in (0, 5)
        lacking = 0 <= level < 2 and not on_edge and empty.bit_count() > 4 - rules[layout.CLIMB_TOKENS]
        assert empty_neighbours(state, rules, 1) == (empty if lacking else 0)
        if code == layout.NEIGHBOURS_EMPTY:
            assert about[layout.ABOUT_SPACES] == empty
        if code in (layout.AT_EDGE, layout.NEIGHBOURS_EMPTY):
            assert about[layout.ABOUT_SPACE] == 36 * level + square
        if code == layout.MARKER_ABOVE:
            assert about[layout.ABOUT_SPACE] == 36 * (level + 1) + square
        seen.add(code)
    assert seen == {
        layout.NO_REASON,
        layout.NOT_PLACED,
        layout.ON_TOP,
        layout.AT_EDGE,
        layout.MARKER_ABOVE,
        layout.NEIGHBOURS_EMPTY,
    }


def test_a_marker_that_is_not_placed_lacks_that():
    assert climb_lacks(corners(), 1) == "the marker is not placed yet"
    assert missing_neighbours(corners()) == []
    assert [str(space) for space in missing_neighbours(position(OPEN))] == ["Gd3"]
    assert missing_neighbours(position(SURROUNDED)) == []


def test_every_reason_has_its_sentence_and_every_sentence_its_test():
    assert {code for _, _, code, _ in CASES} | {
        layout.NO_MOVE_THROWS,
        layout.MOVE_STOPS_THROW,
        layout.CLIMB_STOPS_THROW,
        layout.NOT_PLACED,
    } == set(AGAINST_ACTION)
