"""Rich's tables as text for a terminal."""

from __future__ import annotations

import io

from rich.console import Console, RenderableType

from holi.cli.terminal import Terminal


def drawn(renderable: RenderableType, terminal: Terminal) -> str:
    """What Rich draws, at the terminal's width, in colour only if the terminal has it."""
    text = io.StringIO()
    console = Console(
        file=text,
        width=terminal.text_width,
        color_system="256" if terminal.colour else None,
        force_terminal=terminal.colour,
        highlight=False,
        markup=False,
        emoji=False,
    )
    console.print(renderable)
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines())
