"""The one way in for commands, over WebSocket and HTTP: rate limits, counting and routing, each in this one place.

What goes wrong with the database is a refusal by the time it comes here (`store.store.answering`).
"""

from __future__ import annotations

import time
from typing import Any

from holi.server.limits import LIMITED, Limits
from holi.server.live.room import Client
from holi.server.live.rooms import Rooms
from holi.server.live.service import Service
from holi.server.metrics import Metrics
from holi.server.table.refusals import RefusedError
from holi.server.wire.commands import Say, commands
from holi.server.wire.parts import Command, TableCommand
from holi.server.wire.results import name_of


class Dispatcher:
    """Rooms handle the commands that make an entry in a table's log; the service handles the others."""

    def __init__(self, service: Service, rooms: Rooms, limits: Limits, metrics: Metrics) -> None:
        self._handlers = service.handlers
        self._rooms = rooms
        self._limits = limits
        self._refusals = metrics.refusals
        self._turned_away = metrics.turned_away
        self._seconds = metrics.command_seconds
        self._done = {command: metrics.commands.labels(name_of(command)) for command in commands()}

    async def handle(
        self, player: str, command: Command, client: Client | None = None, address: str | None = None
    ) -> dict[str, Any]:
        """Carry out a command; return `version` and `result` of the answer. `RefusedError` if it may not be."""
        began = time.perf_counter()
        kind = type(command)
        try:
            if isinstance(command, LIMITED):
                spectator = isinstance(command, Say) and not (await self._rooms.get(command.table)).table.seats_of(
                    player
                )
                with self._limits.carrying_out(player, command, address, spectator=spectator):
                    answer = await self._handlers[kind](player, command, client)
            elif kind in self._handlers:
                answer = await self._handlers[kind](player, command, client)
            else:
                assert isinstance(command, TableCommand)
                room = self._rooms.loaded.get(command.table) or await self._rooms.get(command.table)
                answer = {"version": await room.carry_out(player, command)}
        except RefusedError as refusal:
            self._refusals.labels(refusal.code).inc()
            self._turned_away(refusal.code, address)
            raise
        self._done[kind].inc()
        self._seconds.observe(time.perf_counter() - began)
        return answer
