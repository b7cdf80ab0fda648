"""Calibrate win probability from the expected score difference, on games of self-play.

`HOLI_MODE=compiled python tools/calibration.py 300` plays 300 games of each size at the level `club`. It
prints the most likely constants of `holi.bots.advice.forecast` and how often the probabilities they give came true.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Sequence
from itertools import product
from math import log
from typing import NamedTuple

from holi.bots.advice.forecast import expected_totals, play_on, write_chances
from holi.bots.search.features import all_throws_left
from holi.bots.search.memory import new_memory
from holi.bots.search.turn_search import best_turns
from holi.bots.search.weights import trained_weights
from holi.game import Config, Position, drawn_rivalry, new_position
from holi.kernel.actions import apply_action
from holi.kernel.layout import END_ACTION, OVER, PHASE, SEAT, SETUP
from holi.kernel.mode import copy_into, floats
from holi.kernel.playouts import random_action
from holi.kernel.setup import deal_hidden

FIRST_SEED = 2026
BINS = 10


class Sample(NamedTuple):
    mover: int
    totals: tuple[float, ...]
    throws_left: float
    finals: tuple[int, ...]
    winner: int


def play(players: int, rng: random.Random) -> list[Sample]:
    seed = f"{rng.getrandbits(256):064x}"
    config = Config(players, drawn_rivalry(seed, rng.choice((0, 0, 1, 2, 2, 3))))
    state, rules = new_position(config, seed).vectors
    memory, totals = new_memory(1, rng.getrandbits(32)), floats([0.0] * players)
    ahead = memory.work
    expected: list[tuple[int, tuple[float, ...], float]] = []
    while state[PHASE] == SETUP:
        apply_action(state, rules, random_action(state, rules, memory.random))
    while state[PHASE] != OVER:
        seat = state[SEAT]
        best_turns(state, rules, seat, trained_weights(), memory)
        copy_into(state, memory.ends[0])
        copy_into(ahead, state)
        deal_hidden(ahead, rules, seat, memory.random, memory.pool)
        mover = play_on(ahead, rules, seat, memory.random)
        left = 0 if ahead[PHASE] == OVER else all_throws_left(ahead, rules)
        if left:
            expected_totals(ahead, rules, mover, trained_weights(), memory, totals)
            expected.append((int(mover), tuple(float(total) for total in totals), left / players))
        apply_action(state, rules, END_ACTION)
    scores = Position(config, state).scores()
    winner = [score.rank for score in scores].index(1)
    return [Sample(*known, tuple(score.total for score in scores), winner) for known in expected]


def mover_bonus(samples: Iterable[Sample]) -> float:
    """How many points for each throw left the mover is expected to be behind the others, and is not: least squares."""
    missing, squares = 0.0, 0.0
    for sample in samples:
        errors = [final - total for final, total in zip(sample.finals, sample.totals, strict=True)]
        others = (sum(errors) - errors[sample.mover]) / (len(errors) - 1)
        missing += (errors[sample.mover] - others) * sample.throws_left
        squares += sample.throws_left**2
    return missing / squares


def with_bonus(sample: Sample, bonus: float) -> Sample:
    totals = list(sample.totals)
    totals[sample.mover] += bonus * sample.throws_left
    return sample._replace(totals=tuple(totals))


def chances(sample: Sample, at_end: float, growth: float) -> list[float]:
    out = floats([0.0] * len(sample.totals))
    scale = at_end + growth * sample.throws_left**0.5
    write_chances(floats(sample.totals), len(sample.totals), scale, out)
    return [float(chance) for chance in out]


def surprise(samples: Sequence[Sample], at_end: float, growth: float) -> float:
    """The mean of -log of the chance that was given to whoever won; less is better."""
    return -sum(log(max(1e-9, chances(sample, at_end, growth)[sample.winner])) for sample in samples) / len(samples)


def fitted(samples: Sequence[Sample]) -> tuple[float, float]:
    """The two numbers with the least surprise: a coarse grid, then a finer one around its best."""
    best, step = (2.0, 2.0), 1.0
    for _ in range(3):
        around = [step * number for number in (-2, -1, 0, 1, 2)]
        tried = [(best[0] + first, best[1] + second) for first, second in product(around, around)]
        best = min((pair for pair in tried if pair[0] > 0 and pair[1] >= 0), key=lambda pair: surprise(samples, *pair))
        step /= 3
    return best


def reliability(samples: Iterable[Sample], at_end: float, growth: float) -> list[tuple[float, float, int]]:
    """By tenth of the chance given: the mean chance given, how often it came true, and how many there were."""
    bins: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for sample in samples:
        for seat, chance in enumerate(chances(sample, at_end, growth)):
            bins[min(BINS - 1, int(BINS * chance))].append((chance, seat == sample.winner))
    return [
        (sum(chance for chance, _ in given) / len(given), sum(won for _, won in given) / len(given), len(given))
        for given in bins
        if given
    ]


def main(arguments: Sequence[str]) -> None:
    games = int(arguments[0]) if arguments else 300
    rng = random.Random(FIRST_SEED)  # noqa: S311 - play, not secrets
    groups = {
        f"{players} players": [sample for _ in range(games) for sample in play(players, rng)] for players in (2, 3, 4)
    }
    groups["all"] = [sample for found in groups.values() for sample in found]
    for name, found in groups.items():
        bonus = mover_bonus(found)
        better = [with_bonus(sample, bonus) for sample in found]
        at_end, growth = fitted(better)
        scale = f"scale {at_end:.2f} + {growth:.2f} * sqrt(left)"
        print(f"{name}: bonus {bonus:.2f}, {scale}, surprise {surprise(better, at_end, growth):.4f}")
    for given, came, count in reliability(better, at_end, growth):
        print(f"given {given:.3f} came true {came:.3f} of {count}")


if __name__ == "__main__":
    main(sys.argv[1:])
