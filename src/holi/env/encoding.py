"""Every action of the game as a number: the fixed discrete action space of all environments.

`docs/environments/encoding.md` lists the ids. The first 504 are 14 planes of 6 x 6: where to move, and where to throw
each card face down. Throws face up come last, as seen from the marker: the same id from elsewhere is the same throw,
shifted. Each set of spaces of a card has one id, whichever rotation makes it (R4.10). The number of ids depends on the
deck alone, not on players or rivalry cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, Final, NamedTuple, TypeAlias

from holi.game import Action, Deck, Kind, MalformedError, Position
from holi.game.errors import quoted
from holi.game.notation import SQUARE_NAMES, squares_away, squares_of
from holi.kernel import layout
from holi.kernel.mode import Ints, compiled, lowest, vector
from holi.kernel.tables import rules_vector

FIRST_MOVE: Final = 0
FIRST_FACE_DOWN: Final = layout.SPACES
FIRST_CORNER: Final = FIRST_FACE_DOWN + layout.CARDS * layout.SPACES
CLIMB_ID: Final = FIRST_CORNER + 4
END_ID: Final = CLIMB_ID + 1
FIRST_FACE_UP: Final = END_ID + 1

CENTRE: Final = 14
"""Patterns of throws are written as boards for a marker on c3, from where every card stays in the grid."""

# The encoding vector: a mask for hashes and where their table begins, then for each face-up throw its action code for
# a marker on c3, then the hash table from such codes to ids, 0 where it is empty.
_HASH_MASK = 0
_HASHES = 1
_CODES = 2
_FACE_UP_KIND = layout.THROW_UP << layout.KIND_SHIFT
_NOT_SPACES = -1 ^ layout.ALL
_CARD_BITS = 29
_MIX = 0x1B873593


Steps: TypeAlias = tuple[tuple[int, int], ...]
"""Spaces as seen from the marker: columns and rows away, ascending."""


class Throw(NamedTuple):
    card: int
    steps: Steps

    def squares_from(self, square: int) -> tuple[int, ...] | None:
        """The squares thrown onto by a marker on `square`, or None if one lies outside the grid (R4.3)."""
        return squares_away(self.steps, square)

    @property
    def pattern(self) -> int:
        """As a board, for a marker on c3."""
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

    def __reduce__(self) -> tuple[Any, ...]:
        return encoding_of, (self.deck,)

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
        return Action.from_code(int(action_code(number, square, self.vector)))

    def legal_ids(self, position: Position) -> list[int]:
        return sorted(self.id_of(action, position) for action in position.legal_actions())


@lru_cache(maxsize=16)
def encoding_of(deck: Deck) -> ActionEncoding:
    return ActionEncoding(deck)


def _marker_square(position: Position) -> int:
    """The square of the marker of the seat to act; anything before it is placed."""
    marker = None if position.seat is None else position.players[position.seat].marker
    return CENTRE if marker is None else marker.square


def _throws(deck: Deck, card: int) -> list[Throw]:
    """All sets of spaces that a card can throw onto: full throws, mirrored ones, then parts of both, largest first."""
    usual, every = (_full_throws(deck, card, mirror) for mirror in (0, 1))
    full = [*usual, *(steps for steps in every if steps not in usual)]
    parts = {part for steps in full for count in range(1, len(steps)) for part in combinations(steps, count)}
    return [Throw(card, steps) for steps in [*full, *sorted(parts - set(full), key=lambda part: (-len(part), part))]]


def _full_throws(deck: Deck, card: int, mirror: int) -> list[Steps]:
    rules = rules_vector(2, [face.rows for face in deck.cards], {"mirror": mirror})
    entry = layout.PLACEMENTS + layout.SPACES * (card - 1) + CENTRE
    boards = [int(rules[i]) for i in range(int(rules[entry]), int(rules[entry + 1]))]
    row, column = divmod(CENTRE, 6)
    return [tuple(sorted((square % 6 - column, square // 6 - row) for square in squares_of(b))) for b in boards]


def _encoding_vector(throws: Sequence[Throw]) -> Ints:
    codes = [_FACE_UP_KIND | (throw.card - 1) << layout.CARD_SHIFT | throw.pattern for throw in throws]
    mask = (1 << (4 * len(codes)).bit_length()) - 1
    hashes = [0] * (mask + 1)
    for number, code in enumerate(codes, start=FIRST_FACE_UP):
        at = _hash(code) & mask
        while hashes[at] != 0:
            at = (at + 1) & mask
        hashes[at] = number
    return vector([mask, _CODES + len(codes), *codes, *hashes])


@compiled
def _hash(code: int) -> int:
    """Bits of a face-up throw from c3, well mixed; nothing passes 63 bits."""
    return ((code & layout.ALL) ^ (code >> layout.CARD_SHIFT & 15) << _CARD_BITS) * _MIX >> 20


@compiled
def _shifted(board: int, steps: int) -> int:
    return board << steps if steps >= 0 else board >> -steps


@compiled
def action_id(code: int, square: int, encoding: Ints) -> int:
    """The id of a legal kernel action of a marker on `square`; -1 if no card of the deck throws like that."""
    kind = code >> layout.KIND_SHIFT
    if kind == layout.THROW_UP:
        wanted = code & _NOT_SPACES | _shifted(code & layout.ALL, CENTRE - square) & layout.ALL
        mask = encoding[_HASH_MASK]
        at = _hash(wanted) & mask
        while True:
            number = encoding[encoding[_HASHES] + at]
            if number == 0:
                return -1
            if encoding[_CODES + number - FIRST_FACE_UP] == wanted:
                return number
            at = (at + 1) & mask
    if kind == layout.THROW_DOWN:
        return FIRST_FACE_DOWN + layout.SPACES * (code >> layout.CARD_SHIFT & 15) + lowest(code & layout.ALL)
    if kind == layout.MOVE:
        return FIRST_MOVE + lowest(code & layout.ALL)
    if kind == layout.PLACE_MARKER:
        corner = lowest(code & layout.ALL)
        return FIRST_CORNER + (corner & 1) + (2 if corner >= 30 else 0)
    return CLIMB_ID if kind == layout.CLIMB else END_ID


@compiled
def action_code(number: int, square: int, encoding: Ints) -> int:
    """The kernel action with this id, for a marker on `square`, from where a throw face up must stay in the grid."""
    if number >= FIRST_FACE_UP:
        code = encoding[_CODES + number - FIRST_FACE_UP]
        return code & _NOT_SPACES | _shifted(code & layout.ALL, square - CENTRE)
    if number < FIRST_FACE_DOWN:
        return layout.MOVE << layout.KIND_SHIFT | 1 << (number - FIRST_MOVE)
    if number < FIRST_CORNER:
        number -= FIRST_FACE_DOWN
        return (
            layout.THROW_DOWN << layout.KIND_SHIFT
            | number // layout.SPACES << layout.CARD_SHIFT
            | 1 << (number % layout.SPACES)
        )
    if number < CLIMB_ID:
        corner = number - FIRST_CORNER
        return layout.PLACE_MARKER << layout.KIND_SHIFT | 1 << (5 * (corner & 1) + 30 * (corner >> 1))
    if number == CLIMB_ID:
        return layout.CLIMB_ACTION
    return layout.END_ACTION
