"""A bot that knows the rules and nothing else."""

from __future__ import annotations

import random

from holi.bots.base import View
from holi.bots.choosing import turn_by_choices
from holi.game import Action


class RandomBot:
    """Every legal action has the same chance."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - play, not secrets

    def turn(self, view: View, movetime: float) -> list[Action]:
        return turn_by_choices(lambda _, legal, __: self._random.choice(legal), view, movetime)
