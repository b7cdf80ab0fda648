"""A small value network: how many more points a seat will have at the end than it has now.

One hidden layer over the inputs of `holi.bots.search.features`. Evaluated for each seat in turn, so one network serves
two, three and four players. It is evaluated here, at both speeds, and trained by `holi train`.
"""

from __future__ import annotations

from holi.bots.search.features import INPUTS, Floats, write_features
from holi.kernel.mode import Ints, compiled

__all__ = ["FEATURES", "HIDDEN", "INPUTS", "WEIGHTS", "Floats", "points_to_come", "write_features"]

HIDDEN = 48
FEATURES = INPUTS + HIDDEN
"""Room for what the network is told, and for the sums of its hidden units."""

OUTPUT = HIDDEN * (INPUTS + 1)
WEIGHTS = OUTPUT + HIDDEN + 1
"""The hidden units' biases; by input, its weight in each hidden unit; then the output's weights and its bias."""


@compiled
def forward(features: Floats, weights: Floats) -> float:
    """The network's answer, in points.

    Four inputs at a time, since that suits the processor best; most of what rivalry cards bring is not in play, and
    left out.
    """
    hidden = features[INPUTS:]
    for unit in range(HIDDEN):
        hidden[unit] = weights[unit]
    for i in range(0, INPUTS, 4):
        first, second, third, fourth = features[i], features[i + 1], features[i + 2], features[i + 3]
        if first != 0 or second != 0 or third != 0 or fourth != 0:
            rows = weights[HIDDEN * (i + 1) : HIDDEN * (i + 5)]
            for unit in range(HIDDEN):
                hidden[unit] += (
                    first * rows[unit]
                    + second * rows[HIDDEN + unit]
                    + third * rows[2 * HIDDEN + unit]
                    + fourth * rows[3 * HIDDEN + unit]
                )
    answer = weights[OUTPUT + HIDDEN]
    for unit in range(HIDDEN):
        answer += max(0.0, hidden[unit]) * weights[OUTPUT + unit]
    return answer


@compiled
def points_to_come(
    state: Ints, rules: Ints, seat: int, mover: int, weights: Floats, random: Ints, features: Floats
) -> float:
    write_features(state, rules, seat, mover, random, features)
    return forward(features, weights)
