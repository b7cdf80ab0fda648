"""F5: what the kernel says an action did, number by number."""

import pytest

from holi.game import Config, landings, new_position
from holi.kernel.layout import (
    CLIMBED_EVENT,
    COLLECTED_EVENT,
    DREW_EVENT,
    FINISHED_EVENT,
    HIT,
    LAST_DANCE_OVER,
    LIES_FACE_DOWN,
    LIES_FACE_UP,
    MOVED_EVENT,
    NO_THROW_LEFT,
    NOBODY,
    ON_BOARD,
    OUT_OF_CARDS,
    OUT_OF_TOKENS,
    OVER_EVENT,
    PLACED_MARKER_EVENT,
    RAIN,
    SWEETS_EVENT,
    THREW_EVENT,
    TOKEN_EVENT,
    TURN_EVENT,
)
from tests.rules.boards import SQUARES, after, position
from tests.rules.kernel.events import event_rows, landing_rows, space

# Seat 1 throws from M: beside it seat 2, and on G below the free spaces seat 0, with sweets on a2 and b1.
ABOVE_THE_OTHERS = """
    ...... ......
    ...... ......
    ..0... ..2...
    .2.A.. .BC...
    .1.... ......
    ...... ......
"""


def above_the_others(**options):
    return position(ABOVE_THE_OTHERS, turn=1, hands={1: [1, 4, 12]}, **options)


def test_f5_a_throw_tells_its_card_and_each_token_in_the_order_of_its_spaces():
    board = above_the_others()
    assert event_rows(board, "T1@c3d3") == [
        (THREW_EVENT, 1, 0, 0, NOBODY, 0, 0, LIES_FACE_UP),
        (TOKEN_EVENT, 1, space("Mc3"), space("Mc3"), 2, 1, 0, HIT),
        (TOKEN_EVENT, 1, space("Md3"), space("Gd3"), 0, 0, 0, RAIN),
    ]


def test_f5_a_token_rests_on_colour_or_on_the_ground():
    board = above_the_others()
    assert event_rows(board, "D4@b2") == [
        (THREW_EVENT, 1, 0, 0, NOBODY, 0, 3, LIES_FACE_DOWN),
        (TOKEN_EVENT, 1, space("Mb2"), space("Mb2"), NOBODY, 0, 0, ON_BOARD),
    ]
    assert event_rows(board, "D12@a2") == [
        (THREW_EVENT, 1, 0, 0, NOBODY, 0, 11, LIES_FACE_DOWN),
        (TOKEN_EVENT, 1, space("Ma2"), space("Ga2"), NOBODY, 0, 0, ON_BOARD),
    ]


@pytest.mark.parametrize(("rivalry", "hit", "rain"), [("sharp-aim", 2, 0), ("cloudburst", 1, 3)])
def test_f5_points_of_a_token_are_those_that_the_cards_in_play_give(rivalry, hit, rain):
    _, direct, below = event_rows(above_the_others(rivalry=[rivalry]), "T1@c3d3")
    assert (direct[5], below[5]) == (hit, rain)


def test_f5_landings_are_the_tokens_that_a_throw_onto_each_square_would_have():
    board = above_the_others(rivalry=["cloudburst"])
    ends = {
        "b3": (space("Mb3"), 1, 1, 0, HIT),
        "c3": (space("Mc3"), 2, 1, 0, HIT),
        "d3": (space("Gd3"), 0, 3, 0, RAIN),
        "b2": (space("Mb2"), NOBODY, 0, 0, ON_BOARD),
        "c4": (space("Mc4"), NOBODY, 0, 0, ON_BOARD),
    }
    assert landing_rows(board, 1) == [
        (TOKEN_EVENT, 1, space(f"M{square}"), *ends.get(square, (space(f"G{square}"), NOBODY, 0, 0, ON_BOARD)))
        for square in SQUARES
    ]
    assert {square: str(token.path[-1]) for square, token in landings(board).items()} == {
        number: f"M{square}" if square in ("b3", "c3", "b2", "c4") else f"G{square}"
        for number, square in enumerate(SQUARES)
    }


def test_f5_there_are_no_landings_before_a_marker_stands_or_after_the_game():
    assert landings(new_position(Config(players=2), "0" * 64)) == {}


def test_f5_a_move_tells_sweets_and_then_the_column_from_below():
    board = position(
        """
        ...... ...... ......
        ...... ...... ......
        ...... ...... ......
        ...... ...... ......
        ...... ...... ......
        A1.... .0.... .1...B
        """,
        sweets_held=[4, 0],
    )
    assert event_rows(board, "Mb1") == [
        (MOVED_EVENT, 0, space("Ga1"), space("Gb1"), NOBODY, 0, 0, 0),
        (SWEETS_EVENT, 0, space("Gb1"), 0, NOBODY, 2, 0, 0),
        (COLLECTED_EVENT, 0, space("Gb1"), 0, 1, 0, 0, 0),
        (COLLECTED_EVENT, 0, space("Mb1"), 0, 0, 0, 0, 0),
        (COLLECTED_EVENT, 0, space("Tb1"), 0, 1, 0, 0, 0),
    ]
    assert event_rows(board, "Mc2") == [(MOVED_EVENT, 0, space("Ga1"), space("Gc2"), NOBODY, 0, 0, 0)]


def test_f5_a_swap_tells_with_whom_and_collects_nothing():
    board = position(
        """
        ...... ......
        ...... ......
        ...... ..C...
        ...... ..B...
        ...... ......
        ...... A.....
        """,
        rivalry=["swap-places"],
    )
    assert event_rows(board, "Mc3") == [(MOVED_EVENT, 0, space("Ma1"), space("Mc3"), 1, 0, 0, 0)]
    assert event_rows(board, "Mc4") == [(MOVED_EVENT, 0, space("Ma1"), space("Mc4"), 2, 0, 0, 0)]


SURROUNDED_ON_M = """
    ...... ...... ......
    ...... ...... ......
    ..1... ..0... ......
    .0.0.. .1A1.. ....B.
    ..0... ..0... ......
    ...... ...... ......
"""


@pytest.mark.parametrize(("rivalry", "points"), [([], 0), (["summit"], 4)])
def test_f5_a_climb_tells_where_from_and_where_to_and_its_points(rivalry, points):
    board = position(SURROUNDED_ON_M, rivalry=rivalry, points={0: 9})
    assert event_rows(board, "C") == [(CLIMBED_EVENT, 0, space("Mc3"), space("Tc3"), NOBODY, points, 0, 0)]


IN_CORNERS = """
    C....B
    ......
    ......
    ......
    ......
    A.....
"""


def test_f5_the_end_of_a_turn_tells_the_cards_drawn_in_order_and_whose_turn_it_is():
    board = position(IN_CORNERS, turn=1, done="throw", hands={1: [2]}, decks={1: [9, 4, 7, 1]})
    assert event_rows(board, "E") == [
        (DREW_EVENT, 1, 0, 0, NOBODY, 2, 8 | 3 << 4, 0),
        (TURN_EVENT, 2, 0, 0, NOBODY, 0, 0, 0),
    ]


def test_f5_nothing_is_told_of_cards_if_none_are_drawn():
    board = position(IN_CORNERS, turn=2, done="throw", hands={2: [2]}, decks={2: []})
    assert event_rows(board, "E") == [(TURN_EVENT, 0, 0, 0, NOBODY, 0, 0, 0)]


@pytest.mark.parametrize(
    ("own", "hand", "rivalry", "why"),
    [
        (0, [], ["last-dance"], OUT_OF_TOKENS),
        (3, [], ["last-dance"], OUT_OF_CARDS),
        (3, [5], ["last-dance"], LAST_DANCE_OVER),
        (0, [5], [], OUT_OF_TOKENS),
        (3, [], [], OUT_OF_CARDS),
    ],
)
def test_f5_the_first_reason_that_holds_is_told_of_a_player_who_is_finished(own, hand, rivalry, why):
    board = position(
        IN_CORNERS, turn=1, done="throw", hands={1: hand}, decks={1: []}, own={1: own}, rivalry=rivalry, finished={0: 0}
    )
    assert event_rows(board, "E") == [
        (FINISHED_EVENT, 1, 0, 0, NOBODY, 0, 0, why),
        (TURN_EVENT, 2, 0, 0, NOBODY, 0, 0, 0),
    ]


def test_f5_last_dance_finishes_nobody_before_somebody_else_is_finished():
    board = position(IN_CORNERS, turn=1, done="throw", hands={1: [5]}, decks={1: []}, rivalry=["last-dance"])
    assert event_rows(board, "E") == [(TURN_EVENT, 2, 0, 0, NOBODY, 0, 0, 0)]


def test_f5_who_falls_out_is_told_in_the_order_of_turns_and_then_that_the_game_is_over():
    nothing = {0: [], 1: [], 2: []}
    board = position(IN_CORNERS, turn=1, done="throw", hands=nothing, decks=nothing)
    assert event_rows(board, "E") == [
        (FINISHED_EVENT, 1, 0, 0, NOBODY, 0, 0, OUT_OF_CARDS),
        (FINISHED_EVENT, 2, 0, 0, NOBODY, 0, 0, NO_THROW_LEFT),
        (FINISHED_EVENT, 0, 0, 0, NOBODY, 0, 0, NO_THROW_LEFT),
        (OVER_EVENT, 0, 0, 0, NOBODY, 0, 0, 0),
    ]
    assert after(board, "E").phase == "over"


NO_ROOM_FOR_EIGHT = """
    00000B
    111111
    000000
    1.1111
    000000
    A11111
"""


def test_f5_who_ends_a_turn_with_cards_may_still_fall_out_when_it_comes_round():
    # Seat 1 is finished. Seat 0 keeps a card, but can lay it neither face up nor, after one face down, face down.
    board = position(
        NO_ROOM_FOR_EIGHT,
        done="throw",
        deck={"name": "all around", "cards": {str(card): "###/#*#/###" for card in range(1, 14)}},
        hands={0: [1], 1: []},
        decks={0: [], 1: []},
        discards={0: "2 3v"},
        own={0: 2},
        finished={1: 0},
        rivalry=["short-steps"],
    )
    assert event_rows(board, "E") == [
        (FINISHED_EVENT, 0, 0, 0, NOBODY, 0, 0, NO_THROW_LEFT),
        (OVER_EVENT, 0, 0, 0, NOBODY, 0, 0, 0),
    ]


def test_f5_a_corner_tells_where_the_marker_stands_and_the_last_one_what_each_seat_draws():
    board = new_position(Config(players=2), "0" * 64)
    tops = [player.deck[0] - 1 for player in board.players]
    assert event_rows(board, "Sf1") == [(PLACED_MARKER_EVENT, 0, space("Gf1"), 0, NOBODY, 0, 0, 0)]
    assert event_rows(after(board, "Sf1"), "Sa6") == [
        (PLACED_MARKER_EVENT, 1, space("Ga6"), 0, NOBODY, 0, 0, 0),
        (DREW_EVENT, 0, 0, 0, NOBODY, 1, tops[0], 0),
        (DREW_EVENT, 1, 0, 0, NOBODY, 1, tops[1], 0),
    ]
