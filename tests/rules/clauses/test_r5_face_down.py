"""R5: throwing with a card face down."""

import pytest

from holi.game import IllegalActionError, Space, parse_action, view_to_json
from tests.rules.boards import SQUARES, after, do, drawing, filled, legal, points, position, rows_of, seen, supplies

BOARD = """
    0..... ......
    .1..C. ......
    ...... ......
    ..A... .....B
    ....0. ......
    ...... ......
"""


def test_r5_1_one_token_on_any_space_of_the_level_without_token_and_marker():
    board = position(BOARD, hands={0: [4, 9]})
    free = [square for square in SQUARES if square not in ("a6", "b5", "e5", "c3", "e2")]
    assert legal(board, "D") == {f"D{card}@{square}" for card in (4, 9) for square in free}


def test_r5_1_on_the_middle_level_only_what_lies_and_stands_there_counts():
    below = {"Ga1": "0", "Gb1": "1", "Gc1": "0"}
    board = position(drawing({**below, "Mb1": "1", "Md4": "A", "Me4": "B", "Gf4": "C", "Tf5": "D"}), hands={0: [7]})
    free = [square for square in SQUARES if square not in ("b1", "d4", "e4")]
    assert legal(board, "D") == {f"D7@{square}" for square in free}


@pytest.mark.parametrize(("space", "why"), [("c3", "holds a marker"), ("e5", "holds a marker"), ("a6", "colour token")])
def test_r5_1_not_onto_a_marker_ones_own_included_nor_onto_a_token(space, why):
    with pytest.raises(IllegalActionError, match=rf"{why}.*\(R5\.1\)"):
        position(BOARD).apply(parse_action(f"D1@{space}"))


def test_r5_1_a_single_token_leaves_the_supply_at_any_distance():
    board = position(BOARD, hands={0: [13]})
    thrown, events = do(board, "D13@f6")
    assert events == [
        {"type": "threw", "seat": 0, "card": 13, "face": "down"},
        {"type": "token", "seat": 0, "path": ["Gf6"], "end": "board", "onto": None, "points": 0},
    ]
    assert seen(thrown) == rows_of(BOARD.replace("0.....", "0....0", 1))
    assert supplies(thrown)[0] == [22, 0, 0]


def test_r5_1_sweets_are_fine_and_stay():
    space = Space(0, SQUARES.index("a2"))
    thrown = after(position(BOARD), "D1@a2")
    assert (thrown.token_at(space), thrown.sweets_at(space)) == (0, 2)


def test_r5_1_the_token_falls_and_may_rain_onto_a_marker_below():
    board = position(BOARD.replace(".....B", ".....A").replace("..A...", "..B..."))
    assert seen(after(board, "D1@d3"))[3][0] == "..B0.."
    rained = after(board, "D1@c3")
    assert supplies(rained)[1][0] == 1
    assert points(rained) == [0, 0, 0]


def test_r5_1_the_last_token_can_be_thrown_face_down_and_none_without_a_token():
    assert len(legal(position(BOARD, own={0: 1}, hands={0: [4]}), "D")) == 31
    assert legal(position(BOARD, own={0: 0}, hands={0: [4]})) == {"Ma6", "Me2"}


def test_r5_1_not_if_the_level_is_full():
    ground = filled("G", "0", without=["a1", "f6", *SQUARES[18:]]) | filled("G", "1", without=["f6", *SQUARES[:18]])
    assert not legal(position(drawing({**ground, "Ga1": "A", "Gf6": "B"})), "D")
    ground.pop("Gd4")
    assert legal(position(drawing({**ground, "Ga1": "A", "Gf6": "B"})), "D") == {"D1@d4", "D2@d4", "D3@d4"}


@pytest.mark.parametrize(
    ("discard", "allowed"),
    [("", True), ("5", True), ("5v", False), ("5v 6", True), ("5 6v", False), ("5v 6 7v", False), ("5 6v 7", True)],
)
def test_r5_2_not_onto_a_discard_that_lies_face_down(discard, allowed):
    board = position(BOARD, hands={0: [1]}, discards={0: discard, 1: "5v", 2: "5 6v"})
    assert bool(legal(board, "D")) == allowed
    if not allowed:
        with pytest.raises(IllegalActionError, match=r"the last card thrown lies face down \(R5\.2\)"):
            board.apply(parse_action("D1@f6"))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_r5_2_each_players_own_pile_counts(seat):
    piles = {other: "5v" if other == seat else "5" for other in range(3)}
    for turn in range(3):
        board = position(BOARD, turn=turn, discards=piles)
        assert bool(legal(board, "D")) == (turn != seat)


def test_r5_2_never_in_two_throws_running():
    board = position(drawing({"Gc3": "A", "Gf6": "B"}), decks={0: [5, 6, 7, 8, 9, 10, 11, 12, 13, 4]})
    board = after(board, "D1@a1 E D1@b6 E")
    assert not legal(board, "D")
    board = after(board, f"{sorted(legal(board, 'T'))[0]} E")
    board = after(board, f"{sorted(legal(board, 'T'))[0]} E")
    assert legal(board, "D")


def test_r5_3_the_card_goes_face_down_onto_the_discard_pile():
    board = position(BOARD, hands={0: [2, 12, 13]}, discards={0: "1 4"})
    player = after(board, "D12@f6").players[0]
    assert player.hand == (2, 13)
    assert [tuple(item) for item in player.discard] == [(1, "up"), (4, "up"), (12, "down")]


def test_r5_3_which_card_it_was_stays_hidden_from_the_others():
    board = position(BOARD, hands={0: [12]})
    step = board.apply(parse_action("D12@f6"))
    hidden = {"type": "threw", "seat": 0, "card": None, "face": "down"}
    assert step.events[0].to_json(1) == step.events[0].to_json("spectator") == hidden
    assert step.events[0].to_json(0)["card"] == 12
    assert view_to_json(step.position, 1)["players"][0]["discard"] == [{"card": None, "face": "down"}]
    assert view_to_json(step.position, 0)["players"][0]["discard"] == [{"card": 12, "face": "down"}]
