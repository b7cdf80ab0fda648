"""Writing a group of entries to SQLite: one hand-over to one thread, one transaction, one statement for all rows.

SQLAlchemy would hand over to the thread six times a group, and SQLite's driver takes the interpreter's lock back after
each row, for which it waits while the server is busy. Here all rows of a kind go into one statement, as JSON.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from pydantic_core import to_json
from sqlalchemy import Table

from holi.server.store.engine import prepare_sqlite
from holi.server.store.schema import ENTRIES, SEATS, TABLES

Row = tuple[Any, ...]


def _insert(table: Table) -> str:
    """Insert rows given as JSON: a list of lists, with the values of a row in the order of the columns."""
    names = [column.name for column in table.columns]
    values = ", ".join(f"json_extract(value, '$[{number}]')" for number in range(len(names)))
    return f"INSERT INTO {table.name} ({', '.join(names)}) SELECT {values} FROM json_each(?)"  # noqa: S608


INSERT_ENTRIES = _insert(ENTRIES)
INSERT_SEATS = _insert(SEATS)
UPDATE_TABLES = (
    f"UPDATE {TABLES.name} SET "  # noqa: S608 - names of our own
    + ", ".join(
        f"{name} = json_extract(given.value, '$[{number}]')"
        for number, name in enumerate(("phase", "to_act", "due", "summary", "changed"), 1)
    )
    + f" FROM json_each(?) AS given WHERE {TABLES.name}.id = json_extract(given.value, '$[0]')"
)
DELETE_SEATS = f"DELETE FROM {SEATS.name} WHERE table_id IN (SELECT value FROM json_each(?))"  # noqa: S608


class SqliteScribe:
    """Its own connection to the file, used by one thread."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._connection: sqlite3.Connection | None = None
        self._thread = ThreadPoolExecutor(1, "entry writer")

    async def commit(self, entries: list[Row], standings: list[Row], seated: list[str], seats: list[Row]) -> None:
        work: list[tuple[str, bytes]] = [(INSERT_ENTRIES, to_json(entries))]
        if standings:
            work.append((UPDATE_TABLES, to_json(standings)))
        if seated:
            work += [(DELETE_SEATS, to_json(seated)), (INSERT_SEATS, to_json(seats))]
        await self._in_thread(lambda: self._write(work))

    async def close(self) -> None:
        await self._in_thread(self._close)
        self._thread.shutdown()

    async def _in_thread(self, work: Callable[[], None]) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _write(self, work: list[tuple[str, bytes]]) -> None:
        if self._connection is None:
            self._connection = sqlite3.connect(self._file, isolation_level=None)
            prepare_sqlite(self._connection)
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement, rows in work:
                connection.execute(statement, (rows.decode(),))
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
