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
from holi.server.settings import BotPace, Settings
from holi.server.table.table import Table
from holi.server.web.app import Node, make_app
from tests.server.processes import PATIENT

KEY = "a key for tests"


class AskedThinkers:
    """Stands where bot workers do and remembers what it was asked (`Thinkers`)."""

    def __init__(self) -> None:
        self.asked: list[Any] = []

    async def start(self) -> None:
        pass

    async def stop(self) -> None:
        pass

    async def choose(self, view: dict[str, Any], level: str, movetime: float, seed: int) -> list[str]:
        raise AssertionError("no bot sits at these tables")

    async def hint(self, view: dict[str, Any], movetime: float) -> Any:
        self.asked.append(json.dumps([view, movetime]))
        return {"seat": view["turn"]["seat"], "hints": []}

    async def analyse(self, record: str) -> Any:
        self.asked.append(record)
        return {}


class NodeHere:
    """A running node with tables put into it."""

    def __init__(self, folder: Path, name: str) -> None:
        settings = Settings(
            database=f"sqlite:///{folder / name}.db", commands_per_second=10_000, tables_per_hour=100_000
        )
        self.thinkers = AskedThinkers()
        self.node = Node(settings, self.thinkers)
        self.app = make_app(self.node)
        self._http = httpx.AsyncClient(transport=httpx.ASGITransport(app=self.app), base_url="http://test")
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
        room = rooms._rooms[table.id] = Room(table, rooms._around, lambda _: None)
        rooms._attendants[table.id] = Attendant(room, rooms._around, self.thinkers, BotPace())

    def take_away(self, table: Table) -> None:
        del self.node.rooms._rooms[table.id], self.node.rooms._attendants[table.id]

    async def request(self, player: str, method: str, path: str, body: Any = None) -> bytes:
        """All that an HTTP request of a player is answered with."""
        headers = {"Authorization": f"Bearer {self.identities.token(player)}"}
        response = await self._http.request(method, path, json=body, headers=headers)
        shown = "".join(f"{name}: {value}\n" for name, value in response.headers.items())
        return f"{response.status_code}\n{shown}\n".encode() + response.content

    def connect(self, player: str) -> SocketHere:
        return SocketHere(self, player)


class SocketHere:
    """A WebSocket to a node in the same process; `heard` is every message, as bytes."""

    def __init__(self, here: NodeHere, player: str) -> None:
        token = here.identities.token(player)
        self._scope = {
            "type": "websocket",
            "path": "/api/socket",
            "headers": [(b"authorization", f"Bearer {token}".encode())],
            "client": ("127.0.0.1", 1),
        }
        self._app = here.app
        self._to_server: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.heard: list[bytes] = []
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> SocketHere:
        self._to_server.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.create_task(self._app(self._scope, self._to_server.get, self._send))
        return self

    async def __aexit__(self, *_: object) -> None:
        self._to_server.put_nowait({"type": "websocket.disconnect"})
        assert self._task is not None
        await self._task

    async def _send(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            text = message.get("text")
            self.heard.append(message["bytes"] if text is None else text.encode())
            self._news.set()

    async def ask(self, **command: Any) -> None:
        """Send a command and wait for its answer, which is among what was heard."""
        self._to_server.put_nowait({"type": "websocket.receive", "text": json.dumps(command)})
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
