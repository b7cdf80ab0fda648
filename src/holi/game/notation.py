"""Spaces, actions and their text forms (F1)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from holi.game.errors import MalformedError, quoted
from holi.kernel import layout
from holi.kernel.layout import ALL, CARD_SHIFT, KIND_SHIFT
from holi.kernel.turns import ends_turn

LEVELS = "GMT"
COLUMNS = "abcdef"
ROWS = "123456"

SQUARE_NAMES = tuple(column + row for row in ROWS for column in COLUMNS)
"""The names of the 36 squares of a level, in the order of their numbers."""


class Space(NamedTuple):
    """A space of the tower: level 0-2 and square 0-35."""

    level: int
    square: int

    def __str__(self) -> str:
        return LEVELS[self.level] + SQUARE_NAMES[self.square]


TOWER = tuple(Space(level, square) for level in range(len(LEVELS)) for square in range(len(SQUARE_NAMES)))
"""All spaces, as the kernel numbers them."""

_SPACES = {str(space): space for space in TOWER}


def parse_square(text: str) -> int:
    """The number of a square from its name, such as `c3`."""
    if text not in SQUARE_NAMES:
        raise MalformedError(f"{quoted(text)} is no square; write a column a-f and a row 1-6, such as c3")
    return SQUARE_NAMES.index(text)


def parse_space(text: str) -> Space:
    """A space from its name, such as `Gc3`."""
    if text not in _SPACES:
        raise MalformedError(f"{quoted(text)} is no space; write a level G, M or T and a square, such as Gc3")
    return _SPACES[text]


def squares_of(board: int) -> tuple[int, ...]:
    """The squares of a 36-bit board, ascending: a1 b1 ... f1 a2 ... f6."""
    squares = []
    while board:
        squares.append((board & -board).bit_length() - 1)
        board &= board - 1
    return tuple(squares)


def board_of(squares: tuple[int, ...]) -> int:
    """The squares as a 36-bit board."""
    return sum(1 << square for square in set(squares))


def squares_away(steps: tuple[tuple[int, int], ...], square: int) -> tuple[int, ...] | None:
    """The squares so many columns and rows away from one, ascending; None if one of them lies outside the grid."""
    row, column = divmod(square, len(COLUMNS))
    cells = [(row + up, column + right) for right, up in steps]
    if any(not (0 <= y < len(ROWS) and 0 <= x < len(COLUMNS)) for y, x in cells):
        return None
    return tuple(sorted(len(COLUMNS) * y + x for y, x in cells))


class Kind(IntEnum):
    """What an action is."""

    PLACE_MARKER = layout.PLACE_MARKER
    THROW_UP = layout.THROW_UP
    THROW_DOWN = layout.THROW_DOWN
    MOVE = layout.MOVE
    CLIMB = layout.CLIMB
    END = layout.END


LETTERS = {
    Kind.PLACE_MARKER: "S",
    Kind.THROW_UP: "T",
    Kind.THROW_DOWN: "D",
    Kind.MOVE: "M",
    Kind.CLIMB: "C",
    Kind.END: "E",
}
THROWS = (Kind.THROW_UP, Kind.THROW_DOWN)
SQUARES_NAMED = {Kind.PLACE_MARKER: 1, Kind.THROW_DOWN: 1, Kind.MOVE: 1, Kind.CLIMB: 0, Kind.END: 0}
"""How many squares an action names; a throw face up names one or more."""

CARD_IDS = range(1, layout.CARDS + 1)
SQUARE_NUMBERS = range(layout.SPACES)


@dataclass(frozen=True, slots=True)
class Action:
    """One action of a player. `squares` are on the marker's level; `card` is None if there is none, or it is hidden."""

    kind: Kind
    card: int | None = None
    squares: tuple[int, ...] = ()

    def __str__(self) -> str:
        return format_action(self)

    @property
    def code(self) -> int:
        """The action as the kernel writes it; raises `MalformedError` for a hidden card or what is no action."""
        if not self._well_formed:
            what = f"{self.kind.name} with card {quoted(self.card)} and squares {quoted(self.squares)}"
            raise MalformedError(f"{what} is no action; cards are 1 to 13, squares 0 to 35, each once and ascending")
        card = 0
        if self.kind in THROWS:
            if self.card is None:
                raise MalformedError(f"the card of {format_action(self)!r} is hidden; name it, 1 to 13")
            card = self.card - 1
        return self.kind << KIND_SHIFT | card << CARD_SHIFT | board_of(self.squares)

    @property
    def _well_formed(self) -> bool:
        """Whether card and squares are in range and as many as the kind has."""
        card_fits = self.card is None or (self.kind in THROWS and self.card in CARD_IDS)
        count = len(self.squares)
        number_fits = count > 0 if self.kind is Kind.THROW_UP else count == SQUARES_NAMED[self.kind]
        in_range = all(square in SQUARE_NUMBERS for square in self.squares)
        return card_fits and number_fits and in_range and all(a < b for a, b in pairwise(self.squares))

    @classmethod
    @lru_cache(maxsize=8192)
    def from_code(cls, code: int) -> Action:
        """The action that the kernel writes as `code`."""
        kind = Kind(code >> KIND_SHIFT)
        card = (code >> CARD_SHIFT & 15) + 1 if kind in THROWS else None
        return cls(kind, card, squares_of(code & ALL))

    @property
    def ends_turn(self) -> bool:
        """Whether it is the last action of a turn: `E`, or the choice of a corner."""
        return bool(ends_turn(int(self.kind)))

    def hidden(self) -> Action:
        """The action as those see it who may not know a card played face down (R5.3)."""
        return Action(self.kind, None, self.squares) if self.kind is Kind.THROW_DOWN else self


CLIMB = Action(Kind.CLIMB)
END = Action(Kind.END)

_FORM = re.compile(r"""(?x)
    (?P<letter>S|M) (?P<square>[a-f][1-6])
    | T (?P<up>[1-9]|1[0-3]) @ (?P<squares>(?:[a-f][1-6])+)
    | D (?P<down>[1-9]|1[0-3]|\?) @ (?P<place>[a-f][1-6])
    | (?P<word>C|E)
""")


def format_action(action: Action) -> str:
    """The one text of an action."""
    squares = "".join(SQUARE_NAMES[square] for square in action.squares)
    if action.kind in THROWS:
        return f"{LETTERS[action.kind]}{'?' if action.card is None else action.card}@{squares}"
    return LETTERS[action.kind] + squares


def parse_action(text: object) -> Action:
    """An action from its text; another order of squares, leading zeros, levels or blanks are malformed."""
    if not isinstance(text, str):
        raise _no_action(text)
    return _parsed(text)


def _no_action(text: object) -> MalformedError:
    return MalformedError(f"{quoted(text)} is no action; the forms are Sa1, T7@b2d4, D12@e5, Me5, C and E")


@lru_cache(maxsize=1 << 14)
def _parsed(text: str) -> Action:
    """The same few thousand come up in all games, so they are remembered."""
    form = _FORM.fullmatch(text)
    if form is None:
        raise _no_action(text)
    if form["word"]:
        return CLIMB if form["word"] == "C" else END
    if form["letter"]:
        kind = Kind.PLACE_MARKER if form["letter"] == "S" else Kind.MOVE
        return Action(kind, None, (SQUARE_NAMES.index(form["square"]),))
    if form["down"]:
        card = None if form["down"] == "?" else int(form["down"])
        return Action(Kind.THROW_DOWN, card, (SQUARE_NAMES.index(form["place"]),))
    names = re.findall("..", form["squares"])
    squares = tuple(SQUARE_NAMES.index(name) for name in names)
    if any(first >= second for first, second in pairwise(squares)):
        right = "".join(SQUARE_NAMES[square] for square in sorted(set(squares)))
        raise MalformedError(f"{quoted(text)} names its squares out of order; write them as {quoted(right)}")
    return Action(Kind.THROW_UP, int(form["up"]), squares)


def parse_turn(text: str) -> list[Action]:
    """The actions of a turn, separated by single spaces."""
    return [parse_action(part) for part in text.split(" ")]


def format_turn(actions: list[Action]) -> str:
    """A turn's actions in order, separated by single spaces."""
    return " ".join(format_action(action) for action in actions)
