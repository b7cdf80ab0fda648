"""Somebody sets the machine's clock by an hour, forward and back, while a real server runs a game with clocks."""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import NoReturn

import pytest

from holi.record import parse_record, verify_record
from tests.server.http_player import HttpPlayer
from tests.server.player import Player, seated_game
from tests.server.processes import PATIENT, Process, environment

pytestmark = pytest.mark.anyio

TURN_SECONDS = 600
LIVE = {"kind": "live", "turn_seconds": TURN_SECONDS, "reserve_seconds": 0}


@pytest.fixture
def faketime(leave_out: Callable[[str], NoReturn]) -> Path:
    found = sorted(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))
    if not found:
        leave_out("setting a server's clock, as Debian's package libfaketime is not installed")
    return found[0]


async def test_a_game_goes_on_while_the_clock_is_set(faketime: Path, sqlite_url: str, tmp_path: Path):
    setting = tmp_path / "clock"
    setting.write_text("+0")
    clock = {
        "LD_PRELOAD": str(faketime),
        "FAKETIME_TIMESTAMP_FILE": str(setting),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    command = [sys.executable, "-m", "holi.cli", "serve", "--port", "0", "--workers", "0", "--database", sqlite_url]
    with Process(command, environment(clock)) as server:
        address = "http://" + server.output.readline().decode().partition("http://")[2].partition("/")[0]
        socket = address.replace("http", "ws", 1) + "/api/socket"
        async with Player(socket) as ana, Player(socket, name="Ben") as ben, HttpPlayer(address) as reader:
            table = await seated_game([ana, ben], pace=LIVE)
            chance = random.Random(1)
            for jump in ("+0", "+3600", "-3600", "+0"):
                setting.write_text(jump)
                await until_shown(reader, int(jump))
                for _ in range(6):
                    await play(table, [ana, ben], chance)
                    assert [seat["away"] for seat in ana.tables[table]["seats"]] == [False, False]
                    told = ana.tables[table]["clock"]
                    assert 0 < told["deadline"] - told["now"] <= 1000 * TURN_SECONDS
            while ana.phase(table) != "over":
                await play(table, [ana, ben], chance)
            record = (await reader.http.get(f"/api/tables/{table}/record")).text
        assert verify_record(parse_record(record)).proven
        assert server.stop() == 0


async def until_shown(reader: HttpPlayer, jump: int) -> None:
    """Wait until the server's answers say the time that its machine was set to."""
    async with asyncio.timeout(PATIENT):
        while True:
            date = (await reader.http.get("/api/me")).headers["date"]
            if abs(parsedate_to_datetime(date).timestamp() - time.time() - jump) < 1000:
                return
            await asyncio.sleep(0.2)


async def play(table: str, players: list[Player], chance: random.Random) -> None:
    """Whoever is to act does something, and both have seen it."""
    mover = next(player for player in players if player.legal(table))
    done = await mover.act(table, chance.choice(mover.legal(table)))
    for player in players:
        await player.until(lambda player=player: player.tables[table]["version"] >= done["version"])  # type: ignore[misc]
