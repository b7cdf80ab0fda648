"""R10: where the rulebooks disagree, one test for each row of the table."""

import pytest

from holi.game import Config, Space
from tests.rules.boards import SQUARES, after, do, drawing, events_of, legal, position, supplies


def test_r10_tokens_onto_sweets_are_allowed():
    board = position(drawing({"Ga1": "A", "Gf6": "B"}), hands={0: [1]})
    assert {"T1@b1c1", "T1@a2a3", "D1@b1", "D1@a2", "D1@e6"} <= legal(board)


def test_r10_the_first_tie_break_is_tokens_in_others_supplies_not_in_ones_own():
    # Seat 0 has more of its tokens left in its own supply, seat 1 more on the other; both have 4 points.
    board = position(drawing({"Ga1": "A", "Gf6": "B"}), holds={(0, 1): 2}, points={0: 4}, sweets_held=[0, 0])
    assert supplies(board) == [[25, 2], [0, 23]]
    assert [score.rank for score in board.scores()] == [2, 1]


@pytest.mark.parametrize(("tie_break", "ranks"), [("player-order", [1, 2]), ("first-finished", [2, 1])])
def test_r10_the_last_tie_break_is_a_setting(tie_break, ranks):
    board = position(
        drawing({"Ga1": "A", "Gf6": "B"}),
        done="throw",
        hands={0: []},
        decks={0: []},
        finished={1: 0},
        sweets_held=[0, 0],
        tie_break=tie_break,
    )
    assert [score.rank for score in after(board, "E").scores()] == ranks


def test_r10_two_rules_cards_are_accepted_and_none_is_no_fault():
    assert len(Config(players=2, rivalry=("splash", "last-dance")).warnings) == 1
    assert Config(players=2, rivalry=("rangoli", "pillars")).warnings == ()


def test_r10_tokens_in_a_supply_score_for_the_owner_of_their_colour_not_for_the_holder():
    first, second = position(drawing({"Ga1": "A", "Gf6": "B"}), holds={(1, 0): 3}, sweets_held=[0, 0]).scores()
    assert (first.on_others, second.on_others) == (6, 0)
    assert (first.total, second.total) == (6, 0)


def test_r10_when_one_player_is_finished_the_others_play_on():
    board = position(drawing({"Ga1": "A", "Gf6": "B", "Ga6": "C"}), done="throw", own={0: 0})
    board = after(board, "E")
    seats = []
    for _ in range(4):
        seats.append(board.seat)
        board = after(board, f"{min(legal(board, 'T'))} E")
    assert seats == [1, 2, 1, 2]
    assert [player.finished for player in board.players] == [0, None, None]


def test_r10_sweets_under_a_token_are_collected_with_it():
    board = position(drawing({"Ga1": "A", "Gf6": "B", "Ga2": "1"}))
    moved, events = do(board, "Ma2")
    assert [event["type"] for event in events] == ["moved", "sweets", "collected"]
    assert moved.players[0].sweets == 2
    assert moved.sweets_at(Space(0, SQUARES.index("a2"))) == 0


def test_r10_tokens_of_any_colour_fall_onto_a_marker_ones_own_too():
    board = position(drawing({"Ga1": "A", "Gf6": "B", "Gc3": "0", "Mc3": "0", "Tc3": "1"}))
    assert [event["owner"] for event in events_of(board, "Mc3")[1:]] == [0, 0, 1]


def test_r10_a_player_who_cannot_throw_is_finished_alone():
    board = position(drawing({"Ga1": "A", "Gf6": "B", "Ga6": "C"}), done="throw", hands={1: []})
    ended, events = do(board, "E")
    assert events[-2:] == [{"type": "finished", "seat": 1, "why": "no-throw"}, {"type": "turn", "seat": 2}]
    assert [player.finished for player in ended.players] == [None, 0, None]


@pytest.mark.parametrize("level", "GMT")
def test_r10_a_move_stays_on_the_level(level):
    board = position(drawing({f"{level}c3": "A", "Gf6": "B"}))
    assert str(after(board, "Ma1").players[0].marker) == f"{level}a1"
