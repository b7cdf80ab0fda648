"""One client's connection: a WebSocket right on the transport; what waits to be sent is bounded.

A slow client is brought up to date later: once too many messages wait for it they are dropped, and its tables are sent
whole when it has read what was sent before.
"""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from typing import Any, Protocol, cast

from holi.server.web.frames import (
    CLOSE,
    NORMAL,
    NOT_UTF8,
    PING,
    PONG,
    TEXT,
    FrameError,
    FrameReader,
    Message,
    close_frame,
    frame,
)
from holi.server.web.handshake import Admitted
from holi.server.web.limits import LARGEST_BODY, Allowance

MOST_WAITING = 64
"""Messages that wait for a slow client; with more, they are all dropped and the tables sent whole instead."""

MOST_UNREAD = 16
"""Commands of a client that wait for the one before; with more, nothing is read from it until they are fewer."""

QUIET_SECONDS = 5.0
"""A client not heard of for so long is asked: browsers let hidden pages send hardly anything, but answer for them."""

STALE_SECONDS = 9.0
"""A client that has not been heard of for so long does not count as present."""

GONE_SECONDS = 30.0
"""And after so long its connection is closed."""

CLOSE_SECONDS = 2.0
"""How long a client may take to read what was sent and to agree that the connection ends."""


class Door(Protocol):
    """Decides who may connect, and learns what comes of it."""

    def admit(self, head: bytes, client: Any) -> Admitted | bytes:
        """Look at a handshake: who it is, or the answer with which it is refused."""
        ...

    def opened(self, connection: Connection) -> None:
        """A connection stands."""
        ...

    def heard_of(self, connection: Connection) -> None:
        """The client has answered a ping."""
        ...

    def received(self, connection: Connection, text: str | None) -> None:
        """A message came; None if it was no text."""
        ...

    def caught_up(self, connection: Connection) -> None:
        """A client that was too slow has read what was sent, and is to get its tables whole."""
        ...

    def lost(self, connection: Connection) -> None:
        """The connection has ended."""
        ...


class Connection(asyncio.Protocol):
    """A WebSocket that watches tables (`holi.server.live.room.Client`), from the handshake to its end."""

    __slots__ = (
        "_closing",
        "_door",
        "_held",
        "_reader",
        "_together",
        "_transport",
        "_until_closed",
        "_waiting",
        "allowance",
        "behind",
        "heard",
        "here",
        "lost",
        "player",
        "refused",
        "slow",
        "tables",
        "unread",
        "working",
    )

    def __init__(self, door: Door) -> None:
        self.player = ""
        self.here = True
        self.heard = 0.0
        self.tables: set[str] = set()
        self.lost = False
        self.behind = False
        """Whether messages were dropped, so that the tables must be sent whole."""
        self.allowance: Allowance | None = None
        self.refused = 0
        """How many commands in a row came too fast."""
        self.unread: list[str | None] = []
        """Messages that wait until the command before them is answered."""
        self.working = False
        """Whether a command is being carried out."""
        self.slow: set[asyncio.Task[None]] | None = None
        """Commands under way that the next ones do not wait for."""
        self._door = door
        self._transport = cast("asyncio.Transport", None)
        self._reader: FrameReader | None = None
        """None before the handshake, and when nothing is listened to any more."""
        self._until_closed: ExitStack | None = None
        self._waiting: list[bytes] | None = None
        """What waits for the client to read; None while it does."""
        self._together: list[bytes] = []
        """Frames that go out at once when this turn of the event loop is over."""
        self._held = False
        """Whether nothing is read from the client for now."""
        self._closing: int | None = None

    # What the transport tells

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """There is a client; its handshake follows."""
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        """The handshake, then frames."""
        if self._reader is None:
            if self._closing is None:
                self._shake_hands(data)
            return
        try:
            messages = self._reader.read(data)
        except FrameError as error:
            self._give_up(error.code)
            return
        for message in messages:
            if self._reader is None:
                return
            if message.kind == TEXT:
                try:
                    text = message.data.decode()
                except UnicodeDecodeError:
                    self._give_up(NOT_UTF8)
                    return
                self._hear(text)
            else:
                self._control(message)

    def eof_received(self) -> None:
        """The client sends no more: the transport closes itself."""

    def pause_writing(self) -> None:
        """The client reads too slowly."""
        if self._waiting is None:
            self._waiting = []

    def resume_writing(self) -> None:
        """The client has read what was sent: go on with what waits."""
        waiting, self._waiting = self._waiting or [], None
        for number, message in enumerate(waiting):
            self._transport.write(frame(TEXT, message))
            if self._waiting is not None:  # too slow again
                self._waiting = waiting[number + 1 :]
                return
        if self._closing is not None:
            self._transport.write(close_frame(self._closing))
        elif self.behind:
            self.behind = False
            self._door.caught_up(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone."""
        self.lost = True
        self._closing = self._closing or NORMAL
        self._reader = self._waiting = None
        if self._until_closed is not None:
            self._until_closed.close()
        if self.player:
            self._door.lost(self)

    # What the server tells

    def send(self, message: bytes) -> None:
        """Send a message without waiting; too many for a client that does not take them are dropped."""
        if self.behind or self._closing is not None:
            return
        if self._waiting is None:
            self._write(frame(TEXT, message))
        elif len(self._waiting) < MOST_WAITING:
            self._waiting.append(message)
        else:
            self._waiting.clear()
            self.behind = True

    def ask(self) -> None:
        """Ask whether the client is there; its browser answers by itself."""
        if self._waiting is None and self._closing is None:
            self._transport.write(frame(PING, b""))

    def close(self, code: int) -> None:
        """End the connection once what waits is sent and the client agrees, or does not for too long."""
        if self._closing is not None:
            return
        self._closing = code
        if self._waiting is None:
            self._write(close_frame(code))
        asyncio.get_running_loop().call_later(CLOSE_SECONDS, self._transport.abort)

    def abort(self) -> None:
        """End the connection now."""
        self._transport.abort()

    def hold_back(self) -> None:
        """Read no more from a client that sends faster than its commands are carried out."""
        if len(self.unread) == MOST_UNREAD:
            self._held = True
            self._transport.pause_reading()

    def go_on(self) -> None:
        """Read again."""
        if self._held:
            self._held = False
            if not self._transport.is_closing():
                self._transport.resume_reading()

    # Inside

    def _write(self, made: bytes) -> None:
        """Send a frame: at once, or together with those that follow right away, as an answer does after its step."""
        if self._together:
            self._together.append(made)
        elif self.working:
            self._together.append(made)
            asyncio.get_running_loop().call_soon(self._flush)
        else:
            self._put(made)

    def _flush(self) -> None:
        if self._together:
            made, self._together = b"".join(self._together), []
            self._put(made)

    def _put(self, made: bytes) -> None:
        """Write, unless the connection has ended meanwhile: the transport would take that for a fault of ours."""
        if not self._transport.is_closing():
            self._transport.write(made)

    def _shake_hands(self, head: bytes) -> None:
        admission = self._door.admit(head, self._transport.get_extra_info("peername"))
        if isinstance(admission, bytes):
            self._closing = NORMAL
            self._transport.write(admission)
            self._transport.close()
            return
        self.player, self._until_closed = admission.player, admission.until_closed
        self._reader = FrameReader(LARGEST_BODY)
        self._transport.write(admission.answer)
        self._door.opened(self)

    def _hear(self, text: str | None) -> None:
        if self._closing is None:
            self._door.received(self, text)

    def _control(self, message: Message) -> None:
        if message.kind == PING:
            if self._waiting is None and self._closing is None:
                self._write(frame(PONG, message.data))
        elif message.kind == CLOSE:
            self._reader = None
            if self._closing is None:
                self._closing = NORMAL
                self._write(frame(CLOSE, message.data[:2]))
            self._flush()
            self._transport.close()
        elif message.kind == PONG:
            self._door.heard_of(self)
        else:
            self._hear(None)

    def _give_up(self, code: int) -> None:
        """What the client sends is no WebSocket: tell it, and listen no more."""
        self._reader = None
        self.close(code)
