"""The rivalry cards of kind "rules": all but `splash` and `swap-places`, which have their own file."""

from itertools import combinations

import pytest

from holi.game import Config, PositionError, complete_deck, new_position
from tests.rules.boards import (
    EDGE,
    INTERIOR,
    SQUARES,
    after,
    do,
    drawing,
    events_of,
    legal,
    position,
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


# short-steps


@pytest.mark.parametrize("square", SQUARES)
def test_short_steps_a_move_goes_at_most_two_orthogonal_steps(square):
    level = "GMT"[SQUARES.index(square) % 3]
    done = "throw" if SQUARES.index(square) % 2 else ""
    other = "MTG"["GMT".index(level)]
    board = position(drawing({f"{level}{square}": "A", f"{other}{square}": "B"}), rivalry=["short-steps"], done=done)
    assert legal(board, "M") == near(square)


def test_short_steps_are_one_or_two_columns_and_rows_together():
    board = position(drawing({"Gc3": "A", "Gf6": "B"}), rivalry=["short-steps"])
    squares = ["c1", "b2", "c2", "d2", "a3", "b3", "d3", "e3", "b4", "c4", "d4", "c5"]
    assert legal(board, "M") == {f"M{square}" for square in squares}


def test_short_steps_what_lies_between_does_not_matter():
    spaces = {"Gc3": "A", "Gd3": "B", "Gc4": "1", "Gb3": "0"}
    board = position(drawing(spaces), rivalry=["short-steps"])
    assert legal(board, "M") == near("c3") - {"Md3"}


# helping-hands


@pytest.mark.parametrize("square", INTERIOR)
def test_helping_hands_three_of_the_four_neighbours_are_enough_to_climb_and_two_are_not(square):
    around = [name for name in SQUARES if steps_apart(square, name) == 1]
    for count, enough in ((3, True), (2, False)):
        for tokens in combinations(around, count):
            spaces = {f"G{name}": "1" for name in tokens} | {f"G{square}": "A", "Ta1": "B"}
            assert ("C" in legal(position(drawing(spaces), rivalry=["helping-hands"]))) == enough


def test_helping_hands_all_four_are_fine_too():
    spaces = {f"G{name}": "1" for name in ("c2", "b3", "d3", "c4")} | {"Gc3": "A", "Ta1": "B"}
    assert "C" in legal(position(drawing(spaces), rivalry=["helping-hands"]))


def test_helping_hands_from_m_to_t_and_the_fourth_may_hold_anything():
    around = {f"{level}{square}": "1" for level in "GM" for square in ("b3", "d3", "c4")}
    board = position(drawing({**around, "Mc3": "A", "Mc2": "B"}), rivalry=["helping-hands"])
    assert str(after(board, "C").players[0].marker) == "Tc3"
    on_sweets = position(
        drawing({"Gb2": "A", "Ga2": "1", "Gc2": "1", "Gb3": "1", "Gf6": "B"}), rivalry=["helping-hands"]
    )
    assert "C" in legal(on_sweets)  # b1 holds sweets


@pytest.mark.parametrize("square", EDGE)
def test_helping_hands_all_four_neighbours_must_still_be_in_the_grid(square):
    tokens = {f"G{name}": str(n % 2) for n, name in enumerate(SQUARES) if name != square}
    board = position(
        drawing({**tokens, f"G{square}": "A", "Tf6" if square != "f6" else "Ta1": "B"}), rivalry=["helping-hands"]
    )
    assert "C" not in legal(board)


def test_helping_hands_a_marker_above_still_blocks():
    around = {f"G{square}": "1" for square in ("b3", "d3", "c4")}
    assert "C" not in legal(position(drawing({**around, "Gc3": "A", "Mc3": "B"}), rivalry=["helping-hands"]))


def test_helping_hands_r3_2_a_move_beside_the_empty_space_leads_to_a_climb():
    picture = """
    00000B
    1A1111
    000000
    111111
    000000
    011111
    """
    # Next to b5 there are only three tokens, once A has left it.
    inner = {f"M{square}" for square in INTERIOR if square != "b5"}
    assert legal(position(picture, discards={0: "5v"})) == {"C"} | inner - {"Mc5", "Mb4"}
    assert legal(position(picture, discards={0: "5v"}, rivalry=["helping-hands"])) == {"C"} | inner


# mirror-dance

MIRRORED_FROM_C3 = {
    3: "b1b2 b1c2 d2e2 d2b3 e2d3 b3a4 d3b4 a4b4 b2c4 c2d4 c4d5 d4d5",
    4: "b1c1 c2e2 c2a3 b1b3 c1d3 e2e3 a3a4 e3c4 a4c4 b3c5 d3d5 c5d5",
    5: "c1d1 a2c2 a2a3 c1b3 d1d3 c2e3 a3c4 e3e4 c4e4 b3b5 d3c5 b5c5",
    6: "d1e1 a1a2 a1c2 d1b3 e1d3 a2c4 c2e4 b3a5 d3b5 a5b5 c4e5 e4e5",
    10: "a2b2 d1c2 d1d2 a2b3 b2d3 c2b4 d2c4 b3d4 d3e4 d4e4 b4b5 c4b5",
    11: "a1b1 e1c2 e1e2 a1b3 b1d3 c2a4 e2c4 a4a5 c4a5 b3d5 d3e5 d5e5",
}


@pytest.mark.parametrize("card", range(1, 14))
def test_mirror_dance_cards_may_also_be_mirrored_then_rotated(card):
    plain = position(drawing({"Gc3": "A", "Gf6": "B"}), hands={0: [card]})
    board = position(drawing({"Gc3": "A", "Gf6": "B"}), hands={0: [card]}, rivalry=["mirror-dance"])
    added = {f"T{card}@{squares}" for squares in MIRRORED_FROM_C3.get(card, "").split()}
    assert legal(board, "T") - legal(plain, "T") == added
    assert legal(plain, "T") <= legal(board, "T")


@pytest.mark.parametrize("hand", [(1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11, 12), (13,)], ids=str)
def test_mirror_dance_from_every_square(hand):
    for square in SQUARES:
        board = position(drawing({f"G{square}": "A", f"M{square}": "B"}), hands={0: hand}, rivalry=["mirror-dance"])
        ways = {card: ways_to_lay(FACES[card], square, mirrored=True) for card in hand}
        assert legal(board, "T") == {throw_text(card, way) for card in hand for way in ways[card]}


def test_mirror_dance_r3_2_mirrored_ways_count_for_a_move():
    # On T only these spaces are free, and nothing may go face down: the hook-left (card 3) must fit onto two of them.
    free = {"f6", "d2", "b2", "c2", "d4", "a6", "f1", "c5"}
    taken = [square for square in SQUARES if square not in free]
    tokens = {f"{level}{square}": str(n % 4) for level in "GMT" for n, square in enumerate(taken)}
    found = []
    for rivalry in ([], ["mirror-dance"]):
        board = position(
            drawing({**tokens, "Tf6": "A", "Gf6": "B", "Mf6": "C", "Gd2": "D"}),
            hands={0: [3]},
            discards={0: "5v"},
            rivalry=rivalry,
        )
        fitting = {
            f"M{square}"
            for square in SQUARES
            if square != "f6"
            and any(way <= free - {square} for way in ways_to_lay(FACES[3], square, mirrored=bool(rivalry)))
        }
        assert legal(board, "M") == fitting
        found.append(fitting)
    assert set() < found[0] < found[1]


# open-pockets


@pytest.mark.parametrize(("rivalry", "size"), [([], 3), (["open-pockets"], 4)])
def test_open_pockets_the_hand_is_filled_to_four(rivalry, size):
    board = position(drawing({"Ga1": "A", "Gf6": "B"}), done="throw", hands={0: [1, 2]}, rivalry=rivalry)
    assert len(after(board, "E").players[0].hand) == size
    short = position(
        drawing({"Ga1": "A", "Gf6": "B"}), done="throw", hands={0: []}, decks={0: [9, 4, 1]}, rivalry=rivalry
    )
    assert after(short, "E").players[0].hand == (1, 4, 9)


def test_open_pockets_the_first_hand_is_still_one_card():
    start = new_position(Config(players=4, rivalry=("open-pockets",)), "0" * 64)
    board, _ = do(start, "Sa1 Sa6 Sf1 Sf6")
    assert [len(player.hand) for player in board.players] == [1, 1, 1, 1]


def test_open_pockets_four_cards_can_be_held_and_no_more():
    board = drawing({"Ga1": "A", "Gf6": "B"})
    assert len(position(board, hands={0: [1, 2, 3, 4]}, rivalry=["open-pockets"]).players[0].hand) == 4
    with pytest.raises(PositionError, match=r"^R8\.1: seat 0 holds 5 cards; 4 are possible"):
        position(board, hands={0: [1, 2, 3, 4, 5]}, rivalry=["open-pockets"])
    with pytest.raises(PositionError, match=r"^R8\.1: seat 0 holds 4 cards; 3 are possible"):
        position(board, hands={0: [1, 2, 3, 4]})


# free-handfuls


def test_free_handfuls_cards_may_be_played_face_down_in_consecutive_throws():
    board = position(
        drawing({"Ga1": "A", "Gf6": "B"}), rivalry=["free-handfuls"], hands={0: [1]}, discards={0: "4v 5v"}
    )
    assert len(legal(board, "D")) == 34
    player = after(board, "D1@c3").players[0]
    assert [item.face for item in player.discard] == ["down"] * 3


def test_free_handfuls_r3_2_a_face_down_throw_after_the_move_is_always_possible():
    stuck = position(FULL_GROUND, discards={0: "5v"})
    free = position(FULL_GROUND, discards={0: "5v"}, rivalry=["free-handfuls"])
    assert legal(stuck) == {f"M{square}" for square in INTERIOR}
    assert legal(free) == {f"M{square}" for square in SQUARES if square not in ("a1", "f6")}
    assert legal(after(free, "Mb1"), "TD") == {"D1@a1", "D2@a1", "D3@a1"}


# last-dance

THREE = drawing({"Ga1": "A", "Gf1": "B", "Ga6": "C"})


def test_last_dance_once_a_player_is_finished_each_other_takes_one_more_turn():
    board = position(THREE, turn=1, done="throw", own={1: 0}, rivalry=["last-dance"])
    board, events = do(board, "E")
    assert events[-2:] == [{"type": "finished", "seat": 1, "why": "tokens"}, {"type": "turn", "seat": 2}]
    board, events = do(board, "D1@c3 E")
    assert events[-2:] == [{"type": "finished", "seat": 2, "why": "last-dance"}, {"type": "turn", "seat": 0}]
    board, events = do(board, "D1@d3 E")
    assert events[-2] == {"type": "finished", "seat": 0, "why": "last-dance"}
    assert events[-1]["type"] == "over"
    assert [player.finished for player in board.players] == [2, 0, 1]


def test_last_dance_the_last_turn_ends_with_drawing():
    board = position(THREE, done="throw", finished={1: 0}, rivalry=["last-dance"])
    ended, events = do(board, "E")
    assert [event["type"] for event in events] == ["drew", "finished", "turn"]
    assert len(ended.players[0].hand) == 3


def test_last_dance_nobody_is_finished_by_it_before_the_first_is():
    board = position(THREE, done="throw", rivalry=["last-dance"])
    assert after(board, "E").players[0].finished is None


def test_without_last_dance_the_others_play_on():
    board = position(THREE, done="throw", finished={1: 0})
    assert after(board, "E").players[0].finished is None


def test_last_dance_starts_also_with_a_player_who_cannot_throw():
    board = position(THREE, done="throw", hands={1: []}, rivalry=["last-dance"])
    board, events = do(board, "E")
    assert events[1:] == [{"type": "finished", "seat": 1, "why": "no-throw"}, {"type": "turn", "seat": 2}]
    assert board.players[0].finished is None  # A's turn was over before: one more
    board, events = do(board, "D1@c3 E")
    assert events[-2:] == [{"type": "finished", "seat": 2, "why": "last-dance"}, {"type": "turn", "seat": 0}]
    board, events = do(board, "D1@d3 E")
    assert [event["type"] for event in events[-2:]] == ["finished", "over"]


def test_last_dance_want_of_tokens_or_cards_is_named_first():
    board = position(THREE, done="throw", finished={1: 0}, own={0: 0}, rivalry=["last-dance"])
    assert events_of(board, "E")[1] == {"type": "finished", "seat": 0, "why": "tokens"}
    board = position(THREE, done="throw", finished={1: 0}, hands={0: []}, decks={0: []}, rivalry=["last-dance"])
    assert events_of(board, "E")[0] == {"type": "finished", "seat": 0, "why": "cards"}
