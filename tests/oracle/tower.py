"""Levels, squares and spaces (R1.1). A space is its text, `Gc3`; a square is a space without its level, `c3`."""

LEVELS = "GMT"
COLUMNS = "abcdef"
ROWS = "123456"
SQUARES = [column + row for row in ROWS for column in COLUMNS]  # the order of F1
SPACES = [level + square for level in LEVELS for square in SQUARES]
CORNERS = ["a1", "f1", "a6", "f6"]
SWEET_SQUARES = ["a2", "b1", "a5", "b6", "e1", "f2", "e6", "f5"]
DIAGONALS = ["a1", "b2", "c3", "d4", "e5", "f6", "a6", "b5", "c4", "d3", "e2", "f1"]


def in_order_of_f1(squares):
    return [square for square in SQUARES if square in squares]


def shifted(space, columns, rows):
    """The space so many columns towards `f` and rows towards `6`, or None outside the grid."""
    level, column, row = space
    column_number = COLUMNS.index(column) + columns
    row_number = ROWS.index(row) + rows
    if column_number not in range(6) or row_number not in range(6):
        return None
    return level + COLUMNS[column_number] + ROWS[row_number]


def neighbours(space):
    """The orthogonal neighbours; None for each that lies outside the grid."""
    return [shifted(space, *step) for step in ((1, 0), (-1, 0), (0, 1), (0, -1))]


def steps_between(one, other):
    """Columns apart plus rows apart."""
    columns = abs(COLUMNS.index(one[1]) - COLUMNS.index(other[1]))
    return columns + abs(ROWS.index(one[2]) - ROWS.index(other[2]))


def above(space):
    """The space directly above, or None above T."""
    return {"G": "M", "M": "T"}[space[0]] + space[1:] if space[0] != "T" else None


def below(space):
    """The space directly below, or None below G."""
    return {"M": "G", "T": "M"}[space[0]] + space[1:] if space[0] != "G" else None
