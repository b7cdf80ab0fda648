"""The bots by name; adding one is adding one entry here."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from holi.bots.base import Bot
from holi.bots.greedy_bot import GreedyBot
from holi.bots.random_bot import RandomBot
from holi.game.errors import MalformedError, quoted

LEVELS: Mapping[str, Callable[[int], Bot]] = {"random": RandomBot, "greedy": GreedyBot}
"""How to make a bot of each level from a seed, weakest first."""


def make_bot(level: object, seed: int) -> Bot:
    """A bot of a level; the same seed makes the same choices."""
    if not isinstance(level, str) or level not in LEVELS:
        raise MalformedError(f"there is no bot level {quoted(level)}; the levels are {', '.join(LEVELS)}")
    return LEVELS[level](seed)
