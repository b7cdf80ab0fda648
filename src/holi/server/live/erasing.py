"""Erasing a player: at every table, on every node, and in the database."""

from __future__ import annotations

from holi.server.live.bus import Notice
from holi.server.live.room import TRIES, Surroundings
from holi.server.live.rooms import Rooms
from holi.server.store import personal
from holi.server.store.store import UNDER_WAY, answering
from holi.server.store.writer import Append
from holi.server.table.entries import Erased, Logged
from holi.server.table.refusals import RefusedError


class Eraser:
    def __init__(self, around: Surroundings, rooms: Rooms) -> None:
        self._around = around
        self._rooms = rooms

    async def at_tables(self, player: str) -> None:
        """Write to the log of each table that the player is gone, so that every node shows it without the name."""
        with answering():
            tables = await personal.tables_of(self._around.store.engine, player)
        for table, phase in tables:
            for tries in range(1, TRIES + 1):
                try:
                    await self._at(table, phase, Erased(player=player))
                    break
                except RefusedError as refusal:  # another node wrote at the same moment
                    if refusal.code != "stale" or tries == TRIES:
                        raise

    async def in_database(self, player: str) -> None:
        with answering():
            await personal.erase(self._around.store.engine, player)

    async def _at(self, table: str, phase: str, entry: Erased) -> None:
        if phase in UNDER_WAY:
            await (await self._rooms.get(table)).record(lambda _: entry)
            return
        store = self._around.store  # nothing goes on there, so no room is needed
        number = (await store.last_numbers("entry", [table])).get(table, 0) + 1
        if not await store.append(Append(table, Logged(number, self._around.now(), entry))):
            raise RefusedError("stale", "the table has moved on")
        self._around.bus.publish(Notice(table, "entry", number, node=self._around.node))
        if table in self._rooms.loaded:
            await self._rooms.loaded[table].read_again()
