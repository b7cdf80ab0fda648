"""The store: tables, players and chat in the database."""

from __future__ import annotations

import logging
import secrets
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import asdict, dataclass
from typing import Any, Literal

from pydantic import ValidationError
from sqlalchemy import Row, Select, Table, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from holi.server.costs import in_slices
from holi.server.store.engine import Fault, database_fault, kind_of_fault, let_go, reason_of
from holi.server.store.schema import CHAT, ENTRIES, FACTS, PLAYERS, SEATS, TABLES, TRANSFERS
from holi.server.store.writer import Append, Writer
from holi.server.table.entries import ENTRY, Founding, Logged
from holi.server.table.people import person_of
from holi.server.table.refusals import RefusedError
from holi.server.wire.codes import RefusalCode

log = logging.getLogger(__name__)

UNDER_WAY = ("lobby", "dealing", "playing")
MOST_LISTED = 100
MOST_CHAT = 100
CHECKED = "checked"
"""The fact that `/health` writes."""


@dataclass(frozen=True, slots=True)
class TableRow:
    founding: Founding
    phase: str
    to_act: int | None
    changed: int
    summary: str | None = None
    players: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ChatLine:
    number: int
    at: int
    player: str
    seat: int | None
    name: str
    phrase: str | None
    text: str | None
    command: str | None = None
    """The id of the command that said it, to recognise one sent again."""

    @property
    def says_something(self) -> bool:
        """False if its writer has erased themselves."""
        return self.phrase is not None or self.text is not None

    def to_json(self) -> dict[str, Any]:
        """The line as all may see it (`ChatLineView`)."""
        hidden = ("player", "command")
        line = {name: value for name, value in asdict(self).items() if name not in hidden}
        return {**line, "person": person_of(self.player)}


FAULTS: dict[Fault, tuple[RefusalCode, str]] = {
    "away": ("unavailable", "the database does not answer; nothing is lost, try again"),
    "disk": ("unavailable", "the server's disk fails, so its host has to look after it; what was answered is kept"),
    "full": ("unavailable", "the server's disk is full, so nothing can be written; what was answered is kept"),
    "read-only": ("unavailable", "the server may not write to its database; what was answered is kept"),
    "damaged": (
        "damaged",
        "the server's database is damaged, and trying again does not help; its host has to stop the server, "
        "keep a copy of the database and restore the last back-up",
    ),
}


def _as_refusal(error: Exception) -> Exception:
    """A fault of the database as a refusal; any other error as it is."""
    if isinstance(error, IntegrityError) or not (database_fault(error) or isinstance(error, ValidationError)):
        return error
    kind = kind_of_fault(error)
    if kind == "damaged":
        log.error("the database is damaged: %s", reason_of(error) if database_fault(error) else "a row is not readable")
    else:
        log.warning("the database does not answer: %s", reason_of(error))
    refusal = RefusedError(*FAULTS[kind])
    refusal.__cause__ = error
    return refusal


@contextmanager
def answering() -> Iterator[None]:
    """Turn faults of the database into refusals, here and nowhere else."""
    try:
        yield
    except Exception as error:
        seen = _as_refusal(error)
        if seen is error:
            raise
        raise seen from error


class Store:
    """Everything the server keeps. Entries go through the writer, which commits them in groups."""

    def __init__(self, engine: AsyncEngine, on_written: Callable[[Append], None] = lambda _: None) -> None:
        """`on_written` hears of each entry that is in the database."""
        self.engine = engine
        self._writer = Writer(engine, on_written, _as_refusal)
        self.append = self._writer.append

    def start(self) -> None:
        self._writer.start()

    async def stop(self) -> None:
        await self._writer.stop()
        await let_go(self.engine)

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        with answering():
            async with self.engine.connect() as connection:
                yield connection

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        with answering():
            async with self.engine.begin() as connection:
                yield connection

    async def _first(self, wanted: Select[Any]) -> Any | None:
        async with self._reading() as connection:
            return (await connection.execute(wanted)).scalar()

    async def _insert(self, table: Table, row: dict[str, Any]) -> bool:
        """False if the table has a row with that key."""
        try:
            async with self._writing() as connection:
                await connection.execute(insert(table), [row])
        except IntegrityError:
            return False
        return True

    async def check(self, now: int) -> None:
        """Write something: a database that can only be read is of no use."""
        row = {"name": CHECKED, "value": str(now)}
        async with self._writing() as connection:
            changed = await connection.execute(update(FACTS).where(FACTS.c.name == CHECKED).values(row))
        if changed.rowcount == 0:
            await self._insert(FACTS, row)

    async def found(self, founding: Founding, command: str | None = None) -> bool:
        """Keep a new table; False if its id or code is taken."""
        row = {
            "id": founding.id,
            "code": founding.code,
            "founding": founding.model_dump_json(),
            "phase": "lobby",
            "listed": founding.settings.listed,
            "changed": founding.created,
            "host": founding.host,
            "command": command,
        }
        return await self._insert(TABLES, row)

    async def founded_by(self, host: str, command: str, since: int) -> Founding | None:
        """The table that a player's command has made, if not before `since`."""
        wanted = select(TABLES.c.founding).where(TABLES.c.host == host, TABLES.c.command == command)
        async with self._reading() as connection:
            foundings = [Founding.model_validate_json(row.founding) for row in await connection.execute(wanted)]
        return next((founding for founding in foundings if founding.created >= since), None)

    async def load(self, table: str) -> tuple[Founding, list[Logged]] | None:
        async with self._reading() as connection:
            row = (await connection.execute(select(TABLES.c.founding).where(TABLES.c.id == table))).first()
            if row is None:
                return None
            rows = await connection.execute(_log_of(table, 0))
            return Founding.model_validate_json(row.founding), [_logged(entry) async for entry in in_slices(rows)]

    async def entries_after(self, table: str, number: int) -> list[Logged]:
        async with self._reading() as connection:
            rows = await connection.execute(_log_of(table, number))
            return [_logged(row) async for row in in_slices(rows)]

    async def by_code(self, code: str, player: str) -> str | None:
        """The table with a code, which ends with the game for all but those who were there."""
        held = select(SEATS.c.table_id).where(SEATS.c.player == player)
        known = or_(TABLES.c.phase.in_(UNDER_WAY), TABLES.c.id.in_(held), TABLES.c.host == player)
        return await self._first(select(TABLES.c.id).where(TABLES.c.code == code, known))

    async def open_tables(self, limit: int = MOST_LISTED) -> list[TableRow]:
        """Listed tables that wait for players, newest first."""
        wanted = select(TABLES).where(TABLES.c.phase == "lobby", TABLES.c.listed).order_by(TABLES.c.changed.desc())
        return await self._rows(wanted.limit(limit))

    async def tables_of(self, player: str, limit: int = MOST_LISTED) -> list[TableRow]:
        held = select(SEATS.c.table_id).where(SEATS.c.player == player)
        own = and_(TABLES.c.host == player, TABLES.c.phase.in_(UNDER_WAY))
        wanted = select(TABLES).where(or_(TABLES.c.id.in_(held), own)).order_by(TABLES.c.changed.desc())
        return await self._rows(wanted.limit(limit))

    async def _rows(self, wanted: Select[Any]) -> list[TableRow]:
        async with self._reading() as connection:
            rows = list(await connection.execute(wanted))
            seats = await connection.execute(
                select(SEATS.c.table_id, SEATS.c.seat, SEATS.c.player).where(SEATS.c.table_id.in_([r.id for r in rows]))
            )
            players: dict[str, list[tuple[int, str]]] = {}
            for table, seat, player in seats:
                players.setdefault(table, []).append((seat, player))
        return [
            TableRow(
                Founding.model_validate_json(row.founding),
                row.phase,
                row.to_act,
                row.changed,
                row.summary,
                tuple(sorted(players.get(row.id, []))),
            )
            async for row in in_slices(rows)
        ]

    async def latest(self) -> int:
        """The time of the latest change of any table."""
        return await self._first(select(func.max(TABLES.c.changed))) or 0

    async def due(self, now: int, limit: int = MOST_LISTED) -> list[str]:
        """Tables with an overdue bot turn or clock, the longest overdue first."""
        wanted = select(TABLES.c.id).where(TABLES.c.due <= now).order_by(TABLES.c.due).limit(limit)
        async with self._reading() as connection:
            return list((await connection.execute(wanted)).scalars())

    async def last_numbers(self, of: Literal["entry", "chat"], tables: Sequence[str]) -> dict[str, int]:
        """The number of the last entry or line of chat of each of these tables; without those that have none."""
        log_ = ENTRIES if of == "entry" else CHAT
        table, last = log_.c.table_id, func.max(log_.c.number).label("last")
        async with self._reading() as connection:
            rows = await connection.execute(select(table, last).where(table.in_(tables)).group_by(table))
            return {row.table_id: row.last for row in rows}

    async def say(self, table: str, line: ChatLine) -> bool:
        """False if another line has its number."""
        return await self._insert(CHAT, {"table_id": table, **asdict(line)})

    async def chat_after(self, table: str, number: int = 0, limit: int = MOST_CHAT) -> list[ChatLine]:
        wanted = select(CHAT).where(CHAT.c.table_id == table, CHAT.c.number > number).order_by(CHAT.c.number.desc())
        async with self._reading() as connection:
            lines = [
                ChatLine(**{name: getattr(row, name) for name in ChatLine.__dataclass_fields__})
                for row in await connection.execute(wanted.limit(limit))
            ]
        return lines[::-1]

    async def said_by(self, table: str, player: str, command: str, since: int) -> int | None:
        """The number of the line that a player's command has said, if not before `since`."""
        wanted = select(CHAT.c.number).where(
            CHAT.c.table_id == table, CHAT.c.player == player, CHAT.c.command == command, CHAT.c.at >= since
        )
        return await self._first(wanted)

    async def name_of(self, player: str) -> str | None:
        return await self._first(select(PLAYERS.c.name).where(PLAYERS.c.id == player))

    async def rename(self, player: str, name: str, now: int) -> None:
        if not await self._insert(PLAYERS, {"id": player, "name": name, "created": now}):
            async with self._writing() as connection:
                await connection.execute(update(PLAYERS).where(PLAYERS.c.id == player).values(name=name))

    async def keep_transfer(self, digest: str, player: str, expires: int, now: int) -> None:
        """Keep the digest of a link that moves an identity, and delete expired ones."""
        async with self._writing() as connection:
            await connection.execute(delete(TRANSFERS).where(TRANSFERS.c.expires < now))
            await connection.execute(insert(TRANSFERS), [{"digest": digest, "player": player, "expires": expires}])

    async def take_transfer(self, digest: str, now: int) -> str | None:
        """Use up a link: its player, or None if it was used or has expired."""
        async with self._writing() as connection:
            found = await connection.execute(
                delete(TRANSFERS)
                .where(TRANSFERS.c.digest == digest, TRANSFERS.c.expires >= now)
                .returning(TRANSFERS.c.player)
            )
            player: str | None = found.scalar()
            return player

    async def signing_key(self) -> str:
        """The key that tokens are signed with: made once, shared by all nodes."""
        key: str | None = await self._first(select(FACTS.c.value).where(FACTS.c.name == "signing-key"))
        if key is not None:
            return key
        await self._insert(FACTS, {"name": "signing-key", "value": secrets.token_hex(32)})  # or another node was first
        return await self.signing_key()


def _log_of(table: str, after: int) -> Select[Any]:
    return select(ENTRIES).where(ENTRIES.c.table_id == table, ENTRIES.c.number > after).order_by(ENTRIES.c.number)


def _logged(row: Row[Any]) -> Logged:
    return Logged(row.number, row.at, ENTRY.validate_json(row.entry), row.player, row.command)
