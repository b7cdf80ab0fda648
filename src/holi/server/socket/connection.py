"""One WebSocket as bytes: handshake, frames and transport. It knows nothing of players' rights, tables or commands.

A session uses `writable`, `closing`, `send`, `ping`, `close`, `abort`, `pause_reading` and `resume_reading`, and is
told of what happens by `received`, `heard_of`, `drained` and `lost`. Another library could do the same in its place.
"""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from typing import TYPE_CHECKING, cast

from holi.server.limits import LARGEST_BODY
from holi.server.socket import frames
from holi.server.socket.frames import FrameError, FrameReader, Message
from holi.server.socket.handshake import Reception

if TYPE_CHECKING:
    from holi.server.socket.session import Session, Sessions

CLOSE_SECONDS = 2.0
"""How long a client may take to read what was sent and to agree that the connection ends."""


class Connection(asyncio.Protocol):
    __slots__ = ("_held", "_reader", "_reception", "_session", "_sessions", "_together", "_transport", "_until_closed",
                 "closing", "writable")  # fmt: skip

    def __init__(self, reception: Reception, sessions: Sessions) -> None:
        self.writable = True
        """False while the client reads too slowly."""
        self.closing: int | None = None
        """The code with which the connection ends, once it does."""
        self._reception = reception
        self._sessions = sessions
        self._session: Session | None = None
        self._transport = cast("asyncio.Transport", None)
        self._reader: FrameReader | None = None
        """None before the handshake, and when nothing more is read."""
        self._until_closed: ExitStack | None = None
        self._together: list[bytes] = []
        """Frames that go out in one write when this iteration of the event loop is over."""
        self._held = False

    # Called by the session

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

    def abort(self) -> None:
        self._transport.abort()

    def pause_reading(self) -> None:
        self._held = True
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        if self._held:
            self._held = False
            if not self._transport.is_closing():
                self._transport.resume_reading()

    # Called by the transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        if self._reader is None:
            if self.closing is None:
                self._shake_hands(data)
            return
        assert self._session is not None
        self._session.heard_of()
        try:
            for message in self._reader.read(data):
                if self._reader is None:
                    return
                if message.kind != frames.TEXT:
                    self._take(message)
                elif self.closing is None:
                    self._session.received(message.data.decode())
        except FrameError as error:
            self._give_up(error.code)
        except UnicodeDecodeError:
            self._give_up(frames.NOT_UTF8)

    def pause_writing(self) -> None:
        self.writable = False

    def resume_writing(self) -> None:
        self.writable = True
        if self._session is not None:
            self._session.drained()
        if self.writable and self.closing is not None:
            self._write(frames.close_frame(self.closing))

    def connection_lost(self, exc: Exception | None) -> None:
        self.closing = self.closing or frames.NORMAL
        self._reader = None
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
        self._reader = FrameReader(LARGEST_BODY)
        self._transport.write(admission.answer)
        self._session = self._sessions.open(self, admission.player)

    def _take(self, message: Message) -> None:
        """A control frame, or bytes where text was expected."""
        assert self._session is not None
        if message.kind == frames.PING:
            if self.writable and self.closing is None:
                self._write(frames.frame(frames.PONG, message.data))
        elif message.kind == frames.CLOSE:
            self._reader = None
            if self.closing is None:
                self.closing = frames.NORMAL
                self._write(frames.frame(frames.CLOSE, message.data[:2]))
            self._flush()
            self._transport.close()
        elif message.kind != frames.PONG and self.closing is None:
            self._session.received(None)

    def _give_up(self, code: int) -> None:
        """What the client sends is no WebSocket: say so, and read no more."""
        self._reader = None
        self.close(code)

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
