"""Watching a table over HTTP: a request that is answered when something has happened."""

from __future__ import annotations

import asyncio
from typing import Any

from holi.server.live.room import Room
from holi.server.live.rooms import Rooms
from holi.server.socket.session import STALE_SECONDS
from holi.server.table.refusals import RefusedError

LONGEST_WAIT = 25.0
"""Seconds; proxies commonly give up on a silent answer after 30 or 60."""

MOST_WAITING = 2000
MOST_WAITING_EACH = 8


class Poller:
    """A player who polls for a table's changes (`holi.server.live.room.Client`)."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.here = True
        self.news = asyncio.Event()
        self.waiting = 0
        self.leaving: asyncio.TimerHandle | None = None

    def send(self, message: bytes) -> None:
        """Something happened; the waiting request looks up what."""
        self.news.set()


class Pollers:
    """All pollers of this node. A player stays present for a while between two requests."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._pollers: dict[tuple[str, str], Poller] = {}
        self._waiting = 0
        self._stopping = False

    def __len__(self) -> int:
        return len(self._pollers)

    def stop(self) -> None:
        self._stopping = True
        for poller in self._pollers.values():
            if poller.leaving is not None:
                poller.leaving.cancel()
            poller.news.set()

    async def changes(self, player: str, table: str, since: int, wait: float) -> dict[str, Any]:
        """The whole table once it is beyond a version; without one when the time is up (`Changes`)."""
        room = await self._rooms.get(table)
        room.admit(player)
        poller = self._join(room, player)
        give_up = asyncio.get_running_loop().time() + wait
        try:
            while True:
                version = room.table.number
                if version > since:
                    return {"version": version, "sync": room.sync_of(player)}
                poller.news.clear()
                if self._stopping:
                    return {"version": version, "sync": None}
                try:
                    async with asyncio.timeout_at(give_up):
                        await poller.news.wait()
                except TimeoutError:
                    return {"version": version, "sync": None}
        finally:
            self._part(room, poller)

    def _join(self, room: Room, player: str) -> Poller:
        key = (player, room.table.id)
        poller = self._pollers.get(key)
        if self._waiting >= MOST_WAITING or (poller is not None and poller.waiting >= MOST_WAITING_EACH):
            raise RefusedError("too-many", "too many requests are waiting for changes; connect by WebSocket instead")
        if poller is None:
            poller = self._pollers[key] = Poller(player)
        self._waiting += 1
        poller.waiting += 1
        if poller.leaving is not None:
            poller.leaving.cancel()
            poller.leaving = None
        if poller not in room.clients:
            room.watch(poller)
        return poller

    def _part(self, room: Room, poller: Poller) -> None:
        """A request is answered; without another one soon, the player counts as gone."""
        self._waiting -= 1
        poller.waiting -= 1
        if poller.waiting == 0:
            loop = asyncio.get_running_loop()
            poller.leaving = loop.call_later(STALE_SECONDS, self._leave, room, poller)

    def _leave(self, room: Room, poller: Poller) -> None:
        self._pollers.pop((poller.player, room.table.id), None)
        room.unwatch(poller)
