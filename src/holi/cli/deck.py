"""`holi deck`: decks of your own."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from holi.cli.options import Colour

deck_app = typer.Typer(name="deck", help="Decks of your own.", no_args_is_help=True)


@deck_app.callback()
def _deck() -> None:
    """Decks of your own, such as the printed game's cards."""


@deck_app.command()
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A deck (TOML); 'holi cards' shows the form.")],
    colour: Colour = None,
) -> None:
    """Check a deck file and show its cards. An error names the card, and the exit status is 2."""
    from holi.cli.cards import show_deck
    from holi.cli.terminal.console import Terminal
    from holi.game import load_deck

    deck = load_deck(file)
    terminal = Terminal(colour)
    show_deck(deck, terminal)
    terminal.write(f"The deck is fine. Play with it: holi play --deck {shlex.quote(str(file))}")
