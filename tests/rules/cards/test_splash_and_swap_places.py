"""The rivalry cards `splash` and `swap-places`, alone and with others of kind "rules"."""

import pytest

from holi.game import complete_deck
from tests.rules.boards import (
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
    throw_text,
    ways_to_lay,
)

FACES = {card.id: card.face for card in complete_deck().cards}
FULL_GROUND = """
    00000B
    111111
    000000
    111111
    000000
    A11111
"""


def steps_apart(one, other):
    return abs("abcdef".index(one[0]) - "abcdef".index(other[0])) + abs(int(one[1]) - int(other[1]))


def near(square):
    return {f"M{to}" for to in SQUARES if steps_apart(square, to) in (1, 2)}


# splash


def test_splash_targets_that_hold_a_token_are_skipped():
    board = position(
        drawing({"Gc3": "A", "Gf6": "B", "Gc4": "1", "Gb3": "0", "Gd3": "1", "Ge3": "1"}),
        hands={0: [1]},
        rivalry=["splash"],
    )
    # c1c2 fits whole; c2c4, c4c5 and a3b3 in part; b3d3 and d3e3 not at all.
    assert legal(board, "T") == {"T1@c1c2", "T1@c2", "T1@c5", "T1@a3"}
    thrown, events = do(board, "T1@c5")
    assert [event["path"] for event in events[1:]] == [["Gc5"]]
    assert supplies(thrown)[0][0] == 23
    assert seen(thrown)[2][0] == "..1..."


def test_splash_skipped_targets_must_still_be_inside_the_grid():
    board = position(drawing({"Ga1": "A", "Gf6": "B", "Gb1": "1"}), hands={0: [1]}, rivalry=["splash"])
    assert legal(board, "T") == {"T1@c1", "T1@a2a3"}


def test_splash_the_same_spaces_by_two_ways_are_one_action():
    # b3d3 without b3 and d3e3 without e3 both put one token on d3.
    board = position(drawing({"Gc3": "A", "Gf6": "B", "Gb3": "1", "Ge3": "1"}), hands={0: [1]}, rivalry=["splash"])
    throws = [str(action) for action in board.legal_actions() if str(action) == "T1@d3"]
    assert throws == ["T1@d3"]
    assert legal(board, "T") == {"T1@d3", "T1@a3", "T1@c1c2", "T1@c2c4", "T1@c4c5"}


def test_splash_the_space_of_a_marker_is_free():
    board = position(drawing({"Gc3": "A", "Gd3": "B", "Ge3": "1", "Gb3": "1"}), hands={0: [1]}, rivalry=["splash"])
    hit = after(board, "T1@d3")
    assert points(hit) == [1, 0]


@pytest.mark.parametrize(
    ("own", "expected"),
    [(1, {"b2", "d2", "d4"}), (2, {"b2d2", "b2d4", "d2d4"}), (3, {"b2d2", "b2d4", "d2d4", "b2d2d4"})],
)
def test_splash_with_few_tokens_the_thrower_chooses_among_the_free_targets(own, expected):
    # The corners (card 8) with b4 taken: three ways have two free targets each, one has three.
    board = position(drawing({"Gc3": "A", "Gf6": "B", "Gb4": "1"}), hands={0: [8]}, own={0: own}, rivalry=["splash"])
    assert legal(board, "T") == {f"T8@{squares}" for squares in expected}


def test_splash_with_few_tokens_all_that_can_be_thrown_are():
    # With two tokens, a way with two free targets gives both a token: one token alone only where one target is free.
    board = position(
        drawing({"Gc3": "A", "Gf6": "B", "Gb4": "1", "Gd4": "1"}), hands={0: [8]}, own={0: 2}, rivalry=["splash"]
    )
    assert legal(board, "T") == {"T8@b2d2", "T8@b2", "T8@d2"}


def test_splash_r3_2_one_free_target_is_enough_for_a_move():
    options = {"hands": {0: [1]}, "discards": {0: "5v"}}
    ups = {"b2", "b3", "b4", "b5", "c2", "c3", "c4", "c5", "d2", "d3", "d4", "d5", "e2", "e3", "e4", "e5"}
    plain = position(FULL_GROUND, **options)
    assert legal(plain) == {f"M{square}" for square in ups}
    splash = position(FULL_GROUND, rivalry=["splash"], **options)
    # After the move a1 is free: the line reaches it along row 1 and column a; and from next to B's f6 it hits.
    lines = {"b1", "c1", "a2", "a3"} | {"e6", "d6", "f5", "f4"}
    assert legal(splash) == {f"M{square}" for square in ups | lines}
    assert legal(after(splash, "Mc1")) == {"T1@a1"}
    assert legal(after(splash, "Me6")) == {"T1@f6"}


@pytest.mark.parametrize("card", range(1, 14))
def test_mirror_dance_with_splash_mirrored_ways_skip_too(card):
    taken = {"b2", "c2", "d4", "b4", "e3", "c5"}
    board = position(
        drawing({"Gc3": "A", "Gf6": "B", **{f"G{square}": "1" for square in taken}}),
        hands={0: [card]},
        rivalry=["mirror-dance", "splash"],
    )
    ways = ways_to_lay(FACES[card], "c3", mirrored=True)
    assert legal(board, "T") == {throw_text(card, way - taken) for way in ways if way - taken}


@pytest.mark.parametrize("rivalry", [["splash"], ["splash", "mirror-dance"]])
@pytest.mark.parametrize("card", [3, 4, 6, 9, 13])
def test_splash_r3_2_moves_lead_to_the_squares_from_which_a_target_is_free(card, rivalry):
    # On T among many pillars, face down barred: a move must lead to where the card has a free target.
    pillars = set(SQUARES) - {"a1", "c3", "b5", "f4", "d6", "f1", "a4", "e2"}
    spaces = {f"{level}{square}": str(n % 4) for level in "GMT" for n, square in enumerate(sorted(pillars))}
    board = position(
        drawing({**spaces, "Tc3": "A", "Gc3": "B", "Mc3": "C", "Gf1": "D"}),
        hands={0: [card]},
        discards={0: "5v"},
        rivalry=rivalry,
    )
    fitting = {
        f"M{square}"
        for square in SQUARES
        if square != "c3"
        and any(way - (pillars - {square}) for way in ways_to_lay(FACES[card], square, mirrored=len(rivalry) == 2))
    }
    assert legal(board, "M") == fitting
    assert 0 < len(fitting) < 35


# swap-places


@pytest.mark.parametrize("done", ["", "throw"])
def test_swap_places_a_move_may_also_go_to_another_marker(done):
    board = position(drawing({"Gc3": "A", "Gf6": "B", "Ga1": "C", "Md4": "D"}), done=done, rivalry=["swap-places"])
    assert legal(board, "M") == {f"M{square}" for square in SQUARES if square != "c3"}


@pytest.mark.parametrize("level", "GMT")
@pytest.mark.parametrize("seat", range(3))
def test_swap_places_the_two_markers_change_places(level, seat):
    marks = dict(
        zip((f"{level}c3", f"{level}f6", "Ga1" if level != "G" else "Ma1"), "ABCABC"[seat : seat + 3], strict=True)
    )
    board = position(drawing({**marks, "Gd3": "0"}), turn=seat, rivalry=["swap-places"])
    swapped, events = do(board, "Mf6")
    other = (seat + 1) % 3
    assert events == [
        {"type": "moved", "seat": seat, "from": f"{level}c3", "to": f"{level}f6", "swapped": other},
    ]
    assert str(swapped.players[seat].marker) == f"{level}f6"
    assert str(swapped.players[other].marker) == f"{level}c3"
    assert supplies(swapped) == supplies(board)
    assert swapped.moved
    assert not legal(swapped, "M")


def test_swap_places_finished_players_too():
    board = position(drawing({"Gc3": "A", "Gf6": "B", "Ga1": "C"}), finished={1: 0}, rivalry=["swap-places"])
    assert seen(after(board, "Mf6")) == rows_of(drawing({"Gc3": "B", "Gf6": "A", "Ga1": "C"}))


def test_swap_places_within_short_steps_if_both_are_in_play():
    spaces = {"Gc3": "A", "Gc5": "B", "Gd5": "C", "Gd3": "D"}
    board = position(drawing(spaces), rivalry=["short-steps", "swap-places"])
    assert legal(board, "M") == near("c3")
    assert "Mc5" in legal(board)
    assert "Md5" not in legal(board)
    thrown = position(drawing(spaces), rivalry=["short-steps", "swap-places"], done="throw")
    assert legal(thrown, "M") == near("c3")


def test_swap_places_r3_2_a_swap_leaves_no_space_free_to_throw_onto():
    board = position(FULL_GROUND, rivalry=["swap-places"])
    # A plain move frees a1 for a card face down; after the swap with B both stand again and G is full.
    assert legal(board) == {f"M{square}" for square in SQUARES if square not in ("a1", "f6")}
    one_free = position(FULL_GROUND.replace("A11111", "A1111."), rivalry=["swap-places"])
    assert "Mf6" in legal(one_free)
    assert legal(after(one_free, "Mf6"), "TD") == {"D1@f1", "D2@f1", "D3@f1"}


def test_swap_places_r3_2_no_swap_if_the_card_does_not_fit_from_there():
    spaces = {"Gc3": "A", "Ga1": "B", "Gd6": "C"}
    spaces |= {f"G{square}": "1" for square in ("b1", "a2", "b2", "c6", "e6", "d5")}
    board = position(drawing(spaces), hands={0: [1]}, discards={0: "5v"}, rivalry=["swap-places"])
    # From a1 and from d6 every line is blocked.
    assert not {"Ma1", "Md6"} & legal(board)
    spaces.pop("Ga2")
    board = position(drawing(spaces), hands={0: [1]}, discards={0: "5v"}, rivalry=["swap-places"])
    assert {"Ma1", "Md6"} & legal(board) == {"Ma1"}
    assert legal(after(board, "Ma1")) == {"T1@a2a3"}


def test_swap_places_r3_2_a_swap_may_lead_to_a_climb_and_the_throw_above():
    picture = """
    000000
    111111
    00B000
    111111
    000000
    A11111
    """
    board = position(picture, discards={0: "5v"}, rivalry=["swap-places"])
    around = {"Mb4", "Md4", "Mc5", "Mc3"}  # beside B there are only three tokens
    assert legal(board) == {f"M{square}" for square in INTERIOR} - around
    swapped = after(board, "Mc4")
    assert legal(swapped) == {"C"}
    assert seen(after(swapped, "C"))[2] == ("00.000", "..A...", "......")
    below_a_marker = position(picture.replace("00B000", "00B000 ..C..."), discards={0: "5v"}, rivalry=["swap-places"])
    assert "Mc4" not in legal(below_a_marker)
    at_the_edge = position(FULL_GROUND, discards={0: "5v"}, rivalry=["swap-places"])
    assert "Mf6" not in legal(at_the_edge)


def test_swap_places_r3_2_no_swap_towards_a_climb_once_the_climb_is_made():
    below = filled("G", "1", without=["c3", "e3", *SQUARES[20:]]) | filled("G", "0", without=SQUARES[:20])
    around = {f"M{square}": "1" for square in ("c2", "b3", "d3", "c4")}
    spaces = {**below, **around, "Me3": "A", "Mc3": "B"}
    options = {"hands": {0: [2]}, "discards": {0: "5v"}, "rivalry": ["swap-places"]}
    # The elbow does not fit from c3 on M; only before the climb of this turn there is the way up to T.
    assert "Mc3" in legal(position(drawing(spaces), **options))
    assert "Mc3" not in legal(position(drawing(spaces), done="climb", **options))


def test_swap_places_r3_2_no_swap_to_a_corner_because_of_the_level_above():
    # From a1 the elbow's only way is taken on M; that it would be free on T does not help, for A has climbed already.
    tower = {f"{level}{square}": "1" for level in "GM" for square in ("b1", "a2")}
    board = position(
        drawing({**tower, "Me5": "A", "Ma1": "B"}),
        done="climb",
        hands={0: [2]},
        discards={0: "5v"},
        rivalry=["swap-places"],
    )
    assert legal(board, "M") == {f"M{square}" for square in SQUARES if square not in ("e5", "a1")}


def test_swap_places_r3_2_an_empty_supply_stays_empty():
    board = position(drawing({"Ga1": "A", "Gf6": "B", "Gc3": "0"}), own={0: 0}, rivalry=["swap-places"])
    assert legal(board) == {"Mc3"}


def test_swap_places_r3_2_after_a_climb():
    crowd = filled("G", "1", without=["c3", *SQUARES[:12]]) | filled("G", "0", without=SQUARES[12:])
    spaces = {**crowd, "Gc3": "A", "Ma1": "B", "Mb3": "1", "Md3": "0"}
    board = position(drawing(spaces), hands={0: [2]}, discards={0: "5v"}, rivalry=["swap-places"])
    climbed = after(board, "C")
    # From c3 the elbow does not fit, from a1 it does: the climb is legal, and the swap after it.
    assert "Ma1" in legal(climbed)
    assert legal(after(climbed, "Ma1")) == {"T2@b1a2b2"}


def test_short_steps_r3_2_with_an_empty_supply_only_own_tokens_in_reach_can_be_moved_to():
    board = position(drawing({"Ga1": "A", "Gf6": "B", "Gb2": "0", "Gd4": "0"}), own={0: 0}, rivalry=["short-steps"])
    assert legal(board) == {"Mb2"}
