"""What every bot is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from holi.game import Action

View = Mapping[str, Any]
"""A position as one seat may know it (`holi-view/1`, F3)."""


class Bot(Protocol):
    """Plays whole turns from the view of the seat to act, and keeps no plan between them."""

    name: str

    def turn(self, view: View, movetime: float) -> Sequence[Action]:
        """The rest of the turn up to its end, or a corner in setup, found within about `movetime` seconds."""
        ...
