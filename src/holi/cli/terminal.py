"""Where play reads and writes: a real terminal, a dumb one or a pipe."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

import typer
from rich.cells import cell_len

NARROWEST, WIDEST_TEXT = 40, 100
"""Text is wrapped between these widths, however wide the terminal is."""

ROOMY_HEIGHT = 30
"""From so many lines on, a turn's screen has room for the rivalry cards' full texts."""

SIGNS = "·─→"
PLAIN_SIGNS = str.maketrans(SIGNS, ".->")
"""What stands for our few signs beyond ASCII where the output cannot show them."""

_STYLE_CODES = re.compile(r"\x1b\[[0-9;]*m")


def colour_wanted(option: bool | None, stream: TextIO | None = None) -> bool:
    """Whether to colour: as the option says, else only on a capable terminal and without NO_COLOR."""
    if option is not None:
        return option
    stream = sys.stdout if stream is None else stream
    return is_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person is at the other end; a stream that was closed before we began is None."""
    return stream is not None and stream.isatty()


def painted(text: str, colour: bool, **style: Any) -> str:
    """The text with ANSI codes for the style (as `typer.style` takes it), or as it is."""
    return typer.style(text, **style) if colour else text


def visible_width(text: str) -> int:
    """How many columns the text takes, colour codes not counted and wide letters twice."""
    return cell_len(_STYLE_CODES.sub("", text))


def padded(text: str, width: int, align: str = "<") -> str:
    """The text filled up with blanks to so many columns."""
    blanks = " " * max(0, width - visible_width(text))
    return blanks + text if align == ">" else text + blanks


def wrapped(text: str, width: int, *, first: str = "", indent: str = "") -> list[str]:
    """Lines of the text, the first behind `first`, the others behind `indent`."""
    return textwrap.wrap(
        text, width, initial_indent=first, subsequent_indent=indent, break_long_words=True, break_on_hyphens=False
    )


def comma_list(words: Iterable[str], last: str = "and") -> str:
    """The words as a sentence lists them: `a, b and c`."""
    *front, end = words
    return f"{', '.join(front)} {last} {end}" if front else end


def _can_write(text: str, stream: TextIO) -> bool:
    try:
        text.encode(stream.encoding)
    except UnicodeEncodeError:
        return False
    return True


class Terminal:
    """Standard input and output. Reading raises EOFError at the end of input and KeyboardInterrupt on Ctrl-C."""

    def __init__(self, colour: bool | None = None) -> None:
        self.colour = colour_wanted(colour)
        self._typed_here = is_terminal(sys.stdin)
        self._seen_here = is_terminal(sys.stdout)
        for stream in (sys.stdin, sys.stdout):
            if stream is not None:
                stream.reconfigure(errors="replace")  # type: ignore[union-attr]
        if self._typed_here:
            with suppress(ImportError):
                import readline  # noqa: F401 - gives input() line editing
        self._plain_signs = sys.stdout is not None and not _can_write(SIGNS, sys.stdout)

    @property
    def width(self) -> int:
        """Columns to write in."""
        return max(NARROWEST, shutil.get_terminal_size().columns) if self._seen_here else 80

    @property
    def text_width(self) -> int:
        """Columns for running text, which is hard to read in long lines."""
        return min(self.width, WIDEST_TEXT)

    @property
    def is_roomy(self) -> bool:
        """Whether there is room for more than the necessary; in a pipe there is."""
        return not self._seen_here or shutil.get_terminal_size().lines >= ROOMY_HEIGHT

    def write(self, text: str = "") -> None:
        """Write lines."""
        print(text.translate(PLAIN_SIGNS) if self._plain_signs else text, flush=True)

    def say(self, sentence: str) -> None:
        """Write running text, wrapped."""
        self.write("\n".join(wrapped(sentence, self.text_width)))

    def ask(self, prompt: str) -> str:
        """What is typed after the prompt, without blanks around it."""
        if sys.stdin is None:
            raise EOFError
        line = input(prompt)
        if not self._typed_here:
            self.write(line)  # nobody saw it being typed, and the next text belongs on a line of its own
        return line.strip()

    @contextmanager
    def busy(self, text: str) -> Iterator[None]:
        """Say on a terminal what is going on meanwhile, and wipe it out afterwards."""
        shown = self._seen_here and os.environ.get("TERM") not in (None, "dumb")
        if shown:
            print(text, end="", flush=True)
        try:
            yield
        finally:
            if shown:
                print("\r\x1b[K", end="", flush=True)

    def clear(self) -> None:
        """Let nothing of what was written before remain in sight, scrolled-back lines included."""
        if self._seen_here and os.environ.get("TERM") not in (None, "dumb"):
            print("\x1b[H\x1b[2J\x1b[3J", end="", flush=True)
        elif self._seen_here:
            print("\n" * shutil.get_terminal_size().lines, flush=True)
