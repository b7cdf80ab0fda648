"""The devices of a player: listed, logged out one by one or all others, also across a restart."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import text

from holi.server.devices import about
from holi.server.identity import Identities
from holi.server.store.device_rows import Device, DeviceRows
from holi.server.store.engine import open_engine
from holi.server.store.upgrade import MIGRATIONS, take_steps, upgrade
from tests.server.conftest import NewPlayer
from tests.server.http_player import HttpPlayer
from tests.server.processes import PATIENT, Server

pytestmark = pytest.mark.anyio

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.mark.parametrize(
    ("agent", "expected"),
    [
        (FIREFOX, "Firefox on Linux"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome on Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari on iOS"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
        ("python-httpx/0.28", ""),
        ("", ""),
    ],
)
async def test_a_device_is_described_by_its_family(agent: str, expected: str):
    assert about([(b"user-agent", agent.encode())]) == expected


async def second_device(player: HttpPlayer, server: Server) -> HttpPlayer:
    code = (await player.http.post("/api/me/transfer")).json()["code"]
    async with HttpPlayer(server.address) as nobody:
        claimed = await nobody.http.post("/api/me/claim", json={"code": code}, headers={"User-Agent": FIREFOX})
    return HttpPlayer(server.address, claimed.json()["token"])


async def devices_of(player: HttpPlayer) -> list[dict[str, object]]:
    found: list[dict[str, object]] = (await player.http.get("/api/me/devices")).json()["devices"]
    return found


async def test_devices_are_listed_and_logged_out(shared_server: Server, new_player: NewPlayer):
    async with HttpPlayer(shared_server.address) as first, await second_device(first, shared_server) as second:
        devices = await devices_of(first)
        assert sorted((device["about"], device["current"]) for device in devices) == [
            ("", True), ("Firefox on Linux", False),
        ]  # fmt: skip
        other = next(device["id"] for device in devices if not device["current"])
        socket = await new_player(shared_server, token=second.token)
        done = await first.http.post("/api/me/log-out", json={"device": other})
        assert (done.status_code, done.json()) == (200, {"devices": 1})
        await asyncio.wait_for(socket.socket.wait_closed(), PATIENT)
        assert await devices_of(second) == []
        assert (await second.http.get("/api/me")).json()["token"].split(".")[0] != str(first.token).split(".")[0]
        assert len(await devices_of(first)) == 1
        again = await first.http.post("/api/me/log-out", json={"device": other})
        assert (again.status_code, again.json()["code"]) == (404, "not-found")


async def test_nobody_logs_out_the_devices_of_another(shared_server: Server):
    async with HttpPlayer(shared_server.address) as ana, HttpPlayer(shared_server.address) as ben:
        (device,) = await devices_of(ana)
        refused = await ben.http.post("/api/me/log-out", json={"device": device["id"]})
        assert refused.status_code == 404
        assert len(await devices_of(ana)) == 1


async def test_all_others_are_logged_out_and_last_oneself(shared_server: Server):
    async with (
        HttpPlayer(shared_server.address) as first,
        await second_device(first, shared_server) as second,
        await second_device(first, shared_server) as third,
    ):
        assert (await first.http.post("/api/me/log-out-others")).json() == {"devices": 2}
        assert [await devices_of(each) for each in (second, third)] == [[], []]
        (own,) = await devices_of(first)
        ended = await first.http.post("/api/me/log-out", json={"device": own["id"]})
        assert "Max-Age=0" in ended.headers["set-cookie"]
        nobody = await first.http.post("/api/me/log-out-others")
        assert (nobody.status_code, nobody.json()["code"]) == (403, "not-allowed")


async def test_a_device_stays_logged_out_when_the_server_starts_again(tmp_path):
    database = f"sqlite:///{tmp_path}/holi.db"
    with Server(database) as server:
        async with HttpPlayer(server.address) as first, await second_device(first, server) as second:
            assert (await first.http.post("/api/me/log-out-others")).json() == {"devices": 1}
    with Server(database) as server:
        async with HttpPlayer(server.address, second.token) as out, HttpPlayer(server.address, first.token) as still:
            assert await devices_of(out) == []
            assert len(await devices_of(still)) == 1


async def test_rows_of_devices_on_both_databases(any_database_url: str):
    engine = open_engine(any_database_url)
    await upgrade(engine)
    rows = DeviceRows(engine)
    await rows.note([Device("a", "ana", 1, 1, ""), Device("b", "ana", 2, 2, "Firefox"), Device("c", "ben", 3, 3, "")])
    await rows.note([Device("a", "ana", 9, 5, "Chrome")])
    assert await rows.of("ana") == [Device("a", "ana", 1, 5, "Chrome"), Device("b", "ana", 2, 2, "Firefox")]
    assert await rows.end("ben", 10, only="a") == []
    assert await rows.end("ana", 10, but="a") == ["b"]
    assert await rows.ended_since(10) == ["b"] and await rows.ended_since(11) == []
    await rows.note([Device("b", "ana", 2, 20, "Firefox")])
    assert [device.id for device in await rows.of("ana")] == ["a"]
    await rows.forget(4)
    assert await rows.of("ben") == [] and len(await rows.of("ana")) == 1
    assert await rows.old_tokens_until() == 0
    await engine.dispose()


async def test_a_database_with_older_tokens_lets_them_end_in_half_a_year(any_database_url: str):
    engine = open_engine(any_database_url)
    async with engine.begin() as connection:
        await connection.run_sync(take_steps, MIGRATIONS, "0003")
        await connection.execute(text("INSERT INTO facts (name, value) VALUES ('signing-key', 'key')"))
    await upgrade(engine)
    until = await DeviceRows(engine).old_tokens_until()
    await engine.dispose()
    identities = Identities("key", until / 1000)
    assert identities.player(f"ana.{identities._signature('ana')}") == "ana"
