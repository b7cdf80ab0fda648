"""Reading and writing text: on a real terminal, a dumb one or a pipe."""

from __future__ import annotations

import io
import os
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, TextIO

import typer
from rich.cells import cell_len, chop_cells

if TYPE_CHECKING:
    from rich.console import RenderableType

NARROWEST, WIDEST_TEXT = 40, 100
"""Bounds for the width of running text, whatever the terminal's is."""

ROOMY_HEIGHT = 30
"""Lines from which on a turn's screen shows the rivalry cards' full texts."""

PLAIN_SIGNS = {ord(sign): plain for sign, plain in zip("·─→’“”…×–", (*".->'", '"', '"', "...", "x", "-"), strict=True)}
SIGNS = "".join(map(chr, PLAIN_SIGNS))
"""Replacements for our non-ASCII signs where the output cannot encode them."""

_AFTER = "、。，）」』！？：…ー〜"
_PIECES = re.compile(rf"\s+|[（「『]*(?:[\u3040-\u9fff]|[^\s\u3040-\u9fff（「『]+)[{_AFTER}]*|[（「『]+")
"""Where a line may be broken: between words, and between Japanese characters, not before a full stop."""

_STYLE_CODES = re.compile(r"\x1b\[[0-9;]*m")


def _is_terminal(stream: TextIO | None) -> bool:
    """True if a person is at the other end. A stream that was closed before we started is None."""
    return stream is not None and stream.isatty()


def painted(text: str, colour: bool, **style: Any) -> str:
    """Style the text with ANSI codes, given as for `typer.style`, if `colour` is on."""
    return typer.style(text, **style) if colour else text


def visible_width(text: str) -> int:
    """Columns that the text takes: colour codes count 0, wide letters 2."""
    return cell_len(_STYLE_CODES.sub("", text))


def padded(text: str, width: int, align: str = "<") -> str:
    blanks = " " * max(0, width - visible_width(text))
    return blanks + text if align == ">" else text + blanks


def wrapped(text: str, width: int, *, first: str = "", indent: str = "") -> list[str]:
    """Lines of at most so many columns; a word that is longer than a line is cut."""
    lines, line, gap, begins = [], first, "", True
    for piece in _PIECES.findall(text):
        if piece.isspace():
            gap = piece
            continue
        if not begins and visible_width(line + gap + piece) > width:
            lines.append(line)
            line, begins = indent, True
        *full, rest = chop_cells(piece, max(1, width - visible_width(line))) if begins else [piece]
        for part in full:
            lines.append(line + part)
            line = indent
        line += rest if begins else gap + rest
        gap, begins = "", False
    return lines if begins else [*lines, line]


def side_by_side(blocks: Sequence[Sequence[str]], width: int, gap: int = 3, *, spaced: bool = True) -> list[str]:
    """Put blocks of lines next to each other in equal columns; `spaced` leaves a blank line between rows of blocks."""
    if not blocks:
        return []
    column = max(visible_width(line) for block in blocks for line in block)
    across = max(1, (width + gap) // (column + gap))
    lines: list[str] = []
    for first in range(0, len(blocks), across):
        if lines and spaced:
            lines.append("")
        rows = zip_longest(*blocks[first : first + across], fillvalue="")
        lines += [(" " * gap).join(padded(cell, column) for cell in row).rstrip() for row in rows]
    return lines


def _can_write_signs(stream: TextIO) -> bool:
    return SIGNS.encode(stream.encoding, "replace").decode(stream.encoding) == SIGNS


class Terminal:
    """Standard input and output. Reading raises EOFError at the end of input and KeyboardInterrupt on Ctrl-C."""

    def __init__(self, colour: bool | None = None) -> None:
        self._typed_here = _is_terminal(sys.stdin)
        self._seen_here = _is_terminal(sys.stdout)
        capable = self._seen_here and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        self.colour = capable if colour is None else colour
        for stream in (sys.stdin, sys.stdout):
            if stream is not None:
                stream.reconfigure(errors="replace")  # type: ignore[union-attr]
        if self._typed_here:
            with suppress(ImportError):
                import readline  # noqa: F401 - gives input() line editing
        self._plain_signs = sys.stdout is not None and not _can_write_signs(sys.stdout)

    @property
    def width(self) -> int:
        return max(NARROWEST, shutil.get_terminal_size().columns) if self._seen_here else 80

    @property
    def text_width(self) -> int:
        """Columns for running text: long lines are hard to read."""
        return min(self.width, WIDEST_TEXT)

    @property
    def is_roomy(self) -> bool:
        """True if there is room for more than the necessary, as in a pipe."""
        return not self._seen_here or shutil.get_terminal_size().lines >= ROOMY_HEIGHT

    def write(self, text: str = "") -> None:
        print(text.translate(PLAIN_SIGNS) if self._plain_signs else text, flush=True)

    def say(self, text: str, *, first: str = "", indent: str = "") -> None:
        """Write running text, wrapped: the first line after `first`, the others after `indent`."""
        self.write("\n".join(wrapped(text, self.text_width, first=first, indent=indent)))

    def drawn(self, renderable: RenderableType) -> str:
        from rich.console import Console

        text = io.StringIO()
        console = Console(
            file=text,
            width=self.text_width,
            color_system="256" if self.colour else None,
            force_terminal=self.colour,
            highlight=False,
            markup=False,
            emoji=False,
        )
        console.print(renderable)
        return "\n".join(line.rstrip() for line in text.getvalue().splitlines())

    def ask(self, prompt: str) -> str:
        if sys.stdin is None:
            raise EOFError
        line = input(prompt)
        if not self._typed_here:
            self.write(line)  # it was not echoed, and the next text belongs on its own line
        return line.strip()

    @contextmanager
    def busy(self, text: str) -> Iterator[None]:
        """On a terminal, show this text until the block is done."""
        shown = self._seen_here and os.environ.get("TERM") not in (None, "dumb")
        if shown:
            print(text, end="", flush=True)
        try:
            yield
        finally:
            if shown:
                print("\r\x1b[K", end="", flush=True)

    def clear(self) -> None:
        """Remove everything written so far from sight, scrollback included."""
        if self._seen_here and os.environ.get("TERM") not in (None, "dumb"):
            print("\x1b[H\x1b[2J\x1b[3J", end="", flush=True)
        elif self._seen_here:
            print("\n" * shutil.get_terminal_size().lines, flush=True)
