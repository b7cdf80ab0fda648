"""What happened in plain English (F5), in the page's sentences (`web/src/play/words`: narrate.ts and standing.ts)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from holi.cli.terminal.console import comma_list
from holi.game import Event, Space, Viewer, events, rivalry_card
from holi.game.notation import LEVELS, SQUARE_NAMES
from holi.game.scores import SeatScore
from holi.game.secrecy import sees_cards_of, sees_played

ON_LEVEL = ("on the ground", "on the middle level", "on the top level")
WHY_FINISHED = {
    "tokens": "has no more tokens and is finished",
    "cards": "has no more cards and is finished",
    "no-throw": "cannot throw any more and is finished",
    "last-dance": "had the last turn and is finished",
}


def narrate(happened: Sequence[Event], names: Sequence[str], *, viewer: Viewer = "spectator") -> list[str]:
    """Describe the events of an action without naming cards that the viewer may not know (R2.5, R5.3)."""
    return [sentence for event in happened for sentence in _sentences(event, happened, names, viewer)]


def _sentences(event: Event, happened: Sequence[Event], names: Sequence[str], viewer: Viewer) -> Iterator[str]:
    match event:
        case events.PlacedMarker():
            yield f"{names[event.seat]} starts on {_places([event.space])}."
        case events.Threw():  # with all its tokens
            yield _threw(event, names, viewer)
            tokens = [token for token in happened if isinstance(token, events.Token)]
            yield from _landed(tokens)
            yield from (_met(token, names) for token in tokens if token.onto is not None)
        case events.Moved():
            yield _moved(event, happened, names)
        case events.Climbed():
            points = f": {counted(event.points, 'point')}!" if event.points else "."
            yield f"{names[event.seat]} climbs to {_places([event.to])}{points}"
        case events.Drew():
            yield _drew(event, names, viewer)
        case events.Finished():
            yield f"{names[event.seat]} {WHY_FINISHED[event.why]}."
        case events.Turn():
            yield f"It is {names[event.seat]}’s turn."
        case events.Over():
            winner = next(seat for seat, score in enumerate(event.scores) if score.rank == 1)
            points = counted(event.scores[winner].total, "point")
            yield f"The game is over: {names[winner]} wins with {points}."
        case _:
            pass


def counted(number: int, noun: str) -> str:
    """`1 point`, `2 points`"""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _listed(words: Iterable[str]) -> str:
    """`a, b, and c`, as browsers write it."""
    *front, end = [*words] or [""]
    return f"{', '.join(front)}, and {end}" if len(front) > 1 else " and ".join([*front, end])


def _places(spaces: Sequence[Space]) -> str:
    """Spaces of one level: `b2 and d4 on the ground`."""
    return f"{_listed(SQUARE_NAMES[space.square] for space in spaces)} {ON_LEVEL[spaces[0].level]}"


def _threw(event: events.Threw, names: Sequence[str], viewer: Viewer) -> str:
    card = f"card {event.card}" if sees_played(viewer, event.seat, event.face) else "a card"
    return f"{names[event.seat]} plays {card}{' face down' if event.face == 'down' else ''}."


def _landed(tokens: Sequence[events.Token]) -> Iterator[str]:
    """Where colour has stayed, and where it has fallen to, by level from the top."""
    for verb, fell in (("lands on", False), ("falls to", True)):
        for level in reversed(range(len(LEVELS))):
            paths = [token.path for token in tokens if token.onto is None and token.path[-1].level == level]
            spaces = [path[-1] for path in paths if (len(path) > 1) == fell]
            if spaces:
                yield f"Color {verb} {_places(spaces)}."


def _met(token: events.Token, names: Sequence[str]) -> str:
    assert token.onto is not None
    what = "Direct hit on" if token.end == "hit" else "Color falls onto"
    points = f": {counted(token.points, 'point')}!" if token.points else "."
    return f"{what} {names[token.onto]} at {SQUARE_NAMES[token.path[-1].square]}{points}"


def _moved(event: events.Moved, happened: Sequence[Event], names: Sequence[str]) -> str:
    if event.swapped is not None:
        return f"{names[event.seat]} changes places with {names[event.swapped]}."
    taken = [counted(found.count, "sweet") for found in happened if isinstance(found, events.Sweets)]
    owners = [found.owner for found in happened if isinstance(found, events.Collected)]
    for owner in dict.fromkeys(owners):
        number = owners.count(owner)
        own = owner == event.seat
        taken.append(counted(number, "own token") if own else f"{counted(number, 'token')} of {names[owner]}")
    return f"{names[event.seat]} moves to {_places([event.to])}{f' and collects {_listed(taken)}' if taken else ''}."


def _drew(event: events.Drew, names: Sequence[str], viewer: Viewer) -> str:
    who = names[event.seat]
    if not sees_cards_of(viewer, event.seat):
        return f"{who} draws {counted(len(event.cards), 'card')}."
    word = "card" if len(event.cards) == 1 else "cards"
    return f"{who} draws {word} {comma_list(map(str, event.cards))}."


def upshot(before: Sequence[SeatScore], after: Sequence[SeatScore], names: Sequence[str]) -> list[str]:
    """Whose points a turn has changed, and who has come to lead in sweets or overtaken somebody in a rivalry card."""
    changes = [(name, new.total - old.total) for name, old, new in zip(names, before, after, strict=False)]
    told = [f"{name} {'gains' if by > 0 else 'loses'} {counted(abs(by), 'point')}." for name, by in changes if by]
    told += _lead("sweets", [score.sweets for score in before], [score.sweets for score in after], names)
    for card in after[0].rivalry:
        was, now = ([score.rivalry[card] for score in scores] for scores in (before, after))
        told += _lead(rivalry_card(card).title, was, now, names, only_taken=True)
    return told


def _lead(
    what: str, before: Sequence[int], after: Sequence[int], names: Sequence[str], *, only_taken: bool = False
) -> list[str]:
    was, now = _leaders(before), _leaders(after)
    came, went = [seat for seat in now if seat not in was], [seat for seat in was if seat not in now]
    who, new, old, lost = (_listed(names[seat] for seat in seats) for seats in (now, came, was, went))
    if was == now or (only_taken and not (went and len(now) == 1)):
        return []
    if not now:
        return [f"Nobody leads in {what} any more."]
    if was and not went:
        return [f"{new} draws level with {old} in {what}."]
    return [f"{who} takes the lead in {what}{f' from {lost}' if went else ''}."]


def _leaders(points: Sequence[int]) -> list[int]:
    return [seat for seat, number in enumerate(points) if number == max(points) > 0]
