"""Play a day at fifty times its speed on a server of our own, and fail if it keeps memory or files open: `make soak`.

People come to each table, play one game after another, at a move every five seconds of the day, and go in the middle of
one. Others play bots, chat, poll and read records over HTTP, or leave in the middle of a head or a frame.
HOLI_SOAK_SECONDS is how long it takes: a day takes 1728.
"""

from __future__ import annotations

import asyncio
import os
import random
import socket
import statistics
import sys
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.server.http_player import HttpPlayer  # noqa: E402
from tests.server.player import Player  # noqa: E402

from holi.cli.hosting.load import UNLIMITED  # noqa: E402
from holi.lab.load.own_server import own_server  # noqa: E402
from holi.lab.load.tables import LoadCount, LoadTable  # noqa: E402

SPEED = 50
DAY = 24 * 3600 / SPEED
PACE = 5.0 / SPEED
VISIT = (20.0, 60.0)
"""Seconds that people stay: a quarter of an hour to an hour of the day."""

SAMPLE_SECONDS = 2.0
WARM_UP = 1 / 3
"""Part of the time after which the server should have all that it keeps for good."""

MOST_GROWN = 8.0
"""Megabytes between the sixth after the warm-up and the last one. What is kept of each player who comes (what they have
cost, and other limits) is bounded by 10,000 players, whom half an hour does not bring; a kilobyte kept of each move of
twelve tables would be 100 MB."""

MOST_LEFT_OPEN = 16
"""Files more than before anybody came, once all have gone: the database has up to five connections of three files."""

OPTIONS = [*UNLIMITED, "--bot-action-seconds", str(0.7 / SPEED)]


@dataclass
class Sample:
    at: float
    memory: float
    files: int


@dataclass
class Server:
    address: str
    process: int

    @property
    def socket(self) -> str:
        return "ws" + self.address.removeprefix("http") + "/api/socket"

    @property
    def memory(self) -> float:
        pages = int(Path(f"/proc/{self.process}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    @property
    def files(self) -> int:
        return sum(1 for _ in Path(f"/proc/{self.process}/fd").iterdir())


@dataclass
class Soak:
    server: Server
    seconds: float
    before: int
    """Files that were open before anybody came."""
    samples: list[Sample] = field(default_factory=list)
    count: LoadCount = field(default_factory=LoadCount)
    others: int = 0
    """Games against bots, played to their ends."""
    began: float = field(default_factory=time.perf_counter)

    @property
    def end(self) -> float:
        return self.began + self.seconds

    async def run(self, tables: int) -> None:
        everybody = [*(self.table(number) for number in range(tables)), self.with_bots(), self.rude(), self.sampled()]
        async with asyncio.TaskGroup() as group:
            for each in everybody:
                group.create_task(each)
        while self.server.files > self.before + MOST_LEFT_OPEN and time.perf_counter() < self.end + 120:
            await asyncio.sleep(1)

    async def table(self, number: int) -> None:
        """People who come to a table, one company after another."""
        chance = random.Random(number)  # noqa: S311
        while time.perf_counter() < self.end:
            table = LoadTable(self.server.socket, 2 + number % 3, chance.getrandbits(30))
            try:
                await table.open()
                visit = LoadCount(counting=True, until=min(self.end, time.perf_counter() + chance.uniform(*VISIT)))
                playing = asyncio.ensure_future(table.play(PACE, visit))
                while not playing.done():
                    await asyncio.wait([playing], timeout=1.0)
                    table.check()
                playing.result()
                self.count.latencies += visit.latencies
                self.count.games += visit.games
            finally:
                table.close()

    async def with_bots(self) -> None:
        """Somebody new each time, who plays a bot, chats, and reads the record."""
        while time.perf_counter() < self.end:
            async with Player(self.server.socket) as player:
                table = await player.create(2)
                await player.sit(table, 0)
                await player.command("seat-bot", table=table, seat=1, level="random")
                await player.command("start", table=table)
                await player.command("say", table=table, text="hello")
                await player.play(table)
                async with HttpPlayer(self.server.address, player.token) as reader:
                    for path in ("", "/changes?since=0", "/chat", "/record"):
                        (await reader.http.get(f"/api/tables/{table}{path}")).raise_for_status()
                    for path in ("/", "/api/tables", "/api/me/tables", "/health", "/metrics", "/api/openapi.json"):
                        (await reader.http.get(path)).raise_for_status()
                self.others += 1

    async def rude(self) -> None:
        """Connections that are given up in the middle of something, or never say anything."""
        host, port = self.server.address.removeprefix("http://").split(":")
        hello = (
            f"GET /api/socket HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        ).encode()
        chance = random.Random("rude")  # noqa: S311
        with ExitStack() as kept:
            while time.perf_counter() < self.end:
                if chance.random() < 0.05:
                    kept.close()
                rude = kept.enter_context(socket.create_connection((host, int(port))))
                rude.sendall(chance.choice([b"", hello[:40], hello, hello + b"\x81\xfe\x01", b"GET / HTTP/1.1\r\n"]))
                await asyncio.sleep(0.1)

    async def sampled(self) -> None:
        told = 0
        while time.perf_counter() < self.end:
            at = time.perf_counter() - self.began
            self.samples.append(Sample(at, self.server.memory, self.server.files))
            if at >= 60 * told:
                told += 1
                self.tell()
            await asyncio.sleep(SAMPLE_SECONDS)

    def tell(self) -> None:
        last = self.samples[-1]
        print(f"{last.at:5.0f} s: {last.memory:.1f} MB, {last.files} files", flush=True)

    def between(self, begin: float, end: float) -> tuple[float, float]:
        """The medians of memory and files in a part of the time."""
        part = [each for each in self.samples if begin * self.seconds <= each.at < end * self.seconds] or self.samples
        return statistics.median(each.memory for each in part), statistics.median(each.files for each in part)

    def faults(self) -> list[str]:
        (memory, files), (memory_then, files_then) = self.between(WARM_UP, WARM_UP + 1 / 6), self.between(5 / 6, 1)
        open_now = self.server.files
        print(
            f"{self.seconds:.0f} s, {len(self.count.latencies)} moves, {self.count.games} games between people and "
            f"{self.others} against bots played to their ends; memory {memory:.1f} -> {memory_then:.1f} MB, "
            f"files {files:.0f} -> {files_then:.0f}; {self.before} open before, {open_now} when all had gone"
        )
        found = []
        if memory_then - memory > MOST_GROWN:
            found.append(f"memory grew by {memory_then - memory:.1f} MB; the bound is {MOST_GROWN}")
        if open_now > self.before + MOST_LEFT_OPEN:
            found.append(f"{open_now - self.before} files stay open; the bound is {MOST_LEFT_OPEN}")
        return found


def soak(seconds: float, tables: int) -> tuple[Soak, list[str]]:
    with own_server(None, OPTIONS) as (address, process):
        server = Server(address, process)
        run = Soak(server, seconds, server.files)
        asyncio.run(run.run(tables))
        return run, run.faults()


def main() -> int:
    seconds, tables = float(os.environ.get("HOLI_SOAK_SECONDS", DAY)), int(os.environ.get("HOLI_SOAK_TABLES", "12"))
    _, faults = soak(seconds, tables)
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
