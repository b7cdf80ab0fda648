"""Chances to win, looked ahead from the end of a turn.

The hidden cards are dealt again, quick turns are played for a round of the table, and the network gives the expected
final score of every seat. A softmax turns these into chances: the fewer throws are left, the more a lead counts.
"""

from __future__ import annotations

from math import sqrt

from holi.bots.search.evaluation import expected_points
from holi.bots.search.features import all_throws_left
from holi.bots.search.functions import exp
from holi.bots.search.memory import Memory
from holi.bots.search.quick_play import quick_actions
from holi.bots.search.value import Floats
from holi.kernel.actions import apply_action
from holi.kernel.layout import (
    END_ACTION,
    OVER,
    PHASE,
    PLAYERS,
    SCORE_SIZE,
    SCORE_TOTAL,
    SEAT,
    SETUP,
)
from holi.kernel.mode import Ints, compiled
from holi.kernel.playouts import random_action
from holi.kernel.scoring import rank, score_all

SCALE_AT_END = 1.44
SCALE_GROWTH = 1.11
"""How many points make a chance e times another's: at the end, and how it grows with the root of the throws left."""

MOVER_BONUS = 0.02
"""Points that the network gives too little, for each throw left, to whoever is about to end a turn.

These three are measured by `python tools/calibration.py`, see docs/analysis.md.
"""


@compiled
def expected_totals(state: Ints, rules: Ints, mover: int, weights: Floats, memory: Memory, totals: Floats) -> None:
    """Write every seat's expected final score when `mover` is about to end the turn."""
    for seat in range(rules[PLAYERS]):
        totals[seat] = expected_points(state, rules, seat, mover, weights, memory)


@compiled
def write_chances(totals: Floats, players: int, scale: float, chances: Floats) -> None:
    """Every seat's chance to win from the expected final scores: the softmax of score by `scale`."""
    most = totals[0]
    for seat in range(1, players):
        most = max(most, totals[seat])
    together = 0.0
    for seat in range(players):
        chances[seat] = exp((totals[seat] - most) / scale)
        together += chances[seat]
    for seat in range(players):
        chances[seat] /= together


@compiled
def write_forecast(
    state: Ints, rules: Ints, mover: int, weights: Floats, memory: Memory, totals: Floats, chances: Floats
) -> None:
    """Write every seat's expected final score and chance to win; the turn of `mover` is about to end, or all is over.

    If nobody has a throw left, the turn is ended and the result is exact.
    """
    players = rules[PLAYERS]
    scores = memory.scores
    left = all_throws_left(state, rules) / players
    if left == 0 and state[PHASE] != OVER:
        apply_action(state, rules, END_ACTION)
    if state[PHASE] == OVER:
        score_all(state, rules, scores)
        for seat in range(players):
            totals[seat] = scores[SCORE_SIZE * seat + SCORE_TOTAL]
            chances[seat] = 1.0 if rank(state, rules, scores, seat) == 1 else 0.0
    else:
        expected_totals(state, rules, mover, weights, memory, totals)
        totals[mover] += MOVER_BONUS * left
        write_chances(totals, players, SCALE_AT_END + SCALE_GROWTH * sqrt(left), chances)


@compiled
def play_on(state: Ints, rules: Ints, seat: int, random: Ints) -> int:
    """Play quick turns for a round of the table, up to the last one's end; return whose turn that is.

    The turn of `seat` is about to end; or it has chosen a corner, and the others take theirs at random.
    """
    mover = seat
    if state[PHASE] == SETUP:
        while state[PHASE] == SETUP:
            apply_action(state, rules, random_action(state, rules, random))
        mover = state[SEAT]
        quick_actions(state, rules, random)
    for _ in range(rules[PLAYERS]):
        apply_action(state, rules, END_ACTION)
        if state[PHASE] == OVER:
            break
        mover = state[SEAT]
        quick_actions(state, rules, random)
    return mover
