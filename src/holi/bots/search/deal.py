"""From what a seat may know to complete positions that agree with it: all that is hidden is dealt at random."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from holi.bots.base import View
from holi.game import Position, position_from_json
from holi.kernel.layout import CARDS, NOBODY
from holi.kernel.mode import vector
from holi.kernel.playouts import random_state
from holi.kernel.setup import deal_hidden

ALL_CARDS = frozenset(range(1, CARDS + 1))


def deal(view: View, rng: random.Random) -> Position:
    """A complete position that looks like `view` from its seat, every way to deal the hidden cards equally likely."""
    players = view["players"]
    position = position_from_json(
        {**view, "format": "holi-position/1", "players": [_completed(player) for player in players]}
    )
    if all(isinstance(player["deck"], list) for player in players):  # nothing is hidden after the game
        return position
    viewer = next((seat for seat, player in enumerate(players) if isinstance(player["hand"], list)), NOBODY)
    state, rules = position.vectors
    deal_hidden(state, rules, viewer, random_state(rng.getrandbits(64)), vector([0] * CARDS))
    return Position(position.config, state)


def _completed(player: Mapping[str, Any]) -> dict[str, Any]:
    """The player with hidden hand, deck and face-down discards filled from the cards not seen, in order."""
    if isinstance(player["deck"], list):
        return dict(player)
    hand, discard = player["hand"], player["discard"]
    seen = {item["card"] for item in discard} | (set(hand) if isinstance(hand, list) else set())
    unseen = sorted(ALL_CARDS - seen)
    if not isinstance(hand, list):
        size = int(hand)
        hand, unseen = unseen[:size], unseen[size:]
    filled = [item if item["card"] is not None else {**item, "card": unseen.pop()} for item in discard]
    return {**player, "hand": hand, "deck": unseen, "discard": filled}
