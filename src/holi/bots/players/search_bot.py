"""Bots that look ahead: the turns that look best, told apart by playing on from each of them many times.

In a round every candidate that is still in question is tried with the same deal, so that luck of the draw cancels out.
What a round comes to depends only on its number.
"""

from __future__ import annotations

import time

from holi.bots.players.turn_bot import TurnBot
from holi.bots.search.endgame import SHARE_OF_TIME, EndgameSolver
from holi.bots.search.look_ahead import NO_LIMIT, best_first, look_ahead
from holi.bots.search.memory import new_memory
from holi.bots.search.turn_search import EVERYTHING, turn_from
from holi.bots.search.value import Floats
from holi.game import Action
from holi.kernel.mode import Ints, copy_into, vector
from holi.kernel.playouts import random_state

TIME_USED = 0.9
"""The part of the thinking time after which nothing new begins."""


class SearchBot(TurnBot):
    """Keeps the best-looking turns as candidates and halves them, round by round, within the thinking time.

    It looks ahead to the end of its own next turn. If the time allows for `most_rounds`, the same seed makes the same
    choices.
    """

    def __init__(
        self,
        seed: int,
        name: str,
        weights: Floats,
        candidates: int,
        most_rounds: int = NO_LIMIT,
        noticing: int = EVERYTHING,
    ) -> None:
        super().__init__(seed, name, weights, noticing=noticing, candidates=candidates)
        self._most_rounds = most_rounds
        self._endgame = EndgameSolver()
        self._ahead = new_memory(1, seed=0)
        self._sums = vector([0] * candidates)
        self._visits = vector([0] * candidates)

    def _best_turn(self, state: Ints, rules: Ints, seat: int, movetime: float) -> list[Action]:
        began = time.perf_counter()
        ending = self._endgame.solve(state, rules, seat, began + SHARE_OF_TIME * movetime)
        if ending is not None:
            return ending
        found = self._find_candidates(state, rules, seat)
        return turn_from(self._memory.turns[self._best_of(found, rules, seat, began + TIME_USED * movetime)])

    def _best_of(self, found: int, rules: Ints, seat: int, deadline: float) -> int:
        """The number of the best candidate, by sequential halving: each stage has the same share of the time."""
        luck = self._random.getrandbits(32)
        kept = vector(list(range(found)))
        for candidate in range(found):
            self._sums[candidate] = self._visits[candidate] = 0
        begin = time.perf_counter()
        stages = max(1, (found - 1).bit_length())
        count, done = found, 0
        for stage in range(1, stages + 1):
            if count == 1:
                break
            until = begin + (deadline - begin) * stage / stages
            for number in range(done, self._most_rounds * stage // stages):
                done = number + 1
                in_time = self._round(kept[:count], rules, seat, luck + number, deadline)
                if not in_time or time.perf_counter() >= until:
                    break
            best_first(kept, count, self._sums, self._visits)
            count = (count + 1) // 2
        return int(kept[0])

    def _round(self, kept: Ints, rules: Ints, seat: int, luck: int, deadline: float) -> bool:
        """Look ahead from each candidate kept, all with the same luck; False if the time is over before the last."""
        same_luck = random_state(luck)
        for candidate in kept:
            copy_into(self._ahead.random, same_luck)
            self._sums[candidate] += look_ahead(self._memory.ends[candidate], rules, seat, self._weights, self._ahead)
            self._visits[candidate] += 1
            if time.perf_counter() >= deadline:
                return False
        return True
