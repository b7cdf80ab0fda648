"""Quick, sensible turns for playouts: the best throw from here or from a few squares tried, sweets, and up if possible.

A turn takes a microsecond or two compiled. It is not good play; it is play good enough that the average over many games
tells good turns from bad ones.
"""

from __future__ import annotations

from holi.kernel.actions import apply_action
from holi.kernel.falling import falling, meeting, resting
from holi.kernel.layout import (
    ALL,
    CARD_SHIFT,
    CLIMB_ACTION,
    HAND,
    HIT_POINTS,
    KIND_SHIFT,
    LEVEL,
    MOVE,
    OCCUPIED,
    PLACEMENTS,
    PLAYERS,
    RAIN_POINTS,
    SEAT,
    SPACES,
    SPLASH,
    SQUARE,
    SUPPLY,
    SWEETS_ONE,
    SWEETS_TWO,
    THROW_DOWN,
    THROW_UP,
    THROWN,
    TOKENS,
    TOP,
)
from holi.kernel.mode import Ints, compiled, lowest, popcount
from holi.kernel.playouts import below, nth_space, random_action
from holi.kernel.throws import face_down_spaces, face_up_throws, free_targets
from holi.kernel.turns import may_climb, moves

SQUARES_TRIED = 3
SCALE = 8
"""Worth is counted in eighths of a point, so that small leanings and chance fit below one point."""


@compiled
def throw_worth(state: Ints, rules: Ints, level: int, spaces: int) -> int:
    """What tokens thrown onto `spaces` of `level` are worth to their owner (R9.1, R9.2, R4.7), in eighths."""
    worth = 0
    met_points = rules[HIT_POINTS] + 2
    while spaces != 0:
        worth += met_points * popcount(meeting(state, level, spaces))
        worth += (level + 1) * popcount(resting(state, level, spaces))
        spaces = falling(state, level, spaces)
        met_points = rules[RAIN_POINTS] + 2
        level -= 1
    return SCALE * worth


@compiled
def best_throw(state: Ints, rules: Ints, seat: int, level: int, square: int, random: Ints) -> int:
    """The face-up throw worth most from this space: worth in the high bits, action in the low 44; -1 if there is none.

    Only for supplies that fill every target; chance decides between throws of nearly the same worth.
    """
    best = -1
    supply = state[SUPPLY + 5 * seat]
    occupied = state[OCCUPIED + level]
    hand = state[HAND + seat]
    while hand != 0:
        card = lowest(hand)
        hand &= hand - 1
        entry = PLACEMENTS + SPACES * card + square
        for i in range(rules[entry], rules[entry + 1]):
            spaces = free_targets(rules[i], occupied, rules[SPLASH])
            if spaces != 0 and popcount(spaces) <= supply:
                worth = throw_worth(state, rules, level, spaces) + below(random, SCALE)
                if worth > best >> 44:
                    best = worth << 44 | THROW_UP << KIND_SHIFT | card << CARD_SHIFT | spaces
    return best


@compiled
def move_worth(state: Ints, rules: Ints, seat: int, level: int, square: int) -> int:
    """What moving to a square is worth at once, in eighths: sweets gained, points of the tokens taken up."""
    worth = 2 * SCALE * ((state[SWEETS_ONE + level] >> square & 1) + (state[SWEETS_TWO + level] >> square & 1))
    for above in range(level, TOP + 1):
        if state[OCCUPIED + above] >> square & 1:
            if state[TOKENS + 4 * above + seat] >> square & 1:
                worth -= SCALE * (above + 1) - SCALE // 2  # one's own, to be thrown again
            else:
                worth -= SCALE * (1 - above) // (rules[PLAYERS] - 1)  # two points for its owner instead of above + 1
    return worth


@compiled
def _throw_something(state: Ints, rules: Ints, seat: int, random: Ints) -> bool:
    """Throw when no full face-up throw is possible: face down where it is worth most, else as few tokens allow."""
    spaces = face_down_spaces(state, rules, seat)
    level = state[LEVEL + seat]
    if spaces != 0 and state[HAND + seat] != 0:
        supported = spaces & state[OCCUPIED + level - 1] if level > 0 else 0
        if supported != 0:
            spaces = supported
        hand = state[HAND + seat]
        card = lowest(nth_space(hand, below(random, popcount(hand))))
        space = nth_space(spaces, below(random, popcount(spaces)))
        apply_action(state, rules, THROW_DOWN << KIND_SHIFT | card << CARD_SHIFT | space)
        return True
    count = -1 - face_up_throws(state, rules, seat, ALL, state, 0)
    if count == 0:
        return False
    apply_action(state, rules, face_up_throws(state, rules, seat, below(random, count), state, 0))
    return True


@compiled
def _try_moves(state: Ints, rules: Ints, seat: int, random: Ints, thrown: bool, least: int) -> int:
    """Try a few squares to move to, with the throw from there unless it is made: the best above `least`, or -1."""
    reach = moves(state, rules, seat)
    level = state[LEVEL + seat]
    sweets = reach & state[SWEETS_ONE + level]
    found = -1
    for attempt in range(SQUARES_TRIED):
        if reach == 0:
            break
        among = sweets if attempt == 0 and sweets != 0 else reach
        space = nth_space(among, below(random, popcount(among)))
        reach &= ~space
        square = lowest(space)
        worth = move_worth(state, rules, seat, level, square) + below(random, SCALE)
        if not thrown:
            worth += max(0, best_throw(state, rules, seat, level, square, random) >> 44)
        if worth > least:
            least = worth
            found = square
    return found


@compiled
def quick_actions(state: Ints, rules: Ints, random: Ints) -> None:
    """Play the turn of the seat to act, from wherever it stands, up to its end, which is left to be done."""
    seat = state[SEAT]
    if state[THROWN] == 0 and may_climb(state, rules, seat):
        apply_action(state, rules, CLIMB_ACTION)
    if state[THROWN] == 0:
        here = best_throw(state, rules, seat, state[LEVEL + seat], state[SQUARE + seat], random)
        square = _try_moves(state, rules, seat, random, False, max(here >> 44, 0) + SCALE)
        if square >= 0:
            apply_action(state, rules, MOVE << KIND_SHIFT | 1 << square)
            here = best_throw(state, rules, seat, state[LEVEL + seat], state[SQUARE + seat], random)
        if here >= 0:
            apply_action(state, rules, here & ((1 << 44) - 1))
        else:
            _throw_something(state, rules, seat, random)
        while state[THROWN] == 0:  # only a move or a climb leads to a throw (R3.2)
            apply_action(state, rules, random_action(state, rules, random))
    if may_climb(state, rules, seat):
        apply_action(state, rules, CLIMB_ACTION)
    square = _try_moves(state, rules, seat, random, True, 0)
    if square >= 0:
        apply_action(state, rules, MOVE << KIND_SHIFT | 1 << square)
        if may_climb(state, rules, seat):
            apply_action(state, rules, CLIMB_ACTION)
