"""Writing entries, many in one transaction: whatever waits while one is being committed goes into the next."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from sqlalchemy import bindparam, delete, insert, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from holi.server.store.schema import ENTRIES, SEATS, TABLES
from holi.server.store.sqlite_scribe import Row, SqliteScribe
from holi.server.table.entries import Logged

MOST_TOGETHER = 500
"""Entries in one transaction, so that none waits too long."""


class Standing(NamedTuple):
    """What a table's row says of it; it is written when it has changed."""

    phase: str
    to_act: int | None
    due: int | None


@dataclass(slots=True)
class Append:
    """An entry to be written, with what else changes by it."""

    table: str
    logged: Logged
    standing: Standing | None = None
    """How the table stands after the entry, if otherwise than before."""
    players: Sequence[str | None] | None = None
    """Who sits where, if the entry changed it."""
    done: asyncio.Future[bool] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    made: float = field(default_factory=time.perf_counter)

    @property
    def entry_row(self) -> Row:
        """The entry as a row of the logs."""
        number, at, entry, player, command = self.logged
        return self.table, number, at, player, command, entry.model_dump_json()

    @property
    def standing_row(self) -> Row:
        """What is to be changed in the table's own row."""
        assert self.standing is not None
        return self.table, *self.standing, self.logged.at


class Scribe(Protocol):
    """Writes a group of rows to one kind of database, all or nothing."""

    async def commit(self, entries: list[Row], standings: list[Row], seated: list[str], seats: list[Row]) -> None:
        """Add entries, change how tables stand, and write anew who sits at the tables in `seated`."""
        ...

    async def close(self) -> None:
        """Write no more."""
        ...


_INSERT = insert(ENTRIES)
_STANDING = (*Standing._fields, "changed")
_UPDATE = update(TABLES).where(TABLES.c.id == bindparam("of")).values({name: bindparam(name) for name in _STANDING})


class SqlScribe:
    """Writes through SQLAlchemy: for PostgreSQL."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def commit(self, entries: list[Row], standings: list[Row], seated: list[str], seats: list[Row]) -> None:
        """Write all of it in one transaction."""
        async with self._engine.begin() as connection:
            await connection.execute(_INSERT, _named(ENTRIES.columns.keys(), entries))
            if standings:
                await connection.execute(_UPDATE, _named(("of", *_STANDING), standings))
            if seated:
                await connection.execute(delete(SEATS).where(SEATS.c.table_id.in_(seated)))
            if seats:
                await connection.execute(insert(SEATS), _named(SEATS.columns.keys(), seats))

    async def close(self) -> None:
        """The engine is closed by whoever opened it."""


def _named(names: Sequence[str], rows: list[Row]) -> list[dict[str, object]]:
    return [dict(zip(names, row, strict=True)) for row in rows]


class Writer:
    """Commits entries in groups. `append` answers when the entry is in the database, or another has its number."""

    def __init__(
        self, engine: AsyncEngine, written: Callable[[Append], None], fault: Callable[[Exception], Exception]
    ) -> None:
        """`written` is told of each entry that is in the database; `fault` says how those who wait see an error."""
        self._written = written
        self._fault = fault
        database = engine.url.database
        sqlite = engine.url.get_backend_name() == "sqlite" and database is not None
        self._scribe: Scribe = SqliteScribe(str(database)) if sqlite else SqlScribe(engine)
        self._waiting: list[Append] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._stopping = False

    def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._run(), name="entry writer")

    async def stop(self) -> None:
        """Write what waits, then stop."""
        self._stopping = True
        self._wake.set()
        if self._task is not None:
            await self._task
        await self._scribe.close()

    def append(self, append: Append) -> asyncio.Future[bool]:
        """Write an entry; False if the table already has one with its number."""
        self._waiting.append(append)
        self._wake.set()
        return append.done

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                group = self._waiting[:MOST_TOGETHER]
                del self._waiting[:MOST_TOGETHER]
                await self._write(group)
            if self._stopping:
                return

    async def _write(self, group: list[Append]) -> None:
        """Write a group whole; if an entry in it clashes with another node's, each for itself."""
        try:
            try:
                await self._commit(group)
            except (IntegrityError, sqlite3.IntegrityError):
                if len(group) > 1:
                    for append in group:
                        await self._write([append])
                    return
                self._answer(group[0], False)
                return
        except Exception as error:  # noqa: BLE001 - whoever waits must learn of it, whatever it is
            seen = self._fault(error)
            for append in group:
                if not append.done.done():
                    append.done.set_exception(seen)
            return
        for append in group:
            self._written(append)
            self._answer(append, True)

    @staticmethod
    def _answer(append: Append, written: bool) -> None:
        if not append.done.done():
            append.done.set_result(written)

    async def _commit(self, group: list[Append]) -> None:
        group.sort(key=lambda append: append.table)  # all nodes in one order, or two would wait for each other forever
        seated = [append for append in group if append.players is not None]
        await self._scribe.commit(
            [append.entry_row for append in group],
            [append.standing_row for append in group if append.standing is not None],
            [append.table for append in seated],
            [
                (append.table, seat, player)
                for append in seated
                for seat, player in enumerate(append.players or ())
                if player
            ],
        )
