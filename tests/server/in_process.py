"""A node inside the test's own process, with its whole web application: for thousands of exchanges, byte by byte."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from holi.server.identity import Identities
from holi.server.live.attention import Attendant
from holi.server.live.room import Room
from holi.server.settings import Settings
from holi.server.socket.connection import Connection
from holi.server.table.table import Table
from holi.server.web.app import Node, make_app
from tests.server.processes import PATIENT

KEY = "a key for tests"


class AskedWorkers:
    """Stands where bot workers do and remembers what it was asked (`BotWorkers`)."""

    def __init__(self) -> None:
        self.asked: list[Any] = []

    async def start(self) -> None:
        pass

    async def stop(self) -> None:
        pass

    async def turn(self, view: dict[str, Any], level: str, movetime: float, seed: int) -> list[str]:
        raise AssertionError("no bot sits at these tables")

    async def hint(self, view: dict[str, Any], movetime: float) -> Any:
        self.asked.append(json.dumps([view, movetime]))
        return {"seat": view["turn"]["seat"], "hints": []}


class NodeHere:
    """A running node with tables put into it."""

    def __init__(self, folder: Path, name: str) -> None:
        settings = Settings(
            database=f"sqlite:///{folder / name}.db",
            commands_per_second=10_000,
            tables_per_hour=100_000,
            lobby_hours=0,  # its tables are of long ago
        )
        self.workers = AskedWorkers()
        self.node = Node(settings, self.workers)
        self.app = make_app(self.node)
        self._http = httpx.AsyncClient(transport=httpx.ASGITransport(app=self.app), base_url="http://localhost")
        self.identities = Identities(KEY)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[NodeHere]:
        async with self.node.running(), self._http:
            self.node.identities = self.identities
            yield self

    async def put(self, table: Table) -> None:
        """Have a table here as if it had been played here."""
        assert await self.node.store.found(table.founding)
        rooms = self.node.rooms
        room = rooms.loaded[table.id] = Room(table, rooms._around, lambda _room, _presence: None)
        rooms._attendants[table.id] = Attendant(room, rooms._around, self.workers)

    def take_away(self, table: Table) -> None:
        del self.node.rooms.loaded[table.id], self.node.rooms._attendants[table.id]

    async def request(self, player: str, method: str, path: str, body: Any = None) -> bytes:
        """All that an HTTP request of a player is answered with."""
        headers = {"Authorization": f"Bearer {self.identities.token(player)}"}
        response = await self._http.request(method, path, json=body, headers=headers)
        shown = "".join(f"{name}: {value}\n" for name, value in response.headers.items())
        return f"{response.status_code}\n{shown}\n".encode() + response.content

    def connect(self, player: str) -> SocketHere:
        return SocketHere(self, player)


class WireHere(asyncio.Transport):
    """Stands where a socket does: takes what the server writes apart, one or more whole frames at a time."""

    def __init__(self, heard: Callable[[bytes], None]) -> None:
        super().__init__()
        self._heard = heard

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return ("127.0.0.1", 1) if name == "peername" else default

    def write(self, data: Any) -> None:
        if data.startswith(b"HTTP/"):
            return
        while data:
            size, start = data[1], 2
            if size >= 126:
                start = 4 if size == 126 else 10
                size = int.from_bytes(data[2:start], "big")
            if data[0] == 0x81:  # a text; other frames are of no interest
                self._heard(data[start : start + size])
            data = data[start + size :]

    def is_closing(self) -> bool:
        return False

    def abort(self) -> None:
        pass


class SocketHere:
    """A WebSocket to a node in the same process; `heard` is every message, as bytes."""

    def __init__(self, here: NodeHere, player: str) -> None:
        token = here.identities.token(player)
        self._handshake = (
            "GET /api/socket HTTP/1.1\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
            f"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nauthorization: Bearer {token}\r\n\r\n"
        ).encode()
        self._connection = Connection(here.node.reception, here.node.sessions)
        self.heard: list[bytes] = []
        self._news = asyncio.Event()

    async def __aenter__(self) -> SocketHere:
        self._connection.connection_made(WireHere(self._hear))
        self._connection.data_received(self._handshake)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._connection.connection_lost(None)

    def _hear(self, message: bytes) -> None:
        self.heard.append(message)
        self._news.set()

    async def ask(self, **command: Any) -> None:
        """Send a command and wait for its answer, which is among what was heard."""
        text = json.dumps(command).encode()
        mask = bytes(4)
        self._connection.data_received(b"\x81\xfe" + len(text).to_bytes(2, "big") + mask + text)
        await self.until_answered(command["id"])

    async def until_answered(self, id_: str) -> None:
        await self._until(lambda message: json.loads(message).get("id") == id_)

    async def until_version(self, version: int) -> None:
        """Wait for the step or table of a version."""
        await self._until(lambda message: _version(message) == version)

    async def _until(self, wanted: Callable[[bytes], bool]) -> None:
        async with asyncio.timeout(PATIENT):
            while not any(map(wanted, self.heard)):
                self._news.clear()
                await self._news.wait()


def _version(message: bytes) -> int | None:
    data = json.loads(message)
    if data["type"] == "sync":
        data = data["state"]
    return None if data.get("type") == "done" else data.get("version")
