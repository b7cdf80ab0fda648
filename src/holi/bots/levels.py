"""The bots by name; adding one is adding one entry here."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from holi.bots.base import Bot
from holi.bots.players.random_bot import RandomBot
from holi.bots.players.search_bot import SearchBot
from holi.bots.players.turn_bot import TurnBot
from holi.bots.search.weights import trained_weights
from holi.game.errors import MalformedError, quoted

CLUB_NOTICES = 43
"""Percent of what it could do that `club` sees."""

LEVELS: Mapping[str, Callable[[int], Bot]] = {
    "random": RandomBot,
    # See a part of the turns they could play, and only what these score at once.
    "novice": lambda seed: TurnBot(seed, "novice", noticing=4),
    "casual": lambda seed: TurnBot(seed, "casual", noticing=27),
    # Overlooks nothing, but counts only the score as it stands: the measure that other bots are held against.
    "greedy": lambda seed: TurnBot(seed, "greedy"),
    # Evaluates by a trained network what its turn will lead to, but does not see everything.
    "club": lambda seed: TurnBot(seed, "club", trained_weights(), noticing=CLUB_NOTICES),
    # Overlooks little, and plays the last turns exactly.
    "expert": lambda seed: SearchBot(seed, "expert", trained_weights(), candidates=1, noticing=95),
    # Overlooks nothing, and looks ahead as well: what the others may do, and oneself after that.
    "master": lambda seed: SearchBot(seed, "master", trained_weights(), candidates=12),
}
"""How to make a bot of each level from a seed, weakest first."""


def make_bot(level: object, seed: int) -> Bot:
    """A bot of a level; the same seed makes the same choices, except for bots that think until their time is up."""
    if not isinstance(level, str) or level not in LEVELS:
        raise MalformedError(f"there is no bot level {quoted(level)}; the levels are {', '.join(LEVELS)}")
    return LEVELS[level](seed)
