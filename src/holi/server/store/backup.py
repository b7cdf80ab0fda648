"""Back-ups: everything in the database as lines of JSON, the same for SQLite and PostgreSQL, so it also moves between.

The first line says what follows: format, version of the database, and the columns and number of rows of each table.
Then comes a line for each row, `["entries", ...values]`, and a last line with the digest of all lines before it, so
that a file that was cut or changed is refused.
"""

from __future__ import annotations

import gzip
import json
import os
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, MetaData, Table, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from holi import __version__
from holi.game.errors import HoliError, quoted
from holi.server.store import upgrade
from holi.server.store.engine import shown_address

FORMAT = "holi-backup/1"
ROWS_TOGETHER = 1000

Progress = Callable[..., None]
"""Called with the number of rows `completed` and the `total`."""


class BackupError(HoliError):
    """A back-up cannot be written, read or put into a database; nothing was changed."""

    code = "bad-backup"


@dataclass(frozen=True, slots=True)
class Header:
    version: str
    columns: dict[str, list[str]]
    """By table, in an order in which no row comes before one that it refers to."""
    rows: dict[str, int]

    @property
    def total(self) -> int:
        return sum(self.rows.values())

    def line(self) -> bytes:
        made = datetime.now(UTC).isoformat(timespec="seconds")
        tables = {name: {"columns": columns, "rows": self.rows[name]} for name, columns in self.columns.items()}
        return _line({"format": FORMAT, "version": self.version, "holi": __version__, "made": made, "tables": tables})

    @classmethod
    def parse(cls, data: object) -> Header:
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise BackupError(f"its first line is not that of a {FORMAT}")
        try:
            tables = data["tables"]
            columns = {name: [str(column) for column in table["columns"]] for name, table in tables.items()}
            return cls(str(data["version"]), columns, {name: int(table["rows"]) for name, table in tables.items()})
        except (AttributeError, KeyError, OverflowError, TypeError, ValueError):
            raise BackupError("its first line does not describe what follows") from None


def _line(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


# Writing


async def back_up(engine: AsyncEngine, file: Path, progress: Progress) -> Header:
    """Write everything, as of one moment, into a new file, which appears when it is complete."""
    if file.exists():
        raise BackupError(f"{quoted(file)} exists already; choose another name")
    version = await upgrade.version_of(engine)
    if version is None:
        raise BackupError(f"the database {shown_address(engine)} holds nothing of holi, so there is nothing to back up")
    if not upgrade.knows(version):
        raise BackupError(
            f"the database {shown_address(engine)} was made by a later version of holi; back up with that"
        )
    unfinished = file.with_name(f".{file.name}.unfinished")
    try:
        with _created(unfinished) as raw, _packed(raw, file.name, "wb") as stream:
            header = await _write_all(engine, version, stream, progress)
        unfinished.rename(file)
    except OSError as error:
        raise BackupError(f"{quoted(file)} cannot be written: {error.strerror}") from None
    finally:
        unfinished.unlink(missing_ok=True)
    return header


def _created(file: Path) -> IO[bytes]:
    """For the owner's eyes only: it holds the key that identities are signed with."""
    return os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")


def _packed(raw: IO[bytes], name: str, mode: str) -> IO[bytes]:
    """Compressed if the name ends in .gz."""
    if not name.endswith(".gz"):
        return raw
    return gzip.GzipFile("", mode, compresslevel=6, fileobj=raw, mtime=0)  # type: ignore[return-value]


async def _write_all(engine: AsyncEngine, version: str, stream: IO[bytes], progress: Progress) -> Header:
    digest = sha256()
    done = 0

    def write(line: bytes) -> None:
        digest.update(line)
        stream.write(line)

    async with engine.connect() as connection:
        await _begin_snapshot(connection)
        tables = (await connection.run_sync(tables_in)).sorted_tables
        rows = {table.name: await _count(connection, table) for table in tables}
        header = Header(version, {table.name: list(table.columns.keys()) for table in tables}, rows)
        write(header.line())
        for table in tables:
            async with connection.stream(select(table).order_by(*table.primary_key)) as found:
                async for part in found.partitions(ROWS_TOGETHER):
                    for row in part:
                        write(_line([table.name, *row]))
                    done += len(part)
                    progress(completed=done, total=header.total)
    stream.write(_line({"end": done, "sha256": digest.hexdigest()}))
    return header


async def _begin_snapshot(connection: AsyncConnection) -> None:
    """From here on, all reads see the database as it is now."""
    if connection.dialect.name == "sqlite":
        await connection.exec_driver_sql("BEGIN")
    else:
        await connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")


def tables_in(connection: Connection) -> MetaData:
    """The tables as this database has them; it may be older than this version of holi."""
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name != upgrade.VERSION_TABLE)
    return found


async def _count(connection: AsyncConnection, table: Table) -> int:
    return (await connection.execute(select(func.count()).select_from(table))).scalar_one()


# Restoring


async def restore(engine: AsyncEngine, file: Path, progress: Progress, migrations: Path = upgrade.MIGRATIONS) -> Header:
    """Put a back-up into an empty database, all of it or nothing, and bring it up to date."""
    try:
        with file.open("rb") as raw, _packed(raw, file.name, "rb") as stream:
            lines = _Lines(stream)
            header = Header.parse(lines.next())
            async with engine.begin() as connection:
                await connection.run_sync(_put, header, lines, progress, migrations)
    except BackupError as error:
        raise BackupError(f"{quoted(file)} cannot be restored: {error}") from None
    except HoliError:
        raise
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BackupError(f"{quoted(file)} cannot be read: {reason}") from None
    except Exception as error:
        raise upgrade.unusable(engine, error) from error
    return header


def _put(connection: Connection, header: Header, lines: _Lines, progress: Progress, migrations: Path) -> None:
    upgrade.begin_alone(connection)
    if not upgrade.knows(header.version, migrations):
        raise BackupError(f"it was made by a later version of holi, at version {header.version}; install that one")
    if upgrade.version_in(connection) is None:
        upgrade.create_all(connection, header.version, migrations)
    schema = tables_in(connection)
    if header.columns.keys() - schema.tables.keys():
        raise BackupError("it has tables that the database has not")
    for table, columns in header.columns.items():
        known = schema.tables[table]
        if not set(known.primary_key.columns.keys()) <= set(columns) <= set(known.columns.keys()):
            raise BackupError(f"its table {quoted(table)} has other columns than that of the database")
        if connection.execute(select(known).limit(1)).first() is not None:
            address = shown_address(connection.engine)
            raise BackupError(f"the database {address} is not empty; name a new one, so that nothing is lost")
    _insert_all(connection, header, lines, schema, progress)
    upgrade.take_steps(connection, migrations)


def _insert_all(connection: Connection, header: Header, lines: _Lines, schema: MetaData, progress: Progress) -> None:
    done = dict.fromkeys(header.rows, 0)
    for table, rows in _batches(lines, header):
        try:
            connection.execute(insert(schema.tables[table]), rows)
        except (OverflowError, ValueError) as error:  # a number or character that no database takes
            raise BackupError(f"a row of {quoted(table)} before line {lines.number} cannot be kept: {error}") from None
        done[table] += len(rows)
        progress(completed=sum(done.values()), total=header.total)
    if done != header.rows:
        raise BackupError("it has not as many rows as its first line says")


def _batches(lines: _Lines, header: Header) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Rows of one table at a time, checked line by line, with the digest in the last line."""
    table, rows = "", list[dict[str, Any]]()
    while isinstance(data := lines.next(), list):
        name, *values = data or [None]
        if not isinstance(name, str) or len(values) != len(header.columns.get(name, [])):
            raise BackupError(f"line {lines.number} is no row of a table")
        if rows and (name != table or len(rows) >= ROWS_TOGETHER):
            yield table, rows
            rows = []
        table = name
        rows.append(dict(zip(header.columns[name], values, strict=True)))
    if rows:
        yield table, rows
    lines.check_end(data)


class _Lines:
    def __init__(self, stream: IO[bytes]) -> None:
        self.number = 0
        self._stream = stream
        self._digest = sha256()
        self._before_last = ""

    def next(self) -> Any:
        line = self._stream.readline()
        if not line:
            raise BackupError(f"it ends after line {self.number}, too early; make a new one")
        self.number += 1
        self._before_last = self._digest.hexdigest()
        self._digest.update(line)
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            raise BackupError(f"line {self.number} is no JSON") from None

    def check_end(self, data: object) -> None:
        if not isinstance(data, dict) or data.get("sha256") != self._before_last or self._stream.readline():
            raise BackupError("it was changed after it was made: its last line does not fit the others")
