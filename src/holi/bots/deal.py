"""From what a seat may know to complete positions that agree with it: all that is hidden is dealt at random."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from holi.bots.base import View
from holi.game import Position, position_from_json

CARDS = frozenset(range(1, 14))


def deal(view: View, rng: random.Random) -> Position:
    """A complete position that looks like `view` from its seat, every way to deal the hidden cards equally likely."""
    return position_from_json(
        {
            **view,
            "format": "holi-position/1",
            "players": [_player_dealt(player, rng) for player in view["players"]],
        }
    )


def _player_dealt(player: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
    """The player with hidden hand, deck and face-down discards filled from the cards not seen."""
    if isinstance(player["deck"], list):  # nothing is hidden after the game
        return dict(player)
    seen = {item["card"] for item in player["discard"]} - {None}
    if isinstance(player["hand"], list):
        seen |= set(player["hand"])
    unseen = sorted(CARDS - seen)
    rng.shuffle(unseen)
    hand = player["hand"]
    if isinstance(hand, int):
        hand = sorted(unseen.pop() for _ in range(hand))
    discard = [
        {"card": unseen.pop() if item["card"] is None else item["card"], "face": item["face"]}
        for item in player["discard"]
    ]
    return {**player, "hand": hand, "deck": unseen, "discard": discard}
