"""Nonsense changes nothing: whatever is sent, no fault, no trace of one in the log, and honest players play on.

HOLI_FUZZ_EXAMPLES sets how much is tried (`make fuzz`): HOLI_FUZZ_HTTP examples of each HTTP operation, by default as
many, and fifty times as many messages. Each test prints how much it sent.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from holi.record import parse_record, verify_record
from holi.server.wire.codes import CODES
from holi.server.wire.commands import commands
from holi.server.wire.messages import ServerMessage
from holi.server.wire.results import name_of
from tests.server.conftest import NewPlayer, StartServer
from tests.server.http_player import HttpPlayer
from tests.server.player import Player, play_to_the_end, seated_game
from tests.server.processes import PATIENT, Server

SERVER_MESSAGE: TypeAdapter[Any] = TypeAdapter(ServerMessage)

pytestmark = pytest.mark.anyio

EXAMPLES = int(os.environ.get("HOLI_FUZZ_EXAMPLES", "4"))
REQUESTS = int(os.environ.get("HOLI_FUZZ_HTTP", EXAMPLES))
MESSAGES = 50 * EXAMPLES
TOGETHER = 20
"""Messages before the server is asked whether it is still there; all answers fit into its queue for a client."""


def assert_no_fault(server: Server) -> None:
    """The server lives, and its log holds no fault."""
    assert server.alive
    lines = [json.loads(line) for line in server.errors.splitlines()]
    assert [line for line in lines if not line["message"].startswith("turned away ")] == []


async def statuses(server: Server) -> Counter[str]:
    """How many HTTP requests the server has answered, by status."""
    async with HttpPlayer(server.address) as visitor:
        text = (await visitor.http.get("/metrics")).text
    counted: Counter[str] = Counter()
    for line in text.splitlines():
        if line.startswith("holi_http_requests_total{"):
            counted[line.partition('status="')[2][:3]] += int(float(line.rpartition(" ")[2]))
    return counted


# HTTP: schemathesis makes requests from the OpenAPI schema, right ones and wrong ones


def schemathesis(server: Server, folder: Path) -> subprocess.Popen[str]:
    command = [
        str(Path(sys.executable).parent / "schemathesis"), "run", f"{server.address}/api/openapi.json",
        "--max-examples", str(REQUESTS), "--seed", "1", "--phases", "coverage,fuzzing", "--no-color",
        "--request-timeout", str(PATIENT),  # some wait for changes, which may take longer than its own ten seconds
        "--continue-on-failure", "--suppress-health-check", "all", "--warnings", "off",
        # the schema cannot tell which texts are actions, decks and names; what is none of them is refused
        "--exclude-checks", "positive_data_acceptance",
    ]  # fmt: skip
    environment = {**os.environ, "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1"}
    return subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


async def test_no_request_that_the_schema_allows_or_forbids_does_harm(
    start_server: StartServer, new_player: NewPlayer, tmp_path: Path
):
    server = start_server(tables_per_hour=100_000)
    honest = [await new_player(server), await new_player(server)]
    table = await seated_game(honest)
    run = schemathesis(server, tmp_path)
    game = asyncio.create_task(play_to_the_end(table, honest))
    output, _ = await asyncio.to_thread(run.communicate)
    assert run.returncode == 0, output
    await game
    await assert_true_record(server, table)
    counted = await statuses(server)
    print(f"{counted.total()} requests over HTTP: {dict(counted)}")
    assert "500" not in counted
    assert_no_fault(server)


async def assert_true_record(server: Server, table: str) -> None:
    async with HttpPlayer(server.address) as visitor:
        record = (await visitor.http.get(f"/api/tables/{table}/record")).text
    assert verify_record(parse_record(record)).proven


# WebSocket


class Nonsense:
    """Messages that no honest client sends."""

    def __init__(self, chance: random.Random, table: str) -> None:
        self._chance = chance
        self._table = table
        self._kinds = [
            self.command, self.command, self.command, self.almost, self.almost, self.deep, self.text, self.binary,
            self.not_utf8, self.large, self.same_id, self.odd_json,
        ]  # fmt: skip

    def message(self) -> str | bytes:
        return self._chance.choice(self._kinds)()

    def value(self) -> Any:
        return self._chance.choice(
            [None, True, 0, -1, 1, 3, 10**30, 1.5, "", "Sa1", "E", "D1@a1", "\x00", "\ud83d\ude00" * 40, [], {}, [[]],
             {"a": 1}, "0" * 64, self._table, "blue", "master", {"players": 2}, ["rangoli"], "all", "hello"]
        )  # fmt: skip

    def command(self) -> str:
        """A command of any kind with fields of the right names and any values: the wrong order, seat or type."""
        kind = self._chance.choice(commands())
        fields = {name: self.value() for name in kind.model_fields}
        fields["type"] = name_of(kind)
        if self._chance.random() < 0.9:
            fields["id"] = f"fuzz-{self._chance.getrandbits(40)}"
        if self._chance.random() < 0.9 and "table" in fields:
            fields["table"] = self._table
        return json.dumps(fields)

    def almost(self) -> str:
        """A command that an honest client could send, but not this one, or not now."""
        seat, version = self._chance.randrange(4), self._chance.randrange(60)
        fields = self._chance.choice(
            [
                {"type": "act", "version": version, "action": self._chance.choice(["E", "C", "Mb2", "Sa1", "D3@c3"])},
                {"type": "take-back", "version": version},
                {"type": "sit", "seat": seat, "name": "Mallory", "nonce_commitment": "0" * 64},
                {"type": "leave", "seat": seat},
                {"type": "nonce", "seat": seat, "nonce": "0" * 64},
                {"type": "seat-bot", "seat": seat, "level": "random"},
                {"type": "choose-colour", "seat": seat, "colour": "red"},
                *({"type": kind} for kind in ("start", "close", "cancel-start", "come-back", "rematch", "hint", "watch",
                                              "unwatch")),
                {"type": "set-chat", "rule": "off"},
            ]
        )  # fmt: skip
        return json.dumps({"id": f"almost-{self._chance.getrandbits(40)}", "table": self._table, **fields})

    def deep(self) -> str:
        depth = self._chance.choice([50, 300, 600])
        return '{"type":"create","id":"deep","settings":' + '{"a":' * depth + "1" + "}" * depth + "}"

    def text(self) -> str:
        return "".join(chr(self._chance.randrange(32, 0xD7FF)) for _ in range(self._chance.randrange(200)))

    def binary(self) -> bytes:
        return self._chance.randbytes(self._chance.randrange(200))

    def not_utf8(self) -> str:
        return json.dumps({"type": "ping", "id": "\udfff"})  # written as an escape: no character at all

    def large(self) -> str:
        return json.dumps({"type": "ping", "id": "x" * 4000})

    def same_id(self) -> str:
        return json.dumps({"type": "say", "id": "the-same", "table": self._table, "phrase": "ouch"})

    def odd_json(self) -> str:
        return self._chance.choice(
            ["null", "[]", "1", '"act"', "NaN", "{", "{}", '{"type":null}', '{"type":["act"]}', '{"type":"act"}',
             '{"type":"ping","id":"a","id":"b"}', '{"type":"ping","id":"a"}x', "\u0000", " ", "1e999"]
        )  # fmt: skip


@pytest.fixture
async def fuzzed(start_server: StartServer, new_player: NewPlayer) -> AsyncIterator[tuple[Server, list[Player], str]]:
    """A server with a game between two honest players; afterwards they play it to its end."""
    server = start_server(tables_per_hour=100_000)
    honest = [await new_player(server), await new_player(server)]
    table = await seated_game(honest)
    before = {player: (player.tables[table]["version"], player.tables[table]["view"]) for player in honest}
    yield server, honest, table
    async with HttpPlayer(server.address, honest[0].token) as visitor:
        state = (await visitor.sync(table))["state"]
    assert (state["version"], state["view"]) == before[honest[0]]
    assert [seat["name"] for seat in state["seats"]] == ["Ana", "Ana (2)"]
    await play_to_the_end(table, honest)
    await assert_true_record(server, table)
    assert_no_fault(server)


async def test_no_message_does_harm(fuzzed: tuple[Server, list[Player], str]):
    server, _, table = fuzzed
    chance = random.Random(f"fuzz {EXAMPLES}")
    nonsense = Nonsense(chance, table)
    answered: Counter[str] = Counter()
    async with connect(server.socket_address, open_timeout=PATIENT) as socket:
        for number in range(0, MESSAGES, TOGETHER):
            for _ in range(TOGETHER):
                await socket.send(nonsense.message())
            for message in await answers(socket, f"still-there-{number}"):
                answered[message.get("code", message["type"])] += 1
                SERVER_MESSAGE.validate_python(message)
    print(f"{MESSAGES} messages over a WebSocket: {dict(answered)}")
    assert {"invalid", "not-seated", "not-host"} <= set(answered)
    assert "internal" not in answered
    assert set(answered) <= {*CODES, "done", "sync", "presence", "said"}


async def answers(socket: ClientConnection, id_: str) -> list[dict[str, Any]]:
    """What comes until the server has answered that it is still there."""
    await socket.send(json.dumps({"type": "ping", "id": id_}))
    heard: list[dict[str, Any]] = []
    async with asyncio.timeout(PATIENT):
        while not heard or heard[-1].get("id") != id_:
            heard.append(json.loads(await socket.recv()))
    return heard[:-1]


async def test_bytes_that_are_no_websocket_do_no_harm(fuzzed: tuple[Server, list[Player], str]):
    server, _, _ = fuzzed
    chance = random.Random(f"bytes {EXAMPLES}")
    host, port = server.address.removeprefix("http://").split(":")
    handshake = (
        f"GET /api/socket HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()
    invalid_text = b"\x81\x82\x00\x00\x00\x00\xff\xfe"  # a text frame, masked with zeros, that is not UTF-8
    pieces = [handshake + invalid_text, handshake[:-2], b"\x16\x03\x01" + chance.randbytes(200)]
    pieces += [handshake + chance.randbytes(chance.randrange(1, 300)) for _ in range(5 * EXAMPLES)]
    for piece in pieces:
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(piece)
        try:
            await writer.drain()
            writer.write_eof()
            async with asyncio.timeout(PATIENT):
                await reader.read()
        except OSError:
            pass  # closed at once, which is as good
        writer.close()


async def test_connections_that_come_and_go_and_never_read_do_no_harm(fuzzed: tuple[Server, list[Player], str]):
    server, honest, table = fuzzed
    sockets = [
        await connect(server.socket_address, max_queue=1, open_timeout=PATIENT) for _ in range(min(10 * EXAMPLES, 400))
    ]
    for socket in sockets:
        await socket.send(json.dumps({"type": "watch", "id": "w", "table": table}))
    for socket in sockets[::2]:
        socket.transport.abort()
    for _ in range(20):  # everyone is told who is there; these read nothing of it
        await honest[1].command("unwatch", table=table)
        await honest[1].command("watch", table=table)
    for socket in sockets[1::2]:
        try:
            await socket.send("x" * 70_000)
        except ConnectionClosed:
            continue
        socket.transport.abort()
