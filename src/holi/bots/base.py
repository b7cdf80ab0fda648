"""What every bot is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from holi.game import Action

View = Mapping[str, Any]
"""A position as one seat may know it (`holi-view/1`, F3)."""


class Bot(Protocol):
    """Chooses one legal action at a time from the view of the seat to act."""

    name: str

    def choose(self, view: View, legal: Sequence[Action], movetime: float) -> Action:
        """One of `legal`, found within about `movetime` seconds."""
        ...
