"""How a node is run. Each setting is an option of `holi serve` and an environment variable `HOLI_...`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import typer

Database = Annotated[
    str, typer.Option(envvar="HOLI_DATABASE", metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME.")
]


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a host can choose; the defaults serve one machine with no set-up."""

    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1"
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")] = 8000
    database: Database = "sqlite:///holi.db"
    redis: Annotated[
        str | None, typer.Option(metavar="URL", help="redis://HOST, for several nodes that share a database.")
    ] = None
    workers: Annotated[
        int, typer.Option(min=0, max=64, help="Worker processes for bots and hints; 0 if 'holi worker' does the work.")
    ] = 1
    origin: Annotated[
        list[str] | None,
        typer.Option(
            envvar="HOLI_ORIGINS",
            metavar="URL",
            help="Another origin whose pages may connect; can be repeated.",
            show_default="only its own",
        ),
    ] = None
    public_name: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A name under which people reach the server, such as play.example.org; can be repeated.",
            show_default="localhost, this machine's name, and any address in numbers",
        ),
    ] = None
    secure_cookies: Annotated[bool, typer.Option(help="Send cookies over TLS only; for servers behind TLS.")] = False
    trusted_proxies: Annotated[
        int, typer.Option(min=0, max=9, help="Number of proxies in front that write X-Forwarded-For.")
    ] = 0
    migrate: Annotated[
        bool | None,
        typer.Option(help="Update the database on start.", show_default="for SQLite; see 'holi migrate'"),
    ] = None
    bot_movetime: Annotated[
        float, typer.Option(min=0.01, max=60.0, help="Seconds per turn that strong bots think.")
    ] = 1.0
    bot_action_seconds: Annotated[
        float, typer.Option(min=0.0, max=60.0, help="Pause after each action of a bot, so that people can follow.")
    ] = 0.7
    grace_relaxed: Annotated[
        float,
        typer.Option(min=0.0, help="Seconds before a bot plays for a disconnected player, at a table without a clock."),
    ] = 300.0
    grace_live_least: Annotated[
        float, typer.Option(min=0.0, help="The same at a live table: as long as its turns, but at least this ...")
    ] = 20.0
    grace_live_most: Annotated[float, typer.Option(min=0.0, help="... and at most this.")] = 90.0
    bot_takeover: Annotated[
        float, typer.Option(min=0.1, help="Seconds before another node takes over a bot's turn.")
    ] = 10.0
    commands_per_second: Annotated[
        float, typer.Option(min=1.0, max=10_000.0, help="Rate limit per player; bursts may be three times as large.")
    ] = 20.0
    requests_per_second: Annotated[
        float, typer.Option(min=1.0, max=10_000.0, help="Rate limit per address; bursts may be ten times as large.")
    ] = 50.0
    connections_per_address: Annotated[
        int, typer.Option(min=1, max=100_000, help="Most connections from one address.")
    ] = 200
    tables_per_hour: Annotated[int, typer.Option(min=1, max=100_000, help="Most new tables per player.")] = 60
    lobby_hours: Annotated[
        float, typer.Option(min=0.0, help="Hours after which a table that nobody starts is closed; 0 for never.")
    ] = 24.0
    keep_days: Annotated[
        float, typer.Option(min=0.0, help="Days after which tables that have not changed are deleted; 0 for never.")
    ] = 0.0
    log_addresses: Annotated[
        bool, typer.Option(help="Log the addresses of clients that are turned away, for fail2ban.")
    ] = False
    page: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            exists=True,
            file_okay=False,
            help="Folder of a built page.",
            show_default="the one in the package",
        ),
    ] = None
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"],
        typer.Option(help="Least severe level to log, as JSON lines on stderr."),
    ] = "warning"
