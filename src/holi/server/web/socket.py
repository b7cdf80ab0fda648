"""The WebSockets: commands in, answers and what happens at the watched tables out."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from pydantic import ValidationError
from pydantic_core import to_json

from holi.server.live.rooms import Rooms
from holi.server.live.service import Service
from holi.server.table.refusals import RefusedError
from holi.server.web.connection import GONE_SECONDS, QUIET_SECONDS, STALE_SECONDS, Connection
from holi.server.web.frames import GOING_AWAY, POLICY_VIOLATION
from holi.server.web.handshake import Admitted, Reception
from holi.server.web.limits import Allowances
from holi.server.web.metrics import Metrics
from holi.server.wire.codes import RefusalCode
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
PLAIN_PING = re.compile(r'\{"type": ?"ping", ?"id": ?"([A-Za-z0-9_-]{1,64})"\}')
"""A ping as every client writes it; nothing comes more often, so it is answered without further ado."""


class Sockets:
    """All connections of this node (`holi.server.web.connection.Door`)."""

    def __init__(
        self,
        service: Service,
        rooms: Rooms,
        reception: Reception,
        allowances: Allowances,
        metrics: Metrics,
        now: Callable[[], int],
    ) -> None:
        self._service = service
        self._rooms = rooms
        self._reception = reception
        self._allowances = allowances
        self._now = now
        self._refusals = metrics.refusals
        self._pings = metrics.commands.labels("ping")
        self.connections: set[Connection] = set()
        self._tasks: set[asyncio.Task[None]] = set()
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

    def abort(self) -> None:
        """End all connections now."""
        for connection in list(self.connections):
            connection.abort()

    def new_connection(self, **_: object) -> Connection:
        """For the web server, which calls it with its own settings: a client asks for a WebSocket."""
        return Connection(self)

    # What connections tell

    def admit(self, head: bytes, client: Any) -> Admitted | bytes:
        """Who connects, or the answer with which the connection is refused."""
        return self._reception.admit(head, client)

    def opened(self, connection: Connection) -> None:
        """A connection stands."""
        connection.heard = time.monotonic()
        connection.allowance = self._allowances.of(connection.player)
        self.connections.add(connection)

    def heard_of(self, connection: Connection) -> None:
        """The client is there."""
        connection.heard = time.monotonic()
        if not connection.here:
            connection.here = True
            self._presence_changed(connection)

    def received(self, connection: Connection, text: str | None) -> None:
        """A message came; it is taken up when the command before it is answered."""
        self.heard_of(connection)
        if connection.working:
            connection.unread.append(text)
            connection.hold_back()
        else:
            self._take_up(connection, text)

    def caught_up(self, connection: Connection) -> None:
        """A client that was too slow gets its tables whole."""
        self._begin(self._send_whole(connection))

    def lost(self, connection: Connection) -> None:
        """A connection has ended; commands that have come are still carried out."""
        self.connections.discard(connection)
        for task in connection.slow or ():
            task.cancel()
        self._drop_if_done(connection)

    # Commands

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _take_up(self, connection: Connection, text: str | None) -> None:
        """Answer a message, or begin to: nothing else of the connection is taken up meanwhile, unless it is slow."""
        assert connection.allowance is not None
        if not connection.allowance.take(connection.heard):
            self._refuse(connection)
            return
        connection.refused = 0
        ping = PLAIN_PING.fullmatch(text) if text is not None else None
        if ping is not None:
            self._pings.inc()
            connection.send(b'{"type":"done","id":"%b","result":{"now":%d}}' % (ping[1].encode(), self._now()))
            return
        command = self._parsed(connection, text)
        if command is None:
            return
        if not isinstance(command, SLOW):
            connection.working = True
            self._begin(self._work(connection, command))
            return
        if connection.slow is None:
            connection.slow = set()
        if len(connection.slow) >= MOST_SLOW:
            self._fail(connection, command.id, "busy", "wait for the hints you have asked for")
        else:
            task = self._begin(self._answer(connection, command))
            connection.slow.add(task)
            task.add_done_callback(connection.slow.discard)

    def _refuse(self, connection: Connection) -> None:
        connection.refused += 1
        self._fail(connection, None, "too-fast", "too many commands; slow down", retry_after=1.0)
        if connection.refused > MOST_REFUSED:
            connection.unread.clear()
            connection.close(POLICY_VIOLATION)

    def _fail(self, connection: Connection, id_: str | None, code: RefusalCode, message: str, **more: Any) -> None:
        """Refuse what has not come as far as the desk, which counts its refusals itself."""
        self._refusals.labels(code).inc()
        connection.send(failed(id_, code, message, **more))

    async def _work(self, connection: Connection, command: Command) -> None:
        """Carry out a command, then take up what has come meanwhile."""
        try:
            await self._answer(connection, command)
        finally:
            connection.working = False
            while connection.unread and not connection.working:
                self._take_up(connection, connection.unread.pop(0))
            if not connection.unread:
                connection.go_on()
            self._drop_if_done(connection)

    def _parsed(self, connection: Connection, text: str | None) -> Command | None:
        if text is None:
            self._fail(connection, None, "invalid", "a command is a JSON object sent as text, not as bytes")
            return None
        try:
            return COMMAND.validate_json(text)
        except ValidationError as error:
            self._fail(connection, _id_in(text), "invalid", first_problem(error))
            return None

    async def _answer(self, connection: Connection, command: Command) -> None:
        try:
            if isinstance(command, Watch):
                if command.table not in connection.tables and len(connection.tables) >= MOST_TABLES:
                    few = f"one connection watches at most {MOST_TABLES} tables"
                    self._fail(connection, command.id, "too-many", few)
                    return
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
            self._fail(connection, command.id, "internal", "something went wrong here; nothing was changed")

    async def _refusal(self, connection: Connection, command: Command, refusal: RefusedError) -> bytes:
        """The refusal as a message; a stale move is answered with how the table really stands."""
        state = None
        if refusal.refusal == "stale" and isinstance(command, TableCommand):
            with suppress(RefusedError):  # the database may have gone away since
                state = await self._service.sync(connection.player, command.table)
        return failed(command.id, refusal.refusal, str(refusal), state=state)

    async def _send_whole(self, connection: Connection) -> None:
        for table in list(connection.tables):
            try:
                connection.send(to_json(await self._service.sync(connection.player, table)))
            except RefusedError as refusal:
                log.warning("table %s could not be sent whole: %s", table, refusal)

    # Presence

    def _drop_if_done(self, connection: Connection) -> None:
        """Once a connection has ended and its commands are done, no room sends to it any more."""
        if connection.lost and not connection.working:
            for table in connection.tables:
                room = self._rooms.loaded(table)
                if room is not None:
                    room.unwatch(connection)
            connection.tables.clear()

    async def _watch_silence(self) -> None:
        while True:
            await asyncio.sleep(1)
            now = time.monotonic()
            for connection in list(self.connections):
                silent = now - connection.heard
                if silent > GONE_SECONDS:
                    connection.close(GOING_AWAY)
                    continue
                if silent > QUIET_SECONDS:
                    connection.ask()
                if silent > STALE_SECONDS and connection.here:
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
