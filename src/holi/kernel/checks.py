"""Whether a position is consistent, reachable or not (F3): the code of the first clause broken, and where."""

from __future__ import annotations

from holi.kernel.layout import (
    ABOUT_CARD,
    ABOUT_COUNT,
    ABOUT_MOST,
    ABOUT_OTHER_CARD,
    ABOUT_SEAT,
    ABOUT_SPACE,
    BEGUN_IN_SETUP,
    CANNOT_ACT,
    CARDS_IN_SETUP,
    CLIMBED,
    CLIMBED_ON_GROUND,
    CORNERS,
    CORNERS_OUT_OF_ORDER,
    DISCARD,
    DISCARD_SIZE,
    FACE_DOWN,
    FACE_DOWN_TWICE,
    FINISHED,
    FINISHED_IN_SETUP,
    FINISHED_MISNUMBERED,
    FINISHED_ON_TURN,
    FLOATING_TOKEN,
    FREE_HANDFULS,
    GROUND,
    HAND,
    HAND_LIMIT,
    HAND_TOO_LARGE,
    LEVEL,
    MARKED,
    MARKER_MISSING,
    MARKER_ON_TOKEN,
    MARKERS_SHARE,
    MIDDLE,
    MOVED,
    NO_REASON,
    NOT_ON_CORNER,
    OCCUPIED,
    OVER,
    OVER_TOO_EARLY,
    PHASE,
    PLAY,
    PLAYERS,
    POINTS,
    SEAT,
    SETUP,
    SPACES,
    SQUARE,
    STOCK_IN_SETUP,
    SUPPLY,
    SWEETS,
    SWEETS_MISCOUNTED,
    SWEETS_ONE,
    SWEETS_SPACES,
    SWEETS_TOKENS,
    SWEETS_TWO,
    SWEETS_UNDER_MARKER,
    THROWN,
    THROWN_WITHOUT_DISCARD,
    TOKENS,
    TOKENS_MISCOUNTED,
    TOKENS_PER_PLAYER,
    TOO_MANY_SWEETS,
    TOP,
)
from holi.kernel.mode import Ints, compiled, lowest, popcount
from holi.kernel.turns import legal_actions


@compiled
def inconsistency(state: Ints, rules: Ints, about: Ints) -> int:
    """The first clause that the position breaks, or `NO_REASON`; what it is about is written to `about`."""
    code = _against_tokens(state, rules, about)
    if code == NO_REASON:
        code = _against_markers(state, rules, about)
    if code == NO_REASON:
        code = _against_sweets(state, rules, about)
    if code == NO_REASON:
        code = _against_cards(state, rules, about)
    if code == NO_REASON:
        code = _against_finished(state, rules)
    if code == NO_REASON and state[PHASE] == SETUP:
        code = _against_setup(state, rules, about)
    if code == NO_REASON and state[PHASE] == PLAY:
        code = _against_turn(state, rules, about)
    return code


@compiled
def _against_tokens(state: Ints, rules: Ints, about: Ints) -> int:
    """R7.6: colour lies on colour, and all of it is somewhere."""
    for level in range(MIDDLE, TOP + 1):
        floating = state[OCCUPIED + level] & ~state[OCCUPIED + level - 1]
        if floating != 0:
            about[ABOUT_SPACE] = SPACES * level + lowest(floating)
            return FLOATING_TOKEN
    for seat in range(rules[PLAYERS]):
        lying = 0
        for level in range(TOP + 1):
            lying += popcount(state[TOKENS + 4 * level + seat])
        held = 0
        for holder in range(rules[PLAYERS]):
            held += state[SUPPLY + 4 * holder + seat]
        if lying + held != TOKENS_PER_PLAYER:
            about[ABOUT_SEAT] = seat
            about[ABOUT_COUNT] = lying
            about[ABOUT_MOST] = held
            return TOKENS_MISCOUNTED
    return NO_REASON


@compiled
def _against_markers(state: Ints, rules: Ints, about: Ints) -> int:
    """R2.4, R7.6: markers stand on different spaces without colour; so there is none above them either."""
    for seat in range(rules[PLAYERS]):
        about[ABOUT_SEAT] = seat
        level = state[LEVEL + seat]
        square = state[SQUARE + seat]
        if level < 0:
            if state[PHASE] != SETUP:
                return MARKER_MISSING
            continue
        about[ABOUT_SPACE] = SPACES * level + square
        for other in range(seat):
            if state[LEVEL + other] == level and state[SQUARE + other] == square:
                return MARKERS_SHARE
        if state[OCCUPIED + level] >> square & 1 != 0:
            return MARKER_ON_TOKEN
    return NO_REASON


@compiled
def _against_sweets(state: Ints, rules: Ints, about: Ints) -> int:
    """R2.1, R6.2, R7.6: two lie on a space of G, one on M, none under a marker; 24 in all."""
    count = 0
    for level in range(TOP + 1):
        one = state[SWEETS_ONE + level]
        two = state[SWEETS_TWO + level]
        may_hold_one = SWEETS_SPACES if level <= MIDDLE else 0
        may_hold_two = SWEETS_SPACES if level == GROUND else 0
        surplus = one & ~may_hold_one | two & ~may_hold_two
        wrong = surplus | one & state[MARKED + level]
        if wrong != 0:
            square = lowest(wrong)
            about[ABOUT_SPACE] = SPACES * level + square
            about[ABOUT_COUNT] = (one >> square & 1) + (two >> square & 1)
            about[ABOUT_MOST] = (may_hold_one >> square & 1) + (may_hold_two >> square & 1)
            return TOO_MANY_SWEETS if surplus >> square & 1 != 0 else SWEETS_UNDER_MARKER
        count += popcount(one) + popcount(two)
    held = 0
    for seat in range(rules[PLAYERS]):
        held += state[SWEETS + seat]
    about[ABOUT_COUNT] = count
    about[ABOUT_MOST] = held
    return NO_REASON if count + held == SWEETS_TOKENS else SWEETS_MISCOUNTED


@compiled
def _against_cards(state: Ints, rules: Ints, about: Ints) -> int:
    """R8.1, R5.2: hands are not too large, and no two cards were played face down running."""
    for seat in range(rules[PLAYERS]):
        about[ABOUT_SEAT] = seat
        about[ABOUT_COUNT] = popcount(state[HAND + seat])
        about[ABOUT_MOST] = rules[HAND_LIMIT]
        if state[THROWN] != 0 and seat == state[SEAT]:
            about[ABOUT_MOST] -= 1
        if about[ABOUT_COUNT] > about[ABOUT_MOST]:
            return HAND_TOO_LARGE
        running = state[FACE_DOWN + seat] & state[FACE_DOWN + seat] >> 1
        if running != 0 and rules[FREE_HANDFULS] == 0:
            lower = 4 * lowest(running)
            about[ABOUT_CARD] = state[DISCARD + seat] >> lower & 15
            about[ABOUT_OTHER_CARD] = state[DISCARD + seat] >> (lower + 4) & 15
            return FACE_DOWN_TWICE
    return NO_REASON


@compiled
def _against_finished(state: Ints, rules: Ints) -> int:
    """R8.2, R8.4: players are finished as number 0, 1, ..., none before play and all when it is over."""
    count = 0
    numbers = 0
    for seat in range(rules[PLAYERS]):
        if state[FINISHED + seat] >= 0:
            count += 1
            numbers |= 1 << state[FINISHED + seat]
    if numbers != (1 << count) - 1:
        return FINISHED_MISNUMBERED
    if state[PHASE] == SETUP and count > 0:
        return FINISHED_IN_SETUP
    return OVER_TOO_EARLY if state[PHASE] == OVER and count < rules[PLAYERS] else NO_REASON


@compiled
def _against_setup(state: Ints, rules: Ints, about: Ints) -> int:
    """R1.2, R2.4, R2.5: corners are chosen in seat order, and nothing else has happened."""
    if state[THROWN] + state[MOVED] + state[CLIMBED] != 0:
        return BEGUN_IN_SETUP
    for seat in range(rules[PLAYERS]):
        level = state[LEVEL + seat]
        square = state[SQUARE + seat]
        if (level >= 0) != (seat < state[SEAT]):
            about[ABOUT_SEAT] = state[SEAT]
            return CORNERS_OUT_OF_ORDER
        about[ABOUT_SEAT] = seat
        about[ABOUT_SPACE] = SPACES * level + square
        if level > GROUND or (level == GROUND and CORNERS >> square & 1 == 0):
            return NOT_ON_CORNER
        if state[HAND + seat] != 0 or state[DISCARD_SIZE + seat] != 0:
            return CARDS_IN_SETUP
        stock = state[SUPPLY + 5 * seat]
        if stock != TOKENS_PER_PLAYER or state[SWEETS + seat] != 0 or state[POINTS + seat] != 0:
            return STOCK_IN_SETUP
    return NO_REASON


@compiled
def _against_turn(state: Ints, rules: Ints, about: Ints) -> int:
    """R3: the seat to act can act, and has done what the turn says."""
    seat = state[SEAT]
    about[ABOUT_SEAT] = seat
    if state[FINISHED + seat] >= 0:
        return FINISHED_ON_TURN
    if state[THROWN] != 0 and state[DISCARD_SIZE + seat] == 0:
        return THROWN_WITHOUT_DISCARD
    if state[CLIMBED] != 0 and state[LEVEL + seat] == GROUND:
        return CLIMBED_ON_GROUND
    return CANNOT_ACT if legal_actions(state, rules, about, 0) == 0 else NO_REASON
