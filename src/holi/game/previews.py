"""What would come of an action, told before it is done: where each token would land, what a move would bring."""

from __future__ import annotations

from typing import NamedTuple

from holi.game.actions import Action, Kind
from holi.game.events import Collected, Moved, Sweets, Token
from holi.game.position import Position
from holi.game.reasons import empty_beside
from holi.game.spaces import Space, squares_of
from holi.kernel.falling import falling, meeting, resting
from holi.kernel.layout import HIT_POINTS, RAIN_POINTS


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
    marker = None if seat is None else position.players[seat].marker
    if seat is None or marker is None:
        return {}
    state, rules = position.vectors
    found: dict[int, Token] = {}
    arriving = (1 << 36) - 1
    for level in range(marker.level, -1, -1):
        for square in squares_of(resting(state, level, arriving)):
            found[square] = Token(seat, _path(marker.level, level, square), "board", None, 0)
        direct = level == marker.level
        for square in squares_of(meeting(state, level, arriving)):
            onto = position.marker_at(Space(level, square))
            points = int(rules[HIT_POINTS if direct else RAIN_POINTS])
            end = "hit" if direct else "rain"
            found[square] = Token(seat, _path(marker.level, level, square), end, onto, points)  # type: ignore[arg-type]
        arriving = falling(state, level, arriving)
    return found


def _path(first: int, last: int, square: int) -> tuple[Space, ...]:
    return tuple(Space(level, square) for level in range(first, last - 1, -1))


def move_preview(position: Position, move: Action) -> MovePreview:
    """What a legal move would bring."""
    assert move.kind is Kind.MOVE
    events = position.apply(move).events
    moved = next(event for event in events if isinstance(event, Moved))
    return MovePreview(
        space=moved.to,
        sweets=sum(event.count for event in events if isinstance(event, Sweets)),
        collected=tuple(event.owner for event in events if isinstance(event, Collected)),
        swapped=moved.swapped,
    )


def missing_neighbours(position: Position) -> list[Space]:
    """The spaces beside the marker of the seat to act that want a token before it can climb (R6.4)."""
    if position.seat is None:
        return []
    return empty_beside(position, position.seat)
