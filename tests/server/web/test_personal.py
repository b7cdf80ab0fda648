"""Players take all their data, and erase themselves: their names and words go everywhere, their games stay."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import text

from holi.server.store.engine import on_database
from holi.server.store.schema import METADATA
from tests.server.conftest import NewPlayer, StartServer
from tests.server.http_player import HttpPlayer
from tests.server.processes import PATIENT, Redis, Server

pytestmark = pytest.mark.anyio

NAME = "Zorahmina"
WORDS = "quixotic"


async def everything(database: str) -> dict[str, str]:
    """By table of the database: all that is in it, as one text."""

    async def read(engine: Any) -> dict[str, str]:
        async with engine.connect() as connection:
            return {
                table: str((await connection.execute(text(f"SELECT * FROM {table}"))).all())
                for table in METADATA.tables
            }

    return await on_database(database, read)


async def play_and_resign(zora: HttpPlayer, ben: HttpPlayer) -> str:
    """A finished game of two, with chat, a report about each and a rematch that waits for both."""
    table = await zora.create()
    nonces = [await zora.sit(table, 0, NAME), await ben.sit(table, 1, "Ben")]
    await zora.command("start", table)
    for seat, player in enumerate((zora, ben)):
        await player.command("nonce", table, seat=seat, nonce=nonces[seat])
    await zora.command("say", table, text=f"{WORDS} greetings")
    await ben.command("say", table, text="hello there")
    people = (await zora.sync(table))["state"]["people"]
    await zora.command("report", table, person=people[1], why=f"{WORDS} report")
    await ben.command("report", table, person=people[0], why="rude")
    await zora.command("resign", table)
    await ben.command("resign", table)
    await ben.command("rematch", table)
    return table


async def play_on(zora: HttpPlayer, ben: HttpPlayer) -> list[str]:
    """A table in its lobby, one that is played, and one from which the player was removed."""
    lobby, played, removed = await ben.create(), await ben.create(), await ben.create()
    await zora.sit(lobby, 0, NAME)
    nonces = [await zora.sit(played, 0, NAME), await ben.sit(played, 1, "Ben")]
    await ben.command("start", played)
    for seat, player in enumerate((zora, ben)):
        await player.command("nonce", played, seat=seat, nonce=nonces[seat])
    await zora.sit(removed, 0, NAME)
    person = (await ben.sync(removed))["state"]["people"][0]
    await ben.command("remove", removed, person=person)
    return [lobby, played, removed]


async def test_all_data_of_a_player_is_exported(shared_server: Server):
    async with HttpPlayer(shared_server.address) as zora, HttpPlayer(shared_server.address) as ben:
        await zora.command("rename", name=f"{NAME}2")
        table = await play_and_resign(zora, ben)
        answer = await zora.http.get("/api/me/export")
        assert answer.headers["content-disposition"] == 'attachment; filename="holi-my-data.json"'
        data = answer.json()
        assert (data["name"], data["names"]) == (f"{NAME}2", [NAME])
        assert data["records"] == [f"/api/tables/{table}/record"]
        assert {line["table"] for line in data["tables"]} >= {table}
        assert [(line["table"], line["text"]) for line in data["chat"]] == [(table, f"{WORDS} greetings")]
        assert [(each["name"], each["why"]) for each in data["reports"]] == [("Ben", f"{WORDS} report")]
        assert [device["current"] for device in data["devices"]] == [True]
        assert "hello there" not in answer.text and "rude" not in answer.text
        assert str(zora.token).split(".")[0] not in answer.text
    async with HttpPlayer(shared_server.address, "nobody") as nobody:
        assert (await nobody.http.get("/api/me/export")).status_code == 403
        assert (await nobody.http.post("/api/me/erase")).status_code == 403


async def test_nothing_of_an_erased_player_is_left(any_database_url: str, start_server: StartServer):
    server = start_server(any_database_url, migrate=True)
    async with HttpPlayer(server.address) as zora, HttpPlayer(server.address) as ben:
        await zora.command("rename", name=NAME)
        over = await play_and_resign(zora, ben)
        lobby, played, removed = await play_on(zora, ben)
        await zora.http.post("/api/me/transfer")
        before = await everything(any_database_url)
        holding = {"players", "tables", "entries", "chat", "reports"}
        assert {table for table, rows in before.items() if NAME in rows or WORDS in rows} == holding

        erased = await zora.http.post("/api/me/erase")
        assert (erased.status_code, erased.json()) == (200, {"erased": True})
        assert "Max-Age=0" in erased.headers["set-cookie"]

        for after in (await everything(any_database_url),):
            assert [table for table, rows in after.items() if NAME in rows or WORDS in rows] == []
            assert after["transfers"] == "[]"
            assert "'Ben'" in after["reports"] and "hello there" in after["chat"]
        assert (await zora.http.get("/api/me/devices")).json() == {"devices": []}
        assert (await zora.http.post("/api/me/erase")).status_code == 403
        states = [(await ben.sync(table))["state"] for table in (over, lobby, played, removed)]
        assert [seat["name"] for seat in states[0]["seats"]] == ["guest", "Ben"]
        assert [seat["kind"] for seat in states[1]["seats"]] == ["open", "open"]
        assert [(seat["name"], seat["resigned"]) for seat in states[2]["seats"]] == [("guest", True), ("Ben", False)]
        assert [each["name"] for each in states[3]["kept_out"]] == ["guest"]
        record = (await ben.http.get(f"/api/tables/{over}/record")).text
        assert "guest" in record and NAME not in record
        assert [line["text"] for line in (await ben.http.get(f"/api/tables/{over}/chat")).json()["chat"]] == [
            "hello there"
        ]
        lines = (await ben.http.get("/api/me/tables")).text
        assert "guest" in lines and NAME not in lines
        await ben.command("resign", played)  # the room writes the table's row once more
        assert NAME not in str(await everything(any_database_url))
    server.stop()
    again = start_server(any_database_url)
    async with HttpPlayer(again.address, zora.token) as out, HttpPlayer(again.address, ben.token) as ben:
        assert (await out.http.get("/api/me/devices")).json() == {"devices": []}
        assert [seat["name"] for seat in (await ben.sync(played))["state"]["seats"]] == ["guest", "Ben"]


async def test_an_erased_player_is_gone_from_other_nodes(
    postgres_url: str, redis: Redis, start_server: StartServer, new_player: NewPlayer
):
    first, second = (start_server(postgres_url, migrate=True, redis=redis.url) for _ in range(2))
    async with HttpPlayer(first.address) as zora, HttpPlayer(second.address) as ben:
        table = await ben.create()
        await zora.sit(table, 0, NAME)
        watching = await new_player(second, token=ben.token)
        there = await new_player(second, token=zora.token)
        await watching.ask("watch", table=table)
        assert (await zora.http.post("/api/me/erase")).status_code == 200
        await asyncio.wait_for(there.socket.wait_closed(), PATIENT)
        async with HttpPlayer(second.address, zora.token) as out, asyncio.timeout(PATIENT):
            while (await out.http.get("/api/me/devices")).json()["devices"]:
                await asyncio.sleep(0.1)
            while NAME in str(await ben.sync(table)):
                await asyncio.sleep(0.1)
    assert NAME not in str(await everything(postgres_url))
