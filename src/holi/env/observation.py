"""What a seat observes: 28 planes of 6 x 6, 120 flags and 40 counts, all of them from what the seat may know (F3).

An observation is one flat array of 1168 bytes: the planes, the flags and the counts. Seats are relative: 0 is the
observer, 1 the next clockwise. `docs/environments/encoding.md` lists what is where.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from holi.game import Config, ConfigError, RivalryCard, rivalry_cards
from holi.game.errors import quoted
from holi.kernel import layout
from holi.kernel.mode import COMPILED, Ints, compiled, plain, popcount

Bytes: TypeAlias = NDArray[np.uint8]

PLANES: Final = 28
PLANE_CELLS: Final = PLANES * layout.SPACES
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
RIVALRY_FLAGS: Final = 21

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


def rivalry_flags(config: Config) -> int:
    """The flags of the rivalry cards in play; a card that does the same as an earlier one shares its flag."""
    effects = [_effect(card) for card in rivalry_cards().values()]
    flags = 0
    for card in config.rivalry_cards:
        number = effects.index(_effect(card))
        if number >= RIVALRY_FLAGS:
            raise ConfigError(
                f"the rivalry card {quoted(card.id)} has no flag in observations; they have {RIVALRY_FLAGS}"
            )
        flags |= 1 << number
    return flags


def _effect(card: RivalryCard) -> tuple[object, ...]:
    return card.settings, card.term, card.points, card.spaces


@compiled
def summarize(state: Ints, rules: Ints, seat: int, rivalry: int, out: Ints) -> None:
    players = rules[layout.PLAYERS]
    for i in range(SUMMARY_SIZE):
        out[i] = 0
    flags = 1 << (players - 2) | 1 << (OWN_SEAT + seat) | rules[layout.TIE_BREAK] << FIRST_FINISHED_WINS
    flags |= state[layout.HAND + seat] << OWN_HAND
    flags |= (state[layout.THROWN] | state[layout.MOVED] << 1 | state[layout.CLIMBED] << 2) << TURN_FLAGS
    if state[layout.PHASE] == layout.OVER:
        flags |= 1 << IS_OVER
    else:
        acting = state[layout.SEAT] - seat
        flags |= 1 << (TO_ACT + (acting if acting >= 0 else acting + players))
    if state[layout.PHASE] == layout.SETUP:
        flags |= 1 << IN_SETUP
    other_flags = rivalry << RIVALRY
    other = seat
    for relative in range(players):
        for level in range(3):
            out[TOKEN_PLANES + 4 * level + relative] = state[layout.TOKENS + 4 * level + other]
        if state[layout.LEVEL + other] >= 0:
            out[MARKER_PLANES + 4 * state[layout.LEVEL + other] + relative] = 1 << state[layout.SQUARE + other]
        _count(state, players, seat, other, relative, out)
        size = state[layout.DISCARD_SIZE + other]
        faces = state[layout.FACE_DOWN + other]
        if size > 0:
            flags |= (faces >> (size - 1) & 1) << (TOP_FACE_DOWN + relative)
        if relative == 0:
            flags |= discards(state, other, 0) << OWN_FACE_UP | discards(state, other, 1) << OWN_FACE_DOWN
        else:
            other_flags |= discards(state, other, 0) << (OTHERS_FACE_UP + layout.CARDS * (relative - 1))
        other += 1
        if other == players:
            other = 0
    out[SWEETS_PLANES] = state[layout.SWEETS_ONE + layout.GROUND]
    out[SWEETS_PLANES + 1] = state[layout.SWEETS_TWO + layout.GROUND]
    out[SWEETS_PLANES + 2] = state[layout.SWEETS_ONE + layout.MIDDLE]
    out[ONES_PLANE] = layout.ALL
    out[FLAGS_AT] = flags
    out[FLAGS_AT + 1] = other_flags


@compiled
def discards(state: Ints, seat: int, face_down: int) -> int:
    """The cards of a discard pile that lie face down, or face up, as a bit set."""
    cards = state[layout.DISCARD + seat]
    faces = state[layout.FACE_DOWN + seat]
    found = 0
    for _ in range(state[layout.DISCARD_SIZE + seat]):
        found |= (1 if faces & 1 == face_down else 0) << (cards & 15)
        cards >>= 4
        faces >>= 1
    return found


@compiled
def _count(state: Ints, players: int, seat: int, other: int, relative: int, out: Ints) -> None:
    at = COUNTS_AT
    colour = seat
    for column in range(players):
        out[at + SUPPLIES + 4 * relative + column] = state[layout.SUPPLY + 4 * other + colour]
        colour += 1
        if colour == players:
            colour = 0
    out[at + SWEETS_HELD + relative] = state[layout.SWEETS + other]
    out[at + POINTS_HELD + relative] = min(state[layout.POINTS + other], MOST_BYTE)
    out[at + HAND_SIZES + relative] = popcount(state[layout.HAND + other])
    out[at + DECK_SIZES + relative] = state[layout.DECK_SIZE + other]
    out[at + FACE_DOWN_COUNTS + relative] = popcount(state[layout.FACE_DOWN + other])
    out[at + FINISHED_ORDER + relative] = state[layout.FINISHED + other] + 1


@compiled
def write_observation(summary: Ints, observation: Any, words: Any) -> None:
    """Write a summary as bytes, two planes at a time; `words` is the memory of `observation`."""
    at = 0
    for plane in range(0, PLANES, 2):
        second = summary[plane + 1]
        both = summary[plane] | second << layout.SPACES
        for i in range(PAIR_WORDS - 1):
            words[at + i] = BYTE_WORDS[both >> 8 * i & 255]
        words[at + PAIR_WORDS - 1] = BYTE_WORDS[second >> 28 & 255]
        at += PAIR_WORDS
    flags = summary[FLAGS_AT]
    others = summary[FLAGS_AT + 1]
    for i in range(7):
        words[at + i] = BYTE_WORDS[flags >> 8 * i & 255]
        words[at + 8 + i] = BYTE_WORDS[others >> (4 + 8 * i) & 255]
    words[at + 7] = BYTE_WORDS[flags >> 56 & 15 | (others & 15) << 4]
    for i in range(COUNTS):
        observation[OBSERVATION_SIZE - COUNTS + i] = summary[COUNTS_AT + i]


def expand(summary: Ints) -> Bytes:
    observation = np.empty(OBSERVATION_SIZE, dtype=np.uint8)
    if COMPILED:
        write_observation(summary, observation, observation.view(np.uint64))
        return observation
    numbers = plain(summary)  # large ints are quicker than loops in plain Python
    bits = 0
    for board in reversed(numbers[:PLANES]):
        bits = bits << layout.SPACES | board
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
    highest = np.ones(OBSERVATION_SIZE, dtype=np.uint8)
    counts = highest[-COUNTS:]
    for first, most in (
        (SUPPLIES, layout.TOKENS_PER_PLAYER),
        (SWEETS_HELD, MOST_SWEETS),
        (POINTS_HELD, MOST_BYTE),
        (HAND_SIZES, layout.CARDS),
        (DECK_SIZES, layout.CARDS),
        (FACE_DOWN_COUNTS, layout.CARDS),
        (FINISHED_ORDER, layout.MAX_PLAYERS),
    ):
        width = layout.MAX_PLAYERS * layout.MAX_PLAYERS if first == SUPPLIES else layout.MAX_PLAYERS
        counts[first : first + width] = most
    return highest
