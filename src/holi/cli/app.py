"""The `holi` command: one module a command, each registered here."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

import typer

from holi import __version__
from holi.cli.analyse import analyse
from holi.cli.arena import arena
from holi.cli.backup import backup
from holi.cli.bench import bench
from holi.cli.cards import cards
from holi.cli.deck import deck_app
from holi.cli.engine import engine
from holi.cli.hint import hint
from holi.cli.load import load
from holi.cli.migrate import migrate
from holi.cli.open_page import DEFAULT_PORT, open_page
from holi.cli.play import play
from holi.cli.replay import replay
from holi.cli.restore import restore
from holi.cli.schema import schema
from holi.cli.serve import serve
from holi.cli.train import train
from holi.cli.verify import verify
from holi.cli.worker import worker
from holi.game.errors import HoliError

app = typer.Typer(
    name="holi",
    help="Holi: Festival of Colors. Play, watch, check and measure.",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"holi {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    context: typer.Context,
    lan: bool = typer.Option(False, "--lan", help="Let devices in the room join, with a QR code for phones."),
    port: int = typer.Option(DEFAULT_PORT, min=0, max=65535, help="The port; another one if it is taken."),
    browser: bool = typer.Option(True, help="Open the page in the browser."),
    _version: bool = typer.Option(False, "--version", callback=_show_version, is_eager=True, help="Show the version."),
) -> None:
    """Holi: Festival of Colors. Without a command, play in the browser."""
    if context.invoked_subcommand is None:
        open_page(lan=lan, port=port, browser=browser)


app.command()(play)
app.command()(cards)
app.add_typer(deck_app)
app.command()(engine)
app.command()(hint)
app.command()(analyse)
app.command()(arena)
app.command()(bench)
app.command()(load)
app.command()(migrate)
app.command()(replay)
app.command()(schema)
app.command()(serve)
app.command()(backup)
app.command()(restore)
app.command()(train)
app.command()(verify)
app.command()(worker)


def main() -> None:
    """Run the command line; an error is one sentence and exit status 2, Ctrl-C is quiet."""
    try:
        app()
    except HoliError as error:
        typer.echo(f"holi: {error}", err=True)
        sys.exit(2)
    except BrokenPipeError:
        _give_up_output()
    except OSError as error:
        typer.echo(f"holi: the output cannot be written: {error.strerror}", err=True)
        _give_up_output()


def _give_up_output() -> NoReturn:
    """Leave although standard output takes nothing more, and keep the flush at exit quiet."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(1)
