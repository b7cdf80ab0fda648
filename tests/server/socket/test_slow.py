"""Slow, idle and many connections, against real servers: others are served, and what came whole is answered.

HOLI_IDLE_SOCKETS sets how many there are.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from socket import create_connection

import pytest
from websockets.asyncio.client import connect

from holi.server.limits import Limits
from holi.server.metrics import Metrics
from holi.server.settings import Settings
from holi.server.socket.door import Door
from tests.server.processes import LOOPBACK, PATIENT, Process, Server, environment
from tests.server.socket.test_cases import CLOSE, TEXT, sent

anyio = pytest.mark.anyio

SOCKETS = int(os.environ.get("HOLI_IDLE_SOCKETS", "3000"))
DESCRIPTORS = 1024
HANDSHAKE = (
    "GET /api/socket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
PING = sent(TEXT, b'{"type":"ping","id":"a"}')


class FewDescriptors(Process):
    """A server that may have 1,024 files open."""

    def __init__(self, folder: Path) -> None:
        serve = f"{sys.executable} -m holi.cli serve --port 0 --workers 0 --database sqlite:///{folder}/holi.db"
        super().__init__(["sh", "-c", f"ulimit -n {DESCRIPTORS}; exec {serve}"], env=environment())
        line = self.output.readline().decode()
        assert "http://" in line, self.errors
        self.address = "http://" + line.partition("http://")[2].partition("/")[0]

    @property
    def host(self) -> tuple[str, int]:
        return LOOPBACK, int(self.address.rpartition(":")[2])


@pytest.fixture
def many_descriptors() -> Iterator[None]:
    """For this process, which holds the other ends."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (before[1], before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def handshake(host: tuple[str, int]) -> bytes:
    return HANDSHAKE.format(host=f"{host[0]}:{host[1]}").encode()


@anyio
@pytest.mark.parametrize("addresses", [1, 40], ids=["of one address", "of forty addresses"])
async def test_thousands_of_idle_sockets_leave_others_served(tmp_path: Path, many_descriptors: None, addresses: int):
    with FewDescriptors(tmp_path) as server, ExitStack() as held:
        begun = handshake(server.host)
        for number in range(SOCKETS):
            source = f"127.0.1.{1 + number % addresses}"
            attacker = held.enter_context(create_connection(server.host, PATIENT, (source, 0)))
            attacker.sendall((b"", begun[:40], begun + PING[:9])[number % 3])
            if number % 500 == 499:
                await assert_served(server)
        for number in range(50):
            await assert_served(server, f"127.0.2.{1 + number}")
        assert server.alive
        assert all(json.loads(line)["message"].startswith("turned away ") for line in server.errors.splitlines())


async def assert_served(server: FewDescriptors, source: str = "127.0.2.200") -> None:
    address = server.address.replace("http", "ws") + "/api/socket"
    async with asyncio.timeout(PATIENT), connect(address, local_addr=(source, 0), compression=None) as innocent:
        await innocent.send('{"type":"ping","id":"here"}')
        assert json.loads(await innocent.recv())["id"] == "here"


@asynccontextmanager
async def raw(server: Server, data: bytes) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    host, port = server.address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(data)
    async with asyncio.timeout(PATIENT):
        yield reader, writer
    writer.close()


def shaken(server: Server) -> bytes:
    return HANDSHAKE.format(host=server.address.removeprefix("http://")).encode()


@anyio
async def test_frames_that_come_with_the_handshake_are_answered(shared_server: Server):
    async with raw(shared_server, shaken(shared_server) + PING) as (reader, _):
        await reader.readuntil(b"\r\n\r\n")
        assert b'"id":"a"' in await reader.readuntil(b"}}")


@anyio
@pytest.mark.parametrize("ends", [False, True], ids=["", "and the end of the stream"])
async def test_a_command_followed_by_a_close_in_one_packet_is_answered(shared_server: Server, ends: bool):
    find = sent(TEXT, b'{"type":"find","id":"last","code":"BCDFGHJ"}')
    async with raw(shared_server, shaken(shared_server)) as (reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(find + PING + sent(CLOSE, b"\x03\xe8"))
        if ends:
            writer.write_eof()
        rest = await reader.read()
    assert rest.index(b'"id":"last"') < rest.index(b'"id":"a"')
    assert rest.endswith(b"\x88\x02\x03\xe8")


@anyio
async def test_after_a_protocol_error_the_server_ends_its_side_at_once(shared_server: Server):
    async with raw(shared_server, shaken(shared_server)) as (reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"\x83\x80" + bytes(4))
        assert await reader.read() == b"\x88\x02\x03\xea"  # read to the end of the stream
        writer.write(sent(CLOSE, b"\x03\xea"))


@anyio
@pytest.mark.parametrize(
    "data",
    [
        HANDSHAKE.replace("HTTP/1.1", "HTTP/1.0").encode(),
        b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 102,
        b"GET / HTTP/1.1\r\na: " + b"b" * 17_000,
        b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n" * 40,
        b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n" + HANDSHAKE.encode(),
    ],
    ids=["HTTP/1.0", "many headers", "a long head", "many requests at once", "a handshake behind a request"],
)
async def test_a_head_out_of_bounds_is_refused(shared_server: Server, data: bytes):
    async with raw(shared_server, data) as (reader, _):
        answer = await reader.read()
    assert b"HTTP/1.1 400 " in answer and b" 101 " not in answer


# The door by itself


class Someone:
    def __init__(self, peer: str, *, proven: bool = False) -> None:
        self.peer = peer
        self.proven = proven
        self.since = 0.0
        self.out = False

    def overdue(self, now: float) -> bool:
        return False

    def turn_out(self) -> None:
        self.out = True


def small_door(monkeypatch: pytest.MonkeyPatch, places: int) -> Door:
    monkeypatch.setattr("holi.server.socket.door.descriptors", lambda: 128 + places)
    settings = Settings(connections_per_address=3)
    return Door(settings, Limits(settings), Metrics().turned_away)


def test_an_address_has_only_so_many_connections(monkeypatch: pytest.MonkeyPatch):
    door = small_door(monkeypatch, 100)
    guests = [Someone("192.0.2.1") for _ in range(7)]
    assert [door.enter(guest) for guest in guests] == [True] * 6 + [False]
    assert door.enter(Someone("192.0.2.2"))
    door.leave(guests[0])
    door.leave(guests[0])
    assert len(door) == 6
    assert door.enter(Someone("192.0.2.1"))


def test_in_a_full_house_a_newcomer_takes_the_place_of_one_who_has_asked_for_nothing(monkeypatch: pytest.MonkeyPatch):
    door = small_door(monkeypatch, 5)
    playing = [Someone("192.0.2.1", proven=True) for _ in range(4)]
    idle = Someone("192.0.2.2")
    for guest in (*playing, idle):
        assert door.enter(guest)
    assert door.enter(Someone("192.0.2.3", proven=True))
    assert idle.out and not any(guest.out for guest in playing)
    assert door.enter(Someone("192.0.2.4", proven=True))
    assert [guest.out for guest in playing] == [True, False, False, False]  # that address has most
    assert not door.enter(Someone("192.0.2.1"))
    assert len(door) == 5
