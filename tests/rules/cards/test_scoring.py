"""The rivalry cards of kind "scoring" that count hits, climbs, sweets and supplies, and several cards together."""

import pytest

from tests.rules.boards import SQUARES, after, do, drawing, points, position, rivalry_points
from tests.rules.cards.scored import scored

# sharp-aim, cloudburst


@pytest.mark.parametrize(
    ("rivalry", "hit", "rain"),
    [([], 1, 0), (["sharp-aim"], 2, 0), (["cloudburst"], 1, 3), (["sharp-aim", "cloudburst"], 2, 3)],
)
def test_sharp_aim_and_cloudburst_pay_for_hits_and_for_tokens_that_fall_onto_markers(rivalry, hit, rain):
    board = position(
        drawing({"Tc3": "A", "Tb2": "B", "Gd2": "C", "Mb4": "D"}), hands={0: [8]}, rivalry=rivalry, points={0: 10, 1: 4}
    )
    thrown, events = do(board, "T8@b2d2b4")
    assert [(event["end"], event["points"]) for event in events[1:]] == [("hit", hit), ("rain", rain), ("rain", rain)]
    assert points(thrown) == [10 + hit + 2 * rain, 4, 0, 0]


def test_cloudburst_pays_for_a_card_face_down_too():
    board = position(drawing({"Mc3": "A", "Ga1": "B"}), rivalry=["cloudburst"])
    assert points(after(board, "D1@a1")) == [3, 0]
    assert points(after(board, "D1@b1")) == [0, 0]


def test_cloudburst_pays_nothing_for_tokens_that_fall_onto_somebody_who_moves():
    spaces = {"Ga1": "A", "Gf6": "B", "Gc3": "1", "Mc3": "1", "Tc3": "0"}
    board = position(drawing(spaces), rivalry=["cloudburst", "sharp-aim"])
    assert points(after(board, "Mc3")) == [0, 0]


# summit


@pytest.mark.parametrize(("others", "expected"), [("", 6), ("B", 4), ("BC", 2), ("BCD", 0)])
def test_summit_climbing_to_t_scores_6_and_2_less_for_each_marker_already_there(others, expected):
    around = {f"{level}{square}": "1" for level in "GM" for square in ("c2", "b3", "d3", "c4")}
    homes = dict(zip("BCD", ("a1", "f1", "f6"), strict=True))
    places = {("T" if mark in others else "M") + square: mark for mark, square in homes.items()}
    board = position(drawing({**around, **places, "Mc3": "A"}), rivalry=["summit"], points={0: 3})
    climbed, events = do(board, "C")
    assert events[0]["points"] == expected
    assert points(climbed) == [3 + expected, 0, 0, 0]


def test_summit_climbing_to_m_scores_nothing():
    around = {f"G{square}": "1" for square in ("c2", "b3", "d3", "c4")}
    climbed, events = do(position(drawing({**around, "Gc3": "A", "Gf6": "B"}), rivalry=["summit"]), "C")
    assert (events[0]["points"], points(climbed)) == (0, [0, 0])


def test_without_summit_climbing_to_t_scores_nothing():
    around = {f"{level}{square}": "1" for level in "GM" for square in ("c2", "b3", "d3", "c4")}
    assert points(after(position(drawing({**around, "Mc3": "A", "Gf6": "B"})), "C")) == [0, 0]


# sweet-tooth


def test_sweet_tooth_2_points_for_each_sweets_token_held():
    assert scored("sweet-tooth", players=3, sweets_held=[0, 1, 7]) == [0, 2, 14]
    assert scored("sweet-tooth", sweets_held=[4, 4]) == [8, 8]


# spotless


@pytest.mark.parametrize(
    ("holds", "expected"),
    [
        ({}, [0, 0, 0]),
        ({(1, 0): 1}, [5, 0, 5]),
        ({(1, 0): 1, (2, 0): 1}, [10, 0, 0]),
        ({(1, 0): 2, (2, 0): 1}, [10, 0, 5]),
        ({(0, 1): 2, (1, 2): 2, (2, 0): 2}, [0, 0, 0]),
        ({(0, 1): 1, (0, 2): 1, (1, 0): 1}, [0, 5, 10]),
        ({(0, 1): 3, (1, 2): 2, (2, 0): 1}, [0, 5, 10]),
    ],
)
def test_spotless_5_points_for_each_other_player_who_holds_more_foreign_tokens(holds, expected):
    assert scored("spotless", players=3, holds=holds) == expected


def test_spotless_own_tokens_in_the_own_supply_do_not_count():
    assert scored("spotless", {f"G{square}": "0" for square in SQUARES[:20]}, holds={(0, 1): 1, (1, 0): 1}) == [0, 0]


def test_spotless_with_two_and_four_players():
    assert scored("spotless", holds={(1, 0): 2, (0, 1): 1}) == [5, 0]
    holds = {(1, 0): 1, (2, 0): 1, (2, 1): 1, (3, 0): 1, (3, 1): 1, (3, 2): 1}
    assert scored("spotless", players=4, holds=holds) == [15, 10, 5, 0]


# best-friend


@pytest.mark.parametrize(
    ("players", "holds", "expected"),
    [
        (2, {}, [0, 0]),
        (2, {(1, 0): 1}, [4, 0]),
        (2, {(1, 0): 1, (0, 1): 9}, [4, 4]),
        (3, {(1, 0): 2, (1, 2): 1}, [4, 0, 0]),
        (3, {(1, 0): 1, (1, 2): 1}, [0, 0, 0]),
        (3, {(1, 0): 1, (1, 2): 2}, [0, 0, 4]),
        (3, {(1, 0): 1, (2, 0): 1}, [8, 0, 0]),
        (3, {(0, 1): 3, (2, 1): 1, (0, 2): 2}, [0, 8, 0]),
        (4, {(1, 0): 2, (1, 2): 1, (1, 3): 1}, [4, 0, 0, 0]),
        (4, {(1, 0): 2, (1, 2): 1, (1, 3): 2}, [0, 0, 0, 0]),
        (4, {(1, 0): 1, (2, 0): 1, (3, 0): 1}, [12, 0, 0, 0]),
        (4, {(0, 1): 1, (0, 2): 3, (0, 3): 2, (3, 1): 1}, [0, 4, 4, 0]),
        (4, {(2, 3): 5, (2, 0): 4, (2, 1): 5}, [0, 0, 0, 0]),
    ],
)
def test_best_friend_4_points_for_each_who_holds_more_of_ones_tokens_than_of_any_third_colour(players, holds, expected):
    assert scored("best-friend", players=players, holds=holds) == expected


def test_best_friend_the_friends_own_tokens_do_not_matter():
    assert scored("best-friend", own={1: 25}, holds={(1, 0): 1}) == [4, 0]


# together


def test_scoring_cards_together_each_keep_their_own_points():
    board = position(
        drawing({"Ga1": "0", "Ma1": "0", "Gf1": "1", "Tb6": "A", "Tc6": "B"}),
        rivalry=["four-corners", "rangoli", "pillars"],
        sweets_held=[0, 0],
    )
    first, second = board.scores()
    assert dict(first.rivalry) == {"four-corners": 6, "rangoli": 2, "pillars": 2}
    assert dict(second.rivalry) == {"four-corners": 3, "rangoli": 1, "pillars": 0}
    assert (first.total, second.total) == (13, 5)


def test_each_of_several_scoring_cards_scores_for_itself():
    board = position(drawing({"Ga1": "0", "Gb2": "0", "Gc1": "A", "Gf5": "B"}), rivalry=["four-corners", "rangoli"])
    assert rivalry_points(board, "four-corners") == [3, 0]
    assert rivalry_points(board, "rangoli") == [2, 0]
    assert points(board) == [0, 0]
