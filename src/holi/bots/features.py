"""What the value network is told about a seat: numbers that a few bit operations read off a position and its rules.

Rivalry cards need no special case: the network sees the settings and scoring terms that they bring, and how much each
term pays the seat now.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TypeAlias

from holi.bots.quick_play import best_throw
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

SETTINGS = 54
"""Where the settings of the rules begin, each by itself and times the throws left ..."""

TERMS = SETTINGS + 2 * 10
"""... and where the scoring terms begin, six numbers each."""

INPUTS = TERMS + 6 * 9


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
def write_features(state: Ints, rules: Ints, seat: int, mover: int, random: Ints, out: Floats) -> None:
    """What the network is told about a seat when `mover` is about to end the turn; all near 0 to 1."""
    players = rules[PLAYERS]
    level = state[LEVEL + seat]
    square = state[SQUARE + seat]
    here = 1 << square
    left = throws_left(state, seat) / 13
    occupied = state[OCCUPIED + level]
    others = state[MARKED + level] & ~here
    free = ALL & ~(occupied | state[MARKED + level])
    near = around(here) & ~here
    wide = around(near) & ~here
    reach = (rules[REACH + square] | here) & ~others
    climbing = climbing_squares(state, rules, level)
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
            fewer += sweets < state[SWEETS + seat]
            alike += sweets == state[SWEETS + seat]
            theirs += throws_left(state, other)
            higher += state[LEVEL + other] > level
            on_middle += state[LEVEL + other] == MIDDLE
            on_top += state[LEVEL + other] == TOP
    wait = (seat - mover) % players
    if wait == 0:
        wait = players
    below = ALL
    if level > GROUND:
        below = state[OCCUPIED + level - 1]
    supported = free & below
    three = 0
    if level < TOP:
        aside, beside, under, over = occupied << 1, occupied >> 1, occupied << 6, occupied >> 6
        three = (aside & beside & (under | over) | under & over & (aside | beside)) & INTERIOR
        three &= ~state[MARKED + level + 1]
    uncovered = state[SWEETS_ONE + level] & reach
    sweets = popcount(state[SWEETS_ONE + level] & ~state[MARKED + level])
    sweets += popcount(state[SWEETS_TWO + level] & ~state[MARKED + level])
    upper_sweets = popcount(state[SWEETS_ONE + MIDDLE]) if level == GROUND else 0
    out[0] = left
    out[1] = (level == MIDDLE) * 1.0
    out[2] = (level == TOP) * 1.0
    out[3] = out[1] * left
    out[4] = out[2] * left
    out[5] = state[SUPPLY + 5 * seat] / 25
    out[6] = (popcount(state[HAND + seat]) + state[DECK_SIZE + seat]) / 13
    out[7] = popcount(near & free) / 8
    out[8] = popcount(wide & free) / 24
    out[9] = popcount(near & supported) / 8
    out[10] = popcount(wide & supported) / 24
    out[11] = popcount(free) / 36
    out[12] = popcount(supported) / 36
    out[13] = out[12] * left
    out[14] = popcount(state[OCCUPIED]) / 36
    out[15] = popcount(state[OCCUPIED + MIDDLE]) / 36
    out[16] = popcount(state[OCCUPIED + TOP]) / 36
    out[17] = (climbing & here != 0) * 1.0
    out[18] = min(4, popcount(climbing & reach)) / 4
    out[19] = out[18] * left
    out[20] = state[SWEETS + seat] / 12
    out[21] = max(-6, min(6, state[SWEETS + seat] - most)) / 6
    out[22] = max(-6, min(6, state[SWEETS + seat] - least)) / 6
    out[23] = sweets / 24
    out[24] = popcount(others) / 3
    out[25] = higher / 3
    out[26] = theirs / 13 / (players - 1)
    out[27] = wait / players
    out[28] = (players == 3) * 1.0
    out[29] = popcount(near & occupied) / 8
    out[30] = 0.0
    out[31] = 0.0
    out[32] = 0.0
    if seat == mover and left > 0:  # only the mover's hand is known
        out[30] = max(0, best_throw(state, rules, seat, level, square, random) >> 44) / 72
        out[31] = 1.0
        out[32] = most_resting(rules, state[HAND + seat], (free | others | here) & below, reach) / 3
    out[33] = (players == 4) * 1.0
    out[34] = fewer / 3
    out[35] = alike / 3
    out[36] = upper_sweets / 8
    out[37] = (uncovered != 0) * 1.0
    out[38] = (uncovered & state[SWEETS_TWO + level] != 0) * 1.0
    out[39] = on_middle / 3
    out[40] = on_top / 3
    out[41] = (climbing & reach != 0) * 1.0
    out[42] = min(6, popcount(three & reach)) / 6
    out[43] = (three & reach != 0) * left
    out[44] = popcount(wide & others) / 3
    out[45] = popcount(state[TOKENS + seat]) / 16
    out[46] = popcount(state[TOKENS + 4 * MIDDLE + seat]) / 12
    out[47] = popcount(state[TOKENS + 4 * TOP + seat]) / 8
    out[48] = 0.0
    if level > GROUND:
        out[48] = popcount(wide & ~occupied & state[MARKED + level - 1]) / 3
    out[49] = may_throw_face_down(state, rules, seat) * left
    out[50] = (state[FINISHED + seat] >= 0) * 1.0
    out[51] = out[26] * (state[FINISHED + seat] >= 0)
    out[52] = out[27] * left
    out[53] = left * left
    _write_rules(state, rules, seat, level, left, supported, sweets + upper_sweets, out)


@compiled
def _write_rules(
    state: Ints, rules: Ints, seat: int, level: int, left: float, supported: int, sweets: int, out: Floats
) -> None:
    """What the rivalry cards in play change, and what each scoring term pays now and may pay yet."""
    out[SETTINGS] = 4.0 - rules[CLIMB_TOKENS]
    out[SETTINGS + 1] = rules[HAND_LIMIT] - 3.0
    out[SETTINGS + 2] = rules[FREE_HANDFULS] * 1.0
    out[SETTINGS + 3] = rules[SPLASH] * 1.0
    out[SETTINGS + 4] = rules[LAST_DANCE] * 1.0
    out[SETTINGS + 5] = rules[SWAP_PLACES] * 1.0
    out[SETTINGS + 6] = rules[HIT_POINTS] - 1.0
    out[SETTINGS + 7] = rules[RAIN_POINTS] / 3
    out[SETTINGS + 8] = rules[SUMMIT_POINTS] * (level != TOP) / 6
    out[SETTINGS + 9] = (popcount(rules[REACH + 14]) < 35) * 1.0
    for i in range(SETTINGS, SETTINGS + 10):
        out[i + 10] = out[i] * left
    for i in range(TERMS, INPUTS):
        out[i] = 0.0
    for slot in range(MAX_TERMS):
        if rules[TERM_POINTS + slot] == 0:
            continue
        term = rules[TERM + slot]
        spaces = rules[TERM_SPACES + slot]
        points = rules[TERM_POINTS + slot] / 4
        now = points * count_term(state, rules, seat, term, spaces) / 3
        at = TERMS + 6 * (term - 1)
        out[at] += points
        out[at + 1] += points * left
        out[at + 2] += now
        out[at + 3] += now * left
        if term == TOKENS_ON:
            out[at + 4] += points * popcount(spaces) / 36
            out[at + 5] += points * popcount(spaces & supported) * left / 6
        elif term == SWEETS_HELD:
            out[at + 4] += points * sweets / 24
            out[at + 5] += points * sweets * left / 24
        else:
            out[at + 4] += points * (level == TOP)
            out[at + 5] += points * (level == TOP) * left
