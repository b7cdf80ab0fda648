"""The starting corner (R2.4): away from the others.

Tower and cards look the same from all four sides, so for the first player all corners are alike. What the others'
choice is worth was measured (docs/decisions/0012-opening-corner.md): little or nothing.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from holi.bots.base import View
from holi.bots.search.deal import deal
from holi.game import Action, parse_space
from holi.game.notation import SQUARE_NAMES

ROUND: Final = tuple(SQUARE_NAMES.index(name) for name in ("a1", "f1", "f6", "a6"))
"""The corners, going round."""


def neighbours(corner: int, taken: Sequence[int]) -> int:
    """How many of the corners taken share a side of the tower with this one."""
    place = ROUND.index(corner)
    return sum(ROUND[place - 1] == other or ROUND[(place + 1) % 4] == other for other in taken)


def choose_corner(view: View, chance: random.Random) -> Action:
    legal = deal(view, random.Random(0)).legal_actions()  # noqa: S311 - play, not secrets
    taken = [parse_space(player["marker"]).square for player in view["players"] if player["marker"] is not None]
    fewest = min(neighbours(action.squares[0], taken) for action in legal)
    return chance.choice([action for action in legal if neighbours(action.squares[0], taken) == fewest])
