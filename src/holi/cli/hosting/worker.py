"""`holi worker`: worker processes for bots and hints, for servers elsewhere."""

from __future__ import annotations

import asyncio
import signal
from typing import Annotated

import typer

from holi.cli.compiled import refuse_compiled


def worker(
    redis: Annotated[
        str,
        typer.Option(
            envvar="HOLI_REDIS", metavar="URL", help="The Redis that the servers use, such as redis://HOST:6379."
        ),
    ],
    workers: Annotated[
        int, typer.Option(envvar="HOLI_WORKERS", min=1, max=64, help="Worker processes; one per core is best.")
    ] = 1,
) -> None:
    """Run bot turns and hints for servers, on as many machines as you like.

    Jobs come from Redis. Start servers that leave all of them to workers with 'holi serve --workers 0'. See
    docs/scaling.md.
    """
    refuse_compiled("'holi worker'")
    asyncio.run(_work(redis, workers))


async def _work(redis: str, size: int) -> None:
    from holi.server.live.redis_worker import RedisWorker
    from holi.server.live.workers import LocalWorkers
    from holi.server.web.logs import configure_logs

    configure_logs("warning")
    local = LocalWorkers(size)
    taker = RedisWorker(redis, local, size)
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, taker.stop)
    await local.start()
    typer.echo(f"Holi takes jobs from Redis and thinks in {size} process{'es' if size > 1 else ''} (stop with Ctrl-C)")
    try:
        await taker.run()
    finally:
        await local.stop()
