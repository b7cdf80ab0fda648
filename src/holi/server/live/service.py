"""Every command of a client, carried out: the same for WebSocket and HTTP."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

from holi.game import HoliError
from holi.kernel.layout import RULES_VERSION
from holi.server.live.room import Client, Surroundings
from holi.server.live.rooms import Rooms
from holi.server.live.thinking import Thinkers
from holi.server.store.store import ChatLine, TableRow
from holi.server.table.decisions import decides
from holi.server.table.entries import Founding, FoundingSeat, Rematched
from holi.server.table.keep import record_text
from holi.server.table.refusals import RefusedError
from holi.server.table.table import Table
from holi.server.table.views import options_of, preview_of, view_of, viewer_of
from holi.server.wire.command import Command, TableCommand
from holi.server.wire.commands import (
    Analyse,
    Create,
    Find,
    Hint,
    Options,
    Ping,
    Preview,
    Rematch,
    Rename,
    Say,
    Unwatch,
    Watch,
)
from holi.server.wire.parts import COLOURS, TableSettings
from holi.server.wire.workshop import AnalyseRecord, CheckDeck, OpenRecord, Try
from holi.server.workshop import deck_checked, opened, tried

ID_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz"
ID_LENGTH = 10
CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
CODE_LENGTH = 5
CODE_TRIES = 20
HINT_SECONDS = 1.0

RESEND = 600_000
"""For so many milliseconds a `create` or `say` that is sent again is recognised by its id."""

Json = dict[str, Any]


class Service:
    """Carries out commands of players; `client` is their connection, if they have one."""

    def __init__(self, around: Surroundings, rooms: Rooms, thinkers: Thinkers) -> None:
        self._around = around
        self._rooms = rooms
        self._thinkers = thinkers
        self._creating = asyncio.Lock()
        self._handlers: dict[type[Command], Callable[[str, Any, Client | None], Awaitable[Json]]] = {
            Create: self._create,
            Find: self._find,
            Rename: self._rename,
            Watch: self._watch,
            Unwatch: self._unwatch,
            Say: self._say,
            Rematch: self._rematch,
            Options: self._options,
            Preview: self._preview,
            Hint: self._hint,
            Analyse: self._analyse,
            Try: self._try,
            OpenRecord: self._open_record,
            AnalyseRecord: self._analyse_record,
            CheckDeck: self._check_deck,
            Ping: self._ping,
        }

    async def handle(self, player: str, command: Command, client: Client | None = None) -> Json:
        """Do what a command says; the answer's `version` and `result`. `RefusedError` if it may not be."""
        if isinstance(command, TableCommand) and decides(command):
            room = await self._rooms.get(command.table)
            return {"version": await room.carry_out(player, command)}
        return await self._handlers[type(command)](player, command, client)

    async def sync(self, player: str | None, table: str) -> Json:
        """The table whole, as the player may know it."""
        room = await self._rooms.get(table)
        async with room.steady():
            return room.sync_of(player)

    async def record(self, table: str) -> str:
        """The record of a finished game."""
        async with (await self._rooms.get(table)).steady() as now:
            return record_text(now)

    async def open_tables(self, player: str | None) -> list[Json]:
        """Listed tables that wait for players."""
        return [_line(row, player) for row in await self._around.store.open_tables()]

    async def tables_of(self, player: str) -> list[Json]:
        """The player's own tables."""
        return [_line(row, player) for row in await self._around.store.tables_of(player)]

    async def _create(self, player: str, command: Create, _: Client | None) -> Json:
        seats = [FoundingSeat(colour=COLOURS[seat]) for seat in range(command.settings.players)]
        async with self._creating:
            before = await self._around.store.founded_by(player, command.id, self._around.now() - RESEND)
            if before is not None and before.settings == command.settings:
                return {"version": 0, "result": {"table": before.id, "code": before.code}}
            founding = await self._found(player, command.settings, seats, command.id)
        return {"version": 0, "result": {"table": founding.id, "code": founding.code}}

    async def _found(
        self, host: str, settings: TableSettings, seats: list[FoundingSeat], command: str | None = None
    ) -> Founding:
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
            )
            if await self._around.store.found(founding, command):
                return founding
        raise RefusedError("unavailable", "no free code for a new table was found; try again")

    async def _find(self, _: str, command: Find, __: Client | None) -> Json:
        table = await self._around.store.by_code(command.code.upper())
        if table is None:
            raise RefusedError("no-table", f"there is no table with the code {command.code.upper()!r}")
        return {"result": {"table": table}}

    async def _rename(self, player: str, command: Rename, _: Client | None) -> Json:
        await self._around.store.rename(player, command.name, self._around.now())
        return {"result": {"name": command.name}}

    async def _watch(self, _: str, command: Watch, client: Client | None) -> Json:
        if client is None:
            raise RefusedError("not-allowed", "a table is watched over a WebSocket; over HTTP, ask for its changes")
        room = await self._rooms.get(command.table)
        await room.watch(client)
        chat = await self._around.store.chat_after(command.table)
        return {"version": room.table.number, "result": {"chat": [_chat(line) for line in chat]}}

    async def _unwatch(self, _: str, command: Unwatch, client: Client | None) -> Json:
        if client is not None:
            (await self._rooms.get(command.table)).unwatch(client)
        return {}

    async def _say(self, player: str, command: Say, _: Client | None) -> Json:
        room = await self._rooms.get(command.table)
        table = room.table
        now = self._around.now()
        said_before = await self._around.store.said_by(command.table, player, command.id, now - RESEND)
        if said_before is not None:
            return {"result": {"number": said_before}}
        if (command.phrase is None) == (command.text is None):
            raise RefusedError("invalid", "say either a phrase or a text")
        if table.chat == "off" or (table.chat == "phrases" and command.text is not None):
            raise RefusedError("chat-off", "the host allows no chat here, or only fixed phrases")
        held = table.seats_of(player)
        seat = held[0] if held else None
        name = table.seats[held[0]].name if held else await self._around.store.name_of(player)
        if name is None:
            raise RefusedError("not-seated", "say your name, or take a seat, before you write")
        said = await room.say(
            lambda number: ChatLine(number, now, player, seat, name, command.phrase, command.text, command.id)
        )
        return {"result": {"number": said.number}}

    async def _rematch(self, player: str, command: Rematch, _: Client | None) -> Json:
        room = await self._rooms.get(command.table)
        async with room.steady() as table:
            if table.rematch is not None:
                return {"version": table.number, "result": {"table": table.rematch}}
            if table.phase != "over":
                raise RefusedError("not-over", "there is a rematch when the game is over")
            if not table.seats_of(player):
                raise RefusedError("not-seated", "only the players ask for a rematch")
            settings, seats = table.settings, _rotated(table)
        founding = await self._found(player, settings, seats)
        try:
            version = await room.record(lambda now: _rematched(now, founding.id))
        except RefusedError:  # somebody asked at the same moment and was first
            if room.table.rematch is None:
                raise
            version = room.table.number
        return {"version": version, "result": {"table": room.table.rematch}}

    async def _options(self, player: str, command: Options, _: Client | None) -> Json:
        async with (await self._rooms.get(command.table)).steady() as table:
            return {"version": table.number, "result": options_of(table, viewer_of(table, player))}

    async def _preview(self, player: str, command: Preview, _: Client | None) -> Json:
        async with (await self._rooms.get(command.table)).steady() as table:
            try:
                preview = preview_of(table, viewer_of(table, player), command.action)
            except RefusedError:
                raise
            except HoliError as error:
                raise RefusedError("malformed" if error.code == "malformed" else "illegal", str(error)) from None
            return {"version": table.number, "result": preview}

    async def _hint(self, player: str, command: Hint, _: Client | None) -> Json:
        async with (await self._rooms.get(command.table)).steady() as table:
            viewer = viewer_of(table, player)
            if table.to_act is None or table.to_act != viewer:
                raise RefusedError("not-your-turn", "there are hints for whoever is to act")
            view, version = view_of(table, viewer), table.number
        assert view is not None
        return {"version": version, "result": await self._thinkers.hint(view, HINT_SECONDS)}

    async def _analyse(self, _: str, command: Analyse, __: Client | None) -> Json:
        record = await self.record(command.table)
        return {"result": await self._thinkers.analyse(record)}

    async def _try(self, _: str, command: Try, __: Client | None) -> Json:
        return {"result": await asyncio.to_thread(tried, command.position, command.actions)}

    async def _open_record(self, _: str, command: OpenRecord, __: Client | None) -> Json:
        return {"result": await asyncio.to_thread(opened, command.record)}

    async def _analyse_record(self, _: str, command: AnalyseRecord, __: Client | None) -> Json:
        return {"result": await self._thinkers.analyse(command.record)}

    async def _check_deck(self, _: str, command: CheckDeck, __: Client | None) -> Json:
        return {"result": deck_checked(command.deck)}

    async def _ping(self, _: str, __: Ping, ___: Client | None) -> Json:
        return {"result": {"now": self._around.now()}}


def _rotated(table: Table) -> list[FoundingSeat]:
    """Everybody one seat on, so that another begins; players keep their colours, and their seats are kept for them."""
    count = len(table.seats)
    before = [table.seats[(seat - 1) % count] for seat in range(count)]
    return [FoundingSeat(colour=seat.colour, level=seat.level, reserved=seat.player) for seat in before]


def _rematched(table: Table, other: str) -> Rematched:
    if table.rematch is not None:
        raise RefusedError("stale", "there is a rematch already")
    return Rematched(table=other)


def _chat(line: ChatLine) -> Json:
    return {
        "number": line.number,
        "at": line.at,
        "seat": line.seat,
        "name": line.name,
        "phrase": line.phrase,
        "text": line.text,
    }


def _line(row: TableRow, player: str | None) -> Json:
    """A table in a list (`TableLine`)."""
    founded = sum(seat.level is not None for seat in row.founding.seats)  # until somebody sits, no seats are written
    own = {seat for seat, holder in row.players if holder == player}
    return {
        "table": row.founding.id,
        "code": row.founding.code,
        "phase": row.phase,
        "settings": row.founding.settings.model_dump(),
        "seats_taken": len(row.players) or founded,
        "your_turn": row.to_act is not None and row.to_act in own,
        "changed": row.changed,
    }
