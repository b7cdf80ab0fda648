"""A player for tests: a real WebSocket client that keeps the tables it watches and plays by what it is sent."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import secrets
from collections.abc import Callable
from http.cookies import SimpleCookie
from types import TracebackType
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from holi.game import commitment, position_from_view

PATIENT = 120.0
"""Seconds after which a message that should come is given up; no test depends on how fast it comes."""

PING_SECONDS = 5.0

Json = dict[str, Any]


def legal_in(state: Json) -> list[str]:
    """What the receiver of a table's state may do, worked out from its view alone, as clients do."""
    view = state["view"]
    if view is None or view["turn"] is None or view["turn"]["seat"] != state["viewer"]:
        return []
    return [str(action) for action in position_from_view(view).legal_actions()]


class RefusedError(Exception):
    """The server's `failed` answer to a command."""

    def __init__(self, answer: Json) -> None:
        super().__init__(f"{answer['code']}: {answer['message']}")
        self.code: str = answer["code"]
        self.answer = answer


class Player:
    """One identity with one connection.

    `tables` holds, by table, the newest state that was sent: that of the last `sync`, with what `step`s changed since.
    `messages` are all that came, oldest first. Nonces that are awaited are given without being told to.
    """

    def __init__(self, address: str, token: str | None = None, name: str = "Ana") -> None:
        """For the socket at an address such as `ws://127.0.0.1:8000/api/socket/`; without a token, as somebody new."""
        self.address = address
        self.token = token
        self.name = name
        self.tables: dict[str, Json] = {}
        self.messages: list[Json] = []
        self.nonces: dict[tuple[str, int], str] = {}
        self.gives_nonces = True
        self.pings = True
        self._ids = itertools.count(1)
        self._prefix = secrets.token_hex(4)
        self._answers: dict[str, asyncio.Future[Json]] = {}
        self._news = asyncio.Condition()
        self._tasks: set[asyncio.Task[None]] = set()
        self._reader: asyncio.Task[None] | None = None
        self._pinger: asyncio.Task[None] | None = None
        self.socket: ClientConnection

    async def connect(self, address: str | None = None) -> Self:
        """Connect, or connect again, there or at another node; the tables watched before are watched again."""
        await self.disconnect()
        self.address = address or self.address
        headers = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        self.socket = await connect(self.address, additional_headers=headers, max_size=None, compression=None)
        cookie = SimpleCookie(self.socket.response.headers.get("Set-Cookie", "") if self.socket.response else "")
        if self.token is None:
            self.token = cookie["holi_player"].value
        self._reader = asyncio.create_task(self._read())
        self._pinger = asyncio.create_task(self._ping())
        for table in list(self.tables):
            await self.watch(table)
        return self

    async def disconnect(self) -> None:
        """End the connection, if there is one."""
        if self._reader is not None:
            if self._pinger is not None:
                self._pinger.cancel()
            await self.socket.close()
            await self._reader
            self._reader = None
        for task in list(self._tasks):
            await task

    async def __aenter__(self) -> Self:
        return await self.connect()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self.disconnect()

    async def ask(self, type_: str, **fields: Any) -> Json:
        """Send a command, with a new id unless one is given; return the answer, `done` or `failed`."""
        id_ = fields.pop("id", None) or f"{self._prefix}-{next(self._ids)}"
        answer = self._answers[id_] = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps({"type": type_, "id": id_, **fields}))
        async with asyncio.timeout(PATIENT):
            return await answer

    async def command(self, type_: str, **fields: Any) -> Json:
        """Send a command; return `done`, or raise `RefusedError`."""
        answer = await self.ask(type_, **fields)
        if answer["type"] == "failed":
            raise RefusedError(answer)
        return answer

    async def until(self, condition: Callable[[], Any]) -> Any:
        """Wait until the condition holds, after any message; return what it gave."""
        async with asyncio.timeout(PATIENT), self._news:
            while not (held := condition()):
                if self._reader is None or self._reader.done():
                    raise ConnectionError("the connection ended before it came to that")
                await self._news.wait()
        return held

    async def wait_for(self, type_: str) -> Json:
        """Wait for a message of a type that has not been waited for before; it is taken out of `messages`."""
        found: Json = await self.until(lambda: next((each for each in self.messages if each["type"] == type_), None))
        self.messages.remove(found)
        return found

    async def create(self, players: int = 2, **settings: Any) -> str:
        """Make a table and watch it; return its id."""
        done = await self.command("create", settings={"players": players, "first": "host", **settings})
        table: str = done["result"]["table"]
        await self.watch(table)
        return table

    async def watch(self, table: str) -> None:
        await self.command("watch", table=table)

    async def sit(self, table: str, seat: int | None = None, **fields: Any) -> int:
        """Watch the table and take a seat, with the promise of a nonce; return the seat's number."""
        if table not in self.tables:
            await self.watch(table)
        before = self.seats(table)
        nonce = secrets.token_hex(32)
        done = await self.command(
            "sit", **{"table": table, "seat": seat, "name": self.name, "nonce_commitment": commitment(nonce), **fields}
        )
        await self.until(lambda: self.tables[table]["version"] >= done["version"])
        taken = seat if seat is not None else next(each for each in self.seats(table) if each not in before)
        self.nonces[table, taken] = nonce
        return taken

    def seats(self, table: str) -> list[int]:
        """The seats that are ours."""
        return [number for number, seat in enumerate(self.tables[table]["seats"]) if seat["you"]]

    def phase(self, table: str) -> str:
        phase: str = self.tables[table]["phase"]
        return phase

    def legal(self, table: str) -> list[str]:
        return legal_in(self.tables[table])

    async def act(self, table: str, action: str, **fields: Any) -> Json:
        """Do an action at the version that we know."""
        version = self.tables[table]["version"]
        return await self.command("act", **{"table": table, "version": version, "action": action, **fields})

    async def play(self, table: str, chance: random.Random | None = None) -> None:
        """Do random legal actions whenever it is our turn, until the game is over."""
        chance = chance or random.Random(0)
        while True:
            legal = await self.until(lambda: self.phase(table) == "over" or self.legal(table))
            if self.phase(table) == "over":
                return
            done = await self.act(table, chance.choice(legal))
            await self.until(lambda done=done: self.tables[table]["version"] >= done["version"])  # type: ignore[misc]

    async def _ping(self) -> None:
        """Say now and then that we are there: a busy machine may take long between two commands of a test."""
        with contextlib.suppress(ConnectionClosed):
            while self.pings:
                await asyncio.sleep(PING_SECONDS)
                await self.socket.send('{"type":"ping","id":"ping"}')

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                message = json.loads(text)
                self._take(message)
                async with self._news:
                    self._news.notify_all()
        except ConnectionClosed:
            pass
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(ConnectionError("the connection ended before the answer came"))
                answer.exception()  # whoever waits still gets it; nobody else need look
        async with self._news:
            self._news.notify_all()

    def _take(self, message: Json) -> None:
        if message.get("id") == "ping":
            return
        self.messages.append(message)
        if message["type"] in ("done", "failed"):
            answer = self._answers.pop(message["id"], None)
            if answer is not None and not answer.done():
                answer.set_result(message)
        elif message["type"] == "sync":
            self.tables[message["state"]["table"]] = message["state"] | {"log": message["log"]}
            if message["state"]["phase"] == "dealing" and self.gives_nonces:
                self._give_nonces(message["state"])
        elif message["type"] == "step":
            state = self.tables[message["table"]]
            state.update({key: message[key] for key in message if key in state})
            if message["view"]["phase"] == "over":
                state["phase"] = "over"

    def _give_nonces(self, state: Json) -> None:
        for number, seat in enumerate(state["seats"]):
            nonce = self.nonces.get((state["table"], number))
            if seat["you"] and not seat["given"] and nonce is not None:
                task = asyncio.create_task(self._give_nonce(state["table"], number, nonce))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _give_nonce(self, table: str, seat: int, nonce: str) -> None:
        with contextlib.suppress(ConnectionError, ConnectionClosed):  # after the next `sync` it is given again
            await self.ask("nonce", table=table, seat=seat, nonce=nonce)  # a refusal is fine: twice given, or cancelled


async def seated_game(players: list[Player], **settings: Any) -> str:
    """A table of the first player where all sit, in order, and the game has begun; return its id."""
    host = players[0]
    table = await host.create(len(players), **settings)
    for seat, player in enumerate(players):
        await player.sit(table, seat)
    await host.command("start", table=table)
    for player in players:
        await player.until(lambda player=player: player.phase(table) == "playing")  # type: ignore[misc]
    return table


async def play_to_the_end(table: str, players: list[Player]) -> None:
    """Everyone plays random legal actions until the game is over."""
    async with asyncio.TaskGroup() as group:
        for number, player in enumerate(players):
            group.create_task(player.play(table, random.Random(number)))
