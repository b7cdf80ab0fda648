"""All that is kept about one player: exported, and erased."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Table, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from holi.server.store.schema import (
    CHAT,
    ENTRIES,
    PASSKEYS,
    PLAYERS,
    RECOVERY_CODES,
    REPORTS,
    SEATS,
    TABLES,
    TRANSFERS,
)
from holi.server.table.people import NOBODY, person_of

Json = dict[str, Any]

OWNED: Sequence[Table] = (PLAYERS, TRANSFERS, PASSKEYS, RECOVERY_CODES)
"""Rows that are deleted with their player."""


async def tables_of(engine: AsyncEngine, player: str) -> list[tuple[str, str]]:
    """The tables, with their phases, in whose seats, log or founding the player is; those under way first."""
    logs = select(ENTRIES.c.table_id).where(_tells_of(player, ENTRIES.c.entry))
    seats = select(SEATS.c.table_id).where(SEATS.c.player == player)
    here = or_(
        TABLES.c.id.in_(logs), TABLES.c.id.in_(seats), TABLES.c.host == player, _tells_of(player, TABLES.c.founding)
    )
    async with engine.connect() as connection:
        rows = await connection.execute(select(TABLES.c.id, TABLES.c.phase).where(here).order_by(TABLES.c.phase.desc()))
        return [(row.id, row.phase) for row in rows]


def _tells_of(player: str, text: ColumnElement[str]) -> ColumnElement[bool]:
    return or_(text.contains(f'"{player}"', autoescape=True), text.contains(f'"{person_of(player)}"', autoescape=True))


async def erase(engine: AsyncEngine, player: str) -> None:
    """Delete a player's name and words wherever they are kept; games stay."""
    async with engine.begin() as connection:
        await unname(connection, player)
        said = {"phrase": None, "text": None, "command": None}
        await connection.execute(update(CHAT).where(CHAT.c.player == player).values(said))
        await connection.execute(update(REPORTS).where(REPORTS.c.reporter == player).values(why=""))
        await _in_reports(connection, player, said)
        for table in OWNED:
            column = table.c.id if table is PLAYERS else table.c.player
            await connection.execute(delete(table).where(column == player))


async def unname(connection: AsyncConnection, player: str) -> tuple[bool, int]:
    """Delete a player's name alone. Return whether it was anywhere, and at how many tables."""
    known = (await connection.execute(delete(PLAYERS).where(PLAYERS.c.id == player))).rowcount
    spoken = (await connection.execute(update(CHAT).where(CHAT.c.player == player).values(name=NOBODY))).rowcount
    await connection.execute(update(REPORTS).where(REPORTS.c.player == player).values(name=NOBODY))
    await _in_reports(connection, player, {})
    seats = await _in_logs(connection, player)
    foundings = select(TABLES.c.id, TABLES.c.founding).where(_tells_of(player, TABLES.c.founding))
    for table, text in (await connection.execute(foundings)).all():
        founding = json.dumps(_unnamed_founding(json.loads(text), player), separators=(",", ":"))
        await connection.execute(update(TABLES).where(TABLES.c.id == table).values(founding=founding))
    for table, sat in seats.items():
        await _in_summary(connection, table, sat)
    return bool(known or spoken or seats), len(seats)


async def _in_logs(connection: AsyncConnection, player: str) -> dict[str, set[tuple[int, str]]]:
    """Return by table: the seats that the player took, and under which names."""
    person, entry = person_of(player), ENTRIES.c.entry
    wanted = select(ENTRIES.c.table_id, ENTRIES.c.number, entry).where(
        or_(entry.contains('"kind":"sat"', autoescape=True), entry.contains('"kind":"removed"', autoescape=True)),
        _tells_of(player, entry),
    )
    seats: dict[str, set[tuple[int, str]]] = {}
    for table, number, text in (await connection.execute(wanted)).all():
        told = json.loads(text)
        if told["kind"] == "sat" and told["player"] == player:
            seats.setdefault(table, set()).add((told["seat"], told["name"]))
        elif told.get("person") != person or told["name"] is None:
            continue
        unnamed = json.dumps(told | {"name": NOBODY}, separators=(",", ":"))
        where = (ENTRIES.c.table_id == table, ENTRIES.c.number == number)
        await connection.execute(update(ENTRIES).where(*where).values(entry=unnamed))
    return seats


def _unnamed_founding(founding: Json, player: str) -> Json:
    """Without the name in seats that a rematch kept, and among those whom it keeps out."""
    for seat in founding["seats"]:
        if seat.get("reserved") == player:
            seat["name"] = NOBODY
    kept_out = founding.get("kept_out", {})
    if kept_out.get(person_of(player)) is not None:
        kept_out[person_of(player)] = NOBODY
    return founding


async def _in_summary(connection: AsyncConnection, table: str, sat: set[tuple[int, str]]) -> None:
    text = (await connection.execute(select(TABLES.c.summary).where(TABLES.c.id == table))).scalar()
    summary = json.loads(text or "[]")
    for number, name in sat:
        if number < len(summary) and summary[number][0] == name:
            summary[number][0] = NOBODY
    if summary:
        await connection.execute(update(TABLES).where(TABLES.c.id == table).values(summary=json.dumps(summary)))


async def _in_reports(connection: AsyncConnection, player: str, words: Json) -> None:
    """In the lines of chat that came with reports; `words` are put over what was said."""
    person = person_of(player)
    wanted = select(REPORTS.c.id, REPORTS.c.chat).where(REPORTS.c.chat.contains(person, autoescape=True))
    for report, text in (await connection.execute(wanted)).all():
        said = {key: value for key, value in words.items() if key != "command"}
        lines = [line | {"name": NOBODY} | said if line["person"] == person else line for line in json.loads(text)]
        await connection.execute(update(REPORTS).where(REPORTS.c.id == report).values(chat=json.dumps(lines)))


async def words_of(engine: AsyncEngine, player: str) -> Json:
    """The names under which a player sat or wrote, what they wrote, and the reports that they made."""
    lines = (CHAT.c.table_id.label("table"), CHAT.c.number, CHAT.c.at, CHAT.c.name, CHAT.c.phrase, CHAT.c.text)
    made = (REPORTS.c.at, REPORTS.c.table_id.label("table"), REPORTS.c.name, REPORTS.c.why)
    entry = ENTRIES.c.entry
    sat = entry.contains('"kind":"sat"', autoescape=True), entry.contains(f'"player":"{player}"', autoescape=True)
    async with engine.connect() as connection:
        chat = await connection.execute(select(*lines).where(CHAT.c.player == player).order_by(CHAT.c.at))
        reports = await connection.execute(select(*made).where(REPORTS.c.reporter == player).order_by(REPORTS.c.at))
        seats = (await connection.execute(select(entry).where(*sat).order_by(ENTRIES.c.at))).scalars()
        found = {"chat": [dict(row._mapping) for row in chat], "reports": [dict(row._mapping) for row in reports]}
        names = [*(json.loads(text)["name"] for text in seats), *(line["name"] for line in found["chat"])]
    return {"names": list(dict.fromkeys(names)), **found}
