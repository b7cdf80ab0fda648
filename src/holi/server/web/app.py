"""The web application of a node: everything put together, started and stopped."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI

from holi import __version__
from holi.server.identity import Identities
from holi.server.live.bus import Bus, OneNode
from holi.server.live.room import Surroundings
from holi.server.live.rooms import Rooms
from holi.server.live.thinking import Thinkers
from holi.server.settings import Settings
from holi.server.store.engine import open_engine
from holi.server.store.upgrade import make_ready
from holi.server.web.desk import Desk
from holi.server.web.handshake import Reception
from holi.server.web.http import Api
from holi.server.web.limits import Limits
from holi.server.web.metrics import MeasuredStore, MeasuredThinkers, Metrics
from holi.server.web.polling import Pollers
from holi.server.web.security import Guard, Receive, Scope, Send
from holi.server.web.socket import Sockets

log = logging.getLogger(__name__)

RETRY_AFTER = 1.0


def now() -> int:
    """The time in milliseconds."""
    return time.time_ns() // 1_000_000


class Node:
    """All parts of a running node."""

    def __init__(self, settings: Settings, thinkers: Thinkers, bus: Bus | None = None, name: str | None = None) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.limits = Limits(settings)
        self.now = now
        self.store = MeasuredStore(open_engine(settings.database), self.metrics)
        self.thinkers = thinkers = MeasuredThinkers(thinkers, self.metrics)
        around = Surroundings(self.store, bus or OneNode(), now, name or secrets.token_hex(4), settings.patience)
        self.rooms = Rooms(around, thinkers, settings.bot_pace)
        self.service = Desk(around, self.rooms, thinkers, self.limits, self.metrics)
        reception = Reception(settings, self.limits, lambda: self.identities, self.metrics.refusals)
        self.sockets = Sockets(self.service, self.rooms, reception, self.limits.commands, self.metrics, now)
        self.pollers = Pollers(self.rooms)
        self.metrics.measure(
            connections=lambda: len(self.sockets.connections),
            rooms=lambda: len(self.rooms),
            pollers=lambda: len(self.pollers),
        )
        self.identities = Identities("")

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Start everything from the store up, and stop it the other way round."""
        await make_ready(self.store.engine, self.settings.migrate)
        self.store.start()
        self.identities = Identities(await self.store.signing_key())
        await self.thinkers.start()
        await self.rooms.start()
        self.sockets.start()
        log.info("the node has started", extra={"fields": {"version": __version__}})
        try:
            yield
        finally:
            log.info("the node stops", extra={"fields": {"connections": len(self.sockets.connections)}})
            self.pollers.stop()
            await self.sockets.stop(RETRY_AFTER)
            await self.rooms.stop()
            await self.thinkers.stop()
            await self.store.stop()


def make_app(node: Node) -> FastAPI:
    """The application of a node."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with node.running():
            yield

    app = App(
        node,
        title="Holi",
        version=__version__,
        description="The HTTP twins of the commands, and what is only read; docs/protocol.md tells more.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    Api(node).add_to(app)
    return app


class App(FastAPI):
    """HTTP by FastAPI behind its guard; WebSockets do not come this way (`holi.server.web.socket`)."""

    def __init__(self, node: Node, **more: Any) -> None:
        super().__init__(**more)
        self._guarded = Guard(super().__call__, node.settings, node.limits, node.metrics)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or the life of the server."""
        if scope["type"] == "http":
            await self._guarded(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)
