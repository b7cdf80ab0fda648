"""A small value network: how many more points a seat will have at the end than it has now.

One hidden layer over numbers that a few bit operations read off a position. It is asked about each seat in turn: one
network serves two, three and four players. It is evaluated here, at both speeds, and trained by `holi train`.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TypeAlias

from holi.bots.quick_play import best_throw
from holi.kernel.layout import (
    ALL,
    DECK_SIZE,
    FINISHED,
    HAND,
    LEVEL,
    MARKED,
    MIDDLE,
    NOT_COLUMN_A,
    NOT_COLUMN_F,
    OCCUPIED,
    PLAYERS,
    SQUARE,
    SUPPLY,
    SWEETS,
    SWEETS_ONE,
    SWEETS_TWO,
    TOP,
)
from holi.kernel.mode import Ints, compiled, popcount
from holi.kernel.turns import climbing_squares

Floats: TypeAlias = MutableSequence[float]

FEATURES = 32
HIDDEN = 24
WEIGHTS = HIDDEN * (FEATURES + 1) + HIDDEN + 1
"""By hidden unit: its bias and its weights; then the output's weights and its bias."""


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
def write_features(state: Ints, rules: Ints, seat: int, mover: int, random: Ints, out: Floats) -> None:
    """What the network is told about a seat when `mover` is about to end the turn; all near 0 to 1."""
    players = rules[PLAYERS]
    level = state[LEVEL + seat]
    here = 1 << state[SQUARE + seat]
    left = throws_left(state, seat)
    occupied = state[OCCUPIED + level]
    free = ALL & ~(occupied | state[MARKED + level])
    near = around(here) & ~here
    wide = around(near) & ~here
    climbing = climbing_squares(state, rules, level)
    most = 0
    least = 24
    same_level = 0
    theirs = 0
    higher = 0
    for other in range(players):
        if other != seat:
            most = max(most, state[SWEETS + other])
            least = min(least, state[SWEETS + other])
            theirs += throws_left(state, other)
            if state[LEVEL + other] == level:
                same_level += 1
            elif state[LEVEL + other] > level:
                higher += 1
    wait = (seat - mover) % players
    if wait == 0:
        wait = players
    supported = free & state[OCCUPIED + level - 1] if level > 0 else free
    sweets = popcount(state[SWEETS_ONE + level] & ~state[MARKED + level])
    sweets += popcount(state[SWEETS_TWO + level] & ~state[MARKED + level])
    out[0] = left / 13
    out[1] = (level == MIDDLE) * 1.0
    out[2] = (level == TOP) * 1.0
    out[3] = out[1] * left / 13
    out[4] = out[2] * left / 13
    out[5] = state[SUPPLY + 5 * seat] / 25
    out[6] = (popcount(state[HAND + seat]) + state[DECK_SIZE + seat]) / 13
    out[7] = popcount(near & free) / 8
    out[8] = popcount(wide & free) / 24
    out[9] = popcount(near & supported) / 8
    out[10] = popcount(wide & supported) / 24
    out[11] = popcount(free) / 36
    out[12] = popcount(supported) / 36
    out[13] = out[12] * left / 13
    out[14] = popcount(state[OCCUPIED]) / 36
    out[15] = popcount(state[OCCUPIED + MIDDLE]) / 36
    out[16] = popcount(state[OCCUPIED + TOP]) / 36
    out[17] = (climbing & here != 0) * 1.0
    out[18] = min(4, popcount(climbing & ~state[MARKED + level])) / 4
    out[19] = out[18] * left / 13
    out[20] = state[SWEETS + seat] / 12
    out[21] = max(-6, min(6, state[SWEETS + seat] - most)) / 6
    out[22] = max(-6, min(6, state[SWEETS + seat] - least)) / 6
    out[23] = sweets / 24
    out[24] = same_level / 3
    out[25] = higher / 3
    out[26] = theirs / 13 / (players - 1)
    out[27] = wait / players
    out[28] = (players - 2) / 2
    out[29] = popcount(near & state[OCCUPIED + level]) / 8
    out[30] = 0.0
    out[31] = 0.0
    if seat == mover and left > 0:  # only the mover's hand is known
        out[30] = max(0, best_throw(state, rules, seat, level, state[SQUARE + seat], random) >> 44) / 72
        out[31] = 1.0


@compiled
def forward(features: Floats, weights: Floats) -> float:
    """The network's answer, in points."""
    answer = weights[HIDDEN * (FEATURES + 1) + HIDDEN]
    for unit in range(HIDDEN):
        at = unit * (FEATURES + 1)
        total = weights[at]
        for i in range(FEATURES):
            total += weights[at + 1 + i] * features[i]
        if total > 0:
            answer += total * weights[HIDDEN * (FEATURES + 1) + unit]
    return answer


@compiled
def points_to_come(
    state: Ints, rules: Ints, seat: int, mover: int, weights: Floats, random: Ints, features: Floats
) -> float:
    """How many more points the seat is expected to have at the end; none if it is finished and all are."""
    write_features(state, rules, seat, mover, random, features)
    return forward(features, weights)
