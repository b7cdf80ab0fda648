"""What a seat observes: 28 planes of 6 x 6, 120 flags and 40 counts, all of them from what the seat may know (F3).

An observation is one flat array of 1168 bytes: the planes, the flags and the counts; `board_and_features` splits
it. Seats are relative: 0 is the observer, 1 the next clockwise, and so on; those that nobody plays are all zeros.
A plane has the squares in the order `a1 b1 ... f1 a2 ... f6`, so row 0 of its 6 x 6 is row 1 of the board.

| plane | 1 where |
| --- | --- |
| 0-11 | a token lies: `4 * level + seat`, levels G, M, T |
| 12-23 | a marker stands: `12 + 4 * level + seat` |
| 24 | there is one of the sweets or more on G |
| 25 | there are two of the sweets on G |
| 26 | there is one of the sweets on M |
| 27 | everywhere, so that a convolution sees the edge |

| feature | flag: 1 if |
| --- | --- |
| 0-2 | there are 2, 3, 4 players |
| 3-6 | the observer is first, second, third, fourth in the order of play |
| 7-10 | the seat is to act, by seat; none when the game is over |
| 11, 12 | corners are being chosen; the game is over |
| 13-15 | the seat to act has thrown, moved, climbed in this turn |
| 16-28 | the card, 1 to 13, is in the observer's hand |
| 29-41 | the observer has played the card face down |
| 42-54 | the observer has played the card face up |
| 55-58 | the top card of the discard pile lies face down, by seat |
| 59 | ties are broken by who was finished first |
| 60-98 | another seat has played the card face up: `60 + 13 * (seat - 1) + card - 1` |
| 99-119 | the rivalry card is in play, in the order of `holi cards` |

| feature | count |
| --- | --- |
| 120-135 | tokens in the supplies: `120 + 4 * holder + colour`, both seats |
| 136-139 | sweets held, by seat |
| 140-143 | points scored at once, by seat; 255 stands for more |
| 144-147 | cards in hand, by seat |
| 148-151 | cards in the deck, by seat |
| 152-155 | cards played face down, by seat |
| 156-159 | 0, or 1, 2, ... in the order in which the seats were finished, by seat |
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from holi.game import Config, rivalry_cards
from holi.kernel.layout import (
    ALL,
    CARDS,
    CLIMBED,
    DECK_SIZE,
    DISCARD,
    DISCARD_SIZE,
    FACE_DOWN,
    FINISHED,
    GROUND,
    HAND,
    LEVEL,
    MAX_PLAYERS,
    MIDDLE,
    MOVED,
    OVER,
    PHASE,
    PLAYERS,
    POINTS,
    SEAT,
    SETUP,
    SPACES,
    SQUARE,
    SUPPLY,
    SWEETS,
    SWEETS_ONE,
    SWEETS_TWO,
    THROWN,
    TIE_BREAK,
    TOKENS,
    TOKENS_PER_PLAYER,
)
from holi.kernel.mode import COMPILED, Ints, compiled, plain, popcount

Bytes: TypeAlias = NDArray[np.uint8]

PLANES: Final = 28
PLANE_CELLS: Final = PLANES * SPACES
FLAGS: Final = 120
COUNTS: Final = 40
FEATURES: Final = FLAGS + COUNTS
OBSERVATION_SIZE: Final = PLANE_CELLS + FEATURES

TOKEN_PLANES, MARKER_PLANES, SWEETS_PLANES, ONES_PLANE = 0, 12, 24, 27

# Flags, in two sets of 60 bits.
FLAG_SET: Final = 60
OWN_SEAT, TO_ACT, IN_SETUP, IS_OVER, TURN_FLAGS, OWN_HAND = 3, 7, 11, 12, 13, 16
OWN_FACE_DOWN, OWN_FACE_UP, TOP_FACE_DOWN, FIRST_FINISHED_WINS = 29, 42, 55, 59
OTHERS_FACE_UP, RIVALRY = 60 - FLAG_SET, 99 - FLAG_SET
RIVALRY_CARDS: Final = 21

# Counts, from the first of them on.
SUPPLIES, SWEETS_HELD, POINTS_HELD, HAND_SIZES, DECK_SIZES, FACE_DOWN_COUNTS, FINISHED_ORDER = 0, 16, 20, 24, 28, 32, 36
MOST_SWEETS: Final = 24
MOST_BYTE: Final = 255

# A summary is an observation before it is written as bytes: a board for each plane, two sets of flags, the counts.
FLAGS_AT: Final = PLANES
COUNTS_AT: Final = PLANES + 2
SUMMARY_SIZE: Final = PLANES + 2 + COUNTS

PAIR_WORDS: Final = 9
"""Two planes of 36 bytes are nine words of 64 bits."""

BYTE_WORDS: Final = np.array([sum((bits >> i & 1) << 8 * i for i in range(8)) for bits in range(256)], dtype=np.uint64)
"""Eight bits as eight bytes, the lowest first."""


def rivalry_bits(config: Config) -> int:
    """The rivalry cards in play as a bit set, in the order of their file."""
    return sum(1 << number for number, name in enumerate(rivalry_cards()) if name in config.rivalry)


@compiled
def summarize(state: Ints, rules: Ints, seat: int, rivalry: int, out: Ints) -> None:
    """Write a summary of what `seat` observes to `out`."""
    players = rules[PLAYERS]
    for i in range(SUMMARY_SIZE):
        out[i] = 0
    flags = 1 << (players - 2) | 1 << (OWN_SEAT + seat) | rules[TIE_BREAK] << FIRST_FINISHED_WINS
    flags |= state[HAND + seat] << OWN_HAND
    flags |= (state[THROWN] | state[MOVED] << 1 | state[CLIMBED] << 2) << TURN_FLAGS
    if state[PHASE] == OVER:
        flags |= 1 << IS_OVER
    else:
        acting = state[SEAT] - seat
        flags |= 1 << (TO_ACT + (acting if acting >= 0 else acting + players))
    if state[PHASE] == SETUP:
        flags |= 1 << IN_SETUP
    other_flags = rivalry << RIVALRY
    other = seat
    for relative in range(players):
        for level in range(3):
            out[TOKEN_PLANES + 4 * level + relative] = state[TOKENS + 4 * level + other]
        if state[LEVEL + other] >= 0:
            out[MARKER_PLANES + 4 * state[LEVEL + other] + relative] = 1 << state[SQUARE + other]
        _count(state, players, seat, other, relative, out)
        size = state[DISCARD_SIZE + other]
        faces = state[FACE_DOWN + other]
        if size > 0:
            flags |= (faces >> (size - 1) & 1) << (TOP_FACE_DOWN + relative)
        if relative == 0:
            flags |= discards(state, other, 0) << OWN_FACE_UP | discards(state, other, 1) << OWN_FACE_DOWN
        else:
            other_flags |= discards(state, other, 0) << (OTHERS_FACE_UP + CARDS * (relative - 1))
        other += 1
        if other == players:
            other = 0
    out[SWEETS_PLANES] = state[SWEETS_ONE + GROUND]
    out[SWEETS_PLANES + 1] = state[SWEETS_TWO + GROUND]
    out[SWEETS_PLANES + 2] = state[SWEETS_ONE + MIDDLE]
    out[ONES_PLANE] = ALL
    out[FLAGS_AT] = flags
    out[FLAGS_AT + 1] = other_flags


@compiled
def discards(state: Ints, seat: int, face_down: int) -> int:
    """The cards of a discard pile that lie face down, or face up, as a bit set."""
    cards = state[DISCARD + seat]
    faces = state[FACE_DOWN + seat]
    found = 0
    for _ in range(state[DISCARD_SIZE + seat]):
        found |= (1 if faces & 1 == face_down else 0) << (cards & 15)
        cards >>= 4
        faces >>= 1
    return found


@compiled
def _count(state: Ints, players: int, seat: int, other: int, relative: int, out: Ints) -> None:
    """Write the counts of one seat."""
    at = COUNTS_AT
    colour = seat
    for column in range(players):
        out[at + SUPPLIES + 4 * relative + column] = state[SUPPLY + 4 * other + colour]
        colour += 1
        if colour == players:
            colour = 0
    out[at + SWEETS_HELD + relative] = state[SWEETS + other]
    out[at + POINTS_HELD + relative] = min(state[POINTS + other], MOST_BYTE)
    out[at + HAND_SIZES + relative] = popcount(state[HAND + other])
    out[at + DECK_SIZES + relative] = state[DECK_SIZE + other]
    out[at + FACE_DOWN_COUNTS + relative] = popcount(state[FACE_DOWN + other])
    out[at + FINISHED_ORDER + relative] = state[FINISHED + other] + 1


@compiled
def write_observation(summary: Ints, byte_words: Any, observation: Any, words: Any) -> None:
    """Write a summary as bytes, planes two by two; `words` is the memory of `observation`."""
    at = 0
    for plane in range(0, PLANES, 2):
        second = summary[plane + 1]
        both = summary[plane] | second << SPACES
        for i in range(PAIR_WORDS - 1):
            words[at + i] = byte_words[both >> 8 * i & 255]
        words[at + PAIR_WORDS - 1] = byte_words[second >> 28 & 255]
        at += PAIR_WORDS
    flags = summary[FLAGS_AT]
    others = summary[FLAGS_AT + 1]
    for i in range(7):
        words[at + i] = byte_words[flags >> 8 * i & 255]
        words[at + 8 + i] = byte_words[others >> (4 + 8 * i) & 255]
    words[at + 7] = byte_words[flags >> 56 & 15 | (others & 15) << 4]
    for i in range(COUNTS):
        observation[OBSERVATION_SIZE - COUNTS + i] = summary[COUNTS_AT + i]


def expand(summary: Ints) -> Bytes:
    """A new observation from a summary."""
    observation = np.empty(OBSERVATION_SIZE, dtype=np.uint8)
    if COMPILED:
        write_observation(summary, BYTE_WORDS, observation, observation.view(np.uint64))
        return observation
    numbers = plain(summary)  # large ints are quicker than loops in plain Python
    bits = 0
    for board in reversed(numbers[:PLANES]):
        bits = bits << SPACES | board
    bits |= numbers[FLAGS_AT] << PLANE_CELLS | numbers[FLAGS_AT + 1] << (PLANE_CELLS + FLAG_SET)
    packed = np.frombuffer(bits.to_bytes((PLANE_CELLS + FLAGS) // 8, "little"), dtype=np.uint8)
    observation[:-COUNTS] = np.unpackbits(packed, bitorder="little")
    observation[-COUNTS:] = numbers[COUNTS_AT:]
    return observation


def board_and_features(observations: Any) -> tuple[Any, Any]:
    """One observation or many, of NumPy or PyTorch, as planes of 6 x 6 and features; nothing is copied."""
    *many, size = observations.shape
    if size != OBSERVATION_SIZE:
        raise ValueError(f"the last dimension is {size}; observations have {OBSERVATION_SIZE} entries")
    return observations[..., :PLANE_CELLS].reshape(*many, PLANES, 6, 6), observations[..., PLANE_CELLS:]


def highest_values() -> Bytes:
    """The largest value that each entry of an observation can have."""
    highest = np.ones(OBSERVATION_SIZE, dtype=np.uint8)
    counts = highest[-COUNTS:]
    for first, most in (
        (SUPPLIES, TOKENS_PER_PLAYER),
        (SWEETS_HELD, MOST_SWEETS),
        (POINTS_HELD, MOST_BYTE),
        (HAND_SIZES, CARDS),
        (DECK_SIZES, CARDS),
        (FACE_DOWN_COUNTS, CARDS),
        (FINISHED_ORDER, MAX_PLAYERS),
    ):
        width = MAX_PLAYERS * MAX_PLAYERS if first == SUPPLIES else MAX_PLAYERS
        counts[first : first + width] = most
    return highest
