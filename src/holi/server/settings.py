"""How a node is run. Each setting is an option of `holi serve` and an environment variable `HOLI_...`."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal


@dataclass(frozen=True, slots=True)
class BotPace:
    """Seconds that bots think about a turn, and that each of their actions stays on view."""

    movetime: float = 1.0
    action_seconds: float = 0.7


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the server waits before it acts for somebody, in milliseconds.

    A player who vanished from a live table is waited for as long as a turn lasts there, within the two bounds. Where
    turns last days, only the clock decides.
    """

    relaxed: int = 300_000
    live_least: int = 20_000
    live_most: int = 90_000
    bot: int = 10_000
    """After this long another node takes over a bot's turn: the first one may be dead."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a host can choose; the defaults serve one machine with no set-up."""

    host: str = "127.0.0.1"
    port: int = 8000
    """0 takes a free one."""
    database: str = "sqlite:///holi.db"
    redis: str | None = None
    workers: int = 1
    """Bot worker processes on this node; 0 if `holi worker` processes elsewhere take the jobs."""
    origins: tuple[str, ...] = ()
    """Other origins than its own from which pages may connect."""
    secure_cookies: bool = False
    """Behind TLS: send the cookie over TLS only."""
    trusted_proxies: int = 0
    """How many proxies stand before the node and write X-Forwarded-For."""
    migrate: bool | None = None
    """Bring the database up to date on start; by default only SQLite."""
    bot_pace: BotPace = field(default_factory=BotPace)
    patience: Patience = field(default_factory=Patience)
    commands_per_second: float = 20.0
    """What one player may send on average; three times as much at once."""
    requests_per_second: float = 50.0
    """What may come from one address, on average; ten times as much at once. This machine itself is not limited."""
    connections_per_address: int = 200
    tables_per_hour: int = 60
    page: Path | None = None
    """The folder of a built page, if not the package's own."""
    log_level: Literal["debug", "info", "warning", "error"] = "warning"
    """The lowest level written to standard error, one JSON object a line."""
