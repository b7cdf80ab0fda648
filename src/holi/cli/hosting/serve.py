"""`holi serve`: a server for any number of tables."""

from __future__ import annotations

import gc
from collections.abc import Callable

import typer

from holi.cli.compiled import refuse_compiled
from holi.cli.options import takes_options
from holi.server.settings import Settings


@takes_options(Settings, environment="HOLI_")
def serve(settings: Settings) -> None:
    """Serve the game to browsers and programs: tables, seats and live play.

    Without options, everything is stored in the file holi.db. Each option can also be set by its environment variable.
    docs/hosting.md explains how to run a public server.
    """
    run_server(settings, lambda address: typer.echo(f"Holi is served at {address}/ (stop with Ctrl-C)"))


def run_server(settings: Settings, on_ready: Callable[[str], None]) -> None:
    """Serve until Ctrl-C; `on_ready` gets the address as soon as requests are answered."""
    refuse_compiled("the server")
    gc.disable()  # hardly anything made during the start is garbage, and looking for it takes a good part of the time
    from holi.server.serving import serve as serve_until_stopped

    def ready(address: str) -> None:
        gc.freeze()  # what exists by now stays until the end, so collections can skip it
        gc.set_threshold(5_000, 10, 10)  # seldom: with many tables a collection takes tens of milliseconds
        gc.enable()
        on_ready(address)

    serve_until_stopped(settings, ready)
