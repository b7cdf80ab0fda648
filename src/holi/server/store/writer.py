"""Writing entries, many in one transaction: whatever waits while one is being committed goes into the next."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sqlalchemy import bindparam, delete, insert, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from holi.server.store.schema import ENTRIES, SEATS, TABLES
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

    @property
    def entry_row(self) -> dict[str, object]:
        """The entry as a row of the logs."""
        logged = self.logged
        return {
            "table_id": self.table,
            "number": logged.number,
            "at": logged.at,
            "player": logged.player,
            "command": logged.command,
            "entry": logged.entry.model_dump_json(),
        }


_INSERT = insert(ENTRIES)
_UPDATE = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("of"))
    .values({name: bindparam(name) for name in (*Standing._fields, "changed")})
)


class Writer:
    """Commits entries in groups. `append` answers when the entry is in the database, or another has its number."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
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

    async def append(self, append: Append) -> bool:
        """Write an entry; False if the table already has one with its number."""
        self._waiting.append(append)
        self._wake.set()
        return await append.done

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
            except IntegrityError:
                if len(group) > 1:
                    for append in group:
                        await self._write([append])
                    return
                self._answer(group[0], False)
                return
        except Exception as error:  # noqa: BLE001 - whoever waits must learn of it, whatever it is
            for append in group:
                if not append.done.done():
                    append.done.set_exception(error)
            return
        for append in group:
            self._answer(append, True)

    @staticmethod
    def _answer(append: Append, written: bool) -> None:
        if not append.done.done():
            append.done.set_result(written)

    async def _commit(self, group: list[Append]) -> None:
        group.sort(key=lambda append: append.table)  # all nodes in one order, or two would wait for each other forever
        async with self._engine.begin() as connection:
            await connection.execute(_INSERT, [append.entry_row for append in group])
            rows = [
                {"of": append.table, "changed": append.logged.at, **append.standing._asdict()}
                for append in group
                if append.standing is not None
            ]
            if rows:
                await connection.execute(_UPDATE, rows)
            for append in group:
                if append.players is not None:
                    await _write_seats(connection, append.table, append.players)


async def _write_seats(connection: AsyncConnection, table: str, players: Sequence[str | None]) -> None:
    await connection.execute(delete(SEATS).where(SEATS.c.table_id == table))
    rows = [{"table_id": table, "seat": seat, "player": player} for seat, player in enumerate(players) if player]
    if rows:
        await connection.execute(insert(SEATS), rows)
