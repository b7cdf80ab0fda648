"""`holi serve`: a server for tables of any number of players."""

from __future__ import annotations

import gc
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from holi.game.errors import ConfigError
from holi.kernel.mode import COMPILED
from holi.server.settings import BotPace, Patience, Settings

DEFAULTS = Settings()


class LogLevel(StrEnum):
    """How much is logged."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


def serve(
    host: Annotated[str, typer.Option(envvar="HOLI_HOST", help="The address to listen at.")] = DEFAULTS.host,
    port: Annotated[
        int, typer.Option(envvar="HOLI_PORT", min=0, max=65535, help="The port; 0 takes a free one.")
    ] = DEFAULTS.port,
    database: Annotated[
        str, typer.Option(envvar="HOLI_DATABASE", metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME.")
    ] = DEFAULTS.database,
    redis: Annotated[
        str | None,
        typer.Option(envvar="HOLI_REDIS", metavar="URL", help="redis://HOST, for several nodes on one database."),
    ] = DEFAULTS.redis,
    workers: Annotated[
        int, typer.Option(envvar="HOLI_WORKERS", min=0, max=64, help="Processes in which bots think; 0 starts none.")
    ] = DEFAULTS.workers,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            envvar="HOLI_ORIGINS",
            metavar="URL",
            help="Another origin whose pages may connect; can be given several times.",
            show_default="only its own",
        ),
    ] = None,
    secure_cookies: Annotated[
        bool, typer.Option(envvar="HOLI_SECURE_COOKIES", help="Behind TLS: cookies are sent over TLS only.")
    ] = DEFAULTS.secure_cookies,
    trusted_proxies: Annotated[
        int,
        typer.Option(
            envvar="HOLI_TRUSTED_PROXIES", min=0, max=9, help="How many proxies before it write X-Forwarded-For."
        ),
    ] = DEFAULTS.trusted_proxies,
    migrate: Annotated[
        bool | None,
        typer.Option(
            envvar="HOLI_MIGRATE",
            help="Bring the database up to date on start.",
            show_default="for SQLite; see 'holi migrate'",
        ),
    ] = DEFAULTS.migrate,
    bot_movetime: Annotated[
        float,
        typer.Option(envvar="HOLI_BOT_MOVETIME", min=0.01, max=60.0, help="Seconds a turn that strong bots think."),
    ] = DEFAULTS.bot_pace.movetime,
    bot_action_seconds: Annotated[
        float,
        typer.Option(
            envvar="HOLI_BOT_ACTION_SECONDS", min=0.0, max=60.0, help="Seconds between two actions of a bot, to watch."
        ),
    ] = DEFAULTS.bot_pace.action_seconds,
    grace_relaxed: Annotated[
        float,
        typer.Option(
            envvar="HOLI_GRACE_RELAXED",
            min=0.0,
            help="Seconds that a vanished player is waited for at a table without a clock, before a bot plays.",
        ),
    ] = DEFAULTS.patience.relaxed / 1000,
    grace_live_least: Annotated[
        float,
        typer.Option(
            envvar="HOLI_GRACE_LIVE_LEAST",
            min=0.0,
            help="The same at a live table: as long as a turn there, but at least so many seconds ...",
        ),
    ] = DEFAULTS.patience.live_least / 1000,
    grace_live_most: Annotated[
        float, typer.Option(envvar="HOLI_GRACE_LIVE_MOST", min=0.0, help="... and at most so many.")
    ] = DEFAULTS.patience.live_most / 1000,
    bot_takeover: Annotated[
        float,
        typer.Option(
            envvar="HOLI_BOT_TAKEOVER",
            min=0.1,
            help="Seconds after which another node takes over a bot's turn.",
        ),
    ] = DEFAULTS.patience.bot / 1000,
    commands_per_second: Annotated[
        float,
        typer.Option(
            envvar="HOLI_COMMANDS_PER_SECOND",
            min=1.0,
            max=10_000.0,
            help="What a player may send on average; three times as many at once.",
        ),
    ] = DEFAULTS.commands_per_second,
    requests_per_second: Annotated[
        float,
        typer.Option(
            envvar="HOLI_REQUESTS_PER_SECOND",
            min=1.0,
            max=10_000.0,
            help="What may come from one address on average; ten times as many at once.",
        ),
    ] = DEFAULTS.requests_per_second,
    connections_per_address: Annotated[
        int,
        typer.Option(
            envvar="HOLI_CONNECTIONS_PER_ADDRESS", min=1, max=100_000, help="Connections that one address may hold."
        ),
    ] = DEFAULTS.connections_per_address,
    tables_per_hour: Annotated[
        int, typer.Option(envvar="HOLI_TABLES_PER_HOUR", min=1, max=100_000, help="Tables that one player may make.")
    ] = DEFAULTS.tables_per_hour,
    page: Annotated[
        Path | None,
        typer.Option(envvar="HOLI_PAGE", metavar="FOLDER", help="A built page.", show_default="the one in the package"),
    ] = DEFAULTS.page,
    log_level: Annotated[
        LogLevel, typer.Option(envvar="HOLI_LOG_LEVEL", help="The least that is logged, as JSON lines to stderr.")
    ] = LogLevel.WARNING,
) -> None:
    """Serve the game: tables, seats and live play, for browsers and programs.

    Without options everything is kept in the file holi.db. Each option can also be set by its environment variable.
    docs/hosting.md tells how to run it for many.
    """
    settings = Settings(
        host=host,
        port=port,
        database=database,
        redis=redis,
        workers=workers,
        origins=tuple(origin or ()),
        secure_cookies=secure_cookies,
        trusted_proxies=trusted_proxies,
        migrate=migrate,
        bot_pace=BotPace(bot_movetime, bot_action_seconds),
        patience=Patience(
            relaxed=round(1000 * grace_relaxed),
            live_least=round(1000 * grace_live_least),
            live_most=round(1000 * grace_live_most),
            bot=round(1000 * bot_takeover),
        ),
        commands_per_second=commands_per_second,
        requests_per_second=requests_per_second,
        connections_per_address=connections_per_address,
        tables_per_hour=tables_per_hour,
        page=page,
        log_level=log_level.value,
    )
    run_server(settings, lambda address: typer.echo(f"Holi is served at {address}/ (stop with Ctrl-C)"))


def run_server(settings: Settings, on_ready: Callable[[str], None]) -> None:
    """Serve until Ctrl-C; `on_ready` is told the address once requests are answered."""
    if COMPILED:
        raise ConfigError("HOLI_MODE is 'compiled'; unset it: the server runs interpreted, and its workers compile")
    gc.disable()  # hardly anything made on the way up is garbage, and looking for it takes a good part of the start
    from holi.server.serving import serve as serve_until_stopped

    def ready(address: str) -> None:
        gc.freeze()  # what is there by now stays until the end: it need not be looked through again and again
        gc.set_threshold(5_000, 10, 10)  # seldom: with many tables it takes tens of milliseconds
        gc.enable()
        on_ready(address)

    serve_until_stopped(settings, ready)
