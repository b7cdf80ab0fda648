"""A player of the load: one WebSocket, one seat, commands answered in order."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from holi.game.errors import HoliError

PING_SECONDS = 2.5
"""How often a client of the protocol says that it is there."""


class LoadError(HoliError):
    """The server did not do what an honest player may expect."""

    code = "load-failed"


class LoadPlayer:
    """One client. `on_step` is called with the raw text of every step of its table, and when it came."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._socket: ClientConnection | None = None
        self._count = 0
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._reader: asyncio.Task[None] | None = None
        self._pinger: asyncio.Task[None] | None = None
        self.nonce = secrets.token_hex(32)
        self.sync: dict[str, Any] | None = None
        self.on_step: Callable[[LoadPlayer, str, float], None] = lambda _player, _text, _at: None
        self.refusals: list[str] = []

    async def open(self) -> None:
        """Connect."""
        self._socket = await connect(self._address, compression=None, ping_interval=None, max_size=None)
        self._reader = asyncio.create_task(self._read(self._socket))
        self._pinger = asyncio.create_task(self._ping(self._socket))

    async def close(self) -> None:
        """Disconnect."""
        for task in (self._pinger, self._reader):
            if task is not None:
                task.cancel()
        if self._socket is not None:
            await self._socket.close()

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        self._count += 1
        number = f"c{self._count}"
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._answers[number] = answer
        await self._write({"type": kind, "id": number, **fields})
        done = await answer
        if done["type"] != "done":
            raise LoadError(f"the server refused {kind!r}: {done.get('code')}: {done.get('message')}")
        return done

    async def act(self, table: str, version: int, action: str) -> float:
        """Send an action, without waiting for the answer; return when it was sent."""
        self._count += 1
        sent = time.perf_counter()
        await self._write(
            {"type": "act", "id": f"c{self._count}", "table": table, "version": version, "action": action}
        )
        return sent

    async def sit(self, table: str, seat: int) -> None:
        """Take a seat with the promise of a nonce (F2), and watch the table."""
        promise = sha256(f"holi:{self.nonce}".encode()).hexdigest()
        await self.ask("sit", table=table, name=f"load {seat}", seat=seat, nonce_commitment=promise)
        await self.ask("watch", table=table)

    async def _write(self, command: dict[str, Any]) -> None:
        assert self._socket is not None
        await self._socket.send(json.dumps(command, separators=(",", ":")))

    async def _ping(self, socket: ClientConnection) -> None:
        await asyncio.sleep(secrets.randbelow(1000) / 1000 * PING_SECONDS)  # not all at once
        while True:
            await socket.send('{"type":"ping","id":"ping"}')
            await asyncio.sleep(PING_SECONDS)

    async def _read(self, socket: ClientConnection) -> None:
        async for text in socket:
            assert isinstance(text, str)
            if text.startswith('{"type":"step"'):
                self.on_step(self, text, time.perf_counter())
            elif text.startswith('{"type":"sync"'):
                self.sync = json.loads(text)
            elif text.startswith(('{"type":"done"', '{"type":"failed"')):
                self._answered(json.loads(text))

    def _answered(self, message: dict[str, Any]) -> None:
        waiting = self._answers.pop(message["id"], None)
        if waiting is not None and not waiting.done():
            waiting.set_result(message)
        elif message["type"] == "failed":
            self.refusals.append(f"{message['code']}: {message['message']}")
