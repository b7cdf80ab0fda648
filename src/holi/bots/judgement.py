"""Judging a position for a seat when somebody is about to end a turn, without playing on."""

from __future__ import annotations

from holi.bots.value import Floats, points_to_come
from holi.kernel.layout import OVER, PHASE, PLAYERS
from holi.kernel.mode import Ints, compiled
from holi.kernel.scoring import score

PARTS = 16
"""Judgements are counted in sixteenths of a point."""


@compiled
def judge(
    state: Ints, rules: Ints, seat: int, mover: int, weights: Floats, random: Ints, scores: Ints, features: Floats
) -> int:
    """The seat's lead over the best of the others: as it stands and, if the network has weights, as it will be."""
    best = -1.0e9
    own = 0.0
    for player in range(rules[PLAYERS]):
        points = score(state, rules, player, scores, 0) * 1.0
        if len(weights) != 0 and state[PHASE] != OVER:
            points += points_to_come(state, rules, player, mover, weights, random, features)
        if player == seat:
            own = points
        else:
            best = max(best, points)
    return int(PARTS * (own - best))
