"""Colour cards as pictures, and all the ways in which one can be laid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from holi.cli.board import SEAT_COLOURS, shortened
from holi.cli.terminal import padded, painted, visible_width
from holi.game import ColourCard, Config, Position, Space
from holi.game.config import rules_of
from holi.game.spaces import COLUMNS, SQUARE_NAMES
from holi.kernel.layout import WAYS

CAPTION_WIDTH = 14
SIDE = 3
"""Squares along a card's side."""

Block = Sequence[str]
"""Lines that stand below each other."""


class Way(NamedTuple):
    """One way to lay a card: the targets' steps (towards f, towards row 6) from the marker."""

    targets: tuple[tuple[int, int], ...]

    def squares_from(self, square: int) -> tuple[int, ...] | None:
        """The target squares for a marker on `square`; None if one leaves the grid (R4.3)."""
        row, column = divmod(square, len(COLUMNS))
        cells = [(row + up, column + right) for right, up in self.targets]
        if any(not (0 <= y < len(COLUMNS) and 0 <= x < len(COLUMNS)) for y, x in cells):
            return None
        return tuple(sorted(len(COLUMNS) * y + x for y, x in cells))

    def rows(self) -> list[str]:
        """The way as a picture: `@` the marker, `#` where tokens go."""
        cells = [(0, 0), *self.targets]
        left, top = min(x for x, _ in cells), max(y for _, y in cells)
        grid = [["."] * SIDE for _ in range(SIDE)]
        for x, y in self.targets:
            grid[top - y][x - left] = "#"
        grid[top][-left] = "@"
        return ["".join(row) for row in grid]


def ways_of(config: Config, card: int) -> list[Way]:
    """Every way to lay the card in this game, each once, read off the kernel's table (R4.1, R4.2)."""
    rules = rules_of(config)
    at, end = int(rules[WAYS + card - 1]), int(rules[WAYS + card])
    ways = []
    while at < end:
        size = int(rules[at + 1])
        steps = (divmod(int(shift) + 2, len(COLUMNS)) for shift in rules[at + 2 : at + 2 + size])
        ways.append(Way(tuple((right - 2, up) for up, right in steps)))
        at += 2 + size
    return ways


class Fit(NamedTuple):
    """Whether a way fits where the marker stands: its squares (None: off the grid) and those that hold colour."""

    way: Way
    squares: tuple[int, ...] | None
    taken: tuple[int, ...]

    def fits(self, splash: bool) -> bool:
        """Whether the card may be laid so (R4.3, R4.4)."""
        if self.squares is None:
            return False
        return len(self.taken) < len(self.squares) if splash else not self.taken


def fits_of(position: Position, marker: Space, card: int) -> list[Fit]:
    """How each way to lay the card fits from the marker's space."""
    fits = []
    for way in ways_of(position.config, card):
        squares = way.squares_from(marker.square)
        taken = [s for s in squares or () if position.token_at(Space(marker.level, s)) is not None]
        fits.append(Fit(way, squares, tuple(taken)))
    return fits


def why_not(position: Position, marker: Space, card: int) -> str:
    """Why a card in hand cannot be thrown face up from where the marker stands, as a phrase."""
    fits = fits_of(position, marker, card)
    off = sum(fit.squares is None for fit in fits)
    if off == len(fits):
        return "every way to lay it leaves the grid (R4.3)"
    taken = sorted({square for fit in fits for square in fit.taken})
    colour = f"colour already lies on {' '.join(SQUARE_NAMES[square] for square in taken)} (R4.4)"
    return colour if off == 0 else f"{off} of its {len(fits)} ways leave the grid (R4.3), for the others {colour}"


def picture_rows(rows: Sequence[str], seat: int | None, colour: bool) -> list[str]:
    """The three rows of a card face or a way, two columns a square, filled squares in the seat's colour."""
    return ["".join(_square(sign, seat, colour) for sign in row).rstrip() for row in rows]


def _square(sign: str, seat: int | None, colour: bool) -> str:
    if sign == "#":
        paint, ink = (SEAT_COLOURS[seat].paint, SEAT_COLOURS[seat].ink) if seat is not None else (244, 16)
        return painted("# ", colour, fg=ink, bg=paint)
    if sign in "*@":
        return painted(f"{sign} ", colour, bold=True, fg=16, bg=255)
    return painted("· ", colour, fg=246, bg=236)


def card_block(card: ColourCard, seat: int | None, colour: bool, indent: str = "") -> Block:
    """A card with its number and key above its picture."""
    caption = shortened(f"{card.id} {card.key}", CAPTION_WIDTH)
    return [painted(caption, colour, bold=True), *(indent + row for row in picture_rows(card.rows, seat, colour))]


def side_by_side(blocks: Sequence[Block], width: int, gap: int = 3) -> list[str]:
    """Blocks next to each other in equal columns, in as many rows as the width needs."""
    if not blocks:
        return []
    column = max(visible_width(line) for block in blocks for line in block)
    across = max(1, (width + gap) // (column + gap))
    lines: list[str] = []
    for first in range(0, len(blocks), across):
        row = blocks[first : first + across]
        if lines:
            lines.append("")
        for i in range(max(map(len, row))):
            cells = (padded(block[i] if i < len(block) else "", column) for block in row)
            lines.append((" " * gap).join(cells).rstrip())
    return lines
