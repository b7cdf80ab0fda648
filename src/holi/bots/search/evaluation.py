"""Evaluating a position for a seat when somebody is about to end a turn, without playing on."""

from __future__ import annotations

from math import sqrt

from holi.bots.search.features import all_throws_left
from holi.bots.search.functions import exp, log
from holi.bots.search.memory import Memory
from holi.bots.search.value import Floats, points_to_come
from holi.kernel.layout import OVER, PHASE, PLAYERS
from holi.kernel.mode import Ints, compiled
from holi.kernel.scoring import score

PARTS = 16
"""Values are counted in sixteenths of a point."""

SCALE_AT_END = 1.5
SCALE_GROWTH = 2.0
"""How many points behind makes another count e times less: at the end, and how it grows with the root of the throws
left."""


@compiled
def expected_points(state: Ints, rules: Ints, seat: int, mover: int, weights: Floats, memory: Memory) -> float:
    """The seat's score as it stands, plus what the network expects it to gain; no weights means no network."""
    points = score(state, rules, seat, memory.scores, 0) * 1.0
    if len(weights) != 0 and state[PHASE] != OVER:
        points += points_to_come(state, rules, seat, mover, weights, memory.random, memory.features)
    return points


@compiled
def doubt(state: Ints, rules: Ints) -> float:
    """Scale, in points, of how much an expected lead can still change; grows with the throws left."""
    return SCALE_AT_END + SCALE_GROWTH * sqrt(all_throws_left(state, rules) / rules[PLAYERS])


@compiled
def evaluate(state: Ints, rules: Ints, seat: int, mover: int, weights: Floats, memory: Memory) -> int:
    """The seat's lead over the best of the others.

    Among several others the best so far need not be the best in the end. So with a network all of them count, the
    nearer to the best the more: what is subtracted is a smooth maximum.
    """
    own = expected_points(state, rules, seat, mover, weights, memory)
    scale = 0.0
    if len(weights) != 0 and rules[PLAYERS] > 2:
        scale = doubt(state, rules)
    best = -1.0e9
    together = 0.0
    for player in range(rules[PLAYERS]):
        if player == seat:
            continue
        points = expected_points(state, rules, player, mover, weights, memory)
        if scale > 0 and together > 0:
            together = together * exp((best - max(best, points)) / scale) + exp((points - max(best, points)) / scale)
        else:
            together = 1.0
        best = max(best, points)
    if scale > 0:
        best += scale * log(together)
    return int(PARTS * (own - best))
