"""Text forms of levels and spaces (F1)."""

from __future__ import annotations

import re
from typing import NamedTuple

from holi.game.errors import MalformedError, quoted

LEVELS = "GMT"
COLUMNS = "abcdef"
ROWS = "123456"

_SQUARE = re.compile(r"[a-f][1-6]")
_SPACE = re.compile(r"[GMT][a-f][1-6]")

SQUARE_NAMES = tuple(column + row for row in ROWS for column in COLUMNS)
"""The names of the 36 squares of a level, in the order of their numbers."""


class Space(NamedTuple):
    """A space of the tower: level 0-2 and square 0-35."""

    level: int
    square: int

    def __str__(self) -> str:
        return LEVELS[self.level] + SQUARE_NAMES[self.square]


def parse_square(text: str) -> int:
    """The number of a square from its name, such as `c3`."""
    if not _SQUARE.fullmatch(text):
        raise MalformedError(f"{quoted(text)} is no square; write a column a-f and a row 1-6, such as c3")
    return SQUARE_NAMES.index(text)


def parse_space(text: str) -> Space:
    """A space from its name, such as `Gc3`."""
    if not _SPACE.fullmatch(text):
        raise MalformedError(f"{quoted(text)} is no space; write a level G, M or T and a square, such as Gc3")
    return Space(LEVELS.index(text[0]), SQUARE_NAMES.index(text[1:]))


def squares_of(board: int) -> tuple[int, ...]:
    """The squares of a 36-bit board, ascending: a1 b1 ... f1 a2 ... f6."""
    squares = []
    while board:
        squares.append((board & -board).bit_length() - 1)
        board &= board - 1
    return tuple(squares)


def board_of(squares: tuple[int, ...]) -> int:
    """The 36-bit board of some squares."""
    board = 0
    for square in squares:
        board |= 1 << square
    return board
