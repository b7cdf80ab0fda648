"""From what a seat may know to complete positions that agree with it: all that is hidden is dealt at random."""

from __future__ import annotations

import random

from holi.bots.base import View
from holi.game import Position, position_from_view
from holi.kernel.layout import CARDS, NOBODY
from holi.kernel.mode import vector
from holi.kernel.playouts import random_state
from holi.kernel.setup import deal_hidden


def deal(view: View, rng: random.Random) -> Position:
    """A complete position that looks like `view` from its seat, every way to deal the hidden cards equally likely."""
    players = view["players"]
    position = position_from_view(view)
    if all(isinstance(player["deck"], list) for player in players):  # nothing is hidden after the game
        return position
    viewer = next((seat for seat, player in enumerate(players) if isinstance(player["hand"], list)), NOBODY)
    state, rules = position.vectors
    deal_hidden(state, rules, viewer, random_state(rng.getrandbits(64)), vector([0] * CARDS))
    return Position(position.config, state)
