"""A bot that knows the rules and nothing else."""

from __future__ import annotations

import random
from collections.abc import Sequence

from holi.bots.base import View
from holi.game import Action


class RandomBot:
    """Every legal action has the same chance."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - play, not secrets

    def choose(self, view: View, legal: Sequence[Action], movetime: float) -> Action:
        """One of `legal` at random."""
        return self._random.choice(legal)
