"""A player of a load test: one WebSocket, one seat, commands answered in order.

It parses as little as it can, to leave the processor to the server: steps are handed on as they came, and only answers
that somebody waits for are read as JSON.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from holi.game.errors import HoliError

PING_SECONDS = 2.5
"""How often a client sends a ping (docs/protocol.md)."""

OPEN_SECONDS = 30.0
PING = b'{"type":"ping","id":"ping"}'


class LoadError(HoliError):
    code = "load-failed"


class LoadPlayer(WSListener):
    """One client. `on_step` gets every step of its table as it came, and when."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address
        self._socket: WSTransport | None = None
        self._pinger: asyncio.TimerHandle | None = None
        self._count = 0
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._begun = b""
        self._closed = False
        self.nonce = secrets.token_hex(32)
        self.sync = b""
        self.on_step: Callable[[LoadPlayer, bytes, float], None] = lambda _player, _text, _at: None
        self.on_end: Callable[[], None] = lambda: None
        """Called if the connection ends before `close`."""
        self.refusals: list[str] = []

    async def open(self) -> None:
        self._socket, _ = await ws_connect(
            lambda: self, self._address, websocket_handshake_timeout=OPEN_SECONDS, max_frame_size=1 << 22
        )
        self._ping_later(secrets.randbelow(1000) / 1000 * PING_SECONDS)  # not all at once

    def close(self) -> None:
        self._closed = True
        if self._pinger is not None:
            self._pinger.cancel()
        if self._socket is not None:
            self._socket.disconnect()

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        self._count += 1
        number = f"c{self._count}"
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._answers[number] = answer
        self._write(json.dumps({"type": kind, "id": number, **fields}, separators=(",", ":")).encode())
        done = await answer
        if done["type"] != "done":
            raise LoadError(f"the server refused {kind!r}: {done.get('code')}: {done.get('message')}")
        return done

    def act(self, table: str, version: int, action: str) -> float:
        """Send an action, without waiting for the answer; return when it was sent."""
        self._count += 1
        command = f'{{"type":"act","id":"c{self._count}","table":"{table}","version":{version},"action":"{action}"}}'
        sent = time.perf_counter()
        self._write(command.encode())
        return sent

    async def sit(self, table: str, seat: int) -> None:
        promise = sha256(f"holi:{self.nonce}".encode()).hexdigest()
        await self.ask("sit", table=table, name=f"load {seat}", seat=seat, nonce_commitment=promise)
        await self.ask("watch", table=table)

    def _write(self, command: bytes) -> None:
        assert self._socket is not None
        self._socket.send(WSMsgType.TEXT, command)

    def _ping_later(self, seconds: float) -> None:
        self._pinger = asyncio.get_running_loop().call_later(seconds, self._ping)

    def _ping(self) -> None:
        self._write(PING)
        self._ping_later(PING_SECONDS)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.CLOSE:
            transport.disconnect()
            return
        message = frame.get_payload_as_bytes()
        if not frame.fin:
            self._begun += message
            return
        if self._begun:
            message, self._begun = self._begun + message, b""
        if message.startswith(b'{"type":"step"'):
            self.on_step(self, message, time.perf_counter())
        elif message.startswith(b'{"type":"sync"'):
            self.sync = message
        elif message.startswith(b'{"type":"failed"') or (self._answers and message.startswith(b'{"type":"done"')):
            self._answered(json.loads(message))

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """A server ends a connection only when it is told to stop."""
        if not self._closed:
            self._closed = True
            if self._pinger is not None:
                self._pinger.cancel()
            for answer in self._answers.values():
                if not answer.done():
                    answer.set_exception(LoadError("the server closed a connection"))
            self.on_end()

    def _answered(self, message: dict[str, Any]) -> None:
        waiting = self._answers.pop(message["id"], None)
        if waiting is not None and not waiting.done():
            waiting.set_result(message)
        elif message["type"] == "failed":
            self.refusals.append(f"{message['code']}: {message['message']}")
