"""Which actions are legal, as a mask over all ids: first in a few boards, then one entry for each id."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from holi.env.encoding import CLIMB_ID, END_ID, FIRST_CORNER, FIRST_FACE_DOWN, FIRST_FACE_UP, FIRST_MOVE, action_id
from holi.game.notation import squares_of
from holi.kernel.layout import ALL, HAND, PHASE, SEAT, SETUP, SPACES, SQUARE, THROWN
from holi.kernel.mode import COMPILED, Ints, compiled, lowest, plain
from holi.kernel.throws import face_down_spaces, face_up_throws
from holi.kernel.turns import free_corners, may_climb, moves

# What is legal in short: the squares to move to, the squares and the cards to throw face down, and six single ids.
REACH: Final = 0
DOWN_SPACES: Final = 1
DOWN_CARDS: Final = 2
SINGLES: Final = 3
LEGAL_SIZE: Final = 4

PLANE_WORDS: Final = 9
"""A plane of 36 bytes is nine words of 32 bits."""

NIBBLE_WORDS: Final = np.array([sum((bits >> i & 1) << 8 * i for i in range(4)) for bits in range(16)], dtype=np.uint32)
"""Four bits as four bytes, the lowest first."""


@compiled
def summarize_legal(state: Ints, rules: Ints, encoding: Ints, legal: Ints, face_ups: Ints) -> int:
    """Write what the seat to act may do, in short, and the ids of its face-up throws; return how many of these.

    The game is not over. `face_ups` has room for all ids.
    """
    for i in range(LEGAL_SIZE):
        legal[i] = 0
    if state[PHASE] == SETUP:
        corners = free_corners(state)
        for i in range(4):
            legal[SINGLES] |= (corners >> (5 * (i & 1) + 30 * (i >> 1)) & 1) << i
        return 0
    seat = state[SEAT]
    legal[REACH] = moves(state, rules, seat)
    if may_climb(state, rules, seat):
        legal[SINGLES] = 1 << (CLIMB_ID - FIRST_CORNER)
    if state[THROWN] != 0:  # R3.4
        legal[SINGLES] |= 1 << (END_ID - FIRST_CORNER)
        return 0
    spaces = face_down_spaces(state, rules, seat)
    if spaces != 0:
        legal[DOWN_SPACES] = spaces
        legal[DOWN_CARDS] = state[HAND + seat]
    count = -1 - face_up_throws(state, rules, seat, ALL, face_ups, len(face_ups))
    square = state[SQUARE + seat]
    for i in range(count):
        face_ups[i] = action_id(face_ups[i], square, encoding)
    return count


@compiled
def _spread(board: int, words: Any, at: int) -> None:
    for i in range(PLANE_WORDS):
        words[at + i] = NIBBLE_WORDS[board & 15]
        board >>= 4


@compiled
def write_mask(legal: Ints, face_ups: Ints, count: int, mask: Any, words: Any) -> None:
    """Turn what `summarize_legal` wrote into a mask; `words` is its memory, which may be a little longer."""
    for i in range(len(words)):
        words[i] = 0
    for i in range(count):
        mask[face_ups[i]] = 1
    cards = legal[DOWN_CARDS]
    while cards != 0:
        _spread(legal[DOWN_SPACES], words, (FIRST_FACE_DOWN + SPACES * lowest(cards)) // 4)
        cards &= cards - 1
    if legal[REACH] != 0:
        _spread(legal[REACH], words, FIRST_MOVE // 4)
    for i in range(FIRST_FACE_UP - FIRST_CORNER):
        mask[FIRST_CORNER + i] = legal[SINGLES] >> i & 1


def mask_room(size: int) -> int:
    """The size of a mask in bytes, in whole words."""
    return -(-size // 4) * 4


def mask_of(size: int, legal: Ints, face_ups: Ints, count: int) -> NDArray[np.int8]:
    if COMPILED:
        memory: NDArray[np.int8] = np.empty(mask_room(size), dtype=np.int8)
        mask = memory[:size]
        write_mask(legal, face_ups, count, mask, memory.view(np.uint32))
        return mask
    reach, spaces, cards, singles = plain(legal)  # large ints are quicker than loops in plain Python
    bits = reach << FIRST_MOVE | singles << FIRST_CORNER
    for card in squares_of(cards):
        bits |= spaces << (FIRST_FACE_DOWN + SPACES * card)
    mask = np.zeros(size, dtype=np.int8)
    packed = np.frombuffer(bits.to_bytes(-(-FIRST_FACE_UP // 8), "little"), dtype=np.uint8)
    mask[:FIRST_FACE_UP] = np.unpackbits(packed, count=FIRST_FACE_UP, bitorder="little")
    mask[face_ups[:count]] = 1
    return mask
