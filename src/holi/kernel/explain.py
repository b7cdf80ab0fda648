"""What an action did, as events (F5), and what it would do."""

from __future__ import annotations

from holi.kernel.actions import apply_action, marker_on, points_for_meeting, token_owner, why_finished
from holi.kernel.falling import falling, meeting
from holi.kernel.layout import (
    ALL,
    CARD_SHIFT,
    CLIMB,
    CLIMBED_EVENT,
    COLLECTED_EVENT,
    DECK,
    DECK_SIZE,
    DREW_EVENT,
    EVENT_CARDS,
    EVENT_HOW,
    EVENT_NUMBER,
    EVENT_OTHER,
    EVENT_SEAT,
    EVENT_SIZE,
    EVENT_SPACE,
    EVENT_TO,
    EVENT_TYPE,
    FINISHED,
    FINISHED_COUNT,
    FINISHED_EVENT,
    HAND,
    HIT,
    KIND_SHIFT,
    LEVEL,
    LIES_FACE_DOWN,
    LIES_FACE_UP,
    MARKED,
    MOVE,
    MOVED_EVENT,
    NO_THROW_LEFT,
    NOBODY,
    NOT_FINISHED,
    OCCUPIED,
    ON_BOARD,
    OVER,
    OVER_EVENT,
    PHASE,
    PLACE_MARKER,
    PLACED_MARKER_EVENT,
    PLAYERS,
    POINTS,
    RAIN,
    SEAT,
    SPACES,
    SQUARE,
    SUPPLY,
    SWEETS,
    SWEETS_EVENT,
    THREW_EVENT,
    THROW_DOWN,
    THROW_UP,
    TOKEN_EVENT,
    TOP,
    TURN_EVENT,
)
from holi.kernel.mode import Ints, compiled, copy_into, lowest


@compiled
def explain(before: Ints, after: Ints, rules: Ints, action: int, out: Ints) -> int:
    """Write the events of an action that led from `before` to `after` to `out`; return how many.

    Nothing is hidden from anyone here: who may know which card is not a question for the rules.
    """
    kind = action >> KIND_SHIFT
    if kind == THROW_UP or kind == THROW_DOWN:
        return _throw_events(before, rules, action, out)
    if kind == MOVE:
        return _move_events(before, after, out)
    if kind == CLIMB:
        return _climb_events(before, after, out)
    if kind == PLACE_MARKER:
        return _corner_events(before, after, rules, out)
    return _end_events(before, after, rules, out)


@compiled
def foresee(state: Ints, rules: Ints, action: int, after: Ints, out: Ints) -> int:
    """Write the events that a legal action would have, and the state that it would lead to; return how many."""
    copy_into(after, state)
    apply_action(after, rules, action)
    return explain(state, after, rules, action, out)


@compiled
def write_landings(state: Ints, rules: Ints, seat: int, out: Ints) -> None:
    """Write for each square of the seat's level the event of a token thrown onto it, as an action or not.

    Tokens of one throw fall in columns of their own, so these are the parts that every throw is made of.
    """
    for square in range(SPACES):
        _write_landing(state, rules, seat, square, out, square)


@compiled
def _begin_event(out: Ints, number: int, kind: int, seat: int) -> int:
    """Begin event `number`; return where it stands."""
    at = EVENT_SIZE * number
    out[at + EVENT_TYPE] = kind
    out[at + EVENT_SEAT] = seat
    out[at + EVENT_SPACE] = 0
    out[at + EVENT_TO] = 0
    out[at + EVENT_OTHER] = NOBODY
    out[at + EVENT_NUMBER] = 0
    out[at + EVENT_CARDS] = 0
    out[at + EVENT_HOW] = 0
    return at


@compiled
def _marker_space(state: Ints, seat: int) -> int:
    return SPACES * state[LEVEL + seat] + state[SQUARE + seat]


@compiled
def _throw_events(before: Ints, rules: Ints, action: int, out: Ints) -> int:
    seat = before[SEAT]
    at = _begin_event(out, 0, THREW_EVENT, seat)
    out[at + EVENT_CARDS] = action >> CARD_SHIFT & 15
    out[at + EVENT_HOW] = LIES_FACE_UP if action >> KIND_SHIFT == THROW_UP else LIES_FACE_DOWN
    spaces = action & ALL
    count = 1
    while spaces != 0:
        _write_landing(before, rules, seat, lowest(spaces), out, count)
        spaces &= spaces - 1
        count += 1
    return count


@compiled
def _write_landing(state: Ints, rules: Ints, seat: int, square: int, out: Ints, number: int) -> None:
    """A token's way from the level thrown on to where it comes to rest or meets a marker (R7)."""
    at = _begin_event(out, number, TOKEN_EVENT, seat)
    thrown_on = state[LEVEL + seat]
    level = thrown_on
    token = 1 << square
    while falling(state, level, token) != 0:
        level -= 1
    out[at + EVENT_SPACE] = SPACES * thrown_on + square
    out[at + EVENT_TO] = SPACES * level + square
    out[at + EVENT_HOW] = ON_BOARD
    if meeting(state, level, token) != 0:
        out[at + EVENT_HOW] = HIT if level == thrown_on else RAIN
        out[at + EVENT_OTHER] = marker_on(state, level, square)
        out[at + EVENT_NUMBER] = points_for_meeting(rules, level == thrown_on)


@compiled
def _move_events(before: Ints, after: Ints, out: Ints) -> int:
    seat = before[SEAT]
    level = after[LEVEL + seat]
    square = after[SQUARE + seat]
    at = _begin_event(out, 0, MOVED_EVENT, seat)
    out[at + EVENT_SPACE] = _marker_space(before, seat)
    out[at + EVENT_TO] = _marker_space(after, seat)
    if before[MARKED + level] >> square & 1 != 0:
        out[at + EVENT_OTHER] = marker_on(before, level, square)
    count = 1
    sweets = after[SWEETS + seat] - before[SWEETS + seat]
    if sweets != 0:
        at = _begin_event(out, count, SWEETS_EVENT, seat)
        out[at + EVENT_SPACE] = _marker_space(after, seat)
        out[at + EVENT_NUMBER] = sweets
        count += 1
    for above in range(level, TOP + 1):
        taken = before[OCCUPIED + above] & ~after[OCCUPIED + above]
        if taken != 0:
            at = _begin_event(out, count, COLLECTED_EVENT, seat)
            out[at + EVENT_SPACE] = SPACES * above + square
            out[at + EVENT_OTHER] = token_owner(before, above, taken)
            count += 1
    return count


@compiled
def _climb_events(before: Ints, after: Ints, out: Ints) -> int:
    seat = before[SEAT]
    at = _begin_event(out, 0, CLIMBED_EVENT, seat)
    out[at + EVENT_SPACE] = _marker_space(before, seat)
    out[at + EVENT_TO] = _marker_space(after, seat)
    out[at + EVENT_NUMBER] = after[POINTS + seat] - before[POINTS + seat]
    return 1


@compiled
def _corner_events(before: Ints, after: Ints, rules: Ints, out: Ints) -> int:
    seat = before[SEAT]
    at = _begin_event(out, 0, PLACED_MARKER_EVENT, seat)
    out[at + EVENT_SPACE] = _marker_space(after, seat)
    return _draw_events(before, after, rules, out, 1)


@compiled
def _draw_events(before: Ints, after: Ints, rules: Ints, out: Ints, count: int) -> int:
    """What each seat drew, in seat order; return the new count."""
    for seat in range(rules[PLAYERS]):
        drawn = before[DECK_SIZE + seat] - after[DECK_SIZE + seat]
        if drawn != 0:
            at = _begin_event(out, count, DREW_EVENT, seat)
            out[at + EVENT_CARDS] = before[DECK + seat] & ((1 << 4 * drawn) - 1)
            out[at + EVENT_NUMBER] = drawn
            count += 1
    return count


@compiled
def _end_events(before: Ints, after: Ints, rules: Ints, out: Ints) -> int:
    seat = before[SEAT]
    count = _draw_events(before, after, rules, out, 0)
    for place in range(before[FINISHED_COUNT], after[FINISHED_COUNT]):
        finisher = 0
        while after[FINISHED + finisher] != place:
            finisher += 1
        why = NOT_FINISHED
        if finisher == seat:
            why = why_finished(rules, after[SUPPLY + 5 * seat], after[HAND + seat], before[FINISHED_COUNT])
        at = _begin_event(out, count, FINISHED_EVENT, finisher)
        out[at + EVENT_HOW] = NO_THROW_LEFT if why == NOT_FINISHED else why
        count += 1
    _begin_event(out, count, OVER_EVENT if after[PHASE] == OVER else TURN_EVENT, after[SEAT])
    return count + 1
