"""A load run: connect, play for a while, and sum up."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from holi.lab.load.tables import LoadCount, LoadTable

OPENING_TOGETHER = 20


@dataclass(frozen=True, slots=True)
class LoadPlan:
    """A pace of 0 means as fast as possible."""

    address: str
    tables: int
    players: int
    seconds: float
    pace: float
    warm_up: float = 2.0
    server: int | None = None
    """The server's process id, if it runs on this machine: its processor time and memory are then reported too."""


async def run_load(plan: LoadPlan, on_open: Callable[[int], None], on_second: Callable[[int], None]) -> dict[str, Any]:
    """Run a plan; `on_open` hears of tables opened, `on_second` of the moves so far."""
    memory_before = _memory(plan.server)
    tables = [LoadTable(plan.address, plan.players, seed) for seed in range(plan.tables)]
    gate = asyncio.Semaphore(OPENING_TOGETHER)

    async def open_one(table: LoadTable) -> None:
        async with gate:
            await table.open()
        on_open(1)

    await asyncio.gather(*(open_one(table) for table in tables))
    count = LoadCount()
    playing = asyncio.gather(*(table.play(plan.pace, count) for table in tables))

    def each_second(moves: int) -> None:
        on_second(moves)
        for table in tables:
            table.check()

    try:
        await _wait(playing, plan.warm_up, count, each_second)
        count.counting = True
        began, cpu, own_cpu = time.perf_counter(), _cpu(plan.server), time.process_time()
        count.until = began + plan.seconds
        await _wait(playing, plan.seconds, count, each_second)
        count.counting = False
        lasted = time.perf_counter() - began
        cpu_used = None if cpu is None else (_cpu(plan.server) or 0.0) - cpu
        own_used = time.process_time() - own_cpu
        memory = _memory(plan.server)
        while not playing.done():
            await _wait(playing, 1.0, count, each_second)
    finally:
        playing.cancel()
        for table in tables:
            table.close()
        await asyncio.gather(playing, return_exceptions=True)
    return _summed_up(plan, count, lasted, cpu_used, own_used, memory_before, memory, tables)


async def _wait(
    playing: asyncio.Future[Any], seconds: float, count: LoadCount, on_second: Callable[[int], None]
) -> None:
    end = time.perf_counter() + seconds
    while (left := end - time.perf_counter()) > 0:
        await asyncio.wait([playing], timeout=min(1.0, left))
        if playing.done():
            playing.result()
            return
        on_second(len(count.latencies))


def _summed_up(
    plan: LoadPlan, count: LoadCount, lasted: float, cpu: float | None, own_cpu: float, memory_before: float | None,
    memory: float | None, tables: list[LoadTable],
) -> dict[str, Any]:  # fmt: skip
    """Latencies are in milliseconds, the server's processor time per move in microseconds, its memory in megabytes."""
    latencies = sorted(count.latencies) or [0.0]
    moves = len(count.latencies)

    def share(part: float) -> float:
        return round(1000 * latencies[min(len(latencies) - 1, int(part * len(latencies)))], 2)

    grown = None if memory is None or memory_before is None else 1000 * (memory - memory_before) / plan.tables
    return {
        "tables": plan.tables,
        "players": plan.players,
        "pace": plan.pace,
        "seconds": round(lasted, 2),
        "moves": moves,
        "moves_per_second": round(moves / lasted, 1),
        "latency_p50": share(0.5),
        "latency_p90": share(0.9),
        "latency_p99": share(0.99),
        "latency_max": share(1.0),
        "games_finished": count.games,
        "refusals": sum(len(table.refusals) for table in tables),
        "server_cpu_per_move": None if cpu is None else round(1e6 * cpu / max(1, moves), 1),
        "server_memory": None if memory is None else round(memory, 1),
        "memory_per_table": None if grown is None else round(grown, 1),  # kilobytes, since before the first table
        "load_cpu": round(own_cpu / lasted, 2),
    }


def _cpu(process: int | None) -> float | None:
    if process is None:
        return None
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(process: int | None) -> float | None:
    """In megabytes."""
    if process is None:
        return None
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
