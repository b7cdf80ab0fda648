"""Bounds of a seat's reward, which OpenSpiel wants to know of a game."""

from __future__ import annotations

from typing import Final

from holi.env.rewards import RANK, WIN
from holi.game import Config
from holi.game.config import rules_of
from holi.kernel.layout import HIT_POINTS, RAIN_POINTS, SUMMIT_POINTS, TOKENS_PER_PLAYER

SWEETS_IN_ALL: Final = 24


def reward_bounds(setting: int, config: Config) -> tuple[float, float]:
    """The bounds of a seat's reward; those of `win` and `rank` are reached."""
    if setting == WIN:
        return -1.0 / (config.players - 1), 1.0
    if setting == RANK:
        return -1.0, 1.0
    most = float(most_points(config))
    return -most, most


def most_points(config: Config) -> int:
    """An upper bound of a seat's score (R9): the most of each part, though hardly of all at once."""
    rules = rules_of(config)
    others = config.players - 1
    # A token ends on T for 3 points, or with another player for 2 and what it scored on its way there. It never leaves
    # that player (R6.2), so it scores only once on its way.
    token = max(3, 2 + int(rules[HIT_POINTS]), 2 + int(rules[RAIN_POINTS]))
    rivalry = sum(card.points * _most_often(card.term, card.spaces, others) for card in config.scoring_cards)
    return TOKENS_PER_PLAYER * token + 5 * others + int(rules[SUMMIT_POINTS]) + rivalry


def _most_often(term: str | None, spaces: int, others: int) -> int:
    """How often a rivalry card's scoring term can hold for one seat."""
    tokens = TOKENS_PER_PLAYER
    return {
        "sweets-held": SWEETS_IN_ALL,
        "tokens-on": min(tokens, 3 * spaces.bit_count()),
        "columns-topped": tokens,
        "tokens-stacked": tokens * 2 // 3,  # two of the three tokens of a column
        "full-lines": tokens * 2 // 4,  # a line takes four tokens, and a token lies in two lines
        "largest-group": tokens,
        "quarters-led": 4,
        "messier-players": others,
        "best-friends": others,
    }[str(term)]
