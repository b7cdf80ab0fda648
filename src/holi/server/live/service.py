"""Handlers of the commands that make no entry in a table's log (`table.decisions` has those), and what is only read."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from pydantic_core import from_json, to_json

from holi.kernel.layout import RULES_VERSION
from holi.server.costs import in_slices
from holi.server.live.room import Client, Room, Surroundings
from holi.server.live.rooms import Rooms
from holi.server.live.workers import BotWorkers
from holi.server.store import order
from holi.server.store.store import MOST_LISTED, ChatLine, TableRow, answering
from holi.server.table.entries import Founding, FoundingSeat, Rematched
from holi.server.table.game_record import record_text
from holi.server.table.people import person_of
from holi.server.table.refusals import RefusedError
from holi.server.table.table import Table
from holi.server.table.views import view_of, viewer_of
from holi.server.wire import commands
from holi.server.wire.messages import SeatLine
from holi.server.wire.parts import COLOURS, LONGEST_NAME, Command, TableSettings
from holi.server.wire.plain_text import distinct_name

ID_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz"
ID_LENGTH = 10
CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
CODE_LENGTH = 7
CODE_TRIES = 20
HINT_SECONDS = 1.0

HOUR = 3_600_000
MOST_REPORTS = 5
"""Reports of one player within an hour."""

REPORTED_LINES = 20

RESEND = 600_000
"""Milliseconds within which a resent `create` or `say` is recognised by its id."""

Json = dict[str, Any]


class Service:
    """Handlers take the player, the command and, over a WebSocket, the client; they return `version` and `result`."""

    def __init__(self, around: Surroundings, rooms: Rooms, workers: BotWorkers) -> None:
        self._around = around
        self._rooms = rooms
        self._workers = workers
        self._creating = asyncio.Lock()
        self.handlers: Mapping[type[Command], Callable[[str, Any, Client | None], Awaitable[Json]]] = {
            commands.Create: self._create,
            commands.Find: self._find,
            commands.Rename: self._rename,
            commands.Watch: self._watch,
            commands.Unwatch: self._unwatch,
            commands.Say: self._say,
            commands.Report: self._report,
            commands.Rematch: self._rematch,
            commands.Hint: self._hint,
            commands.Ping: self._ping,
        }

    async def record(self, table: str) -> str:
        return record_text((await self._rooms.get(table)).table)

    async def _enter(self, player: str | None, table: str) -> Room:
        room = await self._rooms.get(table)
        room.admit(player)
        return room

    async def chat(self, player: str | None, table: str, after: int = 0) -> list[Json]:
        await self._enter(player, table)
        return [line.to_json() for line in await self._around.store.chat_after(table, after) if line.says_something]

    async def open_tables(self, player: str | None) -> list[Json]:
        return [_line(row, player) async for row in in_slices(await self._around.store.open_tables())]

    async def tables_of(self, player: str, limit: int = MOST_LISTED) -> list[Json]:
        return [_line(row, player) async for row in in_slices(await self._around.store.tables_of(player, limit))]

    async def _create(self, player: str, command: commands.Create, _: Client | None) -> Json:
        seats = [FoundingSeat(colour=COLOURS[seat]) for seat in range(command.settings.players)]
        async with self._creating:
            before = await self._around.store.founded_by(player, command.id, self._around.now() - RESEND)
            if before is not None and before.settings == command.settings:
                return {"version": 0, "result": {"table": before.id, "code": before.code}}
            founding = await self._found(player, command.settings, seats, command.id)
        return {"version": 0, "result": {"table": founding.id, "code": founding.code}}

    async def _found(
        self,
        host: str,
        settings: TableSettings,
        seats: list[FoundingSeat],
        command: str | None = None,
        *,
        again: Table | None = None,
    ) -> Founding:
        """Make a table; `again` is the one before a rematch."""
        for _ in range(CODE_TRIES):
            founding = Founding(
                id="".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH)),
                code="".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH)),
                secret=secrets.token_hex(32),
                host=host,
                settings=settings,
                seats=seats,
                created=self._around.now(),
                rules_version=RULES_VERSION,
                again=again is not None,
                kept_out=again.kept_out if again is not None else {},
                muted=sorted(again.muted) if again is not None else [],
            )
            if await self._around.store.found(founding, command):
                return founding
        raise RefusedError("unavailable", "no free code for a new table was found; try again")

    async def _find(self, player: str, command: commands.Find, _: Client | None) -> Json:
        table = await self._around.store.by_code(command.code.upper(), player)
        if table is None:
            raise RefusedError("no-table", f"there is no table with the code {command.code.upper()!r}")
        return {"result": {"table": table}}

    async def _rename(self, player: str, command: commands.Rename, _: Client | None) -> Json:
        if not command.name:
            raise RefusedError("nothing-shown", "the name shows nothing; choose one that can be seen")
        await self._around.store.rename(player, command.name, self._around.now())
        return {"result": {"name": command.name}}

    async def _watch(self, player: str, command: commands.Watch, client: Client | None) -> Json:
        if client is None:
            raise RefusedError("not-allowed", "a table is watched over a WebSocket; over HTTP, ask for its changes")
        room = await self._enter(player, command.table)
        room.watch(client)
        chat = await self.chat(player, command.table)
        return {"version": room.table.number, "result": {"chat": chat}}

    async def _unwatch(self, _: str, command: commands.Unwatch, client: Client | None) -> Json:
        if client is not None:
            (await self._rooms.get(command.table)).unwatch(client)
        return {}

    async def _say(self, player: str, command: commands.Say, _: Client | None) -> Json:
        room = await self._enter(player, command.table)
        table = room.table
        now = self._around.now()
        said_before = await self._around.store.said_by(command.table, player, command.id, now - RESEND)
        if said_before is not None:
            return {"result": {"number": said_before}}
        if (command.phrase is None) == (command.text is None):
            raise RefusedError("invalid", "say either a phrase or a text")
        if command.text == "":
            raise RefusedError("nothing-shown", "the line shows nothing")
        if person_of(player) in table.muted:
            raise RefusedError("muted", "the host has muted you at this table")
        if table.chat == "off" or (table.chat == "phrases" and command.text is not None):
            raise RefusedError("chat-off", "the host allows no chat here, or only fixed phrases")
        held = table.seats_of(player)
        seat = held[0] if held else None
        name = table.seats[held[0]].name if held else await self._around.store.name_of(player)
        if name is None:
            raise RefusedError("not-seated", "say your name, or take a seat, before you write")
        if not held:
            name = distinct_name(name, [seat.name for seat in table.seats], LONGEST_NAME)
        said = await room.say(
            lambda number: ChatLine(number, now, player, seat, name, command.phrase, command.text, command.id)
        )
        return {"result": {"number": said.number}}

    async def _report(self, player: str, command: commands.Report, _: Client | None) -> Json:
        room = await self._enter(player, command.table)
        now, engine = self._around.now(), self._around.store.engine
        lines = await self._around.store.chat_after(command.table, limit=REPORTED_LINES)
        with answering():
            people = await order.writers_at(engine, command.table)
            people |= {seat.player: seat.name or "" for seat in room.table.seats if seat.player is not None}
            reported = next((each for each in people if person_of(each) == command.person), None)
            if reported is None or reported == player:
                raise RefusedError("no-person", "nobody else at the table is that person")
            if await order.count_reports(engine, player, now - HOUR) >= MOST_REPORTS:
                raise RefusedError("too-many", f"you have made {MOST_REPORTS} reports within an hour; wait")
            chat = to_json([line.to_json() for line in lines]).decode()
            fields = (player, reported, people[reported], command.table, command.why, chat)
            await order.keep_report(engine, order.Report(secrets.token_hex(4), now, *fields))
        return {"version": room.table.number}

    async def _rematch(self, player: str, command: commands.Rematch, _: Client | None) -> Json:
        room = await self._enter(player, command.table)
        table = room.table
        before = table.rematch
        if before is not None and (await self._rooms.get(before)).table.phase != "closed":
            return {"version": table.number, "result": {"table": before}}
        if table.phase != "over":
            raise RefusedError("not-over", "there is a rematch when the game is over")
        if not table.seats_of(player):
            raise RefusedError("not-seated", "only the players ask for a rematch")
        founding = await self._found(player, table.settings, _rotated(table), again=table)
        try:
            version = await room.record(lambda now: _rematched(now, before, founding.id))
        except RefusedError:  # somebody asked at the same moment and was first
            if room.table.rematch == before:
                raise
            version = room.table.number
        return {"version": version, "result": {"table": room.table.rematch}}

    async def _hint(self, player: str, command: commands.Hint, _: Client | None) -> Json:
        table = (await self._enter(player, command.table)).table
        viewer = viewer_of(table, player)
        view = view_of(table, viewer)
        if view is None or table.to_act is None or table.to_act != viewer:
            raise RefusedError("not-your-turn", "there are hints for whoever is to act")
        if not table.hints:
            raise RefusedError("hints-off", "this table gives no hints")
        return {"version": table.number, "result": await self._workers.hint(view, HINT_SECONDS)}

    async def _ping(self, _: str, __: commands.Ping, ___: Client | None) -> Json:
        return {"result": {"now": self._around.now()}}


def _rotated(table: Table) -> list[FoundingSeat]:
    """Everybody moves one seat on, so that another begins, or back to their place, if that is drawn.

    Players keep their colours, and their seats are reserved; the seats of those who are kept out are open.
    """
    count = len(table.seats)
    on = table.first if table.settings.first == "drawn" else 1
    before = [table.seats[(seat - on) % count] for seat in range(count)]
    return [
        FoundingSeat(colour=seat.colour)
        if table.keeps_out(seat.player)
        else FoundingSeat(colour=seat.colour, level=seat.level, reserved=seat.player, name=seat.name)
        for seat in before
    ]


def _rematched(table: Table, before: str | None, other: str) -> Rematched:
    if table.rematch != before:
        raise RefusedError("stale", "there is a rematch already")
    return Rematched(table=other)


def _line(row: TableRow, player: str | None) -> Json:
    founded = sum(seat.level is not None for seat in row.founding.seats)  # until somebody sits, no seats are written
    own = {seat for seat, holder in row.players if holder == player}
    untold = [(None, seat.level, False, None, None) for seat in row.founding.seats]
    seats = untold if row.summary is None else from_json(row.summary)
    return {
        "table": row.founding.id,
        "code": row.founding.code,
        "phase": row.phase,
        "settings": row.founding.settings.model_dump(),
        "seats_taken": len(row.players) or founded,
        "seats": [
            dict(zip(SeatLine.model_fields, (*seat, number in own), strict=True)) for number, seat in enumerate(seats)
        ],
        "your_turn": row.to_act is not None and row.to_act in own,
        "changed": row.changed,
    }
