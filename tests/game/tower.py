"""Reading a position's JSON (F3) without the game layer, so that tests judge its output by code of their own."""

from collections.abc import Iterator
from typing import Any

LEVELS = "GMT"
COLUMNS = "abcdef"
ROWS = "123456"
SPACES = tuple(level + column + row for level in LEVELS for row in ROWS for column in COLUMNS)


_ROW_AND_COLUMN = {space: (space[0], 6 - int(space[2]), COLUMNS.index(space[1])) for space in SPACES}
"""Where a space stands in a grid of F3: rows are listed from row 6 down."""


def cell(grid: dict[str, Any], space: str) -> Any:
    """What a grid of `levels` or `sweets` shows on a space."""
    level, row, column = _ROW_AND_COLUMN[space]
    return grid[level][row][column]


def token_on(position: dict[str, Any], space: str) -> int | None:
    """The owner of the colour token on a space."""
    shown = cell(position["levels"], space)
    return None if shown == "." else int(shown)


def tokens(position: dict[str, Any]) -> dict[str, int]:
    """The owner of every colour token on the tower, by space."""
    owners = {space: cell(position["levels"], space) for space in SPACES}
    return {space: int(shown) for space, shown in owners.items() if shown != "."}


def tokens_of(position: dict[str, Any], seat: int) -> list[str]:
    """The spaces with a token of the seat's colour."""
    return [space for space in SPACES if token_on(position, space) == seat]


def sweets_on(position: dict[str, Any], space: str) -> int:
    """How many sweets tokens lie on a space."""
    return int(cell(position["sweets"], space))


def above(space: str) -> str | None:
    """The space directly above, if there is one."""
    level = LEVELS.index(space[0]) + 1
    return LEVELS[level] + space[1:] if level < len(LEVELS) else None


def below(space: str) -> str | None:
    """The space directly below, if there is one."""
    level = LEVELS.index(space[0]) - 1
    return LEVELS[level] + space[1:] if level >= 0 else None


def neighbours(space: str) -> Iterator[str]:
    """The orthogonal neighbours on the same level."""
    level, x, y = space[0], COLUMNS.index(space[1]), ROWS.index(space[2])
    for beside, upwards in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
        if 0 <= beside < 6 and 0 <= upwards < 6:
            yield level + COLUMNS[beside] + ROWS[upwards]
