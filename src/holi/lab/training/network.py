"""Fitting the value network: one hidden layer, squared error, Adam."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy

from holi.bots.search.value import HIDDEN, INPUTS, OUTPUT, WEIGHTS

BATCH = 512
MEMORY, SQUARE_MEMORY = 0.9, 0.999
AVERAGE_MEMORY = 0.999
"""How much of the running average of the weights each step keeps: it plays better than the newest weights."""

DENSE_INPUTS = 50
"""About so many inputs are not zero in a usual position."""

Array = Any


class Network:
    """The weights in the order in which `holi.bots.search.value.forward` reads them, with the optimiser's memory."""

    STATE: ClassVar = ("weights", "mean", "square", "average")

    def __init__(self, seed: int) -> None:
        chance = numpy.random.default_rng(seed)
        layer = numpy.zeros((INPUTS + 1, HIDDEN))
        layer[1:] = chance.normal(0, numpy.sqrt(2 / DENSE_INPUTS), (INPUTS, HIDDEN))
        start = numpy.concatenate([layer.ravel(), chance.normal(0, 0.1, HIDDEN), [10.0]])
        self.weights: Array = start.astype(numpy.float32)
        self.mean: Array = numpy.zeros(WEIGHTS, numpy.float32)
        self.square: Array = numpy.zeros(WEIGHTS, numpy.float32)
        self.average: Array = self.weights.copy()
        self.steps = 0

    def fit(self, features: Array, points: Array, passes: int, rate: float, chance: Array) -> float:
        """Go through all examples `passes` times in random order; return the last mean error."""
        errors: list[float] = []
        for _ in range(passes):
            order = chance.permutation(len(points))
            errors = [
                self._step(features[order[start : start + BATCH]], points[order[start : start + BATCH]], rate)
                for start in range(0, len(points) - BATCH + 1, BATCH)
            ]
        return float(numpy.sqrt(numpy.mean(errors)))

    def _step(self, features: Array, points: Array, rate: float) -> float:
        layer = self.weights[:OUTPUT].reshape(INPUTS + 1, HIDDEN)
        output, bias = self.weights[OUTPUT:-1], self.weights[-1]
        before = features @ layer[1:] + layer[0]
        after = numpy.maximum(before, 0)
        error = after @ output + bias - points
        blame = 2 * error / len(points)
        hidden_blame = numpy.outer(blame, output) * (before > 0)
        layer_slope = numpy.concatenate([hidden_blame.sum(0)[None], features.T @ hidden_blame])
        slope = numpy.concatenate([layer_slope.ravel(), after.T @ blame, [blame.sum()]])
        self.steps += 1
        self.mean = MEMORY * self.mean + (1 - MEMORY) * slope
        self.square = SQUARE_MEMORY * self.square + (1 - SQUARE_MEMORY) * slope**2
        mean = self.mean / (1 - MEMORY**self.steps)
        square = self.square / (1 - SQUARE_MEMORY**self.steps)
        self.weights = self.weights - rate * mean / (numpy.sqrt(square) + 1e-8)
        self.average = AVERAGE_MEMORY * self.average + (1 - AVERAGE_MEMORY) * self.weights
        return float((error**2).mean())
