"""Bots that evaluate every way to play their turn by the position at its end, and look no further."""

from __future__ import annotations

import random
from typing import Final

from holi.bots.base import View
from holi.bots.players.opening import choose_corner
from holi.bots.search.deal import deal
from holi.bots.search.memory import new_memory
from holi.bots.search.turn_search import EVERYTHING, noticed_turns, turn_from
from holi.bots.search.value import Floats
from holi.game import Action
from holi.kernel.mode import Ints, floats

ONLY_THE_SCORE: Final = floats([])
"""No network: the value of a position is the lead as it stands."""


class TurnBot:
    """Full-turn search: all orders of throw, move and climb that it notices, evaluated at the turn's end.

    `noticing` is the percentage that it sees, with the oversights of people; `attention` is the percentage of these
    turns that get evaluated, to save time.
    """

    def __init__(
        self,
        seed: int,
        name: str,
        weights: Floats = ONLY_THE_SCORE,
        attention: int = EVERYTHING,
        noticing: int = EVERYTHING,
        candidates: int = 1,
    ) -> None:
        self.name = name
        self._weights = weights
        self._attention = attention
        self._noticing = noticing
        self._random = random.Random(seed)  # noqa: S311 - play, not secrets
        self._memory = new_memory(candidates, seed)

    def turn(self, view: View, movetime: float) -> list[Action]:
        if view["phase"] == "setup":
            return [choose_corner(view, self._random)]
        state, rules = deal(view, self._random).vectors
        return self._best_turn(state, rules, view["turn"]["seat"], movetime)

    def _best_turn(self, state: Ints, rules: Ints, seat: int, movetime: float) -> list[Action]:
        self._find_candidates(state, rules, seat)
        return turn_from(self._memory.turns[0])

    def _find_candidates(self, state: Ints, rules: Ints, seat: int) -> int:
        return noticed_turns(state, rules, seat, self._weights, self._memory, self._noticing, self._attention)
