"""R9: scoring and ranks."""

import pytest

from tests.rules.boards import SQUARES, do, drawing, filled, position

MARKERS = {"Ta1": "A", "Tb1": "B", "Tc1": "C", "Td1": "D"}


def scores(spaces, players=4, **options):
    markers = dict(list(MARKERS.items())[:players])
    options = {"sweets_held": [0] * players, "hands": {0: [1]}} | options
    return position(drawing({**markers, **spaces}), **options).scores()


@pytest.mark.parametrize("seat", range(4))
def test_r9_1_each_token_on_g_m_and_t_gives_1_2_and_3_points(seat):
    other = str((seat + 1) % 4)
    own = str(seat)
    spaces = {"Gc3": own, "Gd3": own, "Ge3": own, "Gf3": own, "Ga4": other, "Gb4": other}
    spaces |= {"Mc3": own, "Ma4": own, "Mb4": own, "Tc3": own, "Ta4": own}
    result = scores(spaces)
    assert result[seat].levels == (4, 6, 6)
    assert result[seat].total == 16
    assert result[(seat + 1) % 4].levels == (2, 0, 0)
    assert result[(seat + 2) % 4].levels == (0, 0, 0)


@pytest.mark.parametrize("level", [0, 1, 2])
def test_r9_1_every_square_counts(level):
    columns = [square for square in SQUARES if square not in ("a1", "b1", "c1", "d1")]
    for half in (columns[:16], columns[16:]):
        spaces = {
            "GMT"[step] + square: "0" if step == level else str(step + 1)
            for step in range(level + 1)
            for square in half
        }
        result = scores(spaces)
        assert result[0].levels == tuple(16 * (level + 1) if step == level else 0 for step in range(3))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seat", range(4))
def test_r9_2_each_token_in_another_players_supply_gives_its_owner_2_points(players, seat):
    if seat >= players:
        seat %= players
    others = [other for other in range(players) if other != seat]
    result = scores({}, players, holds={(other, seat): n + 3 for n, other in enumerate(others)})
    expected = 2 * sum(range(3, 3 + len(others)))
    assert [score.on_others for score in result] == [expected if other == seat else 0 for other in range(players)]
    assert result[seat].total == expected


def test_r9_2_tokens_in_the_own_supply_give_nothing():
    assert [score.total for score in scores({}, 2, own={0: 25, 1: 25})] == [0, 0]


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        ([0, 0], [0, 0]),
        ([1, 0], [5, 0]),
        ([0, 1], [0, 5]),
        ([3, 3], [0, 0]),
        ([4, 2, 2], [10, 0, 0]),
        ([2, 4, 3], [0, 10, 5]),
        ([0, 1, 1], [0, 5, 5]),
        ([1, 2, 3, 4], [0, 5, 10, 15]),
        ([9, 2, 2, 0], [15, 5, 5, 0]),
        ([5, 5, 5, 5], [0, 0, 0, 0]),
    ],
)
def test_r9_3_five_points_for_each_other_player_with_fewer_sweets(held, expected):
    result = scores({}, len(held), sweets_held=held)
    assert [score.sweets for score in result] == expected
    assert [score.total for score in result] == expected


def test_r9_4_points_of_direct_hits_and_rivalry_cards_are_added():
    result = scores(
        {"Gc3": "0", "Mc3": "0", "Tc3": "0", "Gd4": "1"},
        2,
        holds={(1, 0): 4},
        sweets_held=[5, 2],
        points={0: 7, 1: 3},
        rivalry=["sweet-tooth", "rangoli", "pillars"],
    )
    first, second = result
    assert (first.levels, first.on_others, first.sweets, first.hits) == ((1, 2, 3), 8, 5, 7)
    assert dict(first.rivalry) == {"sweet-tooth": 10, "rangoli": 3, "pillars": 4}
    assert first.total == 1 + 2 + 3 + 8 + 5 + 7 + 10 + 3 + 4
    assert (second.levels, second.on_others, second.sweets, second.hits) == ((1, 0, 0), 0, 0, 3)
    assert dict(second.rivalry) == {"sweet-tooth": 4, "rangoli": 1, "pillars": 0}
    assert second.total == 9


def test_r9_4_cards_that_change_rules_or_score_at_once_have_no_entry_in_the_scores():
    (first, _) = scores({}, 2, rivalry=["splash", "summit", "sharp-aim"])
    assert dict(first.rivalry) == {}


def ranks(spaces, players, **options):
    return [score.rank for score in scores(spaces, players, **options)]


def test_r9_5_most_points_wins_and_each_rank_is_given_once():
    assert ranks({}, 4, points={0: 3, 1: 9, 2: 1, 3: 5}) == [3, 1, 4, 2]
    assert ranks({}, 3, points={0: 1, 1: 2, 2: 3}) == [3, 2, 1]
    assert ranks({}, 2, points={0: 1, 1: 2}) == [2, 1]
    assert ranks({}, 2, points={0: 2, 1: 1}) == [1, 2]


def test_r9_5_points_come_before_all_else():
    # Seat 1 has more tokens on others and more sweets, seat 0 one point more.
    assert ranks({}, 2, points={0: 8}, holds={(0, 1): 1}, sweets_held=[0, 1]) == [1, 2]
    assert ranks({}, 2, points={0: 6}, holds={(0, 1): 1}, sweets_held=[0, 1]) == [2, 1]


def test_r9_5_the_first_tie_break_is_most_of_ones_colour_in_others_supplies():
    # Both have 7 points; seat 1 by a token on seat 0 and others, seat 0 by sweets.
    result = scores({}, 2, points={0: 2, 1: 5}, holds={(0, 1): 1}, sweets_held=[3, 1])
    assert [score.total for score in result] == [7, 7]
    assert [score.rank for score in result] == [2, 1]


def test_r9_5_tokens_on_others_are_counted_over_all_of_them():
    result = scores({}, 3, points={0: 2}, holds={(1, 0): 2, (0, 1): 1, (2, 1): 2})
    assert [score.total for score in result] == [6, 6, 0]
    assert [score.rank for score in result] == [2, 1, 3]


def test_r9_5_the_second_tie_break_is_most_sweets():
    result = scores({}, 2, points={0: 5}, sweets_held=[1, 2])
    assert [score.total for score in result] == [5, 5]
    assert [score.rank for score in result] == [2, 1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r9_5_the_last_tie_break_is_player_order_by_default(players):
    assert ranks({}, players) == list(range(1, players + 1))


def finish_last(last, order, tie_break, **options):
    """The ranks at the end of a game of three in which `last` finishes after the others, who finished in `order`."""
    board = position(
        drawing({"Ga1": "A", "Gf1": "B", "Ga6": "C"}),
        turn=last,
        done="throw",
        hands={last: []},
        decks={last: []},
        finished={seat: number for number, seat in enumerate(order)},
        tie_break=tie_break,
        sweets_held=[0, 0, 0],
        **options,
    )
    ended, events = do(board, "E")
    assert [score["rank"] for score in events[-1]["scores"]] == [score.rank for score in ended.scores()]
    return [score.rank for score in ended.scores()]


@pytest.mark.parametrize(("last", "order"), [(2, (0, 1)), (1, (2, 0)), (0, (2, 1)), (0, (1, 2)), (2, (1, 0))])
def test_r9_5_the_last_tie_break_may_be_set_to_who_was_finished_first(last, order):
    assert finish_last(last, order, "player-order") == [1, 2, 3]
    finishing = [*order, last]
    assert finish_last(last, order, "first-finished") == [finishing.index(seat) + 1 for seat in range(3)]


def test_r9_5_who_was_finished_first_matters_only_after_tokens_on_others_and_sweets():
    ahead = finish_last(0, (2, 1), "first-finished", points={1: 2, 2: 2}, holds={(1, 0): 1})
    assert ahead == [1, 3, 2]
    assert finish_last(0, (2, 1), "first-finished", points={0: 1}) == [1, 3, 2]


@pytest.mark.parametrize("tie_break", ["player-order", "first-finished"])
def test_r9_5_sweets_come_before_the_last_tie_break(tie_break):
    board = position(
        drawing({"Ga1": "A", "Gf6": "B"}),
        turn=1,
        done="throw",
        own={1: 0},
        holds={(1, 0): 25},
        finished={0: 0},
        points={0: 5},
        sweets_held=[0, 1],
        tie_break=tie_break,
    )
    ended, _ = do(board, "E")
    assert [score.total for score in ended.scores()] == [55, 55]
    assert [score.rank for score in ended.scores()] == [2, 1]


def test_r9_scores_can_be_asked_for_before_the_end():
    board = position(drawing({**filled("G", "0", without=SQUARES[12:]), "Ta6": "A", "Tf6": "B"}), sweets_held=[0, 0])
    assert [score.total for score in board.scores()] == [12, 0]
