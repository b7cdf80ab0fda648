"""`holi cards`: pictures of the colour cards, and what the rivalry cards do; `holi deck`: decks of your own."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from holi.cli.options import Colour, Language
from holi.game.errors import ConfigError, quoted

if TYPE_CHECKING:
    from holi.cli.terminal.console import Terminal
    from holi.game import Deck

EXAMPLE = """\
  name = "printed"
  [cards]
  1 = "#../#../#.."
  2 = "##./#*./..."
"""


def cards(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="One card: a number, a key such as vee, or a rivalry card.")
    ] = None,
    deck: Annotated[Path | None, typer.Option(metavar="FILE", help="Show a deck of your own.")] = None,
    colour: Colour = None,
    language: Language = None,
) -> None:
    """Show all color cards and rivalry cards, or one."""
    from holi.cli.terminal.console import Terminal
    from holi.cli.terminal.texts import language_for, speak, t
    from holi.game import complete_deck, load_deck

    speak(language_for(language))
    terminal = Terminal(colour)
    shown = complete_deck() if deck is None else load_deck(deck)
    if name is not None:
        _show_one(name, shown, terminal)
        return
    if deck is None:
        terminal.say(t("cards.not-printed"))
        terminal.write()
    _show_deck(shown, terminal)
    terminal.write()
    _show_rivalry(terminal)
    terminal.write()
    if deck is None:
        terminal.say(t("cards.your-own", check="'holi deck check FILE'", play="'holi play --deck FILE'"))
        terminal.write(EXAMPLE + "  ...")


deck_app = typer.Typer(name="deck", help="Decks of your own.", no_args_is_help=True)


@deck_app.callback()
def _deck() -> None:
    """Decks of your own, such as the printed game's cards."""


@deck_app.command()
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A deck (TOML); 'holi cards' shows the form.")],
    colour: Colour = None,
    language: Language = None,
) -> None:
    """Check a deck file and show its cards. An error names the card, and the exit status is 2."""
    from holi.cli.terminal.console import Terminal
    from holi.cli.terminal.texts import language_for, speak, t
    from holi.game import load_deck

    speak(language_for(language))
    deck = load_deck(file)
    terminal = Terminal(colour)
    _show_deck(deck, terminal)
    terminal.write(t("deck.fine", command=f"holi play --deck {shlex.quote(str(file))}"))


def _show_deck(deck: Deck, terminal: Terminal) -> None:
    from holi.cli.terminal.console import side_by_side
    from holi.cli.terminal.pictures import card_block
    from holi.cli.terminal.texts import t

    terminal.write(t("cards.deck", name=quoted(deck.name)))
    terminal.write()
    blocks = [card_block(card, 0, terminal.colour, indent="  ") for card in deck.cards]
    terminal.write("\n".join(side_by_side(blocks, terminal.text_width)))
    terminal.write()
    terminal.say(t("cards.how-to-read"))


def _show_rivalry(terminal: Terminal) -> None:
    from rich.table import Table

    from holi.cli.terminal.texts import rivalry_words, t
    from holi.game import rivalry_cards

    terminal.write(t("cards.rivalry", number=len(rivalry_cards())))
    grid = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for card in rivalry_cards().values():
        grid.add_row(card.id, t(f"rivalry.kind-{card.kind}"), rivalry_words(card)[1])
    terminal.write(terminal.drawn(grid))


def _show_one(name: str, deck: Deck, terminal: Terminal) -> None:
    from holi.cli.terminal.pictures import picture_rows
    from holi.cli.terminal.play_help import describe_card, rivalry_by_name
    from holi.cli.terminal.texts import rivalry_words, t

    wanted = name.strip().lower()
    found = next((card for card in deck.cards if wanted in (str(card.id), card.key.lower())), None)
    if found is not None:
        terminal.say(describe_card(deck, found.id))
        terminal.write("\n".join("  " + row for row in picture_rows(found.rows, 0, terminal.colour)))
    else:
        rivalry = rivalry_by_name(wanted)
        if rivalry is None:
            raise ConfigError(t("cards.unknown", name=quoted(name)))
        title, text = rivalry_words(rivalry)
        terminal.say(t("card.rivalry", title=title, kind=t(f"rivalry.kind-{rivalry.kind}"), text=text))
    terminal.say(t("cards.not-printed"))
