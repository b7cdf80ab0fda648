"""Games that the full-turn search plays against itself, as examples for the value network."""

from __future__ import annotations

import random
from collections.abc import MutableSequence, Sequence
from typing import Any, NamedTuple

import numpy

from holi.bots.turn_search import EVERYTHING, Rows, TurnBuffers, best_turns, face_up_turns
from holi.bots.value import INPUTS, Floats, write_features
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
from holi.kernel.playouts import below, random_action, random_state
from holi.kernel.scoring import score, score_all

MOST_EXAMPLES = 4 * 13 * MAX_PLAYERS * MAX_PLAYERS
"""Room for the examples of a game: one for every seat at the end of every turn."""

TURNS_TRIED = 4
"""How many of the best turns a player who explores chooses among."""

Examples = Any
"""Numpy arrays; numba's users do not ask for their element types."""


@compiled
def play_and_watch(
    state: Ints, rules: Ints, weights: MutableSequence[Floats], used: Ints, exploring: int, thorough: int, random: Ints,
    states: Rows, actions: Rows, left: Ints, path: Ints, turns: Rows, ends: Rows, values: Rows, scores: Ints,
    features: Floats, seen: MutableSequence[Floats], points: Floats, seats: Ints, totals: Ints,
) -> int:  # fmt: skip
    """Play a game, each seat judging by its row of `weights`; return how many examples were written.

    So many of a row as `used` says belong to the network; a seat with none judges by the score alone.

    An example is what the network sees of a seat at the end of a turn, and how many points the seat still got. In so
    many of a hundred turns as `exploring` says, one of the best turns is chosen by chance instead of the very best. So
    many of a hundred as `thorough` says are searched with all throws face down, which are most of the work.
    """
    count = 0
    room = len(seats)
    while state[PHASE] == SETUP:
        apply_action(state, rules, random_action(state, rules, random))
    while state[PHASE] != OVER:
        mover = state[SEAT]
        network = weights[mover][: used[mover]]
        if below(random, 100) < thorough:
            found = best_turns(
                state, rules, mover, network, EVERYTHING, random, states, actions, left, path, turns, ends,
                values, scores, features,
            )  # fmt: skip
        else:
            found = face_up_turns(
                state, rules, mover, network, random, states, actions, left, path, turns, ends, values, scores,
                features,
            )  # fmt: skip
        chosen = below(random, found) if below(random, 100) < exploring else 0
        i = 0
        while turns[chosen][i] != END_ACTION:
            apply_action(state, rules, turns[chosen][i])
            i += 1
        for seat in range(rules[PLAYERS]):
            if count < room:
                write_features(state, rules, seat, mover, random, seen[count])
                points[count] = score(state, rules, seat, scores, 0)
                seats[count] = seat
                count += 1
        apply_action(state, rules, END_ACTION)
    score_all(state, rules, totals)
    for i in range(count):
        points[i] = totals[SCORE_SIZE * seats[i] + SCORE_TOTAL] - points[i]
    return count


class Played(NamedTuple):
    """A game's examples and its final scores by seat."""

    features: Examples
    points: Examples
    totals: list[int]


class SelfPlay:
    """Plays games of all sizes with random rivalry cards; the same seed gives the same games."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - play, not secrets
        self._kernel_random = random_state(seed)
        self._buffers = TurnBuffers.new(TURNS_TRIED)
        self._seen: Examples = numpy.zeros((MOST_EXAMPLES, INPUTS))
        self._points: Examples = numpy.zeros(MOST_EXAMPLES)
        self._seats = vector([0] * MOST_EXAMPLES)
        self._totals = vector([0] * (SCORE_SIZE * MAX_PLAYERS))

    def play(self, players: int, weights: Examples, used: Sequence[int], exploring: int, thorough: int) -> Played:
        """One game; `weights` has a row of network weights for each seat (see `play_and_watch` for the rest)."""
        seed = f"{self._random.getrandbits(256):064x}"
        config = Config(players, drawn_rivalry(seed, self._random.choice((0, 0, 1, 2, 2, 3))))
        state, rules = new_position(config, seed).vectors
        count = play_and_watch(
            state, rules, weights, vector(used), exploring, thorough, self._kernel_random, *self._buffers.arguments,
            self._seen, self._points, self._seats, self._totals,
        )  # fmt: skip
        totals = [int(self._totals[SCORE_SIZE * seat + SCORE_TOTAL]) for seat in range(players)]
        return Played(self._seen[:count].astype(numpy.float32), self._points[:count].astype(numpy.float32), totals)
