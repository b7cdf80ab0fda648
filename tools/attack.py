"""Attack a server of our own with the worst inputs that the limits allow, and print what an innocent player feels.

200 identities, at one address and then at 50, each at its limits: invalid and heavy commands, floods, wrong codes.
Two innocents at another address play and ping, and newcomers connect. On loopback only: `make attack`.
"""

from __future__ import annotations

import asyncio
import functools
import itertools
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.server import player as players  # noqa: E402
from tests.server.player import Player, seated_game  # noqa: E402

IDENTITIES = 200
MASK = bytes(4)
INNOCENT = "127.0.9.1"


def frame(text: str) -> bytes:
    data = text.encode()
    head = bytes([0x81, 0x80 | len(data)]) if len(data) < 126 else b"\x81\xfe" + len(data).to_bytes(2, "big")
    return head + MASK + data


def worst(kind: int, number: int, table: str) -> str:
    id_ = f"x{number}"
    keys = ",".join(f'"k{at}":0' for at in range(430))
    return [
        f'{{"type":"create","id":"{id_}","settings":{{"players":2,{keys}}}}}',
        json.dumps({"type": "watch", "id": id_, "table": table}),
        json.dumps({"type": "create", "id": id_, "settings": {"players": 4, "listed": True}}),
        json.dumps({"type": "say", "id": id_, "table": table, "text": "🎨" * 300}),
        json.dumps({"type": "find", "id": id_, "code": "".join(random.choices("BCDFGHJ", k=7))}),  # noqa: S311
        json.dumps({"type": "unwatch", "id": id_, "table": table}),
        "[" * 4000,
    ][kind % 7]


async def one(host: str, port: int, source: str, table: str, number: int) -> None:
    """One identity: connect, send at 20 a second (bursts of 60), connect again when it is thrown out."""
    hello = (
        f"GET /api/socket HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()
    count = itertools.count(number)
    while True:
        with suppress(OSError, TimeoutError):
            reader, writer = await asyncio.open_connection(host, port, local_addr=(source, 0))
            reading = asyncio.create_task(_drop(reader))
            writer.write(hello)
            for burst in itertools.count():
                if reading.done():
                    break
                for _ in range(60 if burst == 0 else 10):
                    at = next(count)
                    writer.write(frame(worst(at, at, table)))
                async with asyncio.timeout(5):
                    await writer.drain()
                await asyncio.sleep(0.5)
            writer.close()
        await asyncio.sleep(0.2)


async def _drop(reader: asyncio.StreamReader) -> None:
    with suppress(OSError):
        while await reader.read(65_536):
            pass


async def attack(host: str, port: int, addresses: int, table: str) -> None:
    sources = [f"127.0.1.{1 + number % addresses}" for number in range(IDENTITIES)]
    await asyncio.gather(*(one(host, port, source, table, at) for at, source in enumerate(sources)))


async def feel(address: str, table_file: Path, seconds: float) -> tuple[list[float], list[float], list[float], int]:
    """Play and ping as innocents; return how long each took, in milliseconds, and how many commands were refused."""
    pings: list[float] = []
    moves: list[float] = []
    arrivals: list[float] = []
    refused = 0
    players.connect = functools.partial(players.connect, local_addr=(INNOCENT, 0))
    both = [await Player(address).connect(), await Player(address, name="Bo").connect()]
    chance = random.Random(1)  # noqa: S311
    table = await seated_game(both)
    table_file.write_text(table)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for each in both:
            began = time.perf_counter()
            refused += (await each.ask("ping"))["type"] == "failed"
            pings.append((time.perf_counter() - began) * 1000)
        if both[0].phase(table) == "over":
            table = await seated_game(both)
        mover = next((each for each in both if each.legal(table)), None)
        if mover is not None:
            action = chance.choice(mover.legal(table))
            version = mover.tables[table]["version"]
            began = time.perf_counter()
            answer = await mover.ask("act", table=table, version=version, action=action)
            moves.append((time.perf_counter() - began) * 1000)
            refused += answer["type"] == "failed" and answer["code"] != "stale"
        if len(pings) % 20 == 0:  # somebody new comes
            began = time.perf_counter()
            try:
                async with asyncio.timeout(5), Player(address) as newcomer:
                    await newcomer.command("ping")
                    arrivals.append((time.perf_counter() - began) * 1000)
            except Exception:  # noqa: BLE001 - however it failed, somebody innocent was not served
                refused += 1
        await asyncio.sleep(0.1)
    for each in both:
        await each.disconnect()
    return pings, moves, arrivals, refused


def percentile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def run(addresses: int, seconds: float) -> bool:
    with tempfile.TemporaryDirectory(prefix="holi-attack-") as folder:
        database = f"sqlite:///{folder}/holi.db"
        serve = [sys.executable, "-m", "holi.cli", "serve", "--port", "0", "--workers", "0", "--database", database]
        server = subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        attackers = None
        try:
            assert server.stdout is not None
            line = server.stdout.readline().decode()
            port = int(line.partition("http://127.0.0.1:")[2].partition("/")[0])
            table_file = Path(folder) / "table"
            table_file.write_text("")
            command = [sys.executable, __file__, "attack", str(port), str(addresses), str(table_file)]
            attackers = subprocess.Popen(command, stderr=subprocess.DEVNULL) if addresses else None
            socket = f"ws://127.0.0.1:{port}/api/socket"
            pings, moves, arrivals, refused = asyncio.run(feel(socket, table_file, seconds))
        finally:
            for process in (attackers, server):
                if process is not None:
                    process.terminate()
                    process.wait()
    print(
        f"{IDENTITIES if addresses else 0} identities at {addresses} addresses: "
        f"ping p50 {statistics.median(pings):.1f} p99 {percentile(pings, 0.99):.1f} ms, "
        f"move p50 {statistics.median(moves):.1f} p99 {percentile(moves, 0.99):.1f} ms, "
        f"to connect p50 {statistics.median(arrivals):.1f} most {max(arrivals):.1f} ms, "
        f"{len(pings)} pings, {len(moves)} moves, {refused} refused",
        flush=True,
    )
    return percentile(pings, 0.99) < 100 and percentile(moves, 0.99) < 200 and not refused


def main() -> int:
    if sys.argv[1:2] == ["attack"]:
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        while not (table := Path(sys.argv[4]).read_text()):
            time.sleep(0.1)
        asyncio.run(attack("127.0.0.1", int(sys.argv[2]), int(sys.argv[3]), table))
    seconds = float(os.environ.get("HOLI_ATTACK_SECONDS", "30"))
    held = [run(addresses, seconds) for addresses in (0, 1, 50)]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
