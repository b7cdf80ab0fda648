"""Why a turn may be good: facts of the turn, read off its events, as codes that a client translates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from holi.bots.search.quick_play import SCALE, best_throw
from holi.game import Action, Climbed, Collected, Event, Finished, Kind, Position, Space, Sweets, Token
from holi.game.notation import squares_of
from holi.kernel.layout import HAND, LEVEL, MARKED, PLACEMENTS, REACH, SPACES, SQUARE
from holi.kernel.mode import Ints, plain
from holi.kernel.playouts import random_state
from holi.kernel.throws import may_throw_face_down
from holi.kernel.turns import climbing_squares

ALL_CARDS = (1 << 13) - 1

BLOCKED_POINTS = 3
"""By so many points must the best throw of another get worse for a turn to count as blocking it."""

FEW_CARDS = 3
"""With so many cards left, that one may still throw face down is worth a word."""

REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "finishes": ("why",),
    "climbs": ("to",),
    "scores-now": ("points",),
    "hits": ("whom", "points"),
    "rains": ("whom", "tokens"),
    "gives": ("tokens", "points"),
    "sweets": ("count",),
    "takes-back": ("tokens",),
    "blocks": ("whom", "what", "space", "points"),
    "keeps-card": ("card",),
    "keeps-face-down": (),
}
"""The codes of all reasons, in the order in which they are given, and their parameters; docs/analysis.md says more."""


class Reason(NamedTuple):
    """Why a turn is good, as a code that a client translates and its parameters, all of them ints or texts."""

    code: str
    parameters: Mapping[str, int | str]

    def to_json(self) -> dict[str, Any]:
        return {"code": self.code, **self.parameters}


def reasons_for(position: Position, turn: Sequence[Action]) -> tuple[Reason, ...]:
    """What a turn does that may be good, in the order of `REASONS`; nothing that depends on hidden cards."""
    if position.phase == "setup" or position.seat is None:
        return ()
    seat = position.seat
    events: list[Event] = []
    after = position
    for action in turn[:-1]:
        after, happened = after.apply(action)
        events += happened
    events += after.apply(turn[-1]).events
    found = [
        *_from_events(events, seat),
        *_from_scores(position, after, seat),
        *_blocks(position, after, seat),
        *_keeps(position, after, turn, seat),
    ]
    return tuple(sorted(found, key=lambda reason: list(REASONS).index(reason.code)))


def _from_events(events: Sequence[Event], seat: int) -> Iterator[Reason]:
    tokens = [event for event in events if isinstance(event, Token) and event.onto not in (None, seat)]
    for whom in sorted({token.onto for token in tokens if token.onto is not None}):
        hit = [token.points for token in tokens if token.onto == whom and token.end == "hit"]
        rained = sum(token.onto == whom and token.end == "rain" for token in tokens)
        if hit:
            yield Reason("hits", {"whom": whom, "points": sum(hit)})
        if rained:
            yield Reason("rains", {"whom": whom, "tokens": rained})
    if tokens:
        yield Reason("gives", {"tokens": len(tokens), "points": 2 * len(tokens)})  # R9.2
    sweets = sum(event.count for event in events if isinstance(event, Sweets))
    if sweets:
        yield Reason("sweets", {"count": sweets})
    taken = sum(isinstance(event, Collected) and event.owner == seat for event in events)
    if taken:
        yield Reason("takes-back", {"tokens": taken})
    for event in events:
        if isinstance(event, Climbed):
            yield Reason("climbs", {"to": str(event.to)})
        if isinstance(event, Finished) and event.seat == seat and event.why != "no-throw":
            yield Reason("finishes", {"why": event.why})


def _from_scores(before: Position, after: Position, seat: int) -> Iterator[Reason]:
    points = after.scores()[seat].total - before.scores()[seat].total
    if points > 0:
        yield Reason("scores-now", {"points": points})


def _blocks(before: Position, after: Position, seat: int) -> Iterator[Reason]:
    """Another who could have climbed and cannot now, or whose best throw from where it stands got worse."""
    (state, rules), (later, _) = before.vectors, after.vectors
    for other, player in enumerate(before.players):
        if other == seat or player.finished is not None or player.marker is None:
            continue
        places = _climbing_places(state, rules, other)
        if places and not _climbing_places(later, rules, other):
            here = places >> player.marker.square & 1
            space = player.marker if here else Space(player.marker.level, squares_of(places)[0])
            yield Reason("blocks", {"whom": other, "what": "climb", "space": str(space), "points": 0})
        lost = _best_throw_points(before, other) - _best_throw_points(after, other)
        if lost >= BLOCKED_POINTS and after.players[other].marker == player.marker:
            yield Reason("blocks", {"whom": other, "what": "throw", "space": str(player.marker), "points": lost})


def _climbing_places(state: Ints, rules: Ints, seat: int) -> int:
    level, square = int(state[LEVEL + seat]), int(state[SQUARE + seat])
    reached = 1 << square | int(rules[REACH + square]) & ~int(state[MARKED + level])
    return int(climbing_squares(state, rules, level)) & reached


def _best_throw_points(position: Position, seat: int) -> int:
    """What the best face-up throw from where a player stands is worth, with any card not seen in the discard."""
    state, rules = position.vectors
    thrown = sum(1 << (card - 1) for card, face in position.players[seat].discard if face == "up")
    state[HAND + seat] = ALL_CARDS & ~thrown
    found = best_throw(state, rules, seat, state[LEVEL + seat], state[SQUARE + seat], random_state(0))
    return max(0, int(found) >> 44) // SCALE


def _keeps(before: Position, after: Position, turn: Sequence[Action], seat: int) -> Iterator[Reason]:
    """The card with the most uses, if another was thrown; face down, if few cards are left and it may be next time."""
    throw = next((action for action in turn if action.kind in (Kind.THROW_UP, Kind.THROW_DOWN)), None)
    if throw is None:
        return
    rules = plain(before.vectors[1])
    hand = before.players[seat].hand
    uses = {card: rules[PLACEMENTS + SPACES * card] - rules[PLACEMENTS + SPACES * (card - 1)] for card in hand}
    most = max(uses, key=uses.__getitem__)
    if throw.card != most and list(uses.values()).count(uses[most]) == 1:
        yield Reason("keeps-card", {"card": most})
    cards = len(after.players[seat].hand) + len(after.players[seat].deck)
    allowed = may_throw_face_down(*before.vectors, seat)
    if throw.kind is Kind.THROW_UP and allowed and 0 < cards <= FEW_CARDS:
        yield Reason("keeps-face-down", {})
