"""Opening the database: how SQLite and PostgreSQL are spoken to."""

from __future__ import annotations

import asyncio
import errno
import os
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from threading import Thread
from typing import Any, Literal, TypeVar
from weakref import WeakKeyDictionary, WeakSet

from pydantic import ValidationError
from sqlalchemy import Engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from holi.game.errors import ConfigError, how_to_add, quoted

Result = TypeVar("Result")

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}

CONNECT_SECONDS = 5
ANSWER_SECONDS = 20
"""PostgreSQL counts as gone after this long without an answer."""

SQLITE_CONNECTIONS = 3
"""For reading, and for writing all but the entries of tables; these have a connection of their own."""

LET_GO_SECONDS = 2.0
_threads: WeakKeyDictionary[AsyncEngine, WeakSet[Thread]] = WeakKeyDictionary()
"""Of SQLite's connections, one each."""

PRAGMAS = ("busy_timeout=10000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "cache_size=-2000")
"""Readers beside one writer; a commit is on the disk before it is answered; foreign keys hold."""


def open_engine(address: str) -> AsyncEngine:
    """An engine for an address such as `sqlite:///holi.db` or `postgresql://user@host/name`."""
    try:
        url = make_url(address)
    except ArgumentError:
        raise ConfigError(
            f"{quoted(address)} is no database; write sqlite:///FILE or postgresql://USER@HOST/NAME"
        ) from None
    kind = url.drivername.partition("+")[0]
    if kind not in DRIVERS:
        raise ConfigError(f"{quoted(address)} is no database that holi knows; use sqlite or postgresql")
    url = url.set(drivername=DRIVERS[kind])
    if kind != "sqlite":
        limits = {"timeout": CONNECT_SECONDS, "command_timeout": ANSWER_SECONDS}
        pool = {"pool_size": 8, "max_overflow": 4, "pool_pre_ping": True}
        try:
            return create_async_engine(url, hide_parameters=True, connect_args=limits, **pool)
        except ModuleNotFoundError:
            raise ConfigError(f"PostgreSQL needs asyncpg; {how_to_add('nodes')}") from None
    if url.database in (None, "", ":memory:"):
        raise ConfigError(f"{quoted(address)} names no file; write sqlite:///FILE, such as sqlite:///holi.db")
    create_private(url.database)
    # Few connections: each has a thread and a cache of its own. Parameters hold secrets of tables: never in a log.
    threads: WeakSet[Thread] = WeakSet()
    limits = {"pool_size": SQLITE_CONNECTIONS, "max_overflow": 0}
    engine = create_async_engine(
        url, hide_parameters=True, connect_args={"async_creator_fn": partial(_connect, threads)}, **limits
    )
    event.listen(engine.sync_engine, "connect", prepare_sqlite)
    _threads[engine] = threads
    return engine


def _connect(threads: WeakSet[Thread], *where: Any, **how: Any) -> Any:
    import aiosqlite

    connection = aiosqlite.connect(*where, **how)
    connection._thread.daemon = True  # as SQLAlchemy does, so that no process waits for it
    threads.add(connection._thread)
    return connection


async def let_go(engine: AsyncEngine) -> None:
    """Close all connections, and wait for the threads of those that were given up: they must not outlive the loop."""
    await engine.dispose()
    for thread in list(_threads.get(engine, ())):
        await asyncio.to_thread(thread.join, LET_GO_SECONDS)


def create_private(file: str | None) -> None:
    """Create the file for the owner's eyes only; SQLite makes those beside it likewise."""
    with suppress(OSError):  # it is there already, or opening it says what is wrong
        os.close(os.open(str(file), os.O_CREAT | os.O_EXCL, 0o600))


async def on_database(address: str, work: Callable[[AsyncEngine], Awaitable[Result]]) -> Result:
    """Do something with the database at an address, and let go of it."""
    engine = open_engine(address)
    try:
        return await work(engine)
    finally:
        await let_go(engine)


def prepare_sqlite(connection: Any, _: Any = None) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def shown_address(engine: AsyncEngine | Engine) -> str:
    url = engine.url
    return url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)


def reason_of(error: BaseException) -> str:
    reason = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    return " ".join(str(reason).split()).rstrip(".") or type(reason).__name__


def database_fault(error: BaseException) -> bool:
    if isinstance(error, SQLAlchemyError | sqlite3.Error | OSError | TimeoutError):
        return True
    return type(error).__module__.startswith("asyncpg")  # what it raises before SQLAlchemy has a connection


Fault = Literal["damaged", "disk", "full", "read-only", "away"]

FAULTS: dict[object, Fault] = {
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    "XX001": "damaged",
    "XX002": "damaged",
    sqlite3.SQLITE_IOERR: "disk",
    "58030": "disk",
    errno.EIO: "disk",
    sqlite3.SQLITE_FULL: "full",
    "53100": "full",
    errno.ENOSPC: "full",
    sqlite3.SQLITE_READONLY: "read-only",
    "25006": "read-only",
    errno.EROFS: "read-only",
}
"""By SQLite's code, PostgreSQL's state or the system's number."""


def kind_of_fault(error: BaseException) -> Fault:
    """What is wrong with the database; `away` is anything that may pass by itself."""
    if isinstance(error, ValidationError):  # a row is not what was written
        return "damaged"
    reason: Any = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    if isinstance(reason, sqlite3.Error):
        if str(reason).startswith("Could not decode"):
            return "damaged"
        return FAULTS.get(getattr(reason, "sqlite_errorcode", 0) & 0xFF, "away")
    return FAULTS.get(getattr(reason, "sqlstate", None) or getattr(reason, "errno", None), "away")
