"""Writing entries, many in one transaction: whatever waits while one is being committed goes into the next."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sqlalchemy import bindparam, delete, insert, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from holi.server.store.schema import ENTRIES, SEATS, TABLES
from holi.server.store.sqlite_scribe import Row, SqliteScribe
from holi.server.table.entries import Logged

MOST_TOGETHER = 500
"""Entries in one transaction, so that none waits too long."""


class Standing(NamedTuple):
    """The part of a table's row that its entries change."""

    phase: str
    to_act: int | None
    due: int | None
    summary: str | None = None


@dataclass(slots=True)
class Append:
    table: str
    logged: Logged
    on_written: Callable[[], None] = lambda: None
    """Called once the entry is in the database, even if nobody waits for it any more."""
    standing: Standing | None = None
    """How the table stands after the entry, if otherwise than before."""
    players: Sequence[str | None] | None = None
    done: asyncio.Future[bool] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    made: float = field(default_factory=time.perf_counter)

    @property
    def entry_row(self) -> Row:
        number, at, entry, player, command = self.logged
        return self.table, number, at, player, command, entry.model_dump_json()

    @property
    def standing_row(self) -> Row:
        assert self.standing is not None
        return self.table, *self.standing, self.logged.at


_INSERT = insert(ENTRIES)
_STANDING = (*Standing._fields, "changed")
_UPDATE = update(TABLES).where(TABLES.c.id == bindparam("of")).values({name: bindparam(name) for name in _STANDING})


class SqlScribe:
    """Writes through SQLAlchemy, for PostgreSQL. Like `SqliteScribe`, all of a group or nothing."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def commit(self, entries: list[Row], standings: list[Row], seated: list[str], seats: list[Row]) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(_INSERT, _named(ENTRIES.columns.keys(), entries))
            if standings:
                await connection.execute(_UPDATE, _named(("of", *_STANDING), standings))
            if seated:
                await connection.execute(delete(SEATS).where(SEATS.c.table_id.in_(seated)))
            if seats:
                await connection.execute(insert(SEATS), _named(SEATS.columns.keys(), seats))

    async def close(self) -> None: ...


def _named(names: Sequence[str], rows: list[Row]) -> list[dict[str, object]]:
    return [dict(zip(names, row, strict=True)) for row in rows]


class Writer:
    def __init__(
        self, engine: AsyncEngine, written: Callable[[Append], None], fault: Callable[[Exception], Exception]
    ) -> None:
        """`written` hears of each entry in the database; `fault` turns an error into what its sender sees."""
        self._written = written
        self._fault = fault
        database = engine.url.database
        sqlite = engine.url.get_backend_name() == "sqlite" and database is not None
        self._scribe = SqliteScribe(str(database)) if sqlite else SqlScribe(engine)
        self._waiting: list[Append] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._stopping = False

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="entry writer")

    async def stop(self) -> None:
        self._stopping = True
        self._wake.set()
        if self._task is not None:
            await self._task
        await self._scribe.close()

    def append(self, append: Append) -> asyncio.Future[bool]:
        """Resolves to True when the entry is in the database, to False if the table already has one with its number."""
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
        """Write a group; if one of it clashes with another node's entry, write each by itself."""
        group.sort(key=lambda append: append.table)  # all nodes in one order, or two would wait for each other forever
        seated = [append for append in group if append.players is not None]
        seats = [(append.table, *place) for append in seated for place in enumerate(append.players or ()) if place[1]]
        try:
            await self._scribe.commit(
                [append.entry_row for append in group],
                [append.standing_row for append in group if append.standing is not None],
                [append.table for append in seated],
                seats,
            )
        except (IntegrityError, sqlite3.IntegrityError):
            if len(group) == 1:
                self._answer(group[0], False)
                return
            for append in group:
                await self._write([append])
        except Exception as error:  # noqa: BLE001 - whoever waits must learn of it, whatever it is
            seen = self._fault(error)
            for append in group:
                if not append.done.done():
                    append.done.set_exception(seen)
        else:
            for append in group:
                self._written(append)
                # Soon, so that the next group is under way meanwhile; but before whoever waits goes on.
                asyncio.get_running_loop().call_soon(append.on_written)
                self._answer(append, True)

    @staticmethod
    def _answer(append: Append, written: bool) -> None:
        if not append.done.done():
            append.done.set_result(written)
