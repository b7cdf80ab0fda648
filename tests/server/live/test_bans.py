"""Reports, and `holi admin` beside a running server: bans, deleted tables and names."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from sqlalchemy import select
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from holi.server.live.service import MOST_REPORTS
from holi.server.socket.frames import POLICY_VIOLATION
from holi.server.store import order
from holi.server.store.schema import CHAT, ENTRIES, TABLES
from holi.server.table.people import NOBODY, person_of
from holi.server.table.refusals import RefusedError
from tests.server.conftest import NewPlayer, StartServer
from tests.server.player import PATIENT
from tests.server.processes import run_holi
from tests.server.rooms_here import rooms_here

pytestmark = pytest.mark.anyio

BEN = person_of("ben")


def admin(database: str, *words: str) -> str:
    return run_holi("admin", *words, "--database", database).stdout


async def test_a_report_holds_the_last_lines_of_chat_and_nothing_of_the_cards(any_database_url: str):
    async with rooms_here(any_database_url) as here:
        room = await here.game("ana", "ben")
        table = room.table.id
        await here.command("ben", "say", table=table, text="rude words")
        for _ in range(MOST_REPORTS):
            await here.command("ana", "report", table=table, person=BEN, why="rude")
        with pytest.raises(RefusedError, match="reports within an hour"):
            await here.command("ana", "report", table=table, person=BEN)
        with pytest.raises(RefusedError, match="nobody else"):
            await here.command("ben", "report", table=table, person=BEN)
        kept = await order.list_reports(here.store.engine, 10)
        assert {(report.reporter, report.player, report.why) for report in kept} == {("ana", "ben", "rude")}
    shown = await asyncio.to_thread(admin, any_database_url, "reports")
    assert shown.count("| ben: rude words") == MOST_REPORTS
    assert "hand" not in shown and room.table.founding.secret not in shown
    await asyncio.to_thread(admin, any_database_url, "delete-report", kept[0].id)
    assert (await asyncio.to_thread(admin, any_database_url, "reports")).count("about ben") == MOST_REPORTS - 1


async def test_lists_tell_who_sits_where(any_database_url: str):
    async with rooms_here(any_database_url) as here:
        room = await here.game("ana", "ben")
        await here.command("ben", "rename", name="Ben_%")
    listed = await asyncio.to_thread(admin, any_database_url, "tables")
    assert room.table.id in listed and "seat 1: ben  Ben_%" in listed and room.table.founding.secret not in listed
    assert (await asyncio.to_thread(admin, any_database_url, "players", "n_%")) == "ben  Ben_%  1 seat\n"
    assert "ana  (no name)  1 seat\n" in await asyncio.to_thread(admin, any_database_url, "players")


async def test_a_deleted_name_stands_nowhere_any_more(any_database_url: str):
    async with rooms_here(any_database_url) as here:
        room = await here.game("ana", "ben")
        await here.command("ben", "say", table=room.table.id, text="hello")
        await here.command("ben", "rename", name="ben")
        engine = here.store.engine
        assert await order.delete_name(engine, "ben") == 1
        with pytest.raises(order.OrderError, match="there is no player 'cy'"):
            await order.delete_name(engine, "cy")
        async with engine.connect() as connection:
            for column in (ENTRIES.c.entry, TABLES.c.founding, TABLES.c.summary, CHAT.c.name):
                for text in (await connection.execute(select(column))).scalars():
                    assert '"name":"ben"' not in text and '["ben"' not in text and text != "ben"
    async with rooms_here(any_database_url) as here:
        assert (await here.rooms.get(room.table.id)).table.seats[1].name == NOBODY


async def test_a_running_server_follows_bans_of_players(
    any_database_url: str, start_server: StartServer, new_player: NewPlayer
):
    server = start_server(any_database_url, migrate=True)
    ana, ben = await new_player(server), await new_player(server)
    assert ben.token is not None
    player = ben.token.partition(".")[0]
    assert "banned for good" in await asyncio.to_thread(admin, any_database_url, "ban", player, "--why", "rude")
    async with asyncio.timeout(PATIENT):
        await ben.socket.wait_closed()
    with pytest.raises(Exception, match="403"):
        await ben.connect()
    await ana.command("ping")
    assert "rude" in await asyncio.to_thread(admin, any_database_url, "bans")
    await asyncio.to_thread(admin, any_database_url, "lift", player)
    async with asyncio.timeout(PATIENT):
        while (await _me(server.address, {"Authorization": f"Bearer {ben.token}"})) == 403:
            await asyncio.sleep(0.1)
    await ben.connect()


async def test_a_running_server_follows_bans_of_addresses(sqlite_url: str, start_server: StartServer):
    server = start_server(sqlite_url, trusted_proxies=1)
    await asyncio.to_thread(admin, sqlite_url, "ban", "192.0.2.7/24", "--days", "2")
    async with asyncio.timeout(PATIENT):
        while (await _me(server.address, {"X-Forwarded-For": "192.0.2.200"})) != 403:
            await asyncio.sleep(0.1)
    assert await _me(server.address, {"X-Forwarded-For": "192.0.3.1"}) == 200


@pytest.mark.parametrize(
    ("banned", "inside", "outside"),
    [("192.0.2.0/24", "192.0.2.200", "192.0.3.1"), ("2001:db8:1::/48", "2001:db8:1:2::3", "2001:db8:2::3")],
)
async def test_open_connections_from_a_banned_range_are_closed(
    any_database_url: str, start_server: StartServer, banned: str, inside: str, outside: str
):
    server = start_server(any_database_url, migrate=True, trusted_proxies=1)
    socket = f"ws{server.address.removeprefix('http')}/api/socket/"
    async with (
        connect(socket, additional_headers={"X-Forwarded-For": inside}, compression=None) as closed,
        connect(socket, additional_headers={"X-Forwarded-For": outside}, compression=None) as kept,
    ):
        await asyncio.to_thread(admin, any_database_url, "ban", banned)
        async with asyncio.timeout(PATIENT):
            await closed.wait_closed()
            assert closed.close_code == POLICY_VIOLATION
            await kept.send('{"type": "ping", "id": "still-here"}')
            while "still-here" not in str(await kept.recv()):
                pass
    with pytest.raises(InvalidStatus, match="403"):
        await connect(socket, additional_headers={"X-Forwarded-For": inside}, compression=None)


async def test_whoever_watches_a_deleted_table_is_told(server, new_player: NewPlayer, sqlite_url: str):
    ana = await new_player(server)
    table = await ana.create()
    await asyncio.to_thread(admin, sqlite_url, "delete-table", ana.tables[table]["code"])
    assert (await ana.wait_for("removed"))["table"] == table
    assert (await ana.ask("watch", table=table))["code"] == "no-table"


def test_what_is_wrong_is_said_in_one_sentence(sqlite_url: str):
    run_holi("migrate", "--database", sqlite_url)
    for words, said in (
        (("ban", "1.2.3.4/99"), "neither a player's id nor an address"),
        (("lift", "10.0.0.0/8"), "is not banned"),
        (("delete-table", "BCDFG"), "there is no table"),
        (("delete-report", "x"), "there is no report"),
    ):
        done = run_holi("admin", *words, "--database", sqlite_url)
        assert done.returncode == 2 and said in done.stderr and "Traceback" not in done.stderr


async def _me(address: str, headers: dict[str, str]) -> int:
    async with httpx.AsyncClient() as client:
        return (await client.get(f"{address}/api/me", headers=headers)).status_code
