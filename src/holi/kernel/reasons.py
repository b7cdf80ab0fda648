"""Why an action is not legal: the code of the first reason found, and what it is about."""

from __future__ import annotations

from holi.kernel.layout import (
    ABOUT_CARD,
    ABOUT_SEAT,
    ABOUT_SPACE,
    ABOUT_SPACES,
    ALL,
    ALL_PLACED,
    AT_EDGE,
    CARD_SHIFT,
    CLIMB,
    CLIMB_MADE,
    CLIMB_STOPS_THROW,
    CLIMB_TOKENS,
    CLIMBED,
    CORNER_FIRST,
    GAME_IS_OVER,
    HAND,
    INTERIOR,
    KIND_SHIFT,
    LAST_FACE_DOWN,
    LEVEL,
    MARKED,
    MARKER_ABOVE,
    MARKER_THERE,
    MOVE,
    MOVE_MADE,
    MOVE_STOPS_THROW,
    MOVED,
    NEIGHBOURS_EMPTY,
    NO_FREE_CORNER,
    NO_MOVE_THROWS,
    NO_OWN_TOKEN,
    NO_REASON,
    NOT_IN_HAND,
    NOT_LAID_SO,
    NOT_PLACED,
    NOT_THROWN_YET,
    OCCUPIED,
    ON_TOP,
    ONLY_END_LEFT,
    OVER,
    PHASE,
    PLACE_MARKER,
    REACH,
    SEAT,
    SETUP,
    SPACE_MARKED,
    SPACE_TAKEN,
    SPACES,
    SQUARE,
    STANDS_THERE,
    SUPPLY,
    SWAP_PLACES,
    TARGET_TAKEN,
    THROW_DOWN,
    THROW_MADE,
    THROW_UP,
    THROWN,
    TOO_FAR,
    TOP,
)
from holi.kernel.mode import Ints, compiled, lowest, popcount
from holi.kernel.turns import moves, nothing_more


@compiled
def reason_against(state: Ints, rules: Ints, action: int, about: Ints) -> int:
    """Why an illegal action is not legal; what the reason is about is written to `about`."""
    kind = action >> KIND_SHIFT
    seat = state[SEAT]
    about[ABOUT_SEAT] = seat
    if state[PHASE] == OVER:
        return GAME_IS_OVER
    if state[PHASE] == SETUP:
        return NO_FREE_CORNER if kind == PLACE_MARKER else CORNER_FIRST
    if kind == THROW_UP or kind == THROW_DOWN:
        return _against_throw(state, seat, action, about)
    if kind == MOVE:
        return _against_move(state, rules, seat, action & ALL, about)
    if kind == CLIMB:
        return _against_climb(state, rules, seat, about)
    return ALL_PLACED if kind == PLACE_MARKER else NOT_THROWN_YET


@compiled
def _against_throw(state: Ints, seat: int, action: int, about: Ints) -> int:
    card = action >> CARD_SHIFT & 15
    face_up = action >> KIND_SHIFT == THROW_UP
    level = state[LEVEL + seat]
    about[ABOUT_CARD] = card
    if state[THROWN] != 0:
        return THROW_MADE
    if state[HAND + seat] >> card & 1 == 0:
        return NOT_IN_HAND
    if state[SUPPLY + 5 * seat] == 0:
        return NO_OWN_TOKEN
    taken = action & state[OCCUPIED + level]
    if taken != 0:
        about[ABOUT_SPACE] = SPACES * level + lowest(taken)
        return TARGET_TAKEN if face_up else SPACE_TAKEN
    if face_up:
        about[ABOUT_SPACE] = SPACES * level + state[SQUARE + seat]
        return NOT_LAID_SO
    return SPACE_MARKED if action & state[MARKED + level] != 0 else LAST_FACE_DOWN


@compiled
def _against_move(state: Ints, rules: Ints, seat: int, space: int, about: Ints) -> int:
    if state[MOVED] != 0:
        return MOVE_MADE
    if nothing_more(state, seat):
        return ONLY_END_LEFT
    level = state[LEVEL + seat]
    square = state[SQUARE + seat]
    about[ABOUT_SPACE] = SPACES * level + lowest(space)
    if space == 1 << square:
        return STANDS_THERE
    if state[MARKED + level] & space != 0 and rules[SWAP_PLACES] == 0:
        return MARKER_THERE
    if state[THROWN] == 0 and moves(state, rules, seat) == 0:
        return NO_MOVE_THROWS
    return TOO_FAR if rules[REACH + square] & space == 0 else MOVE_STOPS_THROW


@compiled
def _against_climb(state: Ints, rules: Ints, seat: int, about: Ints) -> int:
    if state[CLIMBED] != 0:
        return CLIMB_MADE
    if nothing_more(state, seat):
        return ONLY_END_LEFT
    missing = missing_to_climb(state, rules, seat, about)
    return CLIMB_STOPS_THROW if missing == NO_REASON else missing


@compiled
def missing_to_climb(state: Ints, rules: Ints, seat: int, about: Ints) -> int:
    """What keeps the seat's marker from climbing where it stands (R6.4), or `NO_REASON`."""
    level = state[LEVEL + seat]
    square = state[SQUARE + seat]
    if level < 0:
        return NOT_PLACED
    if level == TOP:
        return ON_TOP
    about[ABOUT_SPACE] = SPACES * level + square
    if INTERIOR >> square & 1 == 0:
        return AT_EDGE
    if state[MARKED + level + 1] >> square & 1 != 0:
        about[ABOUT_SPACE] = SPACES * (level + 1) + square
        return MARKER_ABOVE
    about[ABOUT_SPACES] = empty_neighbours(state, rules, seat)
    return NO_REASON if about[ABOUT_SPACES] == 0 else NEIGHBOURS_EMPTY


@compiled
def empty_neighbours(state: Ints, rules: Ints, seat: int) -> int:
    """The squares beside the marker without a colour token, if too many are to climb there (R6.4)."""
    level = state[LEVEL + seat]
    square = state[SQUARE + seat]
    if level < 0 or level == TOP or INTERIOR >> square & 1 == 0:
        return 0
    beside = 1 << (square - 6) | 1 << (square - 1) | 1 << (square + 1) | 1 << (square + 6)
    empty = beside & ~state[OCCUPIED + level]
    return empty if popcount(beside & ~empty) < rules[CLIMB_TOKENS] else 0
