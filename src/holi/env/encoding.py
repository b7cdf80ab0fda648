"""Every action of the game as a number from 0 on: the fixed discrete action space of all environments.

| ids | action | meaning of the id |
| --- | --- | --- |
| 0-35 | move | the square moved to: `a1 b1 ... f1 a2 ... f6` |
| 36-503 | throw face down | `36 * card + square`, cards 1 to 13 |
| 504-507 | choose a corner | `a1`, `f1`, `a6`, `f6` |
| 508 | climb | |
| 509 | end the turn | |
| 510-883 | throw face up | card by card, the sets of spaces it can throw onto, as seen from the marker |

So the first 504 ids are 14 planes of 6 x 6: where to move, and where to throw each card face down. A throw face up is
written as seen from the marker, whose place the position tells: the same id from elsewhere is the same throw, shifted.
Each set of spaces of a card has one id, whichever rotation makes it (R4.10). A card's ids begin with its full throws;
then come those that only `mirror-dance` allows, then those of fewer tokens (R4.6, `splash`).

The number of ids depends on the deck alone, not on players or rivalry cards: 884 for the deck `complete`. Another deck
has its own sets of spaces, and so another number of ids from 510 on; `encoding_of(deck).size` tells it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from holi.game import CLIMB, END, Action, Config, Deck, Kind, MalformedError, Position
from holi.game.config import rules_of
from holi.game.errors import quoted
from holi.game.spaces import SQUARE_NAMES, squares_of
from holi.kernel import layout
from holi.kernel.layout import (
    ALL,
    CARD_SHIFT,
    CARDS,
    KIND_SHIFT,
    MOVE,
    PLACE_MARKER,
    PLACEMENTS,
    SPACES,
    THROW_DOWN,
    THROW_UP,
)
from holi.kernel.mode import Ints, compiled, lowest, vector

FIRST_MOVE: Final = 0
FIRST_FACE_DOWN: Final = SPACES
FIRST_CORNER: Final = FIRST_FACE_DOWN + CARDS * SPACES
CLIMB_ID: Final = FIRST_CORNER + 4
END_ID: Final = CLIMB_ID + 1
FIRST_FACE_UP: Final = END_ID + 1
COMPLETE_DECK_SIZE: Final = 884
"""The size of the action space with the deck `complete`."""

CORNER_SQUARES: Final = (0, 5, 30, 35)
CENTRE: Final = 14
"""Patterns of throws are written as boards for a marker on c3, from where every card stays in the grid."""

# The encoding vector: the size of the action space and a mask for hashes, then by face-up throw its action code for a
# marker on c3, then a hash table from such codes to ids, 0 where it is empty.
_SIZE = 0
_HASH_MASK = 1
_HASHES = 2
_CODES = 3
_FACE_UP_KIND = THROW_UP << KIND_SHIFT
_NOT_SPACES = -1 ^ ALL
_CARD_BITS = 29
_MIX = 0x1B873593


Steps: TypeAlias = tuple[tuple[int, int], ...]
"""Spaces as seen from the marker: columns and rows away, ascending."""


class Throw(NamedTuple):
    """What a face-up id means: a card and the spaces thrown onto."""

    card: int
    steps: Steps

    def squares_from(self, square: int) -> tuple[int, ...] | None:
        """The squares thrown onto by a marker on `square`, or None if one lies outside the grid (R4.3)."""
        row, column = divmod(square, 6)
        cells = [(column + x, row + y) for x, y in self.steps]
        if any(not (0 <= x < 6 and 0 <= y < 6) for x, y in cells):
            return None
        return tuple(sorted(6 * y + x for x, y in cells))

    @property
    def pattern(self) -> int:
        """The throw as a board, for a marker on c3."""
        return sum(1 << (CENTRE + 6 * y + x) for x, y in self.steps)


class ActionEncoding:
    """The action space of a deck. Get it with `encoding_of`, which makes it once."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.throws: Sequence[Throw] = [throw for card in deck.cards for throw in _throws(deck, card.id)]
        """The face-up throws, in the order of their ids from 510 on."""
        self.size = FIRST_FACE_UP + len(self.throws)
        self.vector = _encoding_vector(self.throws)
        """For the compiled functions below; to be read only."""

    def id_of(self, action: Action, position: Position) -> int:
        """The id of an action, legal or not; a throw that the card cannot make from here has none."""
        square = _marker_square(position)
        number = int(action_id(action.code, square, self.vector))
        if action.kind is Kind.THROW_UP and (
            number < 0 or self.throws[number - FIRST_FACE_UP].squares_from(square) != action.squares
        ):
            raise MalformedError(f"{quoted(str(action))} has no number; no card throws like that from here (R4.2)")
        return number

    def action_of(self, number: int, position: Position) -> Action:
        """The action with this id; it may be illegal, but an id that is no action of this seat at all is refused."""
        if not 0 <= number < self.size:
            raise MalformedError(f"{quoted(number)} is no action; the numbers are 0 to {self.size - 1}")
        square = _marker_square(position)
        if number >= FIRST_FACE_UP:
            throw = self.throws[number - FIRST_FACE_UP]
            squares = throw.squares_from(square)
            if squares is None:
                raise MalformedError(
                    f"{number} throws card {throw.card} out of the grid from {SQUARE_NAMES[square]} (R4.3); "
                    "choose one that the mask allows"
                )
            return Action(Kind.THROW_UP, throw.card, squares)
        if number in (CLIMB_ID, END_ID):
            return CLIMB if number == CLIMB_ID else END
        return Action.from_code(int(action_code(number, square, self.vector)))

    def legal_ids(self, position: Position) -> list[int]:
        """The ids of all legal actions, ascending; none when the game is over."""
        return sorted(self.id_of(action, position) for action in position.legal_actions())


@lru_cache(maxsize=16)
def encoding_of(deck: Deck) -> ActionEncoding:
    """The action space of a deck."""
    return ActionEncoding(deck)


def _marker_square(position: Position) -> int:
    """The square of the marker of the seat to act; anything before it is placed."""
    marker = None if position.seat is None else position.players[position.seat].marker
    return CENTRE if marker is None else marker.square


def _throws(deck: Deck, card: int) -> list[Throw]:
    """All sets of spaces that a card can throw onto: full throws, mirrored ones, then parts of both, largest first."""
    usual, every = (_full_throws(deck, card, rivalry) for rivalry in ((), ("mirror-dance",)))
    full = [*usual, *(steps for steps in every if steps not in usual)]
    parts = {part for steps in full for count in range(1, len(steps)) for part in combinations(steps, count)}
    return [Throw(card, steps) for steps in [*full, *sorted(parts - set(full), key=lambda part: (-len(part), part))]]


def _full_throws(deck: Deck, card: int, rivalry: tuple[str, ...]) -> list[Steps]:
    """The ways to lay a card, as the kernel lists them for a marker on c3."""
    rules = rules_of(Config(players=2, rivalry=rivalry, deck=deck))
    entry = PLACEMENTS + SPACES * (card - 1) + CENTRE
    boards = [int(rules[i]) for i in range(int(rules[entry]), int(rules[entry + 1]))]
    row, column = divmod(CENTRE, 6)
    return [tuple(sorted((square % 6 - column, square // 6 - row) for square in squares_of(b))) for b in boards]


def _encoding_vector(throws: Sequence[Throw]) -> Ints:
    codes = [_FACE_UP_KIND | (throw.card - 1) << CARD_SHIFT | throw.pattern for throw in throws]
    mask = (1 << (4 * len(codes)).bit_length()) - 1
    hashes = [0] * (mask + 1)
    for number, code in enumerate(codes, start=FIRST_FACE_UP):
        at = _hash(code) & mask
        while hashes[at] != 0:
            at = (at + 1) & mask
        hashes[at] = number
    return vector([FIRST_FACE_UP + len(codes), mask, _CODES + len(codes), *codes, *hashes])


@compiled
def _hash(code: int) -> int:
    """Bits of a face-up throw from c3, well mixed; nothing passes 63 bits."""
    return ((code & ALL) ^ (code >> CARD_SHIFT & 15) << _CARD_BITS) * _MIX >> 20


@compiled
def _shifted(board: int, steps: int) -> int:
    """The board with every space so many squares further."""
    return board << steps if steps >= 0 else board >> -steps


@compiled
def action_id(code: int, square: int, encoding: Ints) -> int:
    """The id of a legal kernel action of a marker on `square`; -1 if no card of the deck throws like that."""
    kind = code >> KIND_SHIFT
    if kind == THROW_UP:
        wanted = code & _NOT_SPACES | _shifted(code & ALL, CENTRE - square) & ALL
        mask = encoding[_HASH_MASK]
        at = _hash(wanted) & mask
        while True:
            number = encoding[encoding[_HASHES] + at]
            if number == 0:
                return -1
            if encoding[_CODES + number - FIRST_FACE_UP] == wanted:
                return number
            at = (at + 1) & mask
    if kind == THROW_DOWN:
        return FIRST_FACE_DOWN + SPACES * (code >> CARD_SHIFT & 15) + lowest(code & ALL)
    if kind == MOVE:
        return FIRST_MOVE + lowest(code & ALL)
    if kind == PLACE_MARKER:
        corner = lowest(code & ALL)
        return FIRST_CORNER + (corner & 1) + (2 if corner >= 30 else 0)
    return CLIMB_ID if kind == layout.CLIMB else END_ID


@compiled
def action_code(number: int, square: int, encoding: Ints) -> int:
    """The kernel action with this id, for a marker on `square`, from where a throw face up must stay in the grid."""
    if number >= FIRST_FACE_UP:
        code = encoding[_CODES + number - FIRST_FACE_UP]
        return code & _NOT_SPACES | _shifted(code & ALL, square - CENTRE)
    if number < FIRST_FACE_DOWN:
        return MOVE << KIND_SHIFT | 1 << (number - FIRST_MOVE)
    if number < FIRST_CORNER:
        number -= FIRST_FACE_DOWN
        return THROW_DOWN << KIND_SHIFT | number // SPACES << CARD_SHIFT | 1 << (number % SPACES)
    if number < CLIMB_ID:
        corner = number - FIRST_CORNER
        return PLACE_MARKER << KIND_SHIFT | 1 << (5 * (corner & 1) + 30 * (corner >> 1))
    if number == CLIMB_ID:
        return layout.CLIMB_ACTION
    return layout.END_ACTION
