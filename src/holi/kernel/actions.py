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
    LAST_DANCE_OVER,
    LEVEL,
    MARKED,
    MOVE,
    MOVED,
    NOT_FINISHED,
    OCCUPIED,
    OUT_OF_CARDS,
    OUT_OF_TOKENS,
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
        _move(state, seat, spaces)
    elif kind == CLIMB:
        _climb(state, rules, seat)
    elif kind == PLACE_MARKER:
        _place_marker(state, rules, seat, spaces)
    else:
        _end_turn(state, rules, seat)


@compiled
def _place_marker(state: Ints, rules: Ints, seat: int, space: int) -> None:
    """R2.4; when all markers stand, each draws one card (R2.5) and seat 0 has the first turn (R2.3)."""
    state[LEVEL + seat] = GROUND
    state[SQUARE + seat] = lowest(space)
    state[MARKED + GROUND] |= space
    if seat + 1 < rules[PLAYERS]:
        state[SEAT] = seat + 1
    else:
        for drawer in range(rules[PLAYERS]):
            draw_card(state, drawer)
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
def token_owner(state: Ints, level: int, space: int) -> int:
    """The seat whose colour token lies on this space; one does."""
    seat = 0
    while state[TOKENS + 4 * level + seat] & space == 0:
        seat += 1
    return seat


@compiled
def points_for_meeting(rules: Ints, direct: bool) -> int:
    """What a token that meets a marker scores: a direct hit on the thrower's level (R4.7), or rain below it (R7.3)."""
    return rules[HIT_POINTS] if direct else rules[RAIN_POINTS]


@compiled
def _throw(state: Ints, rules: Ints, seat: int, spaces: int) -> None:
    """Throw a token onto each of `spaces` on the marker's level (R4.5) and let them fall."""
    state[THROWN] = 1
    state[SUPPLY + 5 * seat] -= popcount(spaces)
    level = state[LEVEL + seat]
    points = points_for_meeting(rules, True)
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
        points = points_for_meeting(rules, False)


@compiled
def _move(state: Ints, seat: int, space: int) -> None:
    """R6.1-R6.3; onto another marker, the two change places and nothing is collected (`swap_places`)."""
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
            owner = token_owner(state, above, space)
            state[OCCUPIED + above] ^= space
            state[TOKENS + 4 * above + owner] ^= space
            state[SUPPLY + 4 * seat + owner] += 1


@compiled
def _climb(state: Ints, rules: Ints, seat: int) -> None:
    """R6.4, R6.5; reaching T may score (`summit_points`)."""
    state[CLIMBED] = 1
    level = state[LEVEL + seat]
    space = 1 << state[SQUARE + seat]
    state[POINTS + seat] += climb_points(state, rules, level)
    state[MARKED + level] ^= space
    state[MARKED + level + 1] ^= space
    state[LEVEL + seat] = level + 1


@compiled
def climb_points(state: Ints, rules: Ints, level: int) -> int:
    """What climbing from `level` scores at once: only onto T, and less for each marker there already."""
    if level + 1 != TOP:
        return 0
    return max(0, rules[SUMMIT_POINTS] - rules[SUMMIT_STEP] * popcount(state[MARKED + TOP]))


@compiled
def _end_turn(state: Ints, rules: Ints, seat: int) -> None:
    """R8.1-R8.4."""
    for _ in range(cards_to_draw(rules, popcount(state[HAND + seat]), state[DECK_SIZE + seat])):
        draw_card(state, seat)
    if why_finished(rules, state[SUPPLY + 5 * seat], state[HAND + seat], state[FINISHED_COUNT]) != NOT_FINISHED:
        _finish(state, seat)
    _pass_on(state, rules, seat)


@compiled
def cards_to_draw(rules: Ints, hand: int, deck: int) -> int:
    """R8.1: how many cards are drawn at the end of a turn, with this many in hand and deck."""
    return min(deck, max(0, rules[HAND_LIMIT] - hand))


@compiled
def draw_card(state: Ints, seat: int) -> None:
    """The top card of the deck goes into the hand."""
    state[HAND + seat] |= 1 << (state[DECK + seat] & 15)
    state[DECK + seat] >>= 4
    state[DECK_SIZE + seat] -= 1


@compiled
def why_finished(rules: Ints, own_tokens: int, hand: int, finished: int) -> int:
    """R8.2: why a player who has drawn is finished, with `finished` players out before; the first reason of F5."""
    if own_tokens == 0:
        return OUT_OF_TOKENS
    if hand == 0:
        return OUT_OF_CARDS
    if rules[LAST_DANCE] != 0 and finished > 0:
        return LAST_DANCE_OVER
    return NOT_FINISHED


@compiled
def _finish(state: Ints, seat: int) -> None:
    """The player is out; the marker stays (R8.3)."""
    state[FINISHED + seat] = state[FINISHED_COUNT]
    state[FINISHED_COUNT] += 1


@compiled
def _pass_on(state: Ints, rules: Ints, seat: int) -> None:
    """R8.3: the next player who is not finished has the turn; who cannot throw falls out (R3.3). R8.4 if all have."""
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
            _finish(state, seat)
    state[SEAT] = 0
    state[PHASE] = OVER
