"""Events in plain English, one sentence each (F5)."""

from __future__ import annotations

from collections.abc import Sequence

from holi.cli.terminal.board import SEAT_COLOURS
from holi.cli.terminal.console import comma_list
from holi.game import Event, Viewer, events
from holi.game.secrecy import sees_cards_of, sees_played

WHY_FINISHED = {
    "tokens": "has no token left and is finished",
    "cards": "has no card left and is finished",
    "no-throw": "cannot throw any more and is finished",
    "last-dance": "has danced the last dance and is finished",
}


def narrate(event: Event, names: Sequence[str], *, viewer: Viewer = "spectator") -> str:
    """Describe an event without naming cards that the viewer may not know (R2.5, R5.3)."""
    match event:
        case events.PlacedMarker():
            return f"{names[event.seat]} starts on {event.space}."
        case events.Threw():
            return _threw(event, names, viewer)
        case events.Token():
            return _token(event, names)
        case events.Moved():
            swap = "" if event.swapped is None else f" and changes places with {names[event.swapped]}"
            return f"{names[event.seat]} moves from {event.origin} to {event.to}{swap}."
        case events.Climbed():
            scores = f" and scores {counted(event.points, 'point')}" if event.points else ""
            return f"{names[event.seat]} climbs from {event.origin} to {event.to}{scores}."
        case events.Sweets():
            return f"{names[event.seat]} takes {counted(event.count, 'sweet')} on {event.space}."
        case events.Collected():
            return f"{names[event.seat]} takes {colour_token(event.owner)} from {event.space}."
        case events.Drew():
            return _drew(event, names, viewer)
        case events.Finished():
            return f"{names[event.seat]} {WHY_FINISHED[event.why]}."
        case events.Turn():
            return f"It is {names[event.seat]}'s turn."
        case events.Over():
            return _over(event, names)
    raise TypeError(f"no sentence for {event!r}")


def counted(number: int, noun: str) -> str:
    """`1 point`, `2 points`"""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def colour_token(seat: int) -> str:
    return f"a {SEAT_COLOURS[seat].name} token"


def _threw(event: events.Threw, names: Sequence[str], viewer: Viewer) -> str:
    if event.face == "up":
        return f"{names[event.seat]} throws card {event.card}."
    card = f"card {event.card}" if sees_played(viewer, event.seat, event.face) else "a card"
    return f"{names[event.seat]} throws {card} face down."


def _token(event: events.Token, names: Sequence[str]) -> str:
    start, end = event.path[0], event.path[-1]
    token = colour_token(event.seat).capitalize()
    points = f": {counted(event.points, 'point')}" if event.points else ""
    if event.onto is None:
        return f"{token} lands on {end}." if start == end else f"{token} falls from {start} to {end}."
    if event.end == "hit":
        return f"{token} hits {names[event.onto]} on {end}{points}."
    return f"{token} falls from {start} onto {names[event.onto]} on {end}{points}."


def _drew(event: events.Drew, names: Sequence[str], viewer: Viewer) -> str:
    who = names[event.seat]
    if not sees_cards_of(viewer, event.seat):
        return f"{who} draws {counted(len(event.cards), 'card')}."
    word = "card" if len(event.cards) == 1 else "cards"
    return f"{who} draws {word} {comma_list(map(str, event.cards))}."


def _over(event: events.Over, names: Sequence[str]) -> str:
    winner, *others = sorted(range(len(event.scores)), key=lambda seat: event.scores[seat].rank)
    behind = [f"{names[seat]} with {event.scores[seat].total}" for seat in others]
    points = counted(event.scores[winner].total, "point")
    return f"The game is over: {names[winner]} wins with {points}, ahead of {comma_list(behind)}."
