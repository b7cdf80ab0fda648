"""Random play with a seeded generator: the same seed gives the same game at both speeds.

The generator is xoroshiro64** (Blackman and Vigna): two 32-bit words, of whose products int64 keeps the low 32 bits
exactly, as Python's ints do.
"""

from __future__ import annotations

from holi.kernel.actions import apply_action
from holi.kernel.layout import (
    ALL,
    CARD_SHIFT,
    CLIMB_ACTION,
    END_ACTION,
    HAND,
    KIND_SHIFT,
    MOVE,
    OVER,
    PHASE,
    PLACE_MARKER,
    SEAT,
    SETUP,
    THROW_DOWN,
    THROWN,
)
from holi.kernel.mode import Ints, compiled, lowest, popcount, vector
from holi.kernel.throws import face_down_spaces, face_up_throws
from holi.kernel.turns import free_corners, may_climb, moves

WORD = 0xFFFFFFFF


def random_state(seed: int) -> Ints:
    """A generator state from any int, its words well mixed (the finaliser of SplitMix64)."""
    words = []
    for salt in (1, 2):
        mixed = (seed + salt * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
        words.append((mixed ^ mixed >> 31) & WORD)
    if not any(words):
        words[0] = 1  # the one state the generator never leaves
    return vector(words)


@compiled
def next_word(random: Ints) -> int:
    """The next 32 random bits."""
    first = random[0]
    second = random[1] ^ first
    scrambled = (first * 0x9E3779BB) & WORD
    scrambled = ((scrambled << 5 | scrambled >> 27) & WORD) * 5 & WORD
    random[0] = ((first << 26 | first >> 6) ^ second ^ second << 9) & WORD
    random[1] = (second << 13 | second >> 19) & WORD
    return scrambled


@compiled
def below(random: Ints, limit: int) -> int:
    """A random number from 0 to `limit` - 1, exactly uniform (Lemire's method)."""
    product = next_word(random) * limit
    if product & WORD < limit:
        threshold = (WORD + 1 - limit) % limit
        while product & WORD < threshold:
            product = next_word(random) * limit
    return product >> 32


@compiled
def nth_space(board: int, n: int) -> int:
    """The `n`th space of the board, counted from 0, as a board of its own."""
    for _ in range(n):
        board &= board - 1
    return board & -board


@compiled
def random_action(state: Ints, rules: Ints, random: Ints) -> int:
    """One of the legal actions, each with the same chance; none of them is listed."""
    seat = state[SEAT]
    if state[PHASE] == SETUP:
        corners = free_corners(state)
        return PLACE_MARKER << KIND_SHIFT | nth_space(corners, below(random, popcount(corners)))
    ups = 0
    downs = 0
    spaces = 0
    if state[THROWN] == 0:
        ups = -1 - face_up_throws(state, rules, seat, ALL, state, 0)
        spaces = face_down_spaces(state, rules, seat)
        downs = popcount(spaces) * popcount(state[HAND + seat])
    reach = moves(state, rules, seat)
    steps = popcount(reach)
    climbs = 0
    if may_climb(state, rules, seat):
        climbs = 1
    n = below(random, ups + downs + steps + climbs + (state[THROWN] != 0))
    if n < ups:
        return face_up_throws(state, rules, seat, n, state, 0)
    n -= ups
    if n < downs:
        card = lowest(nth_space(state[HAND + seat], n // popcount(spaces)))
        return THROW_DOWN << KIND_SHIFT | card << CARD_SHIFT | nth_space(spaces, n % popcount(spaces))
    n -= downs
    if n < steps:
        return MOVE << KIND_SHIFT | nth_space(reach, n)
    if n < steps + climbs:
        return CLIMB_ACTION
    return END_ACTION


@compiled
def random_playout(state: Ints, rules: Ints, random: Ints) -> int:
    """Play to the end of the game at random; return the number of actions."""
    steps = 0
    while state[PHASE] != OVER:
        apply_action(state, rules, random_action(state, rules, random))
        steps += 1
    return steps
