"""The `holi` command: each command is a function, registered here."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import NoReturn

import typer

from holi import __version__
from holi.cli.analyse import analyse
from holi.cli.cards import cards, deck_app
from holi.cli.engine import engine
from holi.cli.hint import hint
from holi.cli.hosting.admin import admin_app
from holi.cli.hosting.database import backup, migrate, restore
from holi.cli.hosting.load import load
from holi.cli.hosting.open_page import DEFAULT_PORT, open_page
from holi.cli.hosting.schema import schema
from holi.cli.hosting.serve import serve
from holi.cli.hosting.site import site
from holi.cli.hosting.worker import worker
from holi.cli.lab.arena import arena
from holi.cli.lab.bench import bench
from holi.cli.lab.train import train
from holi.cli.play import play
from holi.cli.replay import replay
from holi.cli.verify import verify
from holi.game.errors import HoliError, how_to_add

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
    lan: bool = typer.Option(False, "--lan", help="Let devices in the local network join; shows a QR code for phones."),
    port: int = typer.Option(DEFAULT_PORT, min=0, max=65535, help="The port; if it is taken, another one."),
    browser: bool = typer.Option(True, help="Open the page in the browser."),
    _version: bool = typer.Option(False, "--version", callback=_show_version, is_eager=True, help="Show the version."),
) -> None:
    """Holi: Festival of Colors. Without a command, play in the browser."""
    if context.invoked_subcommand is None:
        open_page(lan=lan, port=port, browser=browser)


COMMANDS: tuple[Callable[..., None], ...] = (
    *(play, cards, replay, verify, hint, analyse),
    *(engine, arena, bench, train),
    *(serve, site, worker, migrate, backup, restore, schema, load),
)
for command in COMMANDS:
    app.command()(command)
app.add_typer(deck_app)
app.add_typer(admin_app)


PACKAGES_OF_EXTRAS = {
    "server": "aiosqlite alembic fastapi httptools prometheus_client pydantic segno sqlalchemy starlette uvicorn",
    "nodes": "asyncpg redis",
    "load": "picows",
}


def main() -> None:
    """Run the command line. An error is one sentence and exit status 2; Ctrl-C is quiet."""
    try:
        app()
    except HoliError as error:
        typer.echo(f"holi: {error}", err=True)
        sys.exit(2)
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        for extra, packages in PACKAGES_OF_EXTRAS.items():
            if package in packages.split():
                typer.echo(f"holi: this needs {package}, which is not installed; {how_to_add(extra)}", err=True)
                sys.exit(2)
        raise
    except BrokenPipeError:
        _give_up_output()
    except OSError as error:
        typer.echo(f"holi: cannot write the output: {error.strerror}", err=True)
        _give_up_output()


def _give_up_output() -> NoReturn:
    """Exit although standard output is gone, and keep Python from complaining about it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(1)
