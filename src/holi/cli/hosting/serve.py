"""`holi serve`: a server for any number of tables."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Literal

import typer

from holi.cli.compiled import refuse_compiled
from holi.cli.options import Database, takes_options
from holi.server.settings import BotPace, Patience, Settings

DEFAULTS = Settings()


@dataclass(frozen=True)
class ServeOptions:
    """Options by the name of their field in `Settings`, except for the nested ones."""

    host: Annotated[str, typer.Option(help="The address to listen on.")] = DEFAULTS.host
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")] = DEFAULTS.port
    database: Database = DEFAULTS.database
    redis: Annotated[
        str | None, typer.Option(metavar="URL", help="redis://HOST, for several nodes that share a database.")
    ] = DEFAULTS.redis
    workers: Annotated[
        int, typer.Option(min=0, max=64, help="Worker processes for bots and hints; 0 if 'holi worker' does the work.")
    ] = DEFAULTS.workers
    origin: Annotated[
        list[str] | None,
        typer.Option(
            envvar="HOLI_ORIGINS",
            metavar="URL",
            help="Another origin whose pages may connect; can be repeated.",
            show_default="only its own",
        ),
    ] = None
    secure_cookies: Annotated[bool, typer.Option(help="Send cookies over TLS only; for servers behind TLS.")] = (
        DEFAULTS.secure_cookies
    )
    trusted_proxies: Annotated[
        int, typer.Option(min=0, max=9, help="Number of proxies in front that write X-Forwarded-For.")
    ] = DEFAULTS.trusted_proxies
    migrate: Annotated[
        bool | None,
        typer.Option(help="Update the database on start.", show_default="for SQLite; see 'holi migrate'"),
    ] = DEFAULTS.migrate
    bot_movetime: Annotated[
        float, typer.Option(min=0.01, max=60.0, help="Seconds per turn that strong bots think.")
    ] = DEFAULTS.bot_pace.movetime
    bot_action_seconds: Annotated[
        float, typer.Option(min=0.0, max=60.0, help="Pause after each action of a bot, so that people can follow.")
    ] = DEFAULTS.bot_pace.action_seconds
    grace_relaxed: Annotated[
        float,
        typer.Option(min=0.0, help="Seconds before a bot plays for a disconnected player, at a table without a clock."),
    ] = DEFAULTS.patience.relaxed / 1000
    grace_live_least: Annotated[
        float, typer.Option(min=0.0, help="The same at a live table: as long as its turns, but at least this ...")
    ] = DEFAULTS.patience.live_least / 1000
    grace_live_most: Annotated[float, typer.Option(min=0.0, help="... and at most this.")] = (
        DEFAULTS.patience.live_most / 1000
    )
    bot_takeover: Annotated[
        float, typer.Option(min=0.1, help="Seconds before another node takes over a bot's turn.")
    ] = DEFAULTS.patience.bot / 1000
    commands_per_second: Annotated[
        float, typer.Option(min=1.0, max=10_000.0, help="Rate limit per player; bursts may be three times as large.")
    ] = DEFAULTS.commands_per_second
    requests_per_second: Annotated[
        float, typer.Option(min=1.0, max=10_000.0, help="Rate limit per address; bursts may be ten times as large.")
    ] = DEFAULTS.requests_per_second
    connections_per_address: Annotated[
        int, typer.Option(min=1, max=100_000, help="Most connections from one address.")
    ] = DEFAULTS.connections_per_address
    tables_per_hour: Annotated[int, typer.Option(min=1, max=100_000, help="Most new tables per player.")] = (
        DEFAULTS.tables_per_hour
    )
    page: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            exists=True,
            file_okay=False,
            help="Folder of a built page.",
            show_default="the one in the package",
        ),
    ] = DEFAULTS.page
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"],
        typer.Option(help="Least severe level to log, as JSON lines on stderr."),
    ] = DEFAULTS.log_level

    def settings(self) -> Settings:
        names = {field.name for field in fields(Settings)}
        return Settings(
            **{name: value for name, value in vars(self).items() if name in names},
            origins=tuple(self.origin or ()),
            bot_pace=BotPace(self.bot_movetime, self.bot_action_seconds),
            patience=Patience(
                relaxed=round(1000 * self.grace_relaxed),
                live_least=round(1000 * self.grace_live_least),
                live_most=round(1000 * self.grace_live_most),
                bot=round(1000 * self.bot_takeover),
            ),
        )


@takes_options(ServeOptions, environment="HOLI_")
def serve(options: ServeOptions) -> None:
    """Serve the game to browsers and programs: tables, seats and live play.

    Without options, everything is stored in the file holi.db. Each option can also be set by its environment variable.
    docs/hosting.md explains how to run a public server.
    """
    run_server(options.settings(), lambda address: typer.echo(f"Holi is served at {address}/ (stop with Ctrl-C)"))


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
