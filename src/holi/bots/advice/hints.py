"""Hints: the best turns of a position as its seat may know it, with chances to win, and why they are good."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from holi.bots.advice.comparison import TurnComparison
from holi.bots.advice.reasons import Reason, reasons_for
from holi.bots.base import View
from holi.bots.search.thinking import NO_LIMIT
from holi.game import Action, MalformedError, format_turn, position_from_view
from holi.game.errors import quoted


@dataclass(frozen=True, slots=True)
class Hint:
    """A turn, the chance to win with it, the expected lead over the best other at the end, and what it does."""

    turn: tuple[Action, ...]
    win_chance: float
    lead: float
    reasons: tuple[Reason, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "turn": format_turn(list(self.turn)),
            "win_chance": round(self.win_chance, 4),
            "lead": round(self.lead, 2),
            "reasons": [reason.to_json() for reason in self.reasons],
        }


def hints(view: View, movetime: float, most: int = 5, seed: int = 0, most_rounds: int = NO_LIMIT) -> list[Hint]:
    """The best turns for the seat to act, best first, from its view alone; while corners are chosen, the best corners.

    Inside a turn they are the rest of it. Once the turns are found, looking ahead takes about `movetime` seconds; if
    `most_rounds` ends it earlier, the same seed gives the same hints.
    """
    check_view(view)
    position, seat = position_from_view(view), view["turn"]["seat"]
    best, _ = TurnComparison(seed, most_rounds).best(position, movetime, most)
    return [Hint(turn.turn, turn.chances[seat], turn.lead, reasons_for(position, turn.turn)) for turn in best]


def check_view(view: View) -> None:
    """Refuse a view in which nobody acts, or not the seat that it shows the hand of."""
    if view["turn"] is None:
        raise MalformedError("the game is over, so there is no turn to find; give a position during play")
    seat = view["turn"]["seat"]
    if not isinstance(view["players"][seat]["hand"], list):
        raise MalformedError(f"seat {quoted(seat)} is to act, but its hand is hidden; give the view of that seat")
