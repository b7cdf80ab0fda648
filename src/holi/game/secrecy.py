"""What a viewer may know of a game: decided here, and nowhere else.

Positions, events and actions ask these functions before they are written for somebody, and so does all that a table
sends. The clauses are R5.3 (a card played face down), R8.1 (the cards one draws), F3 and F5.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from holi.game.notation import Action

Viewer: TypeAlias = int | Literal["spectator", "all"]
"""Who looks: a seat, a spectator, or somebody who may know everything."""


def eyes_of(viewer: Viewer, over: bool) -> Viewer:
    """With whose eyes a viewer looks: after the game nothing is hidden from anybody."""
    return "all" if over else viewer


def sees_cards_of(viewer: Viewer, seat: int) -> bool:
    """Whether the viewer knows the hand of a seat, the cards that it draws and those that it plays face down."""
    return viewer in ("all", seat)


def sees_played(viewer: Viewer, seat: int, face: Literal["up", "down"]) -> bool:
    """Whether the viewer knows a card that a seat has played."""
    return face == "up" or sees_cards_of(viewer, seat)


def sees_decks(viewer: Viewer) -> bool:
    """Whether the viewer knows the order of the decks: no player does, not even of their own."""
    return viewer == "all"


def action_for(viewer: Viewer, seat: int, action: Action) -> Action:
    """The action of a seat as the viewer may know it."""
    return action if sees_cards_of(viewer, seat) else action.hidden()
