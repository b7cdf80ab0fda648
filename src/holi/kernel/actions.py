"""Carrying out a legal action: placing (R2.4), throwing (R4, R5, R7), moving and climbing (R6), ending (R8)."""

from __future__ import annotations

from holi.kernel.falling import falling, meeting, resting
from holi.kernel.layout import (
    ALL,
    CARD_SHIFT,
    CLIMB,
    CLIMBED,
    DECK,
    DECK_SIZE,
    DISCARD,
    DISCARD_SIZE,
    FACE_DOWN,
    FINISHED,
    FINISHED_COUNT,
    GROUND,
    HAND,
    HAND_LIMIT,
    HIT_POINTS,
    KIND_SHIFT,
    LAST_DANCE,
    LEVEL,
    MARKED,
    MOVE,
    MOVED,
    OCCUPIED,
    OVER,
    PHASE,
    PLACE_MARKER,
    PLAY,
    PLAYERS,
    POINTS,
    RAIN_POINTS,
    SEAT,
    SQUARE,
    SUMMIT_POINTS,
    SUMMIT_STEP,
    SUPPLY,
    SWEETS,
    SWEETS_ONE,
    SWEETS_TWO,
    THROW_DOWN,
    THROW_UP,
    THROWN,
    TOKENS,
    TOP,
)
from holi.kernel.mode import Ints, compiled, lowest, popcount
from holi.kernel.turns import can_throw_this_turn


@compiled
def apply_action(state: Ints, rules: Ints, action: int) -> None:
    """Change `state` by a legal action."""
    kind = action >> KIND_SHIFT
    seat = state[SEAT]
    spaces = action & ALL
    if kind == THROW_UP or kind == THROW_DOWN:
        _discard(state, seat, action >> CARD_SHIFT & 15, kind == THROW_DOWN)
        _throw(state, rules, seat, spaces)
    elif kind == MOVE:
        _move(state, rules, seat, spaces)
    elif kind == CLIMB:
        _climb(state, rules, seat)
    elif kind == PLACE_MARKER:
        _place_marker(state, rules, seat, spaces)
    else:
        _end_turn(state, rules, seat)


@compiled
def _place_marker(state: Ints, rules: Ints, seat: int, space: int) -> None:
    """R2.4; after the last seat, seat 0 has the first turn (R2.3)."""
    state[LEVEL + seat] = GROUND
    state[SQUARE + seat] = lowest(space)
    state[MARKED + GROUND] |= space
    if seat + 1 < rules[PLAYERS]:
        state[SEAT] = seat + 1
    else:
        state[SEAT] = 0
        state[PHASE] = PLAY


@compiled
def _discard(state: Ints, seat: int, card: int, face_down: bool) -> None:
    """R4.9, R5.3: the card goes from the hand to the top of the discard pile."""
    size = state[DISCARD_SIZE + seat]
    state[HAND + seat] ^= 1 << card
    state[DISCARD + seat] |= card << (4 * size)
    if face_down:
        state[FACE_DOWN + seat] |= 1 << size
    state[DISCARD_SIZE + seat] = size + 1


@compiled
def marker_on(state: Ints, level: int, square: int) -> int:
    """The seat whose marker is on this space; one is."""
    seat = 0
    while state[LEVEL + seat] != level or state[SQUARE + seat] != square:
        seat += 1
    return seat


@compiled
def _throw(state: Ints, rules: Ints, seat: int, spaces: int) -> None:
    """Throw a token onto each of `spaces` on the marker's level (R4.5) and let them fall."""
    state[THROWN] = 1
    state[SUPPLY + 5 * seat] -= popcount(spaces)
    level = state[LEVEL + seat]
    points = rules[HIT_POINTS]  # R4.7: on the thrower's own level
    while spaces != 0:
        met = meeting(state, level, spaces)
        staying = resting(state, level, spaces)
        spaces = falling(state, level, spaces)
        while met != 0:
            holder = marker_on(state, level, lowest(met))
            met &= met - 1
            state[SUPPLY + 4 * holder + seat] += 1
            state[POINTS + seat] += points
        state[TOKENS + 4 * level + seat] |= staying
        state[OCCUPIED + level] |= staying
        level -= 1
        points = rules[RAIN_POINTS]  # R7.3: no point, unless `cloudburst` is in play


@compiled
def _move(state: Ints, rules: Ints, seat: int, space: int) -> None:
    """R6.1-R6.3; onto another marker, the two change places and nothing is collected (`swap-places`)."""
    state[MOVED] = 1
    level = state[LEVEL + seat]
    origin = state[SQUARE + seat]
    square = lowest(space)
    if state[MARKED + level] & space != 0:
        state[SQUARE + marker_on(state, level, square)] = origin
        state[SQUARE + seat] = square
        return
    state[SQUARE + seat] = square
    state[MARKED + level] ^= 1 << origin | space
    state[SWEETS + seat] += (state[SWEETS_ONE + level] >> square & 1) + (state[SWEETS_TWO + level] >> square & 1)
    state[SWEETS_ONE + level] &= ~space
    state[SWEETS_TWO + level] &= ~space
    # The token of the space (R6.2), then the column above, which by R7.6 holds none beyond the next marker (R7.4).
    for above in range(level, TOP + 1):
        if state[OCCUPIED + above] & space != 0:
            state[OCCUPIED + above] ^= space
            for colour in range(rules[PLAYERS]):
                if state[TOKENS + 4 * above + colour] & space != 0:
                    state[TOKENS + 4 * above + colour] ^= space
                    state[SUPPLY + 4 * seat + colour] += 1


@compiled
def _climb(state: Ints, rules: Ints, seat: int) -> None:
    """R6.4, R6.5; reaching T may score (`summit`)."""
    state[CLIMBED] = 1
    level = state[LEVEL + seat]
    space = 1 << state[SQUARE + seat]
    state[POINTS + seat] += climb_points(state, rules, level)
    state[MARKED + level] ^= space
    state[MARKED + level + 1] ^= space
    state[LEVEL + seat] = level + 1


@compiled
def climb_points(state: Ints, rules: Ints, level: int) -> int:
    """What climbing from `level` scores at once: only onto T, and less for each marker already there (`summit`)."""
    if level + 1 != TOP:
        return 0
    return max(0, rules[SUMMIT_POINTS] - rules[SUMMIT_STEP] * popcount(state[MARKED + TOP]))


@compiled
def _end_turn(state: Ints, rules: Ints, seat: int) -> None:
    """R8.1-R8.4."""
    while popcount(state[HAND + seat]) < rules[HAND_LIMIT] and state[DECK_SIZE + seat] > 0:
        state[HAND + seat] |= 1 << (state[DECK + seat] & 15)
        state[DECK + seat] >>= 4
        state[DECK_SIZE + seat] -= 1
    last_dance = rules[LAST_DANCE] != 0 and state[FINISHED_COUNT] > 0
    if state[SUPPLY + 5 * seat] == 0 or state[HAND + seat] == 0 or last_dance:
        _finish(state, seat)
    state[THROWN] = 0
    state[MOVED] = 0
    state[CLIMBED] = 0
    for _ in range(rules[PLAYERS]):
        seat += 1
        if seat == rules[PLAYERS]:
            seat = 0
        if state[FINISHED + seat] < 0:
            if can_throw_this_turn(state, rules, seat):
                state[SEAT] = seat
                return
            _finish(state, seat)  # R3.3
    state[SEAT] = 0
    state[PHASE] = OVER


@compiled
def _finish(state: Ints, seat: int) -> None:
    """R8.2, R3.3: the player is out; the marker stays (R8.3)."""
    state[FINISHED + seat] = state[FINISHED_COUNT]
    state[FINISHED_COUNT] += 1
