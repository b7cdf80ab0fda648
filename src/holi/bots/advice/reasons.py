"""Why a turn may be good: facts of the turn, read off its events, as codes that a client translates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from holi.bots.search.memory import Memory, new_memory
from holi.bots.search.quick_play import SCALE, best_throw
from holi.game import Action, Position
from holi.game.events import WHYS
from holi.game.notation import TOWER
from holi.kernel import layout
from holi.kernel.explain import foresee
from holi.kernel.mode import Ints, compiled, copy_into, lowest, popcount, vector
from holi.kernel.scoring import score
from holi.kernel.throws import may_throw_face_down
from holi.kernel.turns import climbing_squares

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

# The same as numbers. A reason is its code and its parameters: `why` as in events, a space as 36 * level + square, a
# card's id, and `what` was blocked.
FINISHES, CLIMBS, SCORES_NOW, HITS, RAINS, GIVES, SWEETS, TAKES_BACK, BLOCKS, KEEPS_CARD, KEEPS_FACE_DOWN = range(11)
BLOCKED: Final = ("climb", "throw")
REASON_SIZE = 5
MOST_REASONS = 20

ANY, HOW_MANY = -1, -1


@compiled
def _add(out: Ints, count: int, code: int, first: int, second: int, third: int, fourth: int) -> int:
    at = REASON_SIZE * count
    out[at] = code
    out[at + 1] = first
    out[at + 2] = second
    out[at + 3] = third
    out[at + 4] = fourth
    return count + 1


@compiled
def _total(memory: Memory, length: int, kind: int, how: int, other: int, entry: int) -> int:
    """Add up an entry of the turn's events of this kind, or count them."""
    total = 0
    for i in range(length):
        events = memory.actions[i]
        for at in range(0, layout.EVENT_SIZE * memory.left[i], layout.EVENT_SIZE):
            if events[at + layout.EVENT_TYPE] != kind:
                continue
            if (how == ANY or events[at + layout.EVENT_HOW] == how) and (
                other == ANY or events[at + layout.EVENT_OTHER] == other
            ):
                total += 1 if entry == HOW_MANY else events[at + entry]
    return total


@compiled
def _finish(memory: Memory, length: int, seat: int) -> int:
    """Why the turn finishes the seat, or 0; that it may have no throw next time is not a reason."""
    events = memory.actions[length - 1]
    for at in range(0, layout.EVENT_SIZE * memory.left[length - 1], layout.EVENT_SIZE):
        finished = events[at + layout.EVENT_TYPE] == layout.FINISHED_EVENT and events[at + layout.EVENT_SEAT] == seat
        if finished and events[at + layout.EVENT_HOW] != layout.NO_THROW_LEFT:
            return events[at + layout.EVENT_HOW]
    return 0


@compiled
def _from_events(state: Ints, after: Ints, rules: Ints, length: int, out: Ints, memory: Memory) -> int:
    seat, players = state[layout.SEAT], rules[layout.PLAYERS]
    count = 0
    why = _finish(memory, length, seat)
    if why != 0:
        count = _add(out, count, FINISHES, why, 0, 0, 0)
    if _total(memory, length, layout.CLIMBED_EVENT, ANY, ANY, HOW_MANY) != 0:
        to = _total(memory, length, layout.CLIMBED_EVENT, ANY, ANY, layout.EVENT_TO)  # there is one at most
        count = _add(out, count, CLIMBS, to, 0, 0, 0)
    points = score(after, rules, seat, memory.scores, 0) - score(state, rules, seat, memory.scores, 0)
    if points > 0:
        count = _add(out, count, SCORES_NOW, points, 0, 0, 0)
    given = 0
    for whom in range(players):
        hits = _total(memory, length, layout.TOKEN_EVENT, layout.HIT, whom, HOW_MANY)
        if whom != seat and hits != 0:
            given += hits
            points = _total(memory, length, layout.TOKEN_EVENT, layout.HIT, whom, layout.EVENT_NUMBER)
            count = _add(out, count, HITS, whom, points, 0, 0)
    for whom in range(players):
        rained = _total(memory, length, layout.TOKEN_EVENT, layout.RAIN, whom, HOW_MANY)
        if whom != seat and rained != 0:
            given += rained
            count = _add(out, count, RAINS, whom, rained, 0, 0)
    if given != 0:
        count = _add(out, count, GIVES, given, 2 * given, 0, 0)  # R9.2
    sweets = _total(memory, length, layout.SWEETS_EVENT, ANY, ANY, layout.EVENT_NUMBER)
    if sweets != 0:
        count = _add(out, count, SWEETS, sweets, 0, 0, 0)
    taken = _total(memory, length, layout.COLLECTED_EVENT, ANY, seat, HOW_MANY)
    if taken != 0:
        count = _add(out, count, TAKES_BACK, taken, 0, 0, 0)
    return count


@compiled
def _climbing_places(state: Ints, rules: Ints, seat: int) -> int:
    level, square = state[layout.LEVEL + seat], state[layout.SQUARE + seat]
    reached = 1 << square | rules[layout.REACH + square] & ~state[layout.MARKED + level]
    return climbing_squares(state, rules, level) & reached


@compiled
def _best_throw_points(state: Ints, rules: Ints, seat: int, memory: Memory) -> int:
    """What the best face-up throw from where a player stands is worth, with any card not seen in the discard."""
    work = memory.work
    copy_into(work, state)
    work[layout.HAND + seat] = (1 << layout.CARDS) - 1
    for i in range(state[layout.DISCARD_SIZE + seat]):
        if state[layout.FACE_DOWN + seat] >> i & 1 == 0:
            work[layout.HAND + seat] &= ~(1 << (state[layout.DISCARD + seat] >> 4 * i & 15))
    found = best_throw(work, rules, seat, state[layout.LEVEL + seat], state[layout.SQUARE + seat], memory.random)
    return max(0, found >> 44) // SCALE


@compiled
def _blocks(before: Ints, after: Ints, rules: Ints, count: int, out: Ints, memory: Memory) -> int:
    """Another who could have climbed and cannot now, or whose best throw from where it stands got worse."""
    for other in range(rules[layout.PLAYERS]):
        level, square = before[layout.LEVEL + other], before[layout.SQUARE + other]
        if other == before[layout.SEAT] or before[layout.FINISHED + other] >= 0 or level < 0:
            continue
        places = _climbing_places(before, rules, other)
        if places != 0 and _climbing_places(after, rules, other) == 0:
            at = square if places >> square & 1 != 0 else lowest(places)
            count = _add(out, count, BLOCKS, other, 0, layout.SPACES * level + at, 0)
        lost = _best_throw_points(before, rules, other, memory) - _best_throw_points(after, rules, other, memory)
        if lost >= BLOCKED_POINTS and after[layout.LEVEL + other] == level and after[layout.SQUARE + other] == square:
            count = _add(out, count, BLOCKS, other, 1, layout.SPACES * level + square, lost)
    return count


@compiled
def _keeps(before: Ints, after: Ints, rules: Ints, throw: int, count: int, out: Ints) -> int:
    """The card with the most uses, if another was thrown; face down, if few cards are left and it may be next time."""
    seat = before[layout.SEAT]
    most = -1
    kept = -1
    hand = before[layout.HAND + seat]
    while hand != 0:
        card = lowest(hand)
        hand &= hand - 1
        uses = rules[layout.PLACEMENTS + layout.SPACES * (card + 1)] - rules[layout.PLACEMENTS + layout.SPACES * card]
        if uses > most:
            most = uses
            kept = card
        elif uses == most:
            kept = -1
    if kept >= 0 and kept != throw >> layout.CARD_SHIFT & 15:
        count = _add(out, count, KEEPS_CARD, kept + 1, 0, 0, 0)
    cards = popcount(after[layout.HAND + seat]) + after[layout.DECK_SIZE + seat]
    if (
        throw >> layout.KIND_SHIFT == layout.THROW_UP
        and 0 < cards <= FEW_CARDS
        and may_throw_face_down(before, rules, seat)
    ):
        count = _add(out, count, KEEPS_FACE_DOWN, 0, 0, 0, 0)
    return count


@compiled
def write_reasons(state: Ints, rules: Ints, turn: Ints, out: Ints, memory: Memory) -> int:
    """Write what a turn does that may be good to `out`, in the order of `REASONS`; return how many there are.

    `turn` has its actions and no more. Nothing depends on hidden cards.
    """
    if state[layout.PHASE] == layout.SETUP:
        return 0
    states = memory.states
    length = len(turn)
    copy_into(states[0], state)
    throw = 0
    for i in range(length):
        kind = turn[i] >> layout.KIND_SHIFT
        if kind == layout.THROW_UP or kind == layout.THROW_DOWN:
            throw = turn[i]
        after = memory.work if i + 1 == length else states[i + 1]
        memory.left[i] = foresee(states[i], rules, turn[i], after, memory.actions[i])
    end = states[length - 1]
    count = _from_events(state, end, rules, length, out, memory)
    count = _blocks(state, end, rules, count, out, memory)
    if throw != 0:
        count = _keeps(state, end, rules, throw, count, out)
    return count


class Reason(NamedTuple):
    """Why a turn is good, as a code that a client translates and its parameters, all of them ints or texts."""

    code: str
    parameters: Mapping[str, int | str]

    def to_json(self) -> dict[str, Any]:
        return {"code": self.code, **self.parameters}


def reasons_for(position: Position, turn: Sequence[Action]) -> tuple[Reason, ...]:
    """What a turn does that may be good, in the order of `REASONS`; nothing that depends on hidden cards."""
    state, rules = position.vectors
    out = vector([0] * (REASON_SIZE * MOST_REASONS))
    codes = vector([action.code for action in turn])
    count = write_reasons(state, rules, codes, out, new_memory(1, seed=0))
    return tuple(_in_words(out[start : start + REASON_SIZE]) for start in range(0, REASON_SIZE * count, REASON_SIZE))


def _in_words(reason: Sequence[int]) -> Reason:
    number, *values = map(int, reason)
    code, names = list(REASONS.items())[number]
    return Reason(code, {name: _word(name, value) for name, value in zip(names, values, strict=False)})


def _word(name: str, value: int) -> int | str:
    if name in ("to", "space"):
        return str(TOWER[value])
    return WHYS[value] if name == "why" else BLOCKED[value] if name == "what" else value
