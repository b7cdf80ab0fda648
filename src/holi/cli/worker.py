"""`holi worker`: bots' turns, hints and analyses for servers elsewhere, taken from Redis."""

from __future__ import annotations

import asyncio
import signal
from typing import Annotated

import typer

from holi.game.errors import ConfigError
from holi.kernel.mode import COMPILED


def worker(
    redis: Annotated[
        str,
        typer.Option(envvar="HOLI_REDIS", metavar="URL", help="The Redis of the servers, such as redis://HOST:6379."),
    ],
    workers: Annotated[
        int, typer.Option(envvar="HOLI_WORKERS", min=1, max=64, help="Processes that think; one for each core.")
    ] = 1,
) -> None:
    """Think for servers: take bots' turns, hints and analyses from Redis, any number of workers on any machine.

    Servers that shall not think themselves are started with 'holi serve --workers 0'. See docs/scaling.md.
    """
    if COMPILED:
        raise ConfigError("HOLI_MODE is 'compiled'; unset it: the worker runs interpreted, and its processes compile")
    asyncio.run(_work(redis, workers))


async def _work(redis: str, size: int) -> None:
    from holi.server.live.local_thinkers import LocalThinkers
    from holi.server.live.redis_jobs import JobTaker
    from holi.server.web.logs import configure_logs

    configure_logs("warning")
    thinkers = LocalThinkers(size)
    taker = JobTaker(redis, thinkers, size)
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, taker.stop)
    await thinkers.start()
    typer.echo(f"Holi takes jobs from Redis and thinks in {size} process{'es' if size > 1 else ''} (stop with Ctrl-C)")
    try:
        await taker.run()
    finally:
        await thinkers.stop()
