"""Moving and climbing (R6), and what a turn still allows (R3)."""

from __future__ import annotations

from holi.kernel.layout import (
    ALL,
    CARD_SHIFT,
    CLIMB_ACTION,
    CLIMB_TOKENS,
    CLIMBED,
    CORNERS,
    END,
    END_ACTION,
    HAND,
    INTERIOR,
    KIND_SHIFT,
    LEVEL,
    MARKED,
    MOVE,
    MOVED,
    OCCUPIED,
    OVER,
    PHASE,
    PLACE_MARKER,
    REACH,
    SEAT,
    SETUP,
    SQUARE,
    SUPPLY,
    SWAP_PLACES,
    THROW_DOWN,
    THROWN,
    TOKENS,
    TOP,
)
from holi.kernel.mode import Ints, compiled, lowest
from holi.kernel.throws import face_down_spaces, face_up_throws, throwing_squares


@compiled
def climbing_squares(state: Ints, rules: Ints, level: int) -> int:
    """R6.4: the squares of a level from which one can climb: among colour tokens, not at an edge, no marker above."""
    if level == TOP:
        return 0
    tokens = state[OCCUPIED + level]
    left, right, down, up = tokens << 1, tokens >> 1, tokens << 6, tokens >> 6
    if rules[CLIMB_TOKENS] == 4:
        surrounded = left & right & down & up
    else:  # any three
        surrounded = left & right & (down | up) | down & up & (left | right)
    return surrounded & INTERIOR & ~state[MARKED + level + 1]


@compiled
def _moves_before_throw(
    state: Ints, rules: Ints, seat: int, level: int, origin: int, others: int, may_climb: bool
) -> int:
    """R3.2: the squares to which a move on `level` from `origin` leaves a throw, at once or after a climb."""
    supply = state[SUPPLY + 5 * seat]
    reach = rules[REACH + origin]
    plain = reach & ~others
    if supply == 0:  # R6.2, R6.3: then only own tokens of the column moved to could be thrown
        own = 0
        for above in range(level, TOP + 1):
            own |= state[TOKENS + 4 * above + seat]
        plain &= own
    allowed = throwing_squares(state, rules, seat, level, others, plain)
    climbing = 0
    if may_climb:
        climbing = climbing_squares(state, rules, level)
        higher = climbing & plain & ~allowed
        if higher != 0:
            allowed |= throwing_squares(state, rules, seat, level + 1, state[MARKED + level + 1], higher)
    if rules[SWAP_PLACES] != 0 and supply != 0:  # the other marker goes to `origin`, nothing is collected
        swaps = reach & others
        while swaps != 0:
            to = swaps & -swaps
            swaps ^= to
            allowed |= throwing_squares(state, rules, seat, level, others ^ to ^ 1 << origin, to)
            if to & climbing != 0:
                allowed |= throwing_squares(state, rules, seat, level + 1, state[MARKED + level + 1], to)
    return allowed


@compiled
def nothing_more(state: Ints, seat: int) -> bool:
    """R3.5: after the throw, with no own token left, the turn can only be ended."""
    return state[THROWN] != 0 and state[SUPPLY + 5 * seat] == 0


@compiled
def moves(state: Ints, rules: Ints, seat: int) -> int:
    """The squares to which the player may move now (R3.1, R3.2, R6.1)."""
    if state[MOVED] != 0 or nothing_more(state, seat):
        return 0
    level = state[LEVEL + seat]
    square = state[SQUARE + seat]
    others = state[MARKED + level] ^ 1 << square
    if state[THROWN] == 0:
        return _moves_before_throw(state, rules, seat, level, square, others, state[CLIMBED] == 0)
    if rules[SWAP_PLACES] != 0:
        return rules[REACH + square]
    return rules[REACH + square] & ~others


@compiled
def may_climb(state: Ints, rules: Ints, seat: int) -> bool:
    """Whether the player may climb now (R3.1, R3.2, R6.4)."""
    if state[CLIMBED] != 0 or nothing_more(state, seat):
        return False
    level = state[LEVEL + seat]
    square = state[SQUARE + seat]
    if climbing_squares(state, rules, level) & 1 << square == 0:
        return False
    if state[THROWN] != 0:
        return True
    others = state[MARKED + level + 1]
    if _can_throw(state, rules, seat, level + 1, square, others):
        return True
    return state[MOVED] == 0 and _moves_before_throw(state, rules, seat, level + 1, square, others, False) != 0


@compiled
def _can_throw(state: Ints, rules: Ints, seat: int, level: int, square: int, others: int) -> bool:
    """Whether a throw is possible from this space, with `others` on its level, as the supply is now."""
    here = 1 << square
    return state[SUPPLY + 5 * seat] != 0 and throwing_squares(state, rules, seat, level, others, here) != 0


@compiled
def can_throw_this_turn(state: Ints, rules: Ints, seat: int) -> bool:
    """R3.3: whether any order of the turn's remaining actions allows a throw."""
    level = state[LEVEL + seat]
    square = state[SQUARE + seat]
    if _can_throw(state, rules, seat, level, square, state[MARKED + level] ^ 1 << square):
        return True
    return moves(state, rules, seat) != 0 or may_climb(state, rules, seat)


@compiled
def ends_turn(kind: int) -> bool:
    """Whether an action of this kind is the last of a turn: ending it (R3.4), or choosing a corner (R2.4)."""
    return kind == END or kind == PLACE_MARKER


@compiled
def free_corners(state: Ints) -> int:
    """R2.4: the corners of G on which a marker may start."""
    return CORNERS & ~state[MARKED]


@compiled
def _write_spaces(code: int, spaces: int, out: Ints, room: int, count: int) -> int:
    """Write one action for each space to `out` from number `count` on, while there is room; return the new count."""
    while spaces != 0:
        if count < room:
            out[count] = code | (spaces & -spaces)
        spaces &= spaces - 1
        count += 1
    return count


@compiled
def legal_actions(state: Ints, rules: Ints, out: Ints, room: int) -> int:
    """How many actions are legal; the first `room` of them are written to `out`.

    The order is fixed: face-up throws, face-down throws, moves, climb, end.
    """
    if state[PHASE] == OVER:
        return 0
    if state[PHASE] == SETUP:
        return _write_spaces(PLACE_MARKER << KIND_SHIFT, free_corners(state), out, room, 0)
    seat = state[SEAT]
    count = 0
    if state[THROWN] == 0:
        count = -1 - face_up_throws(state, rules, seat, ALL, out, room)
        spaces = face_down_spaces(state, rules, seat)
        hand = state[HAND + seat]
        while hand != 0:
            code = THROW_DOWN << KIND_SHIFT | lowest(hand) << CARD_SHIFT
            hand &= hand - 1
            count = _write_spaces(code, spaces, out, room, count)
    count = _write_spaces(MOVE << KIND_SHIFT, moves(state, rules, seat), out, room, count)
    if may_climb(state, rules, seat):
        count = _write_action(CLIMB_ACTION, out, room, count)
    if state[THROWN] != 0:  # R3.4
        count = _write_action(END_ACTION, out, room, count)
    return count


@compiled
def _write_action(code: int, out: Ints, room: int, count: int) -> int:
    """Write one action to `out` if there is room; return the new count."""
    if count < room:
        out[count] = code
    return count + 1
