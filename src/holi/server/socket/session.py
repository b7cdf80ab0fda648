"""What a connected client has: a player, the tables it watches, its rate limit, and a bounded queue of what to send.

A slow client is brought up to date later: once too many messages wait for it they are dropped, and its tables are sent
whole when it has read what was sent before.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from pydantic_core import to_json

from holi.server.dispatch import Dispatcher
from holi.server.identity import Known
from holi.server.limits import Limits, RateLimit
from holi.server.live.rooms import Rooms
from holi.server.metrics import Metrics
from holi.server.reading import InvalidCommandError, parse_command
from holi.server.socket.connection import Connection
from holi.server.socket.frames import GOING_AWAY, POLICY_VIOLATION
from holi.server.table.refusals import RefusedError
from holi.server.wire.codes import RefusalCode
from holi.server.wire.commands import Hint, Unwatch, Watch
from holi.server.wire.parts import Command, TableCommand

log = logging.getLogger(__name__)

MOST_WAITING = 64
"""Messages that wait for a slow client; with more, they are all dropped and the tables sent whole instead."""

MOST_UNREAD = 16
"""Commands that wait for the one before; with more, nothing is read from the client until they are done."""

MOST_TABLES = 20
REFUSED_RATE, MOST_REFUSED = 0.1, 20
"""Commands refused for coming too fast, per second and at once, after which the connection is closed."""

SLOW_SECONDS = 0.5
"""After each of them nothing is read from the client for this long."""

QUIET_SECONDS = 5.0
"""A client silent for this long gets a ping; browsers answer it even for hidden pages, which can send little."""

STALE_SECONDS = 9.0
"""A client silent for this long no longer counts as present."""

GONE_SECONDS = 30.0
"""After this long its connection is closed."""

PLAIN_PING = re.compile(r'\{"type": ?"ping", ?"id": ?"([A-Za-z0-9_-]{1,64})"\}')
"""A ping as every client writes it; nothing comes more often, so it is answered without being parsed."""


class Sessions:
    def __init__(
        self, dispatcher: Dispatcher, rooms: Rooms, limits: Limits, metrics: Metrics, now: Callable[[], int]
    ) -> None:
        self.all: set[Session] = set()
        self.dispatcher = dispatcher
        self.rooms = rooms
        self.refusals = metrics.refusals
        self.turned_away = metrics.turned_away
        self.pings = metrics.commands.labels("ping")
        self.now = now
        self.rates = limits.commands
        self.costs = limits.costs
        self._tasks: set[asyncio.Task[None]] = set()
        self._watchman: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._watchman = asyncio.create_task(self._watch_silence(), name="silent sessions")

    async def stop(self, retry_after: float) -> None:
        if self._watchman is not None:
            self._watchman.cancel()
        for session in list(self.all):
            session.send(to_json({"type": "closing", "retry_after": retry_after}))
            session.connection.close(GOING_AWAY)

    def abort(self) -> None:
        for session in list(self.all):
            session.connection.abort()

    def log_out(self, who: str) -> None:
        """Close the connections of a device, or of a player."""
        for session in [session for session in self.all if who in (session.device, session.player)]:
            session.connection.close(GOING_AWAY)

    def open(self, connection: Connection, known: Known, address: str | None = None) -> Session:
        session = Session(self, connection, known, address)
        self.all.add(session)
        return session

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def close_banned(self, check: Callable[[str, str | None], None]) -> None:
        """Close the connections of players and addresses that `check` refuses."""
        for session in list(self.all):
            try:
                check(session.player, session.address)
            except RefusedError:
                session.dismiss()

    async def _watch_silence(self) -> None:
        while True:
            await asyncio.sleep(1)
            now = time.monotonic()
            for session in list(self.all):
                session.check_silence(now)


class Session:
    """One client (`holi.server.live.room.Client`), as long as its connection lasts."""

    __slots__ = ("_behind", "_ending", "_hints", "_lost", "_refused", "_sessions", "_unread", "_waiting", "_working",
                 "address", "connection", "device", "heard", "here", "payer", "player", "rate", "tables")  # fmt: skip

    def __init__(self, sessions: Sessions, connection: Connection, known: Known, address: str | None = None) -> None:
        self.player = player = known.player
        self.device = known.device
        self.payer = sessions.costs.payer(address, player)
        self.address = address
        self.connection = connection
        self.here = True
        self.heard = time.monotonic()
        self.tables: set[str] = set()
        self.rate = sessions.rates.of(player)
        self._sessions = sessions
        self._refused: RateLimit | None = None
        self._unread: list[str | None] = []
        self._working = False
        self._hints: set[asyncio.Task[None]] | None = None
        """Commands under way that the next ones do not wait for."""
        self._waiting: list[bytes] = []
        """Messages to send once the client has read those before."""
        self._behind = False
        """Whether messages were dropped, so that the tables must be sent whole."""
        self._ending = False
        """Whether the client has closed the connection and waits for its last answers."""
        self._lost = False

    def send(self, message: bytes) -> None:
        """Send without waiting; too many for a client that does not read them are dropped."""
        connection = self.connection
        if self._behind or connection.closing is not None:
            return
        if connection.writable:
            connection.send(message, more=self._working)  # the answer follows the step of its command
        elif len(self._waiting) < MOST_WAITING:
            self._waiting.append(message)
        else:
            self._waiting.clear()
            self._behind = True

    def dismiss(self) -> None:
        """Close the connection of a client that is not wanted; what it has sent and waits is not carried out."""
        self._unread.clear()
        self.connection.close(POLICY_VIOLATION)

    # Called by the connection

    def drained(self) -> None:
        waiting, self._waiting = self._waiting, []
        for number, message in enumerate(waiting):
            self.connection.send(message)
            if not self.connection.writable:  # too slow again
                self._waiting = waiting[number + 1 :]
                return
        if self._behind and self.connection.closing is None:
            self._behind = False
            self._sessions.begin(self._send_whole())

    def heard_of(self) -> None:
        self.heard = time.monotonic()
        if not self.here:
            self.here = True
            self._presence_changed()

    def charge(self, size: int) -> None:
        """A frame came that is no message: it costs, and too many of them are too many commands."""
        self.payer.message(size)
        if not self.rate.take(self.heard):
            self._refuse_for_speed()

    def received(self, text: str | None) -> None:
        """A message came, None if it was no text. It waits until the command before it is answered."""
        if self._working:
            self._unread.append(text)
            if len(self._unread) == MOST_UNREAD:
                self.connection.hold()
            return
        self.payer.message(len(text or ""))
        if not self.rate.take(self.heard):
            self._refuse_for_speed()
            return
        if self.payer.light:
            self._begin(self._work_of(text))
        else:
            self._working = True
            self._sessions.begin(self._in_turn(text))

    def ending(self) -> None:
        """The client closes the connection; the commands that came before are answered first."""
        self._ending = True
        self._leave_if_done()

    def _refuse_for_speed(self) -> None:
        self._fail(None, "too-fast", "too many commands; slow down", retry_after=1.0)
        self._refused = self._refused or RateLimit(REFUSED_RATE, MOST_REFUSED)
        if not self._refused.take(self.heard):
            self.dismiss()
        else:
            self.connection.hold()
            asyncio.get_running_loop().call_later(SLOW_SECONDS, self.connection.go_on)

    async def _in_turn(self, text: str | None) -> None:
        """Wait until it is the turn of one who has cost much, then carry out the command."""
        async with self._sessions.costs.turn(self.payer):
            self._working = False
            work = self._work_of(text)
            if work is not None and self._working:
                await work
            else:
                self._begin(work)
                self._go_on()

    def _begin(self, work: Coroutine[Any, Any, None] | None) -> None:
        if work is not None:
            task = self._sessions.begin(work)
            if not self._working:  # a hint, which the next commands do not wait for
                self._hints = self._hints or set()
                self._hints.add(task)
                task.add_done_callback(self._hints.discard)

    def _work_of(self, text: str | None) -> Coroutine[Any, Any, None] | None:
        """What is to be done for a message; None if it was answered at once."""
        if text is None:
            self._fail(None, "invalid", "a command is a JSON object sent as text, not as bytes")
            return None
        ping = PLAIN_PING.fullmatch(text)
        if ping is not None:
            self._sessions.pings.inc()
            self.send(b'{"type":"done","id":"%b","result":{"now":%d}}' % (ping[1].encode(), self._sessions.now()))
            return None
        try:
            command = parse_command(text)
        except InvalidCommandError as wrong:
            self.payer.failure()
            self._fail(wrong.id, wrong.code, str(wrong))
            return None
        self._working = not isinstance(command, Hint)
        return self.payer.pay(self._answer(command))

    def lost(self) -> None:
        """The connection has ended; commands that have come are still carried out, except hints."""
        self._lost = True
        self._waiting.clear()
        self._sessions.all.discard(self)
        for task in self._hints or ():
            task.cancel()
        self._leave_if_done()

    # Commands

    def _fail(self, id_: str | None, code: RefusalCode, message: str, **more: Any) -> None:
        """Refuse what does not reach the dispatcher, which counts its refusals itself."""
        self._sessions.refusals.labels(code).inc()
        self._sessions.turned_away(code, self.address)
        self.send(failed(id_, code, message, **more))

    async def _answer(self, command: Command) -> None:
        try:
            if isinstance(command, Watch):
                if command.table not in self.tables and len(self.tables) >= MOST_TABLES:
                    self._fail(command.id, "too-many", f"one connection watches at most {MOST_TABLES} tables")
                    return
                self.tables.add(command.table)
            answer = await self._sessions.dispatcher.handle(self.player, command, self, self.address)
            if isinstance(command, Unwatch):
                self.tables.discard(command.table)
            self.send(to_json({"type": "done", "id": command.id, **answer}))
        except RefusedError as refusal:
            self.payer.failure()
            if isinstance(command, Watch):
                self.tables.discard(command.table)
            state = None
            if refusal.code == "stale" and isinstance(command, TableCommand):  # say how the table really stands
                with suppress(RefusedError):  # the database may have gone away since
                    state = (await self._sessions.rooms.get(command.table)).sync_of(self.player)
            self.send(failed(command.id, refusal.code, str(refusal), state=state))
        except Exception:
            log.exception("the command %s failed", type(command).__name__)
            self._fail(command.id, "internal", "something went wrong here; nothing was changed")
        finally:
            if not isinstance(command, Hint):
                self._go_on()

    def _go_on(self) -> None:
        self._working = False
        while self._unread and not self._working:
            self.received(self._unread.pop(0))
        if len(self._unread) < MOST_UNREAD:
            self.connection.go_on()
        self._leave_if_done()

    async def _send_whole(self) -> None:
        for table in list(self.tables):
            try:
                self.send(to_json((await self._sessions.rooms.get(table)).sync_of(self.player)))
            except RefusedError as refusal:
                log.warning("table %s could not be sent whole: %s", table, refusal)

    # Presence

    def check_silence(self, now: float) -> None:
        silent = now - self.heard
        if silent > GONE_SECONDS:
            self.connection.close(GOING_AWAY)
            return
        if silent > QUIET_SECONDS:
            self.connection.ping()
        if silent > STALE_SECONDS and self.here:
            self.here = False
            self._presence_changed()

    def _presence_changed(self) -> None:
        for table in self.tables:
            room = self._sessions.rooms.loaded.get(table)
            if room is not None:
                room.presence_changed()

    def _leave_if_done(self) -> None:
        """Once the connection has ended and its commands are done, no room sends to it any more."""
        if self._ending and not self._working and not self._unread:
            self.connection.finish()
        if self._lost and not self._working:
            for table in self.tables:
                room = self._sessions.rooms.loaded.get(table)
                if room is not None:
                    room.unwatch(self)
            self.tables.clear()


def failed(id_: str | None, code: str, message: str, **more: Any) -> bytes:
    return to_json({"type": "failed", "id": id_, "code": code, "message": message, **more})
