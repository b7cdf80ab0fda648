"""Bans and reports in the database, and what an administrator does to it beside a running server.

Servers notice by the fact `order`, which every change of an administrator renews.
"""

from __future__ import annotations

import ipaddress
import secrets
from typing import Any, NamedTuple

from sqlalchemy import Select, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from holi.game.errors import HoliError, quoted
from holi.server.store.personal import unname
from holi.server.store.schema import BANS, CHAT, FACTS, PLAYERS, REPORTS, SEATS, TABLES

CHANGE = "order"
"""The name of the fact that says when an administrator last changed something."""

LONGEST_ID = 32


class OrderError(HoliError):
    code = "bad-order"


class Ban(NamedTuple):
    who: str
    created: int
    expires: int | None
    why: str


class Report(NamedTuple):
    id: str
    at: int
    reporter: str
    player: str
    name: str
    table_id: str
    why: str
    chat: str


class TableOverview(NamedTuple):
    id: str
    code: str
    phase: str
    listed: bool
    changed: int
    host: str | None
    players: list[tuple[int, str, str | None]]
    """Seat, player, and the name they have now, if they gave one."""


class PlayerOverview(NamedTuple):
    id: str
    name: str | None
    tables: int


def banned_as(text: str) -> str:
    """What a ban is kept under: a range of addresses in its usual form, or a player's id."""
    try:
        return str(ipaddress.ip_network(text, strict=False))
    except ValueError:
        pass
    if text.isascii() and text.isalnum() and len(text) <= LONGEST_ID:
        return text
    raise OrderError(f"{quoted(text)} is neither a player's id nor an address or range such as 192.0.2.0/24")


# For the server


async def last_change(engine: AsyncEngine) -> str | None:
    async with engine.connect() as connection:
        return (await connection.execute(select(FACTS.c.value).where(FACTS.c.name == CHANGE))).scalar()


async def bans(engine: AsyncEngine) -> list[Ban]:
    async with engine.connect() as connection:
        return [Ban(*row) for row in await connection.execute(select(BANS).order_by(BANS.c.created))]


async def keep_report(engine: AsyncEngine, report: Report) -> None:
    async with engine.begin() as connection:
        await connection.execute(insert(REPORTS), [report._asdict()])


async def count_reports(engine: AsyncEngine, reporter: str, since: int) -> int:
    wanted = select(func.count()).where(REPORTS.c.reporter == reporter, REPORTS.c.at >= since)
    async with engine.connect() as connection:
        return (await connection.execute(wanted)).scalar_one()


async def tables_gone(engine: AsyncEngine, tables: list[str]) -> set[str]:
    """Those of these tables that were deleted."""
    async with engine.connect() as connection:
        there = (await connection.execute(select(TABLES.c.id).where(TABLES.c.id.in_(tables)))).scalars()
        return set(tables) - set(there)


async def writers_at(engine: AsyncEngine, table: str) -> dict[str, str]:
    """By player: the name under which they last wrote at a table."""
    wanted = select(CHAT.c.player, CHAT.c.name).where(CHAT.c.table_id == table).order_by(CHAT.c.number)
    async with engine.connect() as connection:
        return {row.player: row.name for row in await connection.execute(wanted)}


# For the administrator


async def list_tables(engine: AsyncEngine, limit: int) -> list[TableOverview]:
    columns = (TABLES.c.id, TABLES.c.code, TABLES.c.phase, TABLES.c.listed, TABLES.c.changed, TABLES.c.host)
    async with engine.connect() as connection:
        rows = list(await connection.execute(select(*columns).order_by(TABLES.c.changed.desc()).limit(limit)))
        found: dict[str, list[tuple[int, str, str | None]]] = {row.id: [] for row in rows}
        seats = (
            select(SEATS, PLAYERS.c.name)
            .outerjoin(PLAYERS, PLAYERS.c.id == SEATS.c.player)
            .where(SEATS.c.table_id.in_(list(found)))
            .order_by(SEATS.c.seat)
        )
        for table, seat, player, name in await connection.execute(seats):
            found[table].append((seat, player, name))
    return [TableOverview(*row, found[row.id]) for row in rows]


async def list_players(engine: AsyncEngine, name: str | None, limit: int) -> list[PlayerOverview]:
    """Players with a name or a seat, those who gave their names last first; `name` is a part of theirs."""
    seated = select(SEATS.c.player, func.count().label("tables")).group_by(SEATS.c.player).subquery()
    ids = select(PLAYERS.c.id).union(select(SEATS.c.player).where(SEATS.c.player != "bot")).subquery()
    wanted: Select[Any] = (
        select(ids.c.id, PLAYERS.c.name, func.coalesce(seated.c.tables, 0))
        .outerjoin(PLAYERS, PLAYERS.c.id == ids.c.id)
        .outerjoin(seated, seated.c.player == ids.c.id)
        .order_by(PLAYERS.c.created.desc(), ids.c.id)
    )
    if name is not None:
        wanted = wanted.where(PLAYERS.c.name.icontains(name, autoescape=True))
    async with engine.connect() as connection:
        return [PlayerOverview(*row) for row in await connection.execute(wanted.limit(limit))]


async def list_reports(engine: AsyncEngine, limit: int) -> list[Report]:
    async with engine.connect() as connection:
        rows = await connection.execute(select(REPORTS).order_by(REPORTS.c.at.desc()).limit(limit))
        return [Report(*row) for row in rows]


async def delete_report(engine: AsyncEngine, report: str) -> None:
    async with engine.begin() as connection:
        if (await connection.execute(delete(REPORTS).where(REPORTS.c.id == report))).rowcount == 0:
            raise OrderError(f"there is no report {quoted(report)}; 'holi admin reports' lists them")


async def ban(engine: AsyncEngine, made: Ban) -> None:
    async with engine.begin() as connection:
        await connection.execute(delete(BANS).where(BANS.c.who == made.who))
        await connection.execute(insert(BANS), [made._asdict()])
        await _changed(connection)


async def lift(engine: AsyncEngine, who: str) -> None:
    async with engine.begin() as connection:
        if (await connection.execute(delete(BANS).where(BANS.c.who == who))).rowcount == 0:
            raise OrderError(f"{quoted(who)} is not banned; 'holi admin bans' lists all bans")
        await _changed(connection)


async def delete_table(engine: AsyncEngine, table: str) -> None:
    """Delete a table, by its id or code, with its log, seats and chat."""
    async with engine.begin() as connection:
        wanted = select(TABLES.c.id).where((TABLES.c.id == table) | (TABLES.c.code == table.upper()))
        found = (await connection.execute(wanted)).scalar()
        if found is None:
            raise OrderError(f"there is no table {quoted(table)}; 'holi admin tables' lists them")
        await connection.execute(delete(TABLES).where(TABLES.c.id == found))
        await _changed(connection)


async def delete_name(engine: AsyncEngine, player: str) -> int:
    """Delete a player's name wherever it is kept; games stay. Return the number of tables it stood at."""
    async with engine.begin() as connection:
        known, tables = await unname(connection, player)
        if not known:
            raise OrderError(f"there is no player {quoted(player)}; 'holi admin players' lists them")
        await _changed(connection)
    return tables


async def _changed(connection: AsyncConnection) -> None:
    await connection.execute(delete(FACTS).where(FACTS.c.name == CHANGE))
    await connection.execute(insert(FACTS), [{"name": CHANGE, "value": secrets.token_hex(8)}])
