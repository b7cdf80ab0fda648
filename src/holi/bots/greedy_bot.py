"""A bot that ends each turn with the largest lead it can see, and looks no further."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from holi.bots.base import View
from holi.bots.deal import deal
from holi.bots.turn_search import TurnBuffers, best_turns
from holi.game import Action, Kind
from holi.kernel.mode import floats
from holi.kernel.playouts import random_state

ONLY_THE_SCORE: Final = floats([])
"""No network: a judgement without it is the lead as it stands."""


class GreedyBot:
    """Full-turn greedy: all orders of throw, move and climb, judged by the score at the turn's end."""

    name = "greedy"

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - play, not secrets
        self._kernel_random = random_state(seed)
        self._buffers = TurnBuffers.new(1)

    def choose(self, view: View, legal: Sequence[Action], movetime: float) -> Action:
        """The first action of the best rest of the turn; a corner at random."""
        if legal[0].kind is Kind.PLACE_MARKER:
            return self._random.choice(legal)
        state, rules = deal(view, self._random).vectors
        seat = view["turn"]["seat"]
        buffers = self._buffers
        best_turns(state, rules, seat, ONLY_THE_SCORE, self._kernel_random, *buffers.arguments)
        return Action.from_code(int(buffers.turns[0][0]))
