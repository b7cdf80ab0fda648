"""Tables that nobody starts are closed, codes end with the game, and old tables are deleted with all that is theirs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import func, select, update

from holi.server.live.housekeeping import Housekeeper
from holi.server.steady import wall
from holi.server.store.engine import on_database
from holi.server.store.retention import DAY, count_old, prune
from holi.server.store.schema import CHAT, ENTRIES, SEATS, TABLES
from holi.server.table.refusals import RefusedError
from tests.server.conftest import NewPlayer, StartServer
from tests.server.processes import run_holi
from tests.server.rooms_here import QUICK, Clock, RoomsHere, rooms_here

pytestmark = pytest.mark.anyio

HOUR = 3600 * 1000


def housekeeper(here: RoomsHere, **settings: object) -> Housekeeper:
    around = replace(here.rooms._around, settings=replace(QUICK, **settings))  # type: ignore[arg-type]
    return Housekeeper(around, here.rooms, lambda: None)


async def rows(here: RoomsHere) -> dict[str, int]:
    async with here.store.engine.connect() as connection:
        return {
            table.name: (await connection.execute(select(func.count()).select_from(table))).scalar() or 0
            for table in (TABLES, ENTRIES, SEATS, CHAT)
        }


async def test_a_table_that_nobody_starts_is_closed(any_database_url: str):
    clock = Clock()
    async with rooms_here(any_database_url, now=clock) as here:
        made = await here.command("ana", "create", settings={"players": 2, "listed": True})
        table = made["result"]["table"]
        begun = await here.game("ana", "ben")
        watcher = await here.watch("ben", table)
        clock.forward += 2 * HOUR
        await housekeeper(here, lobby_hours=0.0).tidy_up()
        await housekeeper(here, lobby_hours=3.0).tidy_up()
        room = await here.rooms.get(table)
        assert room.table.phase == "lobby"
        await housekeeper(here, lobby_hours=1.0).tidy_up()
        assert room.table.phase == "closed"
        assert begun.table.phase == "playing"
        assert watcher.messages[-1]["state"]["phase"] == "closed"
        assert await here.store.open_tables() == []
        await housekeeper(here, lobby_hours=1.0).tidy_up()
        assert room.table.number == 1


async def test_a_code_ends_with_the_game_but_not_for_those_who_played(any_database_url: str):
    async with rooms_here(any_database_url) as here:
        room = await here.game("ana", "ben")
        code = room.table.founding.code
        for player in ("ana", "ben", "stranger"):
            found = await here.command(player, "find", code=code.lower())
            assert found["result"] == {"table": room.table.id}
        for player in ("ana", "ben"):
            await here.command(player, "resign", table=room.table.id)
        assert room.table.phase == "over"
        for player in ("ana", "ben"):
            assert (await here.command(player, "find", code=code))["result"] == {"table": room.table.id}
        with pytest.raises(RefusedError, match="there is no table with the code"):
            await here.command("stranger", "find", code=code)
        await here.watch("stranger", room.table.id)  # by the link


async def test_old_tables_are_deleted_with_all_that_is_theirs(any_database_url: str):
    clock = Clock()
    async with rooms_here(any_database_url, now=clock) as here:
        for _ in range(3):
            room = await here.game("ana", "ben")
            await here.command("ana", "say", table=room.table.id, text="hello")
            await here.command("ana", "resign", table=room.table.id)
            await here.command("ben", "resign", table=room.table.id)
        playing = await here.game("ana", "ben")
        await here.command("ana", "say", table=playing.table.id, text="hello")
        before = await rows(here)
        clock.forward += 8 * DAY
        kept = await here.game("ana", "ben")
        spared = room.table.id
        await here.watch("ana", spared)  # or it is put away as idle when the clock is put forward
        here.rooms.loaded = {id_: each for id_, each in here.rooms.loaded.items() if id_ in (spared, kept.table.id)}
        await housekeeper(here, keep_days=9.0).tidy_up()
        assert (await rows(here))["tables"] == 5
        await housekeeper(here, keep_days=7.0).tidy_up()
        now = await rows(here)
        assert now["tables"] == 3, "one is looked at, one is played, one is new"
        assert now["chat"] == 2
        assert await here.store.load(spared) is not None
        clock.forward += 31 * DAY
        assert await count_old(here.store.engine, clock(), 7) == 3
        assert await prune(here.store.engine, clock(), 7) == 3
        assert await rows(here) == dict.fromkeys(before, 0)
        with pytest.raises(RefusedError, match="was deleted"):
            await here.command("ana", "say", table=spared, text="anybody here?")


async def test_a_host_deletes_old_tables_beside_the_running_server(
    start_server: StartServer, new_player: NewPlayer, any_database_url: str
):
    server = start_server(database=any_database_url)
    player = await new_player(server)
    old, new = await player.create(), await player.create()

    async def age(engine) -> None:
        async with engine.begin() as connection:
            await connection.execute(update(TABLES).where(TABLES.c.id == old).values(changed=wall() - 3 * DAY))

    await on_database(any_database_url, age)
    command = ["admin", "prune", "--days", "2", "--database", any_database_url]
    assert run_holi(*command, "--dry-run").stdout == "1 table has not changed for 2 days.\n"
    assert run_holi(*command).stdout == "1 table has been deleted.\n"
    assert run_holi(*command).stdout == "0 tables have been deleted.\n"

    async def ids(engine) -> list[str]:
        async with engine.connect() as connection:
            return list((await connection.execute(select(TABLES.c.id))).scalars())

    assert await on_database(any_database_url, ids) == [new]


async def test_a_node_keeps_house_by_itself(start_server: StartServer, new_player: NewPlayer, sqlite_url: str):
    server = start_server()
    player = await new_player(server)
    table = await player.create()
    server.stop()

    async def age(engine) -> None:
        async with engine.begin() as connection:
            await connection.execute(update(TABLES).values(changed=wall() - 2 * DAY))

    await on_database(sqlite_url, age)
    server = start_server()
    player = await new_player(server)
    await player.command("watch", table=table)
    await player.until(lambda: player.phase(table) == "closed")


async def test_an_empty_database_is_not_pruned(tmp_path):
    run = run_holi("admin", "prune", "--days", "2", "--database", f"sqlite:///{tmp_path}/none.db")
    assert run.returncode == 2
    assert run.stderr.count("\n") == 1 and "is empty" in run.stderr
