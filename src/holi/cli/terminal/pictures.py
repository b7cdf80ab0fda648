"""Colour cards as pictures, and all the ways to lay one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from holi.cli.terminal.board import SEAT_COLOURS, shortened
from holi.cli.terminal.console import painted
from holi.cli.terminal.texts import listed, t
from holi.game import ColourCard, Config, Position, Space
from holi.game.config import rules_of
from holi.game.notation import COLUMNS, SQUARE_NAMES, board_of, squares_away
from holi.kernel.layout import SPLASH, WAYS
from holi.kernel.throws import free_targets

CAPTION_WIDTH = 14
SIDE = 3


Way: TypeAlias = tuple[tuple[int, int], ...]
"""One way to lay a card: steps from the marker to each target, as (towards f, towards row 6)."""


def way_rows(way: Way) -> list[str]:
    """A picture: `@` is the marker, `#` a target."""
    cells = [(0, 0), *way]
    left, top = min(x for x, _ in cells), max(y for _, y in cells)
    grid = [["."] * SIDE for _ in range(SIDE)]
    for x, y in way:
        grid[top - y][x - left] = "#"
    grid[top][-left] = "@"
    return ["".join(row) for row in grid]


def ways_of(config: Config, card: int) -> list[Way]:
    """All distinct ways to lay the card in this game, from the kernel's table (R4.1, R4.2)."""
    rules = rules_of(config)
    at, end = int(rules[WAYS + card - 1]), int(rules[WAYS + card])
    ways = []
    while at < end:
        size = int(rules[at + 1])
        steps = (divmod(int(shift) + 2, len(COLUMNS)) for shift in rules[at + 2 : at + 2 + size])
        ways.append(tuple((right - 2, up) for up, right in steps))
        at += 2 + size
    return ways


class Fit(NamedTuple):
    """A way from where the marker stands: its squares (None: off the grid) and which of them hold colour."""

    way: Way
    squares: tuple[int, ...] | None
    taken: tuple[int, ...]
    fits: bool


def fits_of(position: Position, marker: Space, card: int) -> list[Fit]:
    splash = position.rule(SPLASH)
    fits = []
    for way in ways_of(position.config, card):
        squares = squares_away(way, marker.square)
        taken = tuple(s for s in squares or () if position.token_at(Space(marker.level, s)) is not None)
        fit = squares is not None and free_targets(board_of(squares), board_of(taken), splash) != 0
        fits.append(Fit(way, squares, taken, fit))
    return fits


def why_not(position: Position, marker: Space, card: int) -> str:
    fits = fits_of(position, marker, card)
    off = sum(fit.squares is None for fit in fits)
    if off == len(fits):
        return t("why.off")
    taken = listed(SQUARE_NAMES[square] for square in sorted({square for fit in fits for square in fit.taken}))
    return t("why.both" if off else "why.taken", off=off, count=len(fits), squares=taken)


def picture_rows(rows: Sequence[str], seat: int | None, colour: bool) -> list[str]:
    return ["".join(_square(sign, seat, colour) for sign in row).rstrip() for row in rows]


def _square(sign: str, seat: int | None, colour: bool) -> str:
    if sign == "#":
        paint, ink = (SEAT_COLOURS[seat].paint, SEAT_COLOURS[seat].ink) if seat is not None else (244, 16)
        return painted("# ", colour, fg=ink, bg=paint)
    if sign in "*@":
        return painted(f"{sign} ", colour, bold=True, fg=16, bg=255)
    return painted("· ", colour, fg=246, bg=236)


def card_block(card: ColourCard, seat: int | None, colour: bool, indent: str = "") -> list[str]:
    caption = shortened(f"{card.id} {card.key}", CAPTION_WIDTH)
    return [painted(caption, colour, bold=True), *(indent + row for row in picture_rows(card.rows, seat, colour))]
