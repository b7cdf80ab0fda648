"""What a node does now and then: close tables that nobody starts, delete old ones, look at the machine's clock."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from holi.server.live.room import Surroundings
from holi.server.live.rooms import Rooms
from holi.server.store.retention import prune, waiting_since
from holi.server.store.store import answering
from holi.server.table.decisions import expired
from holi.server.table.refusals import RefusedError

log = logging.getLogger(__name__)

ROUND_SECONDS = 60.0
HOUR = 3600 * 1000


class Housekeeper:
    def __init__(self, around: Surroundings, rooms: Rooms, look_at_clock: Callable[[], None]) -> None:
        self._around = around
        self._rooms = rooms
        self._look_at_clock = look_at_clock
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="housekeeper")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                self._look_at_clock()
                if await self._around.bus.claim("housekeeping", ROUND_SECONDS / 2):
                    await self.tidy_up()
            except RefusedError as refusal:
                log.warning("old tables were not looked for: %s", refusal)
            except Exception:
                log.exception("housekeeping failed; it is tried again")
            await asyncio.sleep(ROUND_SECONDS)

    async def tidy_up(self) -> None:
        settings, engine = self._around.settings, self._around.store.engine
        if settings.lobby_hours:
            with answering():
                waiting = await waiting_since(engine, self._around.now() - round(settings.lobby_hours * HOUR))
            for table in waiting:
                await self._close(table)
        if settings.keep_days:
            with answering():
                deleted = await prune(engine, self._around.now(), settings.keep_days, list(self._rooms.loaded))
            if deleted:
                log.info("old tables were deleted", extra={"fields": {"tables": deleted}})

    async def _close(self, table: str) -> None:
        try:
            room = await self._rooms.get(table)
            await room.record(expired)
        except RefusedError as refusal:
            log.info("table %s was not closed: %s", table, refusal)
