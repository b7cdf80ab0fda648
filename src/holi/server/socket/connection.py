"""One WebSocket as bytes: handshake, frames and transport. It knows nothing of players' rights, tables or commands.

A session uses `writable`, `closing`, `send`, `ping`, `close`, `finish`, `abort`, `hold` and `go_on`, and is told of
what happens by `received`, `charge`, `heard_of`, `drained`, `ending` and `lost`. Another library could do the same.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, cast

from holi.server.limits import LARGEST_MESSAGE
from holi.server.socket import frames
from holi.server.socket.frames import FrameError, FrameReader, Message
from holi.server.socket.handshake import Reception

if TYPE_CHECKING:
    from holi.server.socket.door import Door
    from holi.server.socket.session import Session, Sessions

CLOSE_SECONDS = 2.0
"""How long a client may take to read what was sent and to agree that the connection ends."""

MOST_AT_ONCE = 32
"""Messages read from one connection before others have their turn."""

HALF_SECONDS = 15.0
"""How long a frame, or a message in parts, may take to come whole."""

STUCK_SECONDS = 60.0
"""How long a client may leave unread what it was sent."""


class Connection(asyncio.Protocol):
    __slots__ = ("_door", "_farewell", "_half_since", "_held", "_paused", "_reader", "_reception", "_session",
                 "_sessions", "_stuck_since", "_together", "_transport", "_until_closed", "closing", "peer", "proven",
                 "since")  # fmt: skip

    def __init__(self, reception: Reception, sessions: Sessions, door: Door | None = None) -> None:
        self.peer = ""
        self.since = time.monotonic()
        self.proven = False
        """Whether a whole message has come."""
        self._door = door
        self.closing: int | None = None
        """The code with which the connection ends, once it does."""
        self._stuck_since: float | None = None
        """Since when the client has read too slowly."""
        self._reception = reception
        self._sessions = sessions
        self._session: Session | None = None
        self._transport = cast("asyncio.Transport", None)
        self._reader: FrameReader | None = None
        """None before the handshake, and when nothing more is read."""
        self._half_since: float | None = None
        self._farewell: bytes | None = None
        """What the client closed with; answered once its commands are."""
        self._until_closed: ExitStack | None = None
        self._together: list[bytes] = []
        """Frames that go out in one write when this iteration of the event loop is over."""
        self._held = False
        """Whether the session wants to hear nothing more for now."""
        self._paused = False
        """Whether the transport was told not to read."""

    # Called by the session

    @property
    def writable(self) -> bool:
        """False while the client reads too slowly."""
        return self._stuck_since is None

    def send(self, text: bytes, *, more: bool = False) -> None:
        """Send a message; `more` says that another follows at once, so that both go out in one write."""
        self._write(frames.frame(frames.TEXT, text), more=more)

    def ping(self) -> None:
        """Ask whether the client is there; browsers answer by themselves."""
        if self.writable and self.closing is None:
            self._transport.write(frames.frame(frames.PING, b""))

    def close(self, code: int) -> None:
        """End the connection once what waits is sent and the client agrees, or does not for too long."""
        if self.closing is not None:
            return
        self.closing = code
        if self.writable:
            self._write(frames.close_frame(code))
        asyncio.get_running_loop().call_later(CLOSE_SECONDS, self._transport.abort)

    def finish(self) -> None:
        """Answer the client's close; its commands are done."""
        if self._farewell is not None and not self._transport.is_closing():
            if self.closing is None:
                self.closing = frames.NORMAL
                self._write(frames.frame(frames.CLOSE, self._farewell[:2]))
            self._flush()
            self._transport.close()

    def abort(self) -> None:
        self._transport.abort()

    def hold(self) -> None:
        """Read nothing more until `go_on`."""
        self._held = True
        if not self._paused and not self._transport.is_closing():
            self._paused = True
            self._transport.pause_reading()

    def go_on(self) -> None:
        if self._held:
            self._held = False
            asyncio.get_running_loop().call_soon(self._read)

    # Called by the door (`Guest`)

    def turn_out(self) -> None:
        self._transport.abort()

    def overdue(self, now: float) -> bool:
        """Whether half a message, or what the client should read, has waited for too long."""
        half = self._half_since is not None and not self._held and now - self._half_since > HALF_SECONDS
        return half or (self._stuck_since is not None and now - self._stuck_since > STUCK_SECONDS)

    # Called by the transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        if self._reader is not None:
            assert self._session is not None
            self._session.heard_of()
            self._reader.feed(data)
            self._read()
        elif self.closing is None and self._session is None:
            self._shake_hands(data)

    def eof_received(self) -> bool:
        """A client may end its side right after its last command: it still gets the answer."""
        return self._farewell is not None and not self._transport.is_closing()

    def pause_writing(self) -> None:
        self._stuck_since = time.monotonic()

    def resume_writing(self) -> None:
        self._stuck_since = None
        if self._session is not None:
            self._session.drained()
        if self.writable and self.closing is not None:
            self._write(frames.close_frame(self.closing))

    def connection_lost(self, exc: Exception | None) -> None:
        self.closing = self.closing or frames.NORMAL
        self._reader = None
        if self._door is not None:
            self._door.leave(self)
        if self._until_closed is not None:
            self._until_closed.close()
        if self._session is not None:
            self._session.lost()

    # Inside

    def _shake_hands(self, head: bytes) -> None:
        admission = self._reception.admit(head, self._transport.get_extra_info("peername"))
        if isinstance(admission, bytes):
            self.closing = frames.NORMAL
            self._transport.write(admission)
            self._transport.close()
            return
        self._until_closed = admission.until_closed
        self._reader = FrameReader(LARGEST_MESSAGE)
        self._transport.write(admission.answer)
        self._session = self._sessions.open(self, admission.known, admission.address)

    def _read(self) -> None:
        """Take a few messages of those that came; the rest waits until others had their turn."""
        try:
            for _ in range(MOST_AT_ONCE):
                if self._held or self._reader is None:
                    return
                message = self._reader.next()
                if message is None:
                    break
                self._take(message)
            else:
                self.hold()
                self.go_on()
                return
        except FrameError as error:
            self._give_up(error.code)
            return
        if not self._reader.half:
            self._half_since = None
        elif self._half_since is None:
            self._half_since = time.monotonic()
        self._resume()

    def _resume(self) -> None:
        if self._paused and not self._transport.is_closing():
            self._paused = False
            self._transport.resume_reading()

    def _take(self, message: Message) -> None:
        assert self._session is not None
        if message.kind == frames.TEXT or message.kind == frames.BINARY:
            self._half_since = None
            self.proven = True
            if self.closing is None:
                self._session.received(message.text if message.kind == frames.TEXT else None)
            return
        self._session.charge(len(message.data))
        if message.kind == frames.PING:
            if self.writable and self.closing is None:
                self._write(frames.frame(frames.PONG, message.data))
        elif message.kind == frames.CLOSE:
            self._reader = None
            self._farewell = message.data
            asyncio.get_running_loop().call_later(CLOSE_SECONDS, self._transport.abort)
            self._session.ending()

    def _give_up(self, code: int) -> None:
        """What the client sends is no WebSocket: say so, end our side, and read no more."""
        self._reader = None
        self.close(code)
        self._flush()
        if self.writable and not self._transport.is_closing():
            self._transport.write_eof()
        self._resume()  # to notice that the client ends its side too

    def _write(self, made: bytes, *, more: bool = False) -> None:
        if self._together:
            self._together.append(made)
        elif more:
            self._together.append(made)
            asyncio.get_running_loop().call_soon(self._flush)
        else:
            self._put(made)

    def _flush(self) -> None:
        if self._together:
            made, self._together = b"".join(self._together), []
            self._put(made)

    def _put(self, made: bytes) -> None:
        """Write, unless the connection has ended: the transport would take that for a fault of ours."""
        if not self._transport.is_closing():
            self._transport.write(made)
