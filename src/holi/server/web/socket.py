"""The WebSocket: commands in, answers and what happens at the watched tables out."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from prometheus_client import Counter
from pydantic import ValidationError
from pydantic_core import to_json

from holi.server.live.rooms import Rooms
from holi.server.live.service import Service, drop_client
from holi.server.table.refusals import RefusedError
from holi.server.web.connection import GONE_SECONDS, STALE_SECONDS, AsgiSend, Connection
from holi.server.web.limits import Allowances
from holi.server.wire.command import Command, TableCommand
from holi.server.wire.commands import COMMAND, Analyse, Hint, Unwatch, Watch
from holi.server.wire.workshop import AnalyseRecord, OpenRecord

log = logging.getLogger(__name__)

SLOW = (Hint, Analyse, AnalyseRecord, OpenRecord)
"""Commands that a connection does not wait for before it takes the next."""

MOST_SLOW = 2
MOST_TABLES = 20
MOST_REFUSED = 200
"""Commands refused for coming too fast, in a row, after which the connection is closed."""

COMMAND_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
POLICY_VIOLATION = 1008
GOING_AWAY = 1001

AsgiReceive = Callable[[], Awaitable[MutableMapping[str, Any]]]


class Sockets:
    """All connections of this node."""

    def __init__(self, service: Service, rooms: Rooms, allowances: Allowances, refusals: Counter) -> None:
        self._service = service
        self._rooms = rooms
        self._allowances = allowances
        self._refusals = refusals
        self.connections: set[Connection] = set()
        self._watchman: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look after silent connections."""
        self._watchman = asyncio.create_task(self._watch_silence(), name="silent connections")

    async def stop(self, retry_after: float) -> None:
        """Tell every client that this node stops, and close."""
        if self._watchman is not None:
            self._watchman.cancel()
        for connection in list(self.connections):
            connection.send(to_json({"type": "closing", "retry_after": retry_after}))
            connection.close(GOING_AWAY)

    async def serve(self, player: str, receive: AsgiReceive, send: AsgiSend) -> None:
        """Serve an accepted connection until it ends."""
        connection = Connection(player, send, time.monotonic(), self._catch_up)
        self.connections.add(connection)
        slow: set[asyncio.Task[None]] = set()
        try:
            await self._listen(connection, receive, slow)
        finally:
            self.connections.discard(connection)
            connection.gone()
            for task in slow:
                task.cancel()
            await drop_client(self._rooms, connection, connection.tables)

    async def _listen(self, connection: Connection, receive: AsgiReceive, slow: set[asyncio.Task[None]]) -> None:
        allowance = self._allowances.of(connection.player)
        refused = 0
        while True:
            message = await receive()
            if message["type"] != "websocket.receive":
                return
            self._heard(connection)
            text = message.get("text")
            if not allowance.take(connection.heard):
                refused += 1
                self._refusals.labels("too-fast").inc()
                connection.send(failed(None, "too-fast", "too many commands; slow down", retry_after=1.0))
                if refused > MOST_REFUSED:
                    connection.close(POLICY_VIOLATION)
                    return
                continue
            refused = 0
            command = self._parsed(connection, text)
            if command is None:
                continue
            if not isinstance(command, SLOW):
                await self._answer(connection, command)
            elif len(slow) >= MOST_SLOW:
                connection.send(failed(command.id, "busy", "wait for the hints you have asked for"))
            else:
                task = asyncio.create_task(self._answer(connection, command))
                slow.add(task)
                task.add_done_callback(slow.discard)

    def _heard(self, connection: Connection) -> None:
        connection.heard = time.monotonic()
        if not connection.here:
            connection.here = True
            self._presence_changed(connection)

    @staticmethod
    def _parsed(connection: Connection, text: str | None) -> Command | None:
        if text is None:
            connection.send(failed(None, "invalid", "a command is a JSON object sent as text, not as bytes"))
            return None
        try:
            return COMMAND.validate_json(text)
        except ValidationError as error:
            connection.send(failed(_id_in(text), "invalid", first_problem(error)))
            return None

    async def _answer(self, connection: Connection, command: Command) -> None:
        try:
            if isinstance(command, Watch):
                if command.table not in connection.tables and len(connection.tables) >= MOST_TABLES:
                    raise RefusedError("too-many", f"one connection watches at most {MOST_TABLES} tables")
                connection.tables.add(command.table)
            answer = await self._service.handle(connection.player, command, connection)
            if isinstance(command, Unwatch):
                connection.tables.discard(command.table)
            connection.send(to_json({"type": "done", "id": command.id, **answer}))
        except RefusedError as refusal:
            if isinstance(command, Watch):
                connection.tables.discard(command.table)
            connection.send(await self._refusal(connection, command, refusal))
        except Exception:
            log.exception("the command %s failed", type(command).__name__)
            connection.send(failed(command.id, "internal", "something went wrong here; nothing was changed"))

    async def _refusal(self, connection: Connection, command: Command, refusal: RefusedError) -> bytes:
        """The refusal as a message; a stale move is answered with how the table really stands."""
        state = None
        if refusal.refusal == "stale" and isinstance(command, TableCommand):
            state = await self._service.sync(connection.player, command.table)
        return failed(command.id, refusal.refusal, str(refusal), state=state)

    async def _catch_up(self, connection: Connection) -> None:
        """A client that was too slow gets its tables whole."""
        for table in list(connection.tables):
            connection.send(to_json(await self._service.sync(connection.player, table)))

    async def _watch_silence(self) -> None:
        while True:
            await asyncio.sleep(1)
            now = time.monotonic()
            for connection in list(self.connections):
                silent = now - connection.heard
                if silent > GONE_SECONDS:
                    connection.close(GOING_AWAY)
                elif silent > STALE_SECONDS and connection.here:
                    connection.here = False
                    self._presence_changed(connection)

    def _presence_changed(self, connection: Connection) -> None:
        for table in connection.tables:
            room = self._rooms.loaded(table)
            if room is not None:
                room.presence_changed()


def failed(id_: str | None, code: str, message: str, **more: Any) -> bytes:
    """A refusal as it is sent (`Failed`)."""
    return to_json({"type": "failed", "id": id_, "code": code, "message": message, **more})


def first_problem(error: ValidationError) -> str:
    """The first thing that is wrong with a command, in one sentence that quotes no more than the place."""
    problem = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = ".".join(str(part) for part in problem["loc"]) or "the command"
    return f"{place}: {problem['msg']}"[:300]


def _id_in(text: str) -> str | None:
    """The id of a command that is otherwise wrong, so that the client knows which."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    found = data.get("id") if isinstance(data, dict) else None
    return found if isinstance(found, str) and COMMAND_ID.fullmatch(found) else None
