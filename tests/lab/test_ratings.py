"""Ratings and intervals: against closed forms, and against tournaments whose truth is known."""

import math
import random

import pytest

from holi.lab.arena.ratings import bradley_terry, chance_ahead, inverse, product, wilson_interval


def each_alone(wins: int, losses: int) -> list[list[tuple[int, int]]]:
    return [[(0, 1)]] * wins + [[(1, 0)]] * losses


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(8, 10, 0.490162, 0.943318), (0, 10, 0.0, 0.277533), (10, 10, 0.722467, 1.0), (50, 100, 0.403832, 0.596168)],
)
def test_wilson_intervals_are_those_of_the_textbook(wins, games, low, high):
    assert wilson_interval(wins, games) == pytest.approx((low, high), abs=1e-6)


def test_without_games_every_share_is_possible():
    assert wilson_interval(0, 0) == (0.0, 1.0)


def test_odds_of_ten_to_one_are_400_points_around_1500():
    strong, weak = bradley_terry(2, each_alone(10_000, 1_000))
    assert strong.points - weak.points == pytest.approx(400, abs=0.5)
    assert strong.points + weak.points == pytest.approx(3000)


@pytest.mark.parametrize(("wins", "losses"), [(7, 3), (16, 0), (1, 0), (400, 1), (5, 5)])
def test_two_bots_are_where_the_likelihood_is_greatest(wins, losses):
    strong, weak = bradley_terry(2, each_alone(wins, losses))
    difference = (strong.points - weak.points) * math.log(10) / 400
    # The slope for one bot: wins less expected wins, then half an imaginary win less what is expected of that game.
    slope = wins - (wins + losses) * chance_ahead(difference) + 0.5 - chance_ahead(difference / 2)
    assert slope == pytest.approx(0, abs=1e-6)


def test_a_bot_that_won_or_lost_everything_has_a_finite_rating_and_a_wide_interval():
    clusters = [[pair] for pair in [(0, 1), (0, 2), (1, 2)] * 50]
    first, second, third = bradley_terry(3, clusters)
    assert 1500 < first.points < 4000 and second.points == pytest.approx(1500) and third.points < 1500
    assert first.plus_minus > 150


def test_without_games_all_are_equal_and_nothing_is_known():
    ratings = bradley_terry(3, [])
    assert [rating.points for rating in ratings] == [1500.0] * 3
    assert min(rating.plus_minus for rating in ratings) > 400


def test_the_interval_of_many_games_is_that_of_fisher():
    strong, _ = bradley_terry(2, each_alone(3_000, 1_000))
    # The variance of a logarithm of odds is 1/wins + 1/losses; each bot has half of the difference.
    standard_error = math.sqrt(1 / 3_000 + 1 / 1_000) / 2
    assert strong.plus_minus == pytest.approx(1.96 * standard_error * 400 / math.log(10), rel=0.01)


def test_games_that_only_repeat_their_cluster_make_no_narrower_interval():
    outcomes = each_alone(30, 20)
    doubled = [cluster * 4 for cluster in outcomes]
    alone, repeated = bradley_terry(2, outcomes)[0], bradley_terry(2, doubled)[0]
    assert repeated.plus_minus == pytest.approx(alone.plus_minus, rel=0.05)
    assert bradley_terry(2, each_alone(120, 80))[0].plus_minus < 0.6 * repeated.plus_minus


def test_the_interval_holds_the_truth_in_about_95_of_100_tournaments():
    truth = [0.8, 0.1, -0.9]
    chance = random.Random(5)
    held = tries = 0
    for _ in range(200):
        clusters = []
        for _ in range(40):
            for one, other in [(0, 1), (0, 2), (1, 2)]:
                won = chance.random() < chance_ahead(truth[one] - truth[other])
                clusters.append([(one, other) if won else (other, one)])
        for strength, rating in zip(truth, bradley_terry(3, clusters), strict=True):
            tries += 1
            held += abs(1500 + strength * 400 / math.log(10) - rating.points) <= rating.plus_minus
    assert 0.92 <= held / tries <= 0.985


def test_an_inverse_undoes_its_matrix_even_with_a_zero_on_the_diagonal():
    matrix = [[0.0, 2.0, 1.0], [1.0, 0.0, 3.0], [4.0, 1.0, 0.0]]
    vector = [5.0, -1.0, 2.0]
    assert product(inverse(matrix), product(matrix, vector)) == pytest.approx(vector)
