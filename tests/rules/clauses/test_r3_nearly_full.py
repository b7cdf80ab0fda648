"""R3.2 where hardly a space is free: which markers count, and on which level."""

import pytest

from tests.rules.boards import SQUARES, legal, position

ALL_AROUND = {"name": "all around", "cards": {str(card): "###/#*#/###" for card in range(1, 14)}}
"""Every card throws onto all eight spaces around the marker."""

ONE_PLACE_TO_THROW_ON_T = """
    ...... ...... ......
    ...... ...... ....{}.
    ..0... ..1... ..0...
    .0.1.. .1.0.. ...1..
    0.0... 1A1... ..0...
    .0.... .1.... ......
"""


@pytest.mark.parametrize(("on_e5", "elsewhere", "may_climb"), [("B", ".", False), (".", "B", True)])
def test_r3_2_a_climb_is_illegal_if_a_marker_up_there_stands_on_the_only_space_to_throw_from(
    on_e5, elsewhere, may_climb
):
    picture = ONE_PLACE_TO_THROW_ON_T.format(on_e5).replace("A1... ..0...", f"A1... ..0..{elsewhere}")
    board = position(picture, deck=ALL_AROUND, hands={0: [1]}, discards={0: "5v"})
    # On T, all eight spaces around are free only on e5; on M, the corner there is wider.
    assert ("C" in legal(board)) is may_climb
    assert legal(board, "M") >= {"Me5"}


FULL_WITH_THREE_MARKERS = """
    C0000A
    111111
    222222
    000000
    111111
    B22222
"""


def test_r3_2_a_swap_leaves_no_space_on_a_full_level_whoever_else_stands_there():
    board = position(FULL_WITH_THREE_MARKERS, rivalry=["swap-places"])
    # A move leaves f6 free for a card played face down. After a swap another marker stands there, and the only space
    # without colour or another marker is the one that oneself stands on.
    assert legal(board) == {f"M{square}" for square in SQUARES if square not in ("f6", "a1", "a6")}


def test_r3_2_a_swap_is_legal_on_a_full_level_if_one_more_space_is_free():
    board = position(FULL_WITH_THREE_MARKERS.replace("B22222", "B2222."), rivalry=["swap-places"], done="")
    assert legal(board, "M") == {f"M{square}" for square in SQUARES if square != "f6"}
