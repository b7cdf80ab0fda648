"""Bots that look ahead: the turns that look best, told apart by playing on from each of them many times."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

from holi.bots.base import View
from holi.bots.deal import deal
from holi.bots.look_ahead import best_first, look_ahead_round
from holi.bots.turn_bot import turn_of
from holi.bots.turn_search import EVERYTHING, TurnBuffers, best_turns
from holi.bots.value import Floats
from holi.game import Action, Kind
from holi.kernel.layout import SCORE_SIZE, STATE_SIZE
from holi.kernel.mode import Ints, matrix, vector
from holi.kernel.playouts import random_state

TIME_USED = 0.9
"""The part of the thinking time after which no new round begins."""

NO_LIMIT = 1 << 30


class SearchBot:
    """Keeps the `most_turns` best-looking turns and halves them, round by round, within the thinking time."""

    def __init__(
        self, seed: int, name: str, weights: Floats, most_turns: int, turns_ahead: int = 2, most_rounds: int = NO_LIMIT
    ) -> None:
        self.name = name
        self._weights = weights
        self._most_turns = most_turns
        self._turns_ahead = turns_ahead
        self._most_rounds = most_rounds
        self._random = random.Random(seed)  # noqa: S311 - play, not secrets
        self._kernel_random = random_state(seed)
        self._buffers = TurnBuffers.new(most_turns)
        self._work = matrix(1, STATE_SIZE)
        self._pool = vector([0] * 16)
        self._scores = vector([0] * SCORE_SIZE)
        self._plan: list[Action] = []

    def choose(self, view: View, legal: Sequence[Action], movetime: float) -> Action:
        """The first action of the turn that did best, of which the rest is remembered; a corner at random."""
        if legal[0].kind is Kind.PLACE_MARKER:
            return self._random.choice(legal)
        begun = any(view["turn"][done] for done in ("thrown", "moved", "climbed"))
        if not (begun and self._plan and self._plan[0] in legal):
            deadline = time.perf_counter() + TIME_USED * movetime
            seat = view["turn"]["seat"]
            state, rules = deal(view, self._random).vectors
            found = best_turns(
                state, rules, seat, self._weights, EVERYTHING, self._kernel_random, *self._buffers.arguments
            )
            self._plan = turn_of(self._buffers, self._best_of(found, rules, seat, deadline))
        return self._plan.pop(0)

    def _best_of(self, found: int, rules: Ints, seat: int, deadline: float) -> int:
        """The number of the best turn, by sequential halving: each stage has the same share of the time."""
        kept = vector(list(range(self._most_turns)))
        sums = vector([0] * self._most_turns)
        visits = vector([0] * self._most_turns)
        begin = time.perf_counter()
        stages = max(1, (found - 1).bit_length())
        count = found
        rounds = 0
        for stage in range(1, stages + 1):
            stage_end = begin + (deadline - begin) * stage / stages
            while count > 1 and rounds * stages < self._most_rounds * stage:
                look_ahead_round(
                    self._buffers.ends, rules, seat, self._turns_ahead, self._weights, kept, count, self._kernel_random,
                    sums, visits, self._work, self._pool, self._scores, self._buffers.features,
                )  # fmt: skip
                rounds += 1
                if time.perf_counter() >= stage_end:
                    break
            best_first(kept, count, sums, visits)
            count = (count + 1) // 2
        return int(kept[0])
