"""Rooms of a node without a web around them, on a real database, with a clock that tests can put forward."""

from __future__ import annotations

import asyncio
import itertools
import json
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from holi.game import commitment
from holi.server.dispatch import Dispatcher
from holi.server.limits import Limits
from holi.server.live.bus import Bus
from holi.server.live.room import Room, Surroundings
from holi.server.live.rooms import Rooms
from holi.server.live.service import Service
from holi.server.live.workers import BotWorkers, NoWorkers
from holi.server.metrics import Metrics
from holi.server.settings import Settings
from holi.server.store.engine import open_engine
from holi.server.store.store import Store
from holi.server.store.upgrade import make_ready
from holi.server.table.table import Table
from holi.server.wire.commands import COMMAND

PATIENT = 120.0
QUICK = Settings(bot_movetime=0.02, bot_action_seconds=0.0)


class Clock:
    """The time in milliseconds, as it is but for what it was put forward."""

    def __init__(self) -> None:
        self.forward = 0

    def __call__(self) -> int:
        return time.time_ns() // 1_000_000 + self.forward


class Watcher:
    """A connection (`holi.server.live.room.Client`) that keeps what it is sent."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.here = True
        self.messages: list[dict[str, Any]] = []

    def send(self, message: bytes) -> None:
        self.messages.append(json.loads(message))


class RoomsHere:
    """A node's rooms, and commands to them."""

    def __init__(self, store: Store, rooms: Rooms, around: Surroundings, workers: BotWorkers) -> None:
        self.store = store
        self.rooms = rooms
        self.service = Service(around, rooms, workers)
        self.dispatcher = Dispatcher(self.service, rooms, Limits(Settings()), Metrics())
        self._ids = itertools.count()

    async def command(self, player: str, type_: str, client: Watcher | None = None, **fields: Any) -> dict[str, Any]:
        command = COMMAND.validate_python({"type": type_, "id": f"{player}-{next(self._ids)}", **fields})
        return await self.dispatcher.handle(player, command, client)

    async def watch(self, player: str, table: str) -> Watcher:
        watcher = Watcher(player)
        await self.command(player, "watch", watcher, table=table)
        return watcher

    async def game(self, *seats: str, **settings: Any) -> Room:
        """A game that has begun; seats are players' ids, or `bot:LEVEL`."""
        host = next((seat for seat in seats if not seat.startswith("bot:")), "host")
        made = await self.command(host, "create", settings={"players": len(seats), "first": "host", **settings})
        table = made["result"]["table"]
        nonces = {}
        for number, seat in enumerate(seats):
            if seat.startswith("bot:"):
                await self.command(host, "seat-bot", table=table, seat=number, level=seat.removeprefix("bot:"))
            else:
                nonces[number] = secrets.token_hex(32)
                promise = commitment(nonces[number])
                await self.command(seat, "sit", table=table, seat=number, name=seat, nonce_commitment=promise)
        await self.command(host, "start", table=table)
        for number, nonce in nonces.items():
            await self.command(seats[number], "nonce", table=table, seat=number, nonce=nonce)
        return await self.rooms.get(table)

    async def play_turn(self, room: Room) -> None:
        """The player to act does legal actions until somebody else is."""
        seat = room.table.to_act
        while room.table.to_act == seat and seat is not None:
            player = room.table.seats[seat].player
            assert player is not None and room.table.game is not None
            legal = sorted(str(action) for action in room.table.game.legal_actions())
            action = "E" if "E" in legal else legal[0]
            await self.command(player, "act", table=room.table.id, version=room.table.number, action=action)


@asynccontextmanager
async def rooms_here(
    database: str,
    workers: BotWorkers | None = None,
    bus: Bus | None = None,
    now: Callable[[], int] | None = None,
    settings: Settings = QUICK,
    node: str = "here",
) -> AsyncIterator[RoomsHere]:
    """Rooms on a database until the end of the block; without workers, bots do any legal action."""
    store = Store(open_engine(database))
    await make_ready(store.engine, True)
    store.start()
    workers = workers or NoWorkers()
    around = Surroundings(store, bus or Bus(), now or Clock(), node, settings)
    rooms = Rooms(around, workers)
    await workers.start()
    await rooms.start()
    try:
        yield RoomsHere(store, rooms, around, workers)
    finally:
        await rooms.stop()
        await workers.stop()
        await store.stop()


async def until(holds: Callable[[], Any]) -> Any:
    """Wait until something holds; return what it gave."""
    async with asyncio.timeout(PATIENT):
        while not (held := holds()):
            await asyncio.sleep(0.01)
    return held


def away(table: Table) -> list[str | None]:
    return [seat.away for seat in table.seats]
