"""What would come of an action: where each token would land, what a move would gather, what a climb lacks."""

from __future__ import annotations

from typing import NamedTuple

from holi.game.events import Collected, Moved, Sweets, Token, read_events
from holi.game.notation import Action, Kind, Space, squares_of
from holi.game.position import Position
from holi.kernel.explain import write_landings
from holi.kernel.layout import EVENT_SIZE, SPACES
from holi.kernel.mode import plain, vector
from holi.kernel.reasons import empty_neighbours


class MovePreview(NamedTuple):
    """What moving to a space would bring."""

    space: Space
    sweets: int
    collected: tuple[int, ...]
    swapped: int | None


def landings(position: Position) -> dict[int, Token]:
    """What would become of a token thrown onto each square of the level of the seat to act.

    Tokens of one throw fall in columns of their own, so a throw's outcome is put together from those of its squares.
    """
    seat = position.seat
    if seat is None or position.players[seat].marker is None:
        return {}
    out = vector([0] * (EVENT_SIZE * SPACES))
    write_landings(*position.vectors, seat, out)
    return {token.path[0].square: token for token in read_events(plain(out)) if isinstance(token, Token)}


def move_preview(position: Position, move: Action) -> MovePreview:
    """What a legal move would bring."""
    assert move.kind is Kind.MOVE
    moved, *gathered = position.apply(move).events
    assert isinstance(moved, Moved)
    return MovePreview(
        space=moved.to,
        sweets=sum(event.count for event in gathered if isinstance(event, Sweets)),
        collected=tuple(event.owner for event in gathered if isinstance(event, Collected)),
        swapped=moved.swapped,
    )


def missing_neighbours(position: Position) -> list[Space]:
    """The spaces beside the marker of the seat to act that need a token before it can climb (R6.4)."""
    seat = position.seat
    marker = None if seat is None else position.players[seat].marker
    if seat is None or marker is None:
        return []
    return [Space(marker.level, square) for square in squares_of(int(empty_neighbours(*position.vectors, seat)))]
