"""The level `club` where nothing is compiled: it evaluates as many of its turns as the time allows."""

from __future__ import annotations

import time

from holi.bots.base import View
from holi.bots.level_bot import LevelBot
from holi.bots.levels import LEVELS
from holi.bots.search.turn_search import EVERYTHING
from holi.game import Action

GLANCE = 1
"""The attention of the first search, which only shows how long a second one will take."""

FULL_LOOK = 80
"""A search with full attention takes up to this many times as long as the first one; 20 to 84 times were measured."""


class InterpretedClub(LevelBot):
    """Evaluates and overlooks as `club` does; in large positions it evaluates fewer turns, to be done in time."""

    def __init__(self, seed: int) -> None:
        super().__init__("club", LEVELS["club"], seed)

    def turn(self, view: View, movetime: float) -> list[Action]:
        began = time.perf_counter()
        self.level = self.level._replace(attention=GLANCE)
        super().turn(view, movetime)
        self.level = self.level._replace(attention=attention(time.perf_counter() - began, movetime))
        return super().turn(view, movetime)


def attention(first_look: float, movetime: float) -> int:
    """The percentage of turns that can be evaluated in what is left of the time after the first search."""
    share = (movetime - first_look) / (FULL_LOOK * first_look)
    return max(GLANCE, min(EVERYTHING, int(EVERYTHING * share)))
