"""Games that the full-turn search plays against itself, as examples for the value network."""

from __future__ import annotations

import random
from collections.abc import MutableSequence, Sequence
from typing import Any, NamedTuple

import numpy

from holi.bots.search.memory import Memory, new_memory
from holi.bots.search.turn_search import best_turns, face_up_turns
from holi.bots.search.value import INPUTS, Floats, write_features
from holi.game import Config, drawn_rivalry, new_position
from holi.kernel.actions import apply_action
from holi.kernel.layout import (
    END_ACTION,
    MAX_PLAYERS,
    OVER,
    PHASE,
    PLAYERS,
    SCORE_SIZE,
    SCORE_TOTAL,
    SEAT,
    SETUP,
)
from holi.kernel.mode import Ints, compiled, vector
from holi.kernel.playouts import below, random_action
from holi.kernel.scoring import score, score_all

MOST_EXAMPLES = 4 * 13 * MAX_PLAYERS * MAX_PLAYERS
"""Room for the examples of a game: one for every seat at the end of every turn."""

TURNS_TRIED = 4
"""How many of the best turns a player who explores chooses among."""

Array = Any
"""A numpy array; numba's users do not ask for their element types."""


class Examples(NamedTuple):
    """What the network sees of a seat at the end of a turn, and how many points the seat still got."""

    seen: Array
    points: Array
    seats: Ints
    totals: Ints
    """The final scores of the game."""


@compiled
def play_and_watch(
    state: Ints, rules: Ints, weights: MutableSequence[Floats], used: Ints, exploring: int, thorough: int,
    memory: Memory, examples: Examples,
) -> int:  # fmt: skip
    """Play a game, each seat evaluating by its row of `weights`; return how many examples were written.

    `used` is how much of a seat's row belongs to its network; with 0 it plays by the score alone. `exploring` is the
    percentage of turns chosen at random among the candidates instead of the very best. `thorough` is the percentage
    that is searched with all throws face down, which are most of the work.
    """
    random, seen, points, seats = memory.random, examples.seen, examples.points, examples.seats
    count = 0
    room = len(seats)
    while state[PHASE] == SETUP:
        apply_action(state, rules, random_action(state, rules, random))
    while state[PHASE] != OVER:
        mover = state[SEAT]
        network = weights[mover][: used[mover]]
        if below(random, 100) < thorough:
            found = best_turns(state, rules, mover, network, memory)
        else:
            found = face_up_turns(state, rules, mover, network, memory)
        chosen = below(random, found) if below(random, 100) < exploring else 0
        i = 0
        while memory.turns[chosen][i] != END_ACTION:
            apply_action(state, rules, memory.turns[chosen][i])
            i += 1
        for seat in range(rules[PLAYERS]):
            if count < room:
                write_features(state, rules, seat, mover, random, seen[count])
                points[count] = score(state, rules, seat, memory.scores, 0)
                seats[count] = seat
                count += 1
        apply_action(state, rules, END_ACTION)
    score_all(state, rules, examples.totals)
    for i in range(count):
        points[i] = examples.totals[SCORE_SIZE * seats[i] + SCORE_TOTAL] - points[i]
    return count


class Played(NamedTuple):
    features: Array
    points: Array
    totals: list[int]


class SelfPlay:
    """Plays games of all sizes with random rivalry cards; the same seed gives the same games."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - play, not secrets
        self._memory = new_memory(TURNS_TRIED, seed)
        self._examples = Examples(
            seen=numpy.zeros((MOST_EXAMPLES, INPUTS)),
            points=numpy.zeros(MOST_EXAMPLES),
            seats=vector([0] * MOST_EXAMPLES),
            totals=vector([0] * (SCORE_SIZE * MAX_PLAYERS)),
        )

    def play(self, players: int, weights: Array, used: Sequence[int], exploring: int, thorough: int) -> Played:
        """One game; `weights` has a row of network weights for each seat (see `play_and_watch` for the rest)."""
        seed = f"{self._random.getrandbits(256):064x}"
        config = Config(players, drawn_rivalry(seed, self._random.choice((0, 0, 1, 2, 2, 3))))
        state, rules = new_position(config, seed).vectors
        examples = self._examples
        count = play_and_watch(state, rules, weights, vector(used), exploring, thorough, self._memory, examples)
        totals = [int(examples.totals[SCORE_SIZE * seat + SCORE_TOTAL]) for seat in range(players)]
        features, points = numpy.array(examples.seen[:count]), numpy.array(examples.points[:count])
        return Played(features.astype(numpy.float32), points.astype(numpy.float32), totals)
