"""The web application of a node: everything put together, started and stopped."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import AsyncIterator, MutableMapping
from contextlib import ExitStack, asynccontextmanager
from typing import Any

from fastapi import FastAPI

from holi import __version__
from holi.server.identity import Identities, cookie_header, shown_token
from holi.server.live.bus import Bus, OneNode
from holi.server.live.room import Surroundings
from holi.server.live.rooms import Rooms
from holi.server.live.thinking import Thinkers
from holi.server.settings import Settings
from holi.server.store.engine import open_engine
from holi.server.store.upgrade import make_ready
from holi.server.table.refusals import RefusedError
from holi.server.web.connection import AsgiSend
from holi.server.web.desk import Desk
from holi.server.web.http import Api
from holi.server.web.limits import Limits
from holi.server.web.metrics import MeasuredStore, MeasuredThinkers, Metrics
from holi.server.web.polling import Pollers
from holi.server.web.security import Guard, Handshakes, send_problem
from holi.server.web.socket import AsgiReceive, Sockets

log = logging.getLogger(__name__)

SOCKET_PATH = "/api/socket"
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
        self.sockets = Sockets(self.service, self.rooms, self.limits.commands, self.metrics.refusals)
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
    """HTTP by FastAPI behind its guard; a WebSocket goes straight to its endpoint, past what only HTTP needs."""

    def __init__(self, node: Node, **more: Any) -> None:
        super().__init__(**more)
        self._socket = SocketEndpoint(node)
        self._guarded = Guard(super().__call__, node.settings, node.limits, node.metrics)

    async def __call__(self, scope: MutableMapping[str, Any], receive: AsgiReceive, send: AsgiSend) -> None:
        """Serve a request, a connection or the life of the server."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._guarded(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


class SocketEndpoint:
    """The WebSocket as a plain ASGI application: the shortest way from a command to its answer."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._handshakes = Handshakes(node.settings, node.limits)

    async def __call__(self, scope: MutableMapping[str, Any], receive: AsgiReceive, send: AsgiSend) -> None:
        """Accept a connection that may be, with a new identity if it brings none, and serve it."""
        await receive()
        with ExitStack() as until_closed:
            try:
                player, headers = self._admitted(scope, until_closed)
            except RefusedError as refusal:
                self._node.metrics.refusals.labels(refusal.refusal).inc()
                await send_problem(refusal, send, "websocket.http.response")
                return
            await send({"type": "websocket.accept", "headers": headers})
            await self._node.sockets.serve(player, receive, send)

    def _admitted(
        self, scope: MutableMapping[str, Any], until_closed: ExitStack
    ) -> tuple[str, list[tuple[bytes, bytes]]]:
        """Who connects, and the headers to accept with; the connection is counted until it is closed."""
        if scope["path"].rstrip("/") != SOCKET_PATH:
            raise RefusedError("not-found", f"the WebSocket is at {SOCKET_PATH}")
        address = self._handshakes.check(scope)
        until_closed.enter_context(self._node.limits.connection(address))
        shown = shown_token(scope["headers"])
        player = None if shown is None else self._node.identities.player(shown.token)
        if player is not None:
            return player, []
        self._node.limits.newcomer(address)
        player = self._node.identities.new_player()
        cookie = cookie_header(self._node.identities.token(player), self._node.settings.secure_cookies)
        return player, [(b"set-cookie", cookie.encode())]
