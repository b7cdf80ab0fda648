"""The level `club` where nothing is compiled: it evaluates as many of its turns as the time allows."""

from __future__ import annotations

import random
import time

from holi.bots.base import View
from holi.bots.levels import CLUB_NOTICES
from holi.bots.players.turn_bot import TurnBot
from holi.bots.search.turn_search import EVERYTHING
from holi.bots.search.weights import trained_weights
from holi.game import Action

GLANCE = 1
"""The attention of the first search, which only shows how long a second one will take."""

FULL_LOOK = 80
"""A search with full attention takes up to this many times as long as the first one; 20 to 84 times were measured."""


class InterpretedClub:
    """Evaluates and overlooks as `club` does; in large positions it evaluates fewer turns, to be done in time."""

    name = "club"

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - play, not secrets

    def turn(self, view: View, movetime: float) -> list[Action]:
        began = time.perf_counter()
        self._with_attention(GLANCE).turn(view, movetime)
        percent = attention(time.perf_counter() - began, movetime)
        return self._with_attention(percent).turn(view, movetime)

    def _with_attention(self, percent: int) -> TurnBot:
        seed = self._random.getrandbits(32)
        return TurnBot(seed, self.name, trained_weights(), attention=percent, noticing=CLUB_NOTICES)


def attention(first_look: float, movetime: float) -> int:
    """The percentage of turns that can be evaluated in what is left of the time after the first search."""
    share = (movetime - first_look) / (FULL_LOOK * first_look)
    return max(GLANCE, min(EVERYTHING, int(EVERYTHING * share)))
