"""Running a node: its parts chosen by the settings, served by uvicorn until it is told to stop."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, cast

import uvicorn

from holi.game.errors import ConfigError, quoted
from holi.server.live.workers import LocalWorkers, NoWorkers
from holi.server.settings import Settings
from holi.server.socket.connection import Connection
from holi.server.socket.door import raise_descriptors
from holi.server.socket.http_connection import HttpConnection
from holi.server.web.app import RETRY_AFTER, Node, make_app
from holi.server.web.logs import configure_logs

FAREWELL_SECONDS = 2.0
"""How long a stopping node waits for its clients to hear of it."""

STOP_SECONDS = 5
"""How long it waits for requests that are under way."""

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def assemble(settings: Settings) -> Node:
    name = secrets.token_hex(4)
    local = LocalWorkers(settings.workers) if settings.workers else None
    if settings.redis is None:
        return Node(settings, local or NoWorkers(), name=name)
    from holi.server.live.redis_bus import RedisBus
    from holi.server.live.redis_workers import RedisWorkers

    return Node(settings, RedisWorkers(settings.redis, name, local), RedisBus(settings.redis, name), name)


def serve(settings: Settings, on_ready: Callable[[str], None]) -> None:
    """Serve until SIGINT or SIGTERM; `on_ready` gets the address once requests are answered."""
    configure_logs(settings.log_level)
    raise_descriptors()
    with listening(settings.host, settings.port) as listener:
        host = f"[{settings.host}]" if ":" in settings.host else settings.host
        address = f"http://{host}:{listener.getsockname()[1]}"
        node = assemble(settings)
        make_socket = partial(Connection, node.reception, node.sessions, node.door)
        config = uvicorn.Config(
            make_app(node),
            http=cast("Any", partial(HttpConnection, node.door, make_socket)),
            ws=cast("Any", Connection),  # made by `HttpConnection`; uvicorn only needs to know that there are any
            lifespan="off",  # the node is started below, where what is wrong can be said in one sentence
            log_config=None,
            log_level="warning",  # below that, uvicorn would write down every message
            access_log=False,
            proxy_headers=False,  # how many proxies to trust is a setting of ours
            server_header=False,
            timeout_graceful_shutdown=STOP_SECONDS,
        )
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(_run(node, NodeServer(config, node, lambda: on_ready(address)), listener))


async def _run(node: Node, server: NodeServer, listener: socket.socket) -> None:
    async with node.running():
        await server.serve(sockets=[listener])


@contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """A listening socket; opened first, so that nothing else is started if it cannot be."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.create_server(address[:2], family=family, backlog=2048)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno is not None and error.errno > 0 else error.strerror
        place = f"{quoted(host)}, port {port}"
        raise ConfigError(f"the server cannot listen at {place}: {reason}; choose --host and --port") from None
    with listener:
        yield listener


class NodeServer(uvicorn.Server):
    """Tells clients that the node stops before it closes their connections."""

    def __init__(self, config: uvicorn.Config, node: Node, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._node = node
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        self._node.pollers.stop()
        await self._node.sessions.stop(RETRY_AFTER)
        give_up = asyncio.get_running_loop().time() + FAREWELL_SECONDS
        while self._node.sessions.all and asyncio.get_running_loop().time() < give_up:
            await asyncio.sleep(0.01)
        self._node.sessions.abort()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Exit with status 0 after a signal."""
        before = {number: signal.signal(number, self.handle_exit) for number in STOP_SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
