"""The service as clients reach it: within limits, counted, and with every fault turned into a refusal."""

from __future__ import annotations

import logging
import time
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from holi.server.live.room import Client, Surroundings
from holi.server.live.rooms import Rooms
from holi.server.live.service import Service
from holi.server.live.thinking import Thinkers
from holi.server.table.refusals import RefusedError
from holi.server.web.limits import LIMITED, Limits
from holi.server.web.metrics import Metrics
from holi.server.wire.command import Command
from holi.server.wire.commands import commands
from holi.server.wire.results import ChatLineView, name_of

log = logging.getLogger(__name__)


class Desk(Service):
    """Takes commands from both doors, WebSocket and HTTP."""

    def __init__(
        self, around: Surroundings, rooms: Rooms, thinkers: Thinkers, limits: Limits, metrics: Metrics
    ) -> None:
        super().__init__(around, rooms, thinkers)
        self._limits = limits
        self._metrics = metrics
        self._carried_out = {command: metrics.commands.labels(name_of(command)) for command in commands()}

    async def handle(self, player: str, command: Command, client: Client | None = None) -> dict[str, Any]:
        """Do what a command says; `RefusedError` if it may not be."""
        began = time.perf_counter()
        try:
            if isinstance(command, LIMITED):
                with self._limits.carrying_out(player, command):
                    answer = await super().handle(player, command, client)
            else:
                answer = await super().handle(player, command, client)
        except RefusedError as refusal:
            self._metrics.refusals.labels(refusal.refusal).inc()
            raise
        except (SQLAlchemyError, OSError) as error:
            log.warning("the database failed: %s", type(error).__name__)
            self._metrics.refusals.labels("unavailable").inc()
            raise RefusedError("unavailable", "the database cannot be reached; send the command again") from None
        self._carried_out[type(command)].inc()
        self._metrics.command_seconds.observe(time.perf_counter() - began)
        return answer

    async def chat(self, table: str, after: int) -> list[dict[str, Any]]:
        """The last lines of a table's chat beyond a number (`ChatLineView`)."""
        await self._rooms.get(table)
        lines = await self._around.store.chat_after(table, after)
        return [{name: getattr(line, name) for name in ChatLineView.model_fields} for line in lines]
