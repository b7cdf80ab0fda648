"""Bots at the tables of a real `holi serve`, in worker processes of its own or of `holi worker`."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import httpx
import pytest

from holi.record import parse_record, verify_record
from holi.server.wire.results import HintsView
from tests.server.conftest import NewPlayer, StartServer
from tests.server.player import Player
from tests.server.processes import Process, Server, environment

pytestmark = pytest.mark.anyio

QUICK = {"bot_movetime": 0.05, "bot_action_seconds": 0.0}
MOST_MEMORY = 300 * 1024
"""Of a worker process, in kB."""


async def game_with_bots(ana: Player, *levels: str) -> str:
    """A game of a player in the first seat and bots in the others."""
    table = await ana.create(1 + len(levels))
    await ana.sit(table, 0)
    for seat, level in enumerate(levels, start=1):
        await ana.command("seat-bot", table=table, seat=seat, level=level)
    await ana.command("start", table=table)
    await ana.until(lambda: ana.phase(table) == "playing")
    return table


def children(server: Process) -> list[int]:
    tasks = Path(f"/proc/{server.process.pid}/task").glob("*/children")
    return [int(pid) for task in tasks for pid in task.read_text().split()]


def memory(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def loads_numba(server: Process) -> bool:
    maps = Path(f"/proc/{server.process.pid}/maps").read_text()
    return "numba" in maps or "llvmlite" in maps


async def test_bots_of_all_kinds_play_to_the_end_and_the_game_verifies(
    start_server: StartServer, new_player: NewPlayer
):
    server = start_server(workers=1, **QUICK)
    ana = await new_player(server)
    table = await game_with_bots(ana, "novice", "club", "master")
    await ana.play(table)
    await ana.watch(table)
    assert {line["seat"] for line in ana.tables[table]["log"] if line["bot"]} == {1, 2, 3}
    assert not loads_numba(server)
    workers = children(server)
    assert workers
    assert max(map(memory, workers)) < MOST_MEMORY
    async with httpx.AsyncClient() as client:
        record = (await client.get(f"{server.address}/api/tables/{table}/record")).text
    verify_record(parse_record(record))
    assert server.stop() == 0
    assert not any(Path(f"/proc/{pid}").exists() for pid in workers), "they end with the server"


async def test_a_bot_goes_on_when_its_worker_is_killed(start_server: StartServer, new_player: NewPlayer):
    server = start_server(workers=1, **QUICK)
    ana = await new_player(server)
    table = await game_with_bots(ana, "casual")
    for _ in range(3):
        await ana.until(lambda: ana.legal(table))
        for pid in children(server):
            os.kill(pid, signal.SIGKILL)
        version = ana.tables[table]["version"]
        await play_turn(ana, table)
        await ana.until(lambda version=version: ana.tables[table]["version"] > version + 1)
    await ana.play(table)


async def play_turn(player: Player, table: str) -> None:
    """Act until it is somebody else's turn."""
    while legal := player.legal(table):
        done = await player.act(table, "E" if "E" in legal else legal[0])
        await player.until(lambda done=done: player.tables[table]["version"] >= done["version"])


async def test_the_workers_end_when_the_server_is_killed(start_server: StartServer):
    server = start_server(workers=2, **QUICK)
    workers = await until_there(lambda: children(server))
    server.kill()
    await until_there(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers))


async def until_there(look):
    async with asyncio.timeout(120):
        while not (found := look()):
            await asyncio.sleep(0.05)
    return found


async def test_hints_are_for_whoever_is_to_act(start_server: StartServer, new_player: NewPlayer):
    server = start_server(workers=1, **QUICK)
    ana = await new_player(server)
    table = await game_with_bots(ana, "novice")
    await ana.until(lambda: ana.legal(table))
    hints = HintsView.model_validate((await ana.command("hint", table=table))["result"])
    assert hints.seat == 0
    assert hints.hints[0].turn.split()[0] in ana.legal(table)
    await ana.play(table)
    assert (await ana.ask("hint", table=table))["code"] == "not-your-turn"


async def test_without_workers_bots_play_any_action_and_hints_are_refused(server: Server, new_player: NewPlayer):
    ana = await new_player()
    table = await game_with_bots(ana, "master")
    await ana.until(lambda: ana.legal(table))
    assert (await ana.ask("hint", table=table))["code"] == "unavailable"
    await play_turn(ana, table)
    await ana.until(lambda: ana.legal(table))
    assert server.alive


async def test_a_worker_elsewhere_thinks_for_a_server_that_has_none(
    start_server: StartServer, redis, new_player: NewPlayer
):
    server = start_server(workers=0, redis=redis.url, **QUICK)
    ana = await new_player(server)
    with Process([sys.executable, "-m", "holi.cli", "worker", "--redis", redis.url], environment()) as worker:
        await asyncio.to_thread(worker.output.readline)
        table = await game_with_bots(ana, "novice")
        await ana.until(lambda: ana.legal(table))
        answer = {"code": "unavailable"}
        while answer.get("code") in ("unavailable", "too-fast"):  # until the worker has said that it lives
            answer = await ana.ask("hint", table=table)
            await asyncio.sleep(0.5)
        assert HintsView.model_validate(answer["result"]).seat == 0
        await ana.play(table)
        assert children(server) == []
        assert not loads_numba(worker)
