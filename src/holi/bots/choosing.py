"""Turns from bots that choose one action at a time, as F4's `choose` asks outside programs to."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from holi.bots.base import View
from holi.game import Action, position_from_view, view_to_json

Choose = Callable[[View, Sequence[Action], float], Action]
"""From a view, the legal actions and the seconds to think: one of these actions."""

LEAST_SHARE = 0.05
"""However long the first actions of a turn took, the next one gets this share of the turn's time."""


def turn_by_choices(choose: Choose, view: View, movetime: float) -> list[Action]:
    """Ask for one action after another until the turn ends; they share `movetime`.

    Nothing hidden shows before the turn ends, so the views are right wherever the hidden cards are.
    """
    position = position_from_view(view)
    seat = view["turn"]["seat"]
    turn: list[Action] = []
    used = 0.0
    while not turn or not turn[-1].ends_turn:
        if turn:
            position = position.apply(turn[-1]).position
            view = view_to_json(position, seat)
        legal = position.legal_actions()
        began = time.perf_counter()
        turn.append(choose(view, legal, max(LEAST_SHARE * movetime, movetime - used)))
        used += time.perf_counter() - began
    return turn
