"""The level `club` where nothing is compiled: it looks at as many of its turns as the time allows."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

from holi.bots.base import View
from holi.bots.levels import CLUB_NOTICES
from holi.bots.turn_bot import TurnBot
from holi.bots.turn_search import EVERYTHING
from holi.bots.weights import trained_weights
from holi.game import Action

GLANCE = 1
"""The attention of the first look, which only shows how long a second one will take."""

FULL_LOOK = 80
"""Looking at every turn takes up to so many times as long as the first look did; 20 to 84 times were measured."""


class HurriedBot:
    """Judges and overlooks as `club` does; in large positions it looks at fewer turns, so as to be done in time."""

    name = "club"

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - play, not secrets
        self._bot = self._with_attention(GLANCE)

    def choose(self, view: View, legal: Sequence[Action], movetime: float) -> Action:
        """The first action of the best turn noticed; then the rest of it."""
        if not any(view["turn"][done] for done in ("thrown", "moved", "climbed")):
            began = time.perf_counter()
            glance = self._with_attention(GLANCE)
            glance.choose(view, legal, movetime)
            self._bot = self._with_attention(attention(time.perf_counter() - began, movetime))
        return self._bot.choose(view, legal, movetime)

    def _with_attention(self, percent: int) -> TurnBot:
        seed = self._random.getrandbits(32)
        return TurnBot(seed, self.name, trained_weights(), attention=percent, noticing=CLUB_NOTICES)


def attention(first_look: float, movetime: float) -> int:
    """How many of a hundred turns can be judged in what is left of the time after the first look."""
    share = (movetime - first_look) / (FULL_LOOK * first_look)
    return max(GLANCE, min(EVERYTHING, int(EVERYTHING * share)))
