"""The bots by name; adding one is adding one entry here."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Final

from holi.bots.base import Bot, View
from holi.bots.level_bot import LevelBot
from holi.bots.search.thinking import Level
from holi.bots.search.turn_search import EVERYTHING
from holi.game import Action
from holi.game.errors import MalformedError, quoted

ENDING_STEPS: Final = 1 << 24

GLANCE = 1
"""The attention of the first search, which only shows how long a second one will take."""

FULL_LOOK = 80
"""A search with full attention takes up to this many times as long as the first one; 20 to 84 times were measured."""

LEVELS: Mapping[str, Level] = {
    # Knows the rules and nothing else.
    "random": Level(network=0, noticing=0),
    # See a part of the turns they could play, and only what these score at once.
    "novice": Level(network=0, noticing=4),
    "casual": Level(network=0, noticing=27),
    # Overlooks nothing, but counts only the score as it stands: the measure that other bots are held against.
    "greedy": Level(network=0),
    # Evaluates by a trained network what its turn will lead to, but does not see everything.
    "club": Level(network=1, noticing=43),
    # Overlooks little, and plays the last turns exactly.
    "expert": Level(network=1, noticing=95, ending_steps=ENDING_STEPS),
    # Overlooks nothing, and looks ahead as well: what the others may do, and oneself after that.
    "master": Level(network=1, candidates=12, ending_steps=ENDING_STEPS),
}
"""What each level does, weakest first."""


def make_bot(level: object, seed: int) -> Bot:
    """A bot of a level; the same seed makes the same choices, except for bots that think until their time is up."""
    if not isinstance(level, str) or level not in LEVELS:
        raise MalformedError(f"there is no bot level {quoted(level)}; the levels are {', '.join(LEVELS)}")
    return LevelBot(level, LEVELS[level], seed)


class InterpretedClub(LevelBot):
    """The level `club` where nothing is compiled: in large positions it evaluates fewer turns, to be done in time."""

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
