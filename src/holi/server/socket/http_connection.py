"""A TCP connection as uvicorn reads HTTP from it, within the door's bounds, until it becomes a WebSocket."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from holi.server.socket.connection import Connection
from holi.server.socket.door import HEAD_SECONDS, REQUEST_SECONDS, Door

LARGEST_HEAD = 16 * 1024
MOST_HEADERS = 100
MOST_PIPELINED = 8
UNREADABLE = "Invalid HTTP request received."


class HttpConnection(HttpToolsProtocol):
    """Made by uvicorn for each connection; it becomes a WebSocket by handing its transport on."""

    def __init__(self, door: Door, make_socket: Callable[[], Connection], **uvicorns: Any) -> None:
        super().__init__(**uvicorns)
        self._door = door
        self._make_socket = make_socket
        self._entered = False
        self._head: int | None = None
        """Bytes of a head that has begun; None outside of one."""
        self.peer = ""
        self.since = time.monotonic()

    # As the door sees it (`Guest`)

    @property
    def proven(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def overdue(self, now: float) -> bool:
        return now - self.since > (REQUEST_SECONDS if self.proven else HEAD_SECONDS)

    def turn_out(self) -> None:
        self.transport.abort()

    # Called by the transport

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.peer = self.client[0] if self.client else ""
        self._entered = self._door.enter(self)
        if not self._entered:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._door.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self._entered:
            return
        self._unset_keepalive_if_required()
        try:
            self.parser.feed_data(data)
            if self._head is not None:
                self._head += len(data)
                if self._head > LARGEST_HEAD:
                    self._refuse()
        except httptools.HttpParserError:
            self._refuse()
        except httptools.HttpParserUpgrade as upgrade:
            if self._should_upgrade():
                self._become_websocket(data[upgrade.args[0] :])

    def _refuse(self) -> None:
        if not self.transport.is_closing():
            self._door.refused(self)
            self.send_400_response(UNREADABLE)

    def _become_websocket(self, more: bytes) -> None:
        """Hand the transport on, with what came together with the handshake."""
        if self.proven or self.pipeline:  # an answer to an earlier request is still to come
            self._refuse()
            return
        self.connections.discard(self)
        first = b"%b %b HTTP/%b" % (self.scope["method"].encode(), self.url, self.scope["http_version"].encode())
        lines = [first, *(b"%b: %b" % header for header in self.headers), b"", b""]
        made = self._make_socket()
        made.peer = self.peer
        made.connection_made(self.transport)
        self.transport.set_protocol(made)
        self._door.replace(self, made)
        made.data_received(b"\r\n".join(lines))
        if more:
            made.data_received(more)

    # Called by the parser

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head = 0

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(self.headers) >= MOST_HEADERS:
            raise ValueError("too many headers")
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= MOST_PIPELINED:
            raise ValueError("too many requests at once")
        super().on_headers_complete()
        self._head = None
        self.since = time.monotonic()

    def on_response_complete(self) -> None:
        self.since = time.monotonic()
        super().on_response_complete()
