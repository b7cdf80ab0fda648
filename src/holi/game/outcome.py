"""What an action did, read off the positions before and after it: no rule is applied here a second time (F5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from holi.game.actions import Action, Kind
from holi.game.events import (
    Climbed,
    Collected,
    Drew,
    Event,
    Finished,
    Moved,
    Over,
    PlacedMarker,
    Sweets,
    Threw,
    Token,
    Turn,
)
from holi.game.spaces import Space
from holi.kernel.layout import GROUND, HIT_POINTS, RAIN_POINTS, TOP

if TYPE_CHECKING:
    from holi.game.position import Position


def explain(before: Position, action: Action, after: Position) -> Iterator[Event]:
    """The events of an action that led from `before` to `after`, in the order of F5."""
    seat = before.seat
    assert seat is not None  # a legal action was done
    if action.kind in (Kind.THROW_UP, Kind.THROW_DOWN):
        yield from _throw(before, action, after, seat)
    elif action.kind is Kind.MOVE:
        yield from _move(before, after, seat)
    elif action.kind is Kind.CLIMB:
        origin, to = _markers(before, after, seat)
        points = after.players[seat].points - before.players[seat].points
        yield Climbed(seat, origin, to, points)
    elif action.kind is Kind.PLACE_MARKER:
        yield PlacedMarker(seat, Space(GROUND, action.squares[0]))
    else:
        yield from _end(before, after, seat)


def _markers(before: Position, after: Position, seat: int) -> tuple[Space, Space]:
    """Where the seat's marker was and is."""
    origin, to = before.players[seat].marker, after.players[seat].marker
    assert origin is not None and to is not None  # the game is in play
    return origin, to


def _throw(before: Position, action: Action, after: Position, seat: int) -> Iterator[Event]:
    assert action.card is not None  # a hidden card cannot be played
    yield Threw(seat, action.card, "up" if action.kind is Kind.THROW_UP else "down")
    origin, _ = _markers(before, after, seat)
    for square in action.squares:
        yield _token(before, after, seat, Space(origin.level, square))


def _token(before: Position, after: Position, seat: int, start: Space) -> Token:
    """Follow a thrown token down to where it lies now, or to the marker it met on the way."""
    path = [start]
    while True:
        space = path[-1]
        onto = before.marker_at(space)
        if onto is not None:
            end: Literal["hit", "rain"] = "hit" if len(path) == 1 else "rain"
            points = before.rule(HIT_POINTS if end == "hit" else RAIN_POINTS)
            return Token(seat, tuple(path), end, onto, points)
        if before.token_at(space) is None and after.token_at(space) == seat:
            return Token(seat, tuple(path), "board", None, 0)
        path.append(Space(space.level - 1, space.square))


def _move(before: Position, after: Position, seat: int) -> Iterator[Event]:
    origin, to = _markers(before, after, seat)
    yield Moved(seat, origin, to, before.marker_at(to))
    count = before.sweets_at(to) - after.sweets_at(to)
    if count:
        yield Sweets(seat, to, count)
    for level in range(to.level, TOP + 1):
        space = Space(level, to.square)
        owner = before.token_at(space)
        if owner is not None and after.token_at(space) is None:
            yield Collected(seat, owner, space)


def _end(before: Position, after: Position, seat: int) -> Iterator[Event]:
    drawn = len(before.players[seat].deck) - len(after.players[seat].deck)
    if drawn:
        yield Drew(seat, before.players[seat].deck[:drawn])
    out = [
        (player.finished, number)
        for number, player in enumerate(after.players)
        if player.finished is not None and before.players[number].finished is None
    ]
    for _, number in sorted(out):
        yield Finished(number, _why_finished(before, after, seat) if number == seat else "no-throw")
    yield Over(after.scores()) if after.seat is None else Turn(after.seat)


def _why_finished(before: Position, after: Position, seat: int) -> Literal["tokens", "cards", "last-dance", "no-throw"]:
    """Why the player who ended the turn is finished: the first reason that holds, in the order of F5."""
    player = after.players[seat]
    if player.supply[seat] == 0:
        return "tokens"
    if not player.hand:
        return "cards"
    if "last-dance" in before.config.rivalry and any(other.finished is not None for other in before.players):
        return "last-dance"
    return "no-throw"  # the turn came round to the same player, who could not throw
