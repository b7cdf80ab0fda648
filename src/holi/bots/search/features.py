"""What the value network is told about a seat: numbers that a few bit operations read off a position and its rules.

Rivalry cards need no special case: the network sees the settings and scoring terms that they bring, and how much each
term pays the seat now.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TypeAlias

from holi.bots.search.quick_play import best_throw
from holi.kernel.layout import (
    ALL,
    CLIMB_TOKENS,
    DECK_SIZE,
    FINISHED,
    FREE_HANDFULS,
    GROUND,
    HAND,
    HAND_LIMIT,
    HIT_POINTS,
    INTERIOR,
    LAST_DANCE,
    LEVEL,
    MARKED,
    MAX_TERMS,
    MIDDLE,
    NOT_COLUMN_A,
    NOT_COLUMN_F,
    OCCUPIED,
    PLAYERS,
    RAIN_POINTS,
    REACH,
    SPLASH,
    SQUARE,
    SUMMIT_POINTS,
    SUPPLY,
    SWAP_PLACES,
    SWEETS,
    SWEETS_HELD,
    SWEETS_ONE,
    SWEETS_TWO,
    TERM,
    TERM_POINTS,
    TERM_SPACES,
    TOKENS,
    TOKENS_ON,
    TOP,
    WAYS,
)
from holi.kernel.mode import Ints, compiled, lowest, popcount
from holi.kernel.scoring import count_term
from holi.kernel.throws import may_throw_face_down
from holi.kernel.turns import climbing_squares

Floats: TypeAlias = MutableSequence[float]

# What the network is told about a seat, in the order in which its weights are stored. "Near" is the eight squares
# around the marker, "wide" two squares in every direction, "by throws" times the share of throws left.
(
    THROWS_LEFT, ON_MIDDLE, ON_TOP, ON_MIDDLE_BY_THROWS, ON_TOP_BY_THROWS, SUPPLY_LEFT, CARDS_LEFT,
    FREE_NEAR, FREE_WIDE, SUPPORTED_NEAR, SUPPORTED_WIDE, FREE, SUPPORTED, SUPPORTED_BY_THROWS,
    GROUND_FILLED, MIDDLE_FILLED, TOP_FILLED, CLIMB_HERE, CLIMBS_IN_REACH, CLIMBS_BY_THROWS,
    SWEETS_OWNED, SWEETS_AHEAD_OF_MOST, SWEETS_AHEAD_OF_LEAST, SWEETS_ON_LEVEL,
    OTHERS_ON_LEVEL, OTHERS_HIGHER, THEIR_THROWS_LEFT, WAIT, THREE_PLAYERS, TOKENS_NEAR,
    BEST_THROW, HAND_KNOWN, MOST_RESTING, FOUR_PLAYERS, OTHERS_WITH_FEWER_SWEETS, OTHERS_WITH_AS_MANY_SWEETS,
    SWEETS_ABOVE, SWEETS_IN_REACH, TWO_SWEETS_IN_REACH, OTHERS_ON_MIDDLE, OTHERS_ON_TOP,
    MAY_CLIMB, NEARLY_CLIMBS, NEARLY_CLIMBS_BY_THROWS, OTHERS_WIDE,
    OWN_ON_GROUND, OWN_ON_MIDDLE, OWN_ON_TOP, OTHERS_BELOW, FACE_DOWN_BY_THROWS,
    IS_FINISHED, THEIR_THROWS_IF_FINISHED, WAIT_BY_THROWS, THROWS_LEFT_SQUARED,
    CHEAPER_CLIMBS, LARGER_HAND, FREE_FACE_DOWN, SPLASHES, LAST_DANCES, SWAPS_PLACES, MORE_FOR_HITS, POINTS_FOR_RAIN,
    POINTS_FOR_SUMMIT, SHORT_REACH,
) = range(64)  # fmt: skip

SETTINGS = CHEAPER_CLIMBS
"""Where the settings of the rules begin; after them, the same again by throws."""

SETTINGS_COUNT = 10
TERMS = SETTINGS + 2 * SETTINGS_COUNT
"""Where the scoring terms begin, six inputs each: what it pays, what it pays now, and what it may pay yet."""

TERM_WORTH, TERM_BY_THROWS, TERM_NOW, TERM_NOW_BY_THROWS, TERM_CHANCES, TERM_CHANCES_BY_THROWS = range(6)
TERM_INPUTS = 6
INPUTS = TERMS + TERM_INPUTS * 9


@compiled
def around(board: int) -> int:
    """The squares of a board and those that touch one, corners included."""
    wide = board | (board & NOT_COLUMN_F) << 1 | (board & NOT_COLUMN_A) >> 1
    return (wide | wide << 6 | wide >> 6) & ALL


@compiled
def throws_left(state: Ints, seat: int) -> int:
    """How many more throws the seat has cards and, at two a throw, tokens for."""
    if state[FINISHED + seat] >= 0:
        return 0
    cards = popcount(state[HAND + seat]) + state[DECK_SIZE + seat]
    return min(cards, (state[SUPPLY + 5 * seat] + 1) // 2)


@compiled
def all_throws_left(state: Ints, rules: Ints) -> int:
    left = 0
    for seat in range(rules[PLAYERS]):
        left += throws_left(state, seat)
    return left


@compiled
def most_resting(rules: Ints, hand: int, resting: int, squares: int) -> int:
    """The most tokens that a card in hand throws from one of `squares` so that all of them stay, on `resting`."""
    most = 0
    while hand != 0:
        entry = WAYS + lowest(hand)
        hand &= hand - 1
        at = rules[entry]
        end = rules[entry + 1]
        while at < end:
            count = rules[at + 1]
            if count > most:
                fitting = rules[at] & squares
                for i in range(at + 2, at + 2 + count):
                    shift = rules[i]
                    fitting &= resting >> shift if shift > 0 else resting << -shift
                if fitting != 0:
                    most = count
            at += 2 + count
    return most


@compiled
def free_squares(state: Ints, level: int) -> int:
    return ALL & ~(state[OCCUPIED + level] | state[MARKED + level])


@compiled
def below(state: Ints, level: int) -> int:
    """The squares of a level that have something to rest on."""
    if level > GROUND:
        return state[OCCUPIED + level - 1]
    return ALL


@compiled
def nearly_climbing(state: Ints, level: int) -> int:
    """The inner squares with tokens on three of the four sides, where one more lets a player climb."""
    if level == TOP:
        return 0
    occupied = state[OCCUPIED + level]
    aside, beside, under, over = occupied << 1, occupied >> 1, occupied << 6, occupied >> 6
    three = (aside & beside & (under | over) | under & over & (aside | beside)) & INTERIOR
    return three & ~state[MARKED + level + 1]


@compiled
def write_features(state: Ints, rules: Ints, seat: int, mover: int, random: Ints, out: Floats) -> None:
    """What the network is told about a seat when `mover` is about to end the turn; all near 0 to 1."""
    level = state[LEVEL + seat]
    left = throws_left(state, seat) / 13
    out[THROWS_LEFT] = left
    out[THROWS_LEFT_SQUARED] = left * left
    out[ON_MIDDLE] = (level == MIDDLE) * 1.0
    out[ON_TOP] = (level == TOP) * 1.0
    out[ON_MIDDLE_BY_THROWS] = out[ON_MIDDLE] * left
    out[ON_TOP_BY_THROWS] = out[ON_TOP] * left
    out[SUPPLY_LEFT] = state[SUPPLY + 5 * seat] / 25
    out[CARDS_LEFT] = (popcount(state[HAND + seat]) + state[DECK_SIZE + seat]) / 13
    out[FACE_DOWN_BY_THROWS] = may_throw_face_down(state, rules, seat) * left
    out[IS_FINISHED] = (state[FINISHED + seat] >= 0) * 1.0
    _write_surroundings(state, seat, left, out)
    _write_climbs_and_sweets(state, rules, seat, left, out)
    _write_others(state, rules, seat, mover, left, out)
    _write_hand(state, rules, seat, mover, random, out)
    _write_settings(rules, level, left, out)
    _write_terms(state, rules, seat, left, out)


@compiled
def _write_surroundings(state: Ints, seat: int, left: float, out: Floats) -> None:
    level = state[LEVEL + seat]
    here = 1 << state[SQUARE + seat]
    near = around(here) & ~here
    wide = around(near) & ~here
    occupied = state[OCCUPIED + level]
    free = free_squares(state, level)
    supported = free & below(state, level)
    out[FREE_NEAR] = popcount(near & free) / 8
    out[FREE_WIDE] = popcount(wide & free) / 24
    out[SUPPORTED_NEAR] = popcount(near & supported) / 8
    out[SUPPORTED_WIDE] = popcount(wide & supported) / 24
    out[FREE] = popcount(free) / 36
    out[SUPPORTED] = popcount(supported) / 36
    out[SUPPORTED_BY_THROWS] = out[SUPPORTED] * left
    out[GROUND_FILLED] = popcount(state[OCCUPIED]) / 36
    out[MIDDLE_FILLED] = popcount(state[OCCUPIED + MIDDLE]) / 36
    out[TOP_FILLED] = popcount(state[OCCUPIED + TOP]) / 36
    out[TOKENS_NEAR] = popcount(near & occupied) / 8
    out[OTHERS_ON_LEVEL] = popcount(state[MARKED + level] & ~here) / 3
    out[OTHERS_WIDE] = popcount(wide & state[MARKED + level] & ~here) / 3
    out[OTHERS_BELOW] = 0.0
    if level > GROUND:
        out[OTHERS_BELOW] = popcount(wide & ~occupied & state[MARKED + level - 1]) / 3
    out[OWN_ON_GROUND] = popcount(state[TOKENS + seat]) / 16
    out[OWN_ON_MIDDLE] = popcount(state[TOKENS + 4 * MIDDLE + seat]) / 12
    out[OWN_ON_TOP] = popcount(state[TOKENS + 4 * TOP + seat]) / 8


@compiled
def _reach(state: Ints, rules: Ints, seat: int) -> int:
    """The squares that the seat can be on after a move, or without one."""
    square = state[SQUARE + seat]
    here = 1 << square
    return (rules[REACH + square] | here) & ~(state[MARKED + state[LEVEL + seat]] & ~here)


@compiled
def _write_climbs_and_sweets(state: Ints, rules: Ints, seat: int, left: float, out: Floats) -> None:
    level = state[LEVEL + seat]
    reach = _reach(state, rules, seat)
    climbing = climbing_squares(state, rules, level)
    out[CLIMB_HERE] = (climbing & 1 << state[SQUARE + seat] != 0) * 1.0
    out[CLIMBS_IN_REACH] = min(4, popcount(climbing & reach)) / 4
    out[CLIMBS_BY_THROWS] = out[CLIMBS_IN_REACH] * left
    out[MAY_CLIMB] = (climbing & reach != 0) * 1.0
    three = nearly_climbing(state, level)
    out[NEARLY_CLIMBS] = min(6, popcount(three & reach)) / 6
    out[NEARLY_CLIMBS_BY_THROWS] = (three & reach != 0) * left
    uncovered = state[SWEETS_ONE + level] & reach
    out[SWEETS_IN_REACH] = (uncovered != 0) * 1.0
    out[TWO_SWEETS_IN_REACH] = (uncovered & state[SWEETS_TWO + level] != 0) * 1.0
    out[SWEETS_ON_LEVEL] = sweets_on(state, level) / 24
    out[SWEETS_ABOVE] = sweets_above(state, level) / 8


@compiled
def sweets_on(state: Ints, level: int) -> int:
    free = ~state[MARKED + level]
    return popcount(state[SWEETS_ONE + level] & free) + popcount(state[SWEETS_TWO + level] & free)


@compiled
def sweets_above(state: Ints, level: int) -> int:
    if level == GROUND:
        return popcount(state[SWEETS_ONE + MIDDLE])
    return 0


@compiled
def _write_others(state: Ints, rules: Ints, seat: int, mover: int, left: float, out: Floats) -> None:
    players = rules[PLAYERS]
    own = state[SWEETS + seat]
    most = 0
    least = 24
    fewer = 0
    alike = 0
    theirs = 0
    higher = 0
    on_middle = 0
    on_top = 0
    for other in range(players):
        if other != seat:
            sweets = state[SWEETS + other]
            most = max(most, sweets)
            least = min(least, sweets)
            fewer += sweets < own
            alike += sweets == own
            theirs += throws_left(state, other)
            higher += state[LEVEL + other] > state[LEVEL + seat]
            on_middle += state[LEVEL + other] == MIDDLE
            on_top += state[LEVEL + other] == TOP
    wait = (seat - mover) % players
    if wait == 0:
        wait = players
    out[SWEETS_OWNED] = own / 12
    out[SWEETS_AHEAD_OF_MOST] = max(-6, min(6, own - most)) / 6
    out[SWEETS_AHEAD_OF_LEAST] = max(-6, min(6, own - least)) / 6
    out[OTHERS_WITH_FEWER_SWEETS] = fewer / 3
    out[OTHERS_WITH_AS_MANY_SWEETS] = alike / 3
    out[OTHERS_HIGHER] = higher / 3
    out[OTHERS_ON_MIDDLE] = on_middle / 3
    out[OTHERS_ON_TOP] = on_top / 3
    out[THEIR_THROWS_LEFT] = theirs / 13 / (players - 1)
    out[THEIR_THROWS_IF_FINISHED] = out[THEIR_THROWS_LEFT] * (state[FINISHED + seat] >= 0)
    out[WAIT] = wait / players
    out[WAIT_BY_THROWS] = out[WAIT] * left
    out[THREE_PLAYERS] = (players == 3) * 1.0
    out[FOUR_PLAYERS] = (players == 4) * 1.0


@compiled
def _write_hand(state: Ints, rules: Ints, seat: int, mover: int, random: Ints, out: Floats) -> None:
    """What the cards in hand can do; only the mover's hand is known."""
    out[BEST_THROW] = 0.0
    out[HAND_KNOWN] = 0.0
    out[MOST_RESTING] = 0.0
    if seat == mover and out[THROWS_LEFT] > 0:
        level = state[LEVEL + seat]
        square = state[SQUARE + seat]
        markers = state[MARKED + level] | 1 << square
        resting = (free_squares(state, level) | markers) & below(state, level)
        out[BEST_THROW] = max(0, best_throw(state, rules, seat, level, square, random) >> 44) / 72
        out[HAND_KNOWN] = 1.0
        out[MOST_RESTING] = most_resting(rules, state[HAND + seat], resting, _reach(state, rules, seat)) / 3


@compiled
def _write_settings(rules: Ints, level: int, left: float, out: Floats) -> None:
    out[CHEAPER_CLIMBS] = 4.0 - rules[CLIMB_TOKENS]
    out[LARGER_HAND] = rules[HAND_LIMIT] - 3.0
    out[FREE_FACE_DOWN] = rules[FREE_HANDFULS] * 1.0
    out[SPLASHES] = rules[SPLASH] * 1.0
    out[LAST_DANCES] = rules[LAST_DANCE] * 1.0
    out[SWAPS_PLACES] = rules[SWAP_PLACES] * 1.0
    out[MORE_FOR_HITS] = rules[HIT_POINTS] - 1.0
    out[POINTS_FOR_RAIN] = rules[RAIN_POINTS] / 3
    out[POINTS_FOR_SUMMIT] = rules[SUMMIT_POINTS] * (level != TOP) / 6
    out[SHORT_REACH] = (popcount(rules[REACH + 14]) < 35) * 1.0
    for i in range(SETTINGS, SETTINGS + SETTINGS_COUNT):
        out[i + SETTINGS_COUNT] = out[i] * left


@compiled
def _write_terms(state: Ints, rules: Ints, seat: int, left: float, out: Floats) -> None:
    level = state[LEVEL + seat]
    supported = free_squares(state, level) & below(state, level)
    sweets = sweets_on(state, level) + sweets_above(state, level)
    for i in range(TERMS, INPUTS):
        out[i] = 0.0
    for slot in range(MAX_TERMS):
        if rules[TERM_POINTS + slot] == 0:
            continue
        term = rules[TERM + slot]
        spaces = rules[TERM_SPACES + slot]
        points = rules[TERM_POINTS + slot] / 4
        now = points * count_term(state, rules, seat, term, spaces) / 3
        at = TERMS + TERM_INPUTS * (term - 1)
        out[at + TERM_WORTH] += points
        out[at + TERM_BY_THROWS] += points * left
        out[at + TERM_NOW] += now
        out[at + TERM_NOW_BY_THROWS] += now * left
        if term == TOKENS_ON:
            out[at + TERM_CHANCES] += points * popcount(spaces) / 36
            out[at + TERM_CHANCES_BY_THROWS] += points * popcount(spaces & supported) * left / 6
        elif term == SWEETS_HELD:
            out[at + TERM_CHANCES] += points * sweets / 24
            out[at + TERM_CHANCES_BY_THROWS] += points * sweets * left / 24
        else:
            out[at + TERM_CHANCES] += points * (level == TOP)
            out[at + TERM_CHANCES_BY_THROWS] += points * (level == TOP) * left
