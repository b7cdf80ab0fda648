"""Bots that look ahead: the turns that look best, told apart by playing on from each of them many times.

In a round every turn that is still in question is tried with the same deal, so that luck of the draw cancels out. What
a round comes to depends only on its number, so that rounds may be shared out among threads.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from holi.bots.base import View
from holi.bots.deal import deal
from holi.bots.endgame import SHARE_OF_TIME, EndgameSolver
from holi.bots.look_ahead import best_first, look_ahead
from holi.bots.opening import choose_corner
from holi.bots.turn_bot import turn_of
from holi.bots.turn_search import EVERYTHING, TurnBuffers, noticed_turns
from holi.bots.value import Floats
from holi.game import Action, Kind
from holi.kernel.layout import STATE_SIZE
from holi.kernel.mode import Ints, copy_into, vector
from holi.kernel.playouts import random_state

TIME_USED = 0.9
"""The part of the thinking time after which nothing new begins."""

NO_LIMIT = 1 << 30


@dataclass(frozen=True, slots=True)
class Question:
    """What is looked ahead from: the ends of the turns found, for whom, and until when."""

    ends: Sequence[Ints]
    rules: Ints
    seat: int
    weights: Floats
    seed: int
    deadline: float


class Lookout:
    """The memory of one thread that looks ahead, with the sums of its judgements by turn."""

    def __init__(self, most_turns: int) -> None:
        self._buffers = TurnBuffers.new(1)
        self._random = random_state(0)
        self._work = vector([0] * STATE_SIZE)
        self._pool = vector([0] * 16)
        self.sums = vector([0] * most_turns)
        self.visits = vector([0] * most_turns)

    def clear(self) -> None:
        """Forget the sums."""
        for turn in range(len(self.sums)):
            self.sums[turn] = self.visits[turn] = 0

    def look(self, question: Question, kept: Sequence[int], rounds: Iterator[int], until: float) -> None:
        """Take rounds, and look ahead from each of the turns kept, until the time is over or no round is left."""
        for number in rounds:
            same_luck = random_state(question.seed + number)
            for turn in kept:
                copy_into(self._random, same_luck)
                self.sums[turn] += look_ahead(
                    question.ends[turn], question.rules, question.seat, question.weights, self._random, self._work,
                    self._pool, *self._buffers.arguments,
                )  # fmt: skip
                self.visits[turn] += 1
                if time.perf_counter() >= question.deadline:
                    return
            if time.perf_counter() >= until:
                return


class SearchBot:
    """Keeps the `most_turns` best-looking turns and halves them, round by round, within the thinking time.

    It looks ahead to the end of its own next turn; `noticing` is how much it sees of its turns, of a hundred. If the
    time allows for `most_rounds`, the same seed makes the same choices, with any number of threads.
    """

    def __init__(
        self,
        seed: int,
        name: str,
        weights: Floats,
        most_turns: int,
        most_rounds: int = NO_LIMIT,
        threads: int = 1,
        noticing: int = EVERYTHING,
    ) -> None:
        self.name = name
        self._weights = weights
        self._most_turns = most_turns
        self._most_rounds = most_rounds
        self._noticing = noticing
        self._random = random.Random(seed)  # noqa: S311 - play, not secrets
        self._kernel_random = random_state(seed)
        self._buffers = TurnBuffers.new(most_turns)
        self._lookouts = [Lookout(most_turns) for _ in range(threads)]
        self._endgame = EndgameSolver()
        self._plan: list[Action] = []

    def choose(self, view: View, legal: Sequence[Action], movetime: float) -> Action:
        """The first action of the turn that did best, of which the rest is remembered."""
        if legal[0].kind is Kind.PLACE_MARKER:
            return choose_corner(view, legal, self._random)
        begun = any(view["turn"][done] for done in ("thrown", "moved", "climbed"))
        if not (begun and self._plan and self._plan[0] in legal):
            self._plan = self._best_turn(view, movetime)
        return self._plan.pop(0)

    def _best_turn(self, view: View, movetime: float) -> list[Action]:
        """The rest of the turn, thought out once."""
        began = time.perf_counter()
        seat = view["turn"]["seat"]
        state, rules = deal(view, self._random).vectors
        ending = self._endgame.solve(state, rules, seat, began + SHARE_OF_TIME * movetime)
        if ending is not None:
            return ending
        found = noticed_turns(
            self._noticing, state, rules, seat, self._weights, EVERYTHING, self._kernel_random,
            *self._buffers.arguments,
        )  # fmt: skip
        luck = self._random.getrandbits(32)
        question = Question(self._buffers.ends, rules, seat, self._weights, luck, began + TIME_USED * movetime)
        return turn_of(self._buffers, self._best_of(found, question))

    def _best_of(self, found: int, question: Question) -> int:
        """The number of the best turn, by sequential halving: each stage has the same share of the time."""
        kept = vector(list(range(found)))
        for lookout in self._lookouts:
            lookout.clear()
        begin = time.perf_counter()
        stages = max(1, (found - 1).bit_length())
        count, first = found, 0
        for stage in range(1, stages + 1):
            if count == 1:
                break
            until = begin + (question.deadline - begin) * stage / stages
            last = self._most_rounds * stage // stages
            rounds = iter(range(first, last))
            self._look(question, [int(turn) for turn in kept[:count]], rounds, until)
            first = next(rounds, last)
            sums = [sum(lookout.sums[turn] for lookout in self._lookouts) for turn in range(found)]
            visits = [sum(lookout.visits[turn] for lookout in self._lookouts) for turn in range(found)]
            best_first(kept, count, vector(sums), vector(visits))
            count = (count + 1) // 2
        return int(kept[0])

    def _look(self, question: Question, kept: Sequence[int], rounds: Iterator[int], until: float) -> None:
        """Let every thread take rounds from the same iterator, whose `next` no two threads can be in at once."""
        if len(self._lookouts) == 1:
            self._lookouts[0].look(question, kept, rounds, until)
            return
        with ThreadPoolExecutor(len(self._lookouts)) as pool:
            for done in [pool.submit(lookout.look, question, kept, rounds, until) for lookout in self._lookouts]:
                done.result()
