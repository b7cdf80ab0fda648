"""The web application of a node: everything put together, started and stopped."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from holi import __version__
from holi.server.devices import Devices
from holi.server.dispatch import Dispatcher
from holi.server.identity import Identities
from holi.server.limits import Limits
from holi.server.live.bans import Bans
from holi.server.live.bus import Bus
from holi.server.live.erasing import Eraser
from holi.server.live.housekeeping import Housekeeper
from holi.server.live.room import Surroundings
from holi.server.live.rooms import Rooms
from holi.server.live.service import Service
from holi.server.live.workers import BotWorkers
from holi.server.metrics import Metrics
from holi.server.passkeys import Challenges
from holi.server.settings import Settings
from holi.server.socket.door import Door
from holi.server.socket.handshake import Reception
from holi.server.socket.session import Sessions
from holi.server.steady import SteadyClock
from holi.server.store.device_rows import DeviceRows
from holi.server.store.engine import open_engine
from holi.server.store.owner import owning
from holi.server.store.passkey_rows import PasskeyRows
from holi.server.store.store import Store
from holi.server.store.upgrade import make_ready
from holi.server.web.health import Health
from holi.server.web.http import Api
from holi.server.web.polling import Pollers
from holi.server.web.security import Guard

log = logging.getLogger(__name__)

RETRY_AFTER = 1.0


class Node:
    def __init__(
        self,
        settings: Settings,
        workers: BotWorkers,
        bus: Bus | None = None,
        name: str | None = None,
        clock: SteadyClock | None = None,
    ) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.limits = Limits(settings)
        self.now = now = clock or SteadyClock()
        self.store = Store(open_engine(settings.database), self.metrics.written)
        self.workers = workers
        workers.measured = self.metrics.job
        bus = bus or Bus()
        around = Surroundings(self.store, bus, now, name or secrets.token_hex(4), settings)
        self.rooms = Rooms(around, workers)
        self.housekeeper = Housekeeper(around, self.rooms, now.look)
        self.service = Service(around, self.rooms, workers)
        self.eraser = Eraser(around, self.rooms)
        self.dispatcher = Dispatcher(self.service, self.rooms, self.limits, self.metrics)
        self.sessions = Sessions(self.dispatcher, self.rooms, self.limits, self.metrics, now)
        self.device_rows = DeviceRows(self.store.engine)
        self.passkey_rows = PasskeyRows(self.store.engine)
        self.devices = Devices(self.device_rows, bus, now, self.sessions.log_out)
        self.reception = Reception(settings, self.limits, lambda: self.identities, self.metrics, self.devices.seen)
        self.door = Door(settings, self.limits, self.metrics.turned_away)
        self.pollers = Pollers(self.rooms)
        self.metrics.turned_away.by_address = settings.log_addresses
        self.metrics.tcp.set_function(lambda: len(self.door))
        self.bans = Bans(self.store, now, self._order_changed)
        self.limits.check_address = self.bans.check_address
        self.metrics.connections.set_function(lambda: len(self.sessions.all))
        self.metrics.rooms.set_function(lambda: len(self.rooms.loaded))
        self.metrics.pollers.set_function(lambda: len(self.pollers))
        self.identities = Identities("")
        self.challenges = Challenges("", now)
        self.health = Health(self.store, now)

    def _order_changed(self) -> None:
        self.sessions.close_banned(self.bans.check)
        self.rooms.look_for_deleted()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Start everything from the store up, and stop it in reverse order."""
        with owning(self.store.engine):
            async with self._running():
                yield

    @asynccontextmanager
    async def _running(self) -> AsyncIterator[None]:
        await make_ready(self.store.engine, self.settings.migrate)
        self.now.not_before(await self.store.latest())
        self.store.start()
        self.identities = Identities(
            key := await self.store.signing_key(),
            old_until=await self.device_rows.old_tokens_until() / 1000,
            clock=lambda: self.now() / 1000,
            check=self.bans.check_player,
        )
        self.challenges = Challenges(key, self.now)
        await self.devices.start(self.identities)
        await self.workers.start()
        await self.rooms.start()
        self.housekeeper.start()
        await self.bans.start()
        self.sessions.start()
        self.door.start()
        telling = asyncio.create_task(self.metrics.turned_away.tell_now_and_then(), name="telling who is turned away")
        log.info("the node has started", extra={"fields": {"version": __version__}})
        try:
            yield
        finally:
            log.info("the node stops", extra={"fields": {"connections": len(self.sessions.all)}})
            telling.cancel()
            self.metrics.turned_away.tell()
            self.door.stop()
            await self.bans.stop()
            self.pollers.stop()
            await self.sessions.stop(RETRY_AFTER)
            await self.housekeeper.stop()
            await self.rooms.stop()
            await self.workers.stop()
            await self.devices.stop()
            await self.store.stop()


def make_app(node: Node) -> Guard:
    """HTTP by FastAPI, behind its guard. WebSockets do not come this way (`holi.server.socket`)."""
    app = FastAPI(
        title="Holi",
        version=__version__,
        description="The HTTP twins of the commands, and what is only read; docs/protocol.md tells more.",
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    Api(node).add_to(app)
    return Guard(app, node.settings, node.limits, node.metrics)
