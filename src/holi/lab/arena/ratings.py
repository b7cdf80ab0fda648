"""What games say about bots: ratings after Bradley and Terry, and intervals for shares. Plain Python, no chance.

The chance that one bot finishes ahead of another is `1 / (1 + 10 ** ((other - one) / 400))`. The ratings are those that
make what happened likeliest, with a mean of 1500. So that they are finite even for a bot that lost or won everything,
each bot is credited with half a win and half a loss against an imaginary bot of middling strength.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

MEAN_RATING = 1500.0
POINTS_PER_UNIT = 400 / math.log(10)
"""From natural logarithms of odds to rating points: 400 points are odds of 10 to 1."""

NORMAL_95 = 1.959963984540054
"""So many standard errors to both sides hold 95% of a normal distribution."""

PRIOR_WINS = 0.5
MOST_ITERATIONS = 200
CLOSE_ENOUGH = 1e-10

Matrix = list[list[float]]
Vector = list[float]
Comparison = tuple[int, int]
"""Who finished ahead, and of whom."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating and half the width of its 95% interval."""

    points: float
    plus_minus: float


def wilson_interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95% interval for the share of wins; everything is possible without games."""
    if games == 0:
        return 0.0, 1.0
    share, square = wins / games, NORMAL_95**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = NORMAL_95 / (1 + square / games) * math.sqrt(share * (1 - share) / games + square / (4 * games**2))
    return max(0.0, middle - half), min(1.0, middle + half)


def bradley_terry(bots: int, clusters: Sequence[Sequence[Comparison]]) -> list[Rating]:
    """The ratings of so many bots from comparisons that come in clusters: the games with the same seed.

    The interval is the wider of two: one takes every comparison as independent (the inverse of Fisher's information),
    the other only every cluster (the sandwich estimate), since games with the same cards are alike.
    """
    ahead = [[0.0] * bots for _ in range(bots)]
    for cluster in clusters:
        for winner, loser in cluster:
            ahead[winner][loser] += 1
    strengths = _likeliest(ahead)
    covariance = inverse(_information(ahead, strengths))
    variances = [
        max(independent, clustered)
        for independent, clustered in zip(
            _variances_around_mean(covariance),
            _variances_around_mean(_sandwich(covariance, clusters, strengths)),
            strict=True,
        )
    ]
    mean = sum(strengths) / bots
    return [
        Rating(
            MEAN_RATING + POINTS_PER_UNIT * (strength - mean),
            POINTS_PER_UNIT * NORMAL_95 * math.sqrt(max(0.0, variance)),
        )
        for strength, variance in zip(strengths, variances, strict=True)
    ]


def chance_ahead(difference: float) -> float:
    """The chance to finish ahead with so much more strength, in natural logarithms of odds."""
    if difference < 0:
        return 1 - chance_ahead(-difference)
    return 1 / (1 + math.exp(-difference))


def _likeliest(ahead: Matrix) -> Vector:
    """The strengths that make the comparisons likeliest: Newton's method, in steps too short to overshoot."""
    strengths = [0.0] * len(ahead)
    for _ in range(MOST_ITERATIONS):
        step = product(inverse(_information(ahead, strengths)), _slope(ahead, strengths))
        longest = max(map(abs, step))
        strengths = [strength + part / max(1.0, longest) for strength, part in zip(strengths, step, strict=True)]
        if longest < CLOSE_ENOUGH:
            break
    return strengths


def _slope(ahead: Matrix, strengths: Vector) -> Vector:
    slope = []
    for one, strength in enumerate(strengths):
        total = PRIOR_WINS - 2 * PRIOR_WINS * chance_ahead(strength)
        for other, other_strength in enumerate(strengths):
            games = ahead[one][other] + ahead[other][one]
            total += ahead[one][other] - games * chance_ahead(strength - other_strength)
        slope.append(total)
    return slope


def _information(ahead: Matrix, strengths: Vector) -> Matrix:
    """Fisher's information: how sharply the likelihood falls off around these strengths."""
    bots = len(ahead)
    information = [[0.0] * bots for _ in range(bots)]
    for one in range(bots):
        expected = chance_ahead(strengths[one])
        information[one][one] += 2 * PRIOR_WINS * expected * (1 - expected)
        for other in range(one):
            expected = chance_ahead(strengths[one] - strengths[other])
            weight = (ahead[one][other] + ahead[other][one]) * expected * (1 - expected)
            information[one][one] += weight
            information[other][other] += weight
            information[one][other] -= weight
            information[other][one] -= weight
    return information


def _sandwich(covariance: Matrix, clusters: Sequence[Sequence[Comparison]], strengths: Vector) -> Matrix:
    """The covariance of the strengths if only the clusters are independent of each other."""
    bots = len(strengths)
    spread = [[0.0] * bots for _ in range(bots)]
    for cluster in clusters:
        slope = [0.0] * bots
        for winner, loser in cluster:
            surprise = chance_ahead(strengths[loser] - strengths[winner])
            slope[winner] += surprise
            slope[loser] -= surprise
        for one in range(bots):
            for other in range(bots):
                spread[one][other] += slope[one] * slope[other]
    if len(clusters) > 1:  # the usual correction for few clusters
        correction = len(clusters) / (len(clusters) - 1)
        spread = [[correction * part for part in row] for row in spread]
    columns = [product(covariance, [row[column] for row in spread]) for column in range(bots)]
    return [product(covariance, [columns[column][row] for column in range(bots)]) for row in range(bots)]


def _variances_around_mean(covariance: Matrix) -> Vector:
    bots = len(covariance)
    row_means = [sum(row) / bots for row in covariance]
    mean = sum(row_means) / bots
    return [covariance[bot][bot] - 2 * row_means[bot] + mean for bot in range(bots)]


def product(matrix: Matrix, vector: Vector) -> Vector:
    return [sum(entry * part for entry, part in zip(row, vector, strict=True)) for row in matrix]


def inverse(matrix: Matrix) -> Matrix:
    """The inverse of a matrix that has one, by elimination with the largest pivot of each column."""
    size = len(matrix)
    rows = [[*row, *(float(column == index) for column in range(size))] for index, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [entry / rows[column][column] for entry in rows[column]]
        for index in range(size):
            factor = rows[index][column]
            if index != column and factor:
                rows[index] = [entry - factor * top for entry, top in zip(rows[index], rows[column], strict=True)]
    return [row[size:] for row in rows]
