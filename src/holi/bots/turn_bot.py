"""Bots that judge every way to play their turn by the position at its end, and look no further."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from holi.bots.base import View
from holi.bots.deal import deal
from holi.bots.opening import choose_corner
from holi.bots.turn_search import EVERYTHING, TurnBuffers, noticed_turns
from holi.bots.value import Floats
from holi.game import Action, Kind
from holi.kernel.mode import floats
from holi.kernel.playouts import random_state

ONLY_THE_SCORE: Final = floats([])
"""No network: a judgement without it is the lead as it stands."""


class TurnBot:
    """Full-turn search: all orders of throw, move and climb that it notices, judged at the turn's end.

    `noticing` is how much it sees, of a hundred, with the oversights of people; of what it sees, `attention` of a
    hundred turns are judged, which saves time.
    """

    def __init__(
        self,
        seed: int,
        name: str,
        weights: Floats = ONLY_THE_SCORE,
        attention: int = EVERYTHING,
        noticing: int = EVERYTHING,
    ) -> None:
        self.name = name
        self._weights = weights
        self._attention = attention
        self._noticing = noticing
        self._random = random.Random(seed)  # noqa: S311 - play, not secrets
        self._kernel_random = random_state(seed)
        self._buffers = TurnBuffers.new(1)
        self._plan: list[Action] = []

    def choose(self, view: View, legal: Sequence[Action], movetime: float) -> Action:
        """The first action of the best turn, of which the rest is remembered."""
        if legal[0].kind is Kind.PLACE_MARKER:
            return choose_corner(view, legal, self._random)
        begun = any(view["turn"][done] for done in ("thrown", "moved", "climbed"))
        if not (begun and self._plan and self._plan[0] in legal):
            state, rules = deal(view, self._random).vectors
            seat = view["turn"]["seat"]
            noticed_turns(
                self._noticing, state, rules, seat, self._weights, self._attention, self._kernel_random,
                *self._buffers.arguments,
            )  # fmt: skip
            self._plan = turn_of(self._buffers, 0)
        return self._plan.pop(0)


def turn_of(buffers: TurnBuffers, number: int) -> list[Action]:
    """The actions of one of the turns found, up to its end."""
    turn: list[Action] = []
    for code in buffers.turns[number]:
        turn.append(Action.from_code(int(code)))
        if turn[-1].kind is Kind.END:
            break
    return turn
