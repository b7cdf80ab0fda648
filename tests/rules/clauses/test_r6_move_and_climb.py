"""R6: moving and climbing."""

import pytest

from holi.game import IllegalActionError, Space, missing_to_climb, parse_action
from tests.rules.boards import (
    BESIDE_CORNERS,
    EDGE,
    INTERIOR,
    SQUARES,
    after,
    do,
    drawing,
    filled,
    legal,
    points,
    position,
    rows_of,
    seen,
    supplies,
)


def crowd_around(square, level):
    """Squares all over G, or in the rows about the square: on M, where a token needs another one below it."""
    return [name for name in SQUARES if name != square and (level == "G" or abs(int(name[1]) - int(square[1])) <= 1)]


def neighbours(square):
    column, row = "abcdef".index(square[0]), int(square[1])
    around = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    return ["abcdef"[c] + str(r) for c, r in around if 0 <= c < 6 and 1 <= r <= 6]


def standing(square, tokens, level="G", **options):
    """A's marker among tokens of both colours on its level, with what they need below them; B's is out of the way."""
    spaces = {f"{level}{square}": "A", ("T" if level != "T" else "G") + ("f6" if square != "f6" else "a1"): "B"}
    for number, name in enumerate(tokens):
        for lower in "GMT"[: "GMT".index(level) + 1]:
            spaces[lower + name] = "01"[number % 2]
    return position(drawing(spaces), **options)


@pytest.mark.parametrize("square", SQUARES)
def test_r6_1_a_move_goes_to_any_other_space_of_the_level_at_any_distance(square):
    level = "GMT"[SQUARES.index(square) % 3]
    other = "f6" if square != "f6" else "a1"
    board = position(drawing({f"{level}{square}": "A", f"{level}{other}": "B", "Tc3" if level != "T" else "Gc3": "C"}))
    assert legal(board, "M") == {f"M{to}" for to in SQUARES if to not in (square, other)}
    thrown = position(drawing({f"{level}{square}": "A", f"{level}{other}": "B"}), done="throw")
    assert legal(thrown, "M") == {f"M{to}" for to in SQUARES if to not in (square, other)}


@pytest.mark.parametrize("done", ["", "throw"])
def test_r6_1_not_to_a_space_with_a_marker_whoever_is_finished(done):
    board = position(drawing({"Gc3": "A", "Gd3": "B", "Ga1": "C", "Mf6": "D"}), done=done, finished={1: 0})
    assert legal(board, "M") == {f"M{to}" for to in SQUARES if to not in ("c3", "d3", "a1")}
    with pytest.raises(IllegalActionError, match=r"Gd3 holds a marker \(R6\.1\)"):
        board.apply(parse_action("Md3"))


@pytest.mark.parametrize("level", "GMT")
def test_r6_1_the_marker_stays_on_its_level(level):
    board = position(drawing({f"{level}c3": "A", "Ga1": "B"}))
    moved, events = do(board, "Me5")
    assert events == [{"type": "moved", "seat": 0, "from": f"{level}c3", "to": f"{level}e5", "swapped": None}]
    assert seen(moved) == rows_of(drawing({f"{level}e5": "A", "Ga1": "B"}))


@pytest.mark.parametrize("square", BESIDE_CORNERS)
@pytest.mark.parametrize(("level", "count"), [("G", 2), ("M", 1)])
def test_r6_2_the_mover_takes_all_sweets_of_the_space(square, level, count):
    board = position(drawing({f"{level}c3": "A", "Gd4": "B"}))
    moved, events = do(board, f"M{square}")
    assert events[1:] == [{"type": "sweets", "seat": 0, "space": f"{level}{square}", "count": count}]
    assert [player.sweets for player in moved.players] == [count, 0]
    left = {
        str(Space(step, s)): moved.sweets_at(Space(step, s))
        for step in range(3)
        for s in range(36)
        if moved.sweets_at(Space(step, s))
    }
    expected = {f"G{name}": 2 for name in BESIDE_CORNERS} | {f"M{name}": 1 for name in BESIDE_CORNERS}
    expected.pop(f"{level}{square}")
    assert left == expected


def test_r6_2_one_sweets_token_left_on_a_ground_space_is_taken_and_an_empty_one_gives_none():
    board = position(drawing({"Gc3": "A", "Gd4": "B"}), sweets={"Ga2": 1}, sweets_held=[20, 3])
    moved, events = do(board, "Ma2")
    assert events[1] == {"type": "sweets", "seat": 0, "space": "Ga2", "count": 1}
    assert [player.sweets for player in moved.players] == [21, 3]
    assert [event["type"] for event in do(board, "Mb1")[1]] == ["moved"]


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("colour", range(4))
def test_r6_2_the_mover_takes_the_colour_token_of_the_space_whoever_owns_it(seat, colour):
    board = position(
        drawing({"Ga1": "A", "Gf1": "B", "Ga6": "C", "Gf6": "D", "Gc3": str(colour), "Gc4": str(colour)}), turn=seat
    )
    moved, events = do(board, "Mc3")
    assert events[1:] == [{"type": "collected", "seat": seat, "owner": colour, "space": "Gc3"}]
    expected = supplies(board)
    expected[seat][colour] += 1
    assert supplies(moved) == expected
    assert moved.token_at(Space(0, SQUARES.index("c4"))) == colour
    assert points(moved) == [0, 0, 0, 0]


def test_r6_2_sweets_and_the_token_on_them_are_taken_together():
    board = position(drawing({"Gc3": "A", "Gd4": "B", "Ge6": "1"}))
    moved, events = do(board, "Me6")
    assert [event["type"] for event in events] == ["moved", "sweets", "collected"]
    assert moved.players[0].sweets == 2
    assert supplies(moved) == [[25, 1], [0, 24]]


def test_r6_2_own_tokens_taken_can_be_thrown_again_tokens_of_others_cannot():
    board = position(drawing({"Gc3": "A", "Ga6": "B", "Ge5": "0", "Ge1": "1"}), own={0: 1}, hands={0: [1]})
    assert {len(text) for text in legal(after(board, "Me5"), "T")} == {len("T1@a1b1")}
    assert {len(text) for text in legal(after(board, "Me1"), "T")} == {len("T1@a1")}


def test_r6_3_every_token_above_falls_onto_the_marker():
    board = position(drawing({"Ga1": "A", "Gb6": "B", "Gc3": "1", "Mc3": "0", "Tc3": "1", "Gd3": "1", "Md3": "0"}))
    moved, events = do(board, "Mc3")
    assert events[1:] == [
        {"type": "collected", "seat": 0, "owner": 1, "space": "Gc3"},
        {"type": "collected", "seat": 0, "owner": 0, "space": "Mc3"},
        {"type": "collected", "seat": 0, "owner": 1, "space": "Tc3"},
    ]
    assert supplies(moved) == [[24, 2], [0, 22]]
    assert seen(moved) == rows_of(drawing({"Gc3": "A", "Gb6": "B", "Gd3": "1", "Md3": "0"}))


def test_r6_3_nothing_below_the_marker_is_taken():
    board = position(drawing({"Ma1": "A", "Gb6": "B", "Gc3": "1", "Mc3": "0", "Tc3": "1"}))
    moved, _ = do(board, "Mc3")
    assert supplies(moved) == [[25, 1], [0, 23]]
    assert seen(moved) == rows_of(drawing({"Mc3": "A", "Gb6": "B", "Gc3": "1"}))


@pytest.mark.parametrize("square", INTERIOR)
@pytest.mark.parametrize("level", "GM")
def test_r6_4_a_marker_among_four_tokens_climbs_to_the_space_directly_above(square, level):
    board = standing(square, neighbours(square), level)
    climbed, events = do(board, "C")
    above = "GMT"["GMT".index(level) + 1] + square
    assert events == [{"type": "climbed", "seat": 0, "from": f"{level}{square}", "to": above, "points": 0}]
    assert str(climbed.players[0].marker) == above
    assert climbed.marker_at(Space("GMT".index(level), SQUARES.index(square))) is None
    assert supplies(climbed) == supplies(board)
    assert points(climbed) == [0, 0]
    assert missing_to_climb(board, 0) == ""


@pytest.mark.parametrize("square", INTERIOR)
def test_r6_4_tokens_everywhere_but_on_one_neighbour_are_not_enough(square):
    level = "GM"[INTERIOR.index(square) % 2]
    for missing in neighbours(square):
        board = standing(square, [name for name in crowd_around(square, level) if name != missing], level)
        assert "C" not in legal(board)
        assert missing_to_climb(board, 0) == f"no colour token on {missing}"


@pytest.mark.parametrize("done", ["", "throw"])
def test_r6_4_diagonal_neighbours_do_not_count(done):
    assert "C" not in legal(standing("c3", ["b2", "d2", "b4", "d4"], done=done))
    assert "C" in legal(standing("c3", ["c2", "b3", "d3", "c4"], done=done))


@pytest.mark.parametrize("square", EDGE)
@pytest.mark.parametrize("level", "GM")
def test_r6_4_never_from_an_edge_or_a_corner(square, level):
    board = standing(square, crowd_around(square, level), level)
    assert "C" not in legal(board)
    assert missing_to_climb(board, 0) == f"{level}{square} is at the edge"


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("level", "GM")
def test_r6_4_the_tokens_around_may_be_of_any_colour(seat, level):
    around = {f"{step}{square}": str(n) for step in "GM" for n, square in enumerate(("c2", "b3", "d3", "c4"))}
    others = dict(zip(("Ta1", "Tb1", "Gc1"), ("ABCD"[other] for other in range(4) if other != seat), strict=True))
    board = position(drawing({**around, **others, f"{level}c3": "ABCD"[seat]}), turn=seat)
    assert "C" in legal(board)


@pytest.mark.parametrize("done", ["", "throw", "move"])
@pytest.mark.parametrize(("level", "above"), [("G", "M"), ("M", "T")])
def test_r6_4_not_if_a_marker_is_directly_above(done, level, above):
    spaces = {f"{step}{square}": "1" for step in "GM" for square in ("c2", "b3", "d3", "c4")} | {f"{level}c3": "A"}
    assert "C" not in legal(position(drawing(spaces | {f"{above}c3": "B"}), done=done))
    assert "C" in legal(position(drawing(spaces | {f"{above}d4": "B"}), done=done))
    if level == "G":  # two levels up is no hindrance
        assert "C" in legal(position(drawing(spaces | {"Tc3": "B"}), done=done))


@pytest.mark.parametrize("done", ["", "throw", "move"])
def test_r6_4_nobody_climbs_above_the_top_or_goes_down(done):
    board = standing("c3", ["c2", "b3", "d3", "c4"], "T", done=done)
    assert not legal(board, "C")
    assert missing_to_climb(board, 0) == "the marker is on the top level"


def test_r6_5_climbing_collects_nothing():
    spaces = filled("G", "1", without=["c3", "f6", *SQUARES[24:]]) | {"Gc3": "A", "Gf6": "B", "Md3": "0"}
    board = position(drawing(spaces))
    climbed = after(board, "C")
    assert supplies(climbed) == supplies(board)
    assert [player.sweets for player in climbed.players] == [0, 0]
    expected = {space: what for space, what in spaces.items() if what != "A"} | {"Mc3": "A"}
    assert seen(climbed) == rows_of(drawing(expected))
