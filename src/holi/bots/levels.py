"""The bots by name; adding one is adding one entry here."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from holi.bots.base import Bot
from holi.bots.random_bot import RandomBot
from holi.bots.search_bot import SearchBot
from holi.bots.turn_bot import TurnBot
from holi.bots.weights import trained_weights
from holi.game.errors import MalformedError, quoted

LEVELS: Mapping[str, Callable[[int], Bot]] = {
    "random": RandomBot,
    # Sees few of the turns it could play, and only what they score at once.
    "novice": lambda seed: TurnBot(seed, "novice", attention=1),
    "casual": lambda seed: TurnBot(seed, "casual", attention=10),
    # Overlooks nothing, but counts only the score as it stands: the measure that other bots are held against.
    "greedy": lambda seed: TurnBot(seed, "greedy"),
    # Judges by experience what its turn will lead to.
    "club": lambda seed: TurnBot(seed, "club", trained_weights()),
    # Look ahead as well: what the others may do, and oneself after that.
    "expert": lambda seed: SearchBot(seed, "expert", trained_weights(), most_turns=8, most_rounds=24),
    "master": lambda seed: SearchBot(seed, "master", trained_weights(), most_turns=24),
}
"""How to make a bot of each level from a seed, weakest first."""


def make_bot(level: object, seed: int) -> Bot:
    """A bot of a level; the same seed makes the same choices, but for those that think until their time is up."""
    if not isinstance(level, str) or level not in LEVELS:
        raise MalformedError(f"there is no bot level {quoted(level)}; the levels are {', '.join(LEVELS)}")
    return LEVELS[level](seed)
