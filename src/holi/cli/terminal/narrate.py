"""What happened in sentences (F5), the page's (`web/src/play/words`: narrate.ts and standing.ts)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from holi.cli.terminal.texts import listed, rivalry_words, t
from holi.game import Event, Space, Viewer, events, rivalry_card
from holi.game.notation import LEVELS, SQUARE_NAMES
from holi.game.scores import SeatScore
from holi.game.secrecy import sees_cards_of, sees_played


def narrate(happened: Sequence[Event], names: Sequence[str], *, viewer: Viewer = "spectator") -> list[str]:
    """Describe the events of an action without naming cards that the viewer may not know (R2.5, R5.3)."""
    return [sentence for event in happened for sentence in _sentences(event, happened, names, viewer)]


def _sentences(event: Event, happened: Sequence[Event], names: Sequence[str], viewer: Viewer) -> Iterator[str]:
    match event:
        case events.PlacedMarker():
            yield t("said.placed-marker", name=names[event.seat], space=_places([event.space]))
        case events.Threw():  # with all its tokens
            yield _threw(event, names, viewer)
            tokens = [token for token in happened if isinstance(token, events.Token)]
            yield from _landed(tokens)
            yield from (_met(token, names) for token in tokens if token.onto is not None)
        case events.Moved():
            yield _moved(event, happened, names)
        case events.Climbed():
            key = "said.climbed-for" if event.points else "said.climbed"
            yield t(key, name=names[event.seat], space=_places([event.to]), count=event.points)
        case events.Drew():
            shown = sees_cards_of(viewer, event.seat)
            cards = listed(map(str, event.cards)) if shown else ""
            yield t("story.drew" if shown else "said.drew", name=names[event.seat], count=len(event.cards), cards=cards)
        case events.Finished():
            yield t(f"said.finished-{event.why}", name=names[event.seat])
        case events.Turn():
            yield t("said.turn", name=names[event.seat])
        case events.Over():
            winner = next(seat for seat, score in enumerate(event.scores) if score.rank == 1)
            yield t("said.over", name=names[winner], count=event.scores[winner].total)
        case _:
            pass


def _places(spaces: Sequence[Space]) -> str:
    """Spaces of one level: `b2 and d4 on the ground`."""
    squares = listed(SQUARE_NAMES[space.square] for space in spaces)
    return t(f"space.on-{LEVELS[spaces[0].level]}", square=squares)


def _threw(event: events.Threw, names: Sequence[str], viewer: Viewer) -> str:
    name = names[event.seat]
    if not sees_played(viewer, event.seat, event.face):
        return t("said.threw-hidden", name=name)
    return t(f"said.threw-{event.face}", name=name, card=t("card.name", card=event.card))


def _landed(tokens: Sequence[events.Token]) -> Iterator[str]:
    """Where colour has stayed, and where it has fallen to, by level from the top."""
    for key, fell in (("said.landed", False), ("said.fell", True)):
        for level in reversed(range(len(LEVELS))):
            paths = [token.path for token in tokens if token.onto is None and token.path[-1].level == level]
            spaces = [path[-1] for path in paths if (len(path) > 1) == fell]
            if spaces:
                yield t(key, spaces=_places(spaces))


def _met(token: events.Token, names: Sequence[str]) -> str:
    assert token.onto is not None
    key = "said.hit" if token.end == "hit" else "said.rained-for" if token.points else "said.rained"
    return t(key, onto=names[token.onto], square=SQUARE_NAMES[token.path[-1].square], count=token.points)


def _moved(event: events.Moved, happened: Sequence[Event], names: Sequence[str]) -> str:
    name = names[event.seat]
    if event.swapped is not None:
        return t("said.swapped", name=name, other=names[event.swapped])
    taken = [t("column.sweets", count=found.count) for found in happened if isinstance(found, events.Sweets)]
    owners = [found.owner for found in happened if isinstance(found, events.Collected)]
    for owner in dict.fromkeys(owners):
        key = "said.own-tokens" if owner == event.seat else "said.tokens-of"
        taken.append(t(key, count=owners.count(owner), owner=names[owner]))
    space = _places([event.to])
    return t("said.moved-for" if taken else "said.moved", name=name, space=space, what=listed(taken))


def upshot(before: Sequence[SeatScore], after: Sequence[SeatScore], names: Sequence[str]) -> list[str]:
    """Whose points a turn has changed, and who has come to lead in sweets or overtaken somebody in a rivalry card."""
    changes = [(name, new.total - old.total) for name, old, new in zip(names, before, after, strict=False)]
    told = [t("said.gained" if by > 0 else "said.lost", name=name, count=abs(by)) for name, by in changes if by]
    told += _lead(t("lead.sweets"), [score.sweets for score in before], [score.sweets for score in after], names)
    for card in after[0].rivalry:
        was, now = ([score.rivalry[card] for score in scores] for scores in (before, after))
        told += _lead(rivalry_words(rivalry_card(card))[0], was, now, names, only_taken=True)
    return told


def _lead(
    what: str, before: Sequence[int], after: Sequence[int], names: Sequence[str], *, only_taken: bool = False
) -> list[str]:
    was, now = _leaders(before), _leaders(after)
    came, went = [seat for seat in now if seat not in was], [seat for seat in was if seat not in now]
    who, new, old, lost = (listed(names[seat] for seat in seats) for seats in (now, came, was, went))
    if was == now or (only_taken and not (went and len(now) == 1)):
        return []
    if not now:
        return [t("lead.gone", what=what)]
    if was and not went:
        return [t("lead.shared", name=new, other=old, what=what)]
    return [t("lead.taken-from" if went else "lead.taken", name=who, other=lost, what=what)]


def _leaders(points: Sequence[int]) -> list[int]:
    return [seat for seat, number in enumerate(points) if number == max(points) > 0]
