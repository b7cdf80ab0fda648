"""Whoever is kept out of a table hears, sees and says nothing there any more, on any way in."""

from __future__ import annotations

import asyncio

import pytest

from holi.server.live.rooms import Rooms
from holi.server.table.people import person_of
from holi.server.table.refusals import RefusedError
from holi.server.web.polling import Pollers
from tests.server.rooms_here import RoomsHere, rooms_here, until

pytestmark = pytest.mark.anyio

BEN = person_of("ben")


async def refusal(here: RoomsHere, player: str, type_: str, **fields: object) -> str:
    with pytest.raises(RefusedError) as refused:
        await here.command(player, type_, **fields)
    return refused.value.code


async def test_whoever_is_removed_is_told_and_sent_nothing_more(any_database_url: str):
    async with rooms_here(any_database_url) as here:
        room = await here.game("ana", "ben")
        table = room.table.id
        ana, ben = await here.watch("ana", table), await here.watch("ben", table)
        await here.command("ana", "remove", table=table, person=BEN)
        assert ben.messages[-1] == {"type": "removed", "table": table}
        told = len(ben.messages)
        assert ana.messages[-1]["type"] == "sync" and ana.messages[-1]["state"]["removed"] == [1]
        assert ana.messages[-1]["presence"] == [True, False]
        await here.play_turn(room)
        await until(lambda: room.table.to_act == 0 and room.table.number > ana.messages[0]["state"]["version"] + 2)
        await here.command("ana", "say", table=table, phrase="bye")
        assert len(ben.messages) == told
        assert await here.store.tables_of("ben") == []


async def test_every_way_in_is_closed(sqlite_url: str):
    async with rooms_here(sqlite_url) as here:
        room = await here.game("ana", "ben")
        table = room.table.id
        await here.command("ana", "remove", table=table, person=BEN)
        for type_ in ("hint", "rematch", "come-back"):
            assert await refusal(here, "ben", type_, table=table) == "kept-out"
        assert await refusal(here, "ben", "say", table=table, phrase="hello") == "kept-out"
        with pytest.raises(RefusedError, match="keeps you out"):
            await here.watch("ben", table)
        with pytest.raises(RefusedError, match="keeps you out"):
            room.sync_of("ben")
        with pytest.raises(RefusedError, match="keeps you out"):
            await Pollers(here.rooms).changes("ben", table, 0, 0)
        assert "ben" not in {client.player for client in room.clients}
        await here.command("ana", "let-in", table=table, person=BEN)
        await here.watch("ben", table)


async def waiting_at(rooms: Rooms, pollers: Pollers, table: str) -> None:
    with pytest.raises(RefusedError, match="keeps you out"):
        await pollers.changes("ben", table, rooms.loaded[table].table.number, 25)


async def test_a_request_that_waits_for_changes_is_refused_at_once(sqlite_url: str):
    async with rooms_here(sqlite_url) as here:
        room = await here.game("ana", "ben")
        waiting = asyncio.create_task(waiting_at(here.rooms, Pollers(here.rooms), room.table.id))
        await until(lambda: room.clients)
        await here.command("ana", "remove", table=room.table.id, person=BEN)
        await waiting


async def test_whoever_is_muted_reads_but_does_not_write(sqlite_url: str):
    async with rooms_here(sqlite_url) as here:
        room = await here.game("ana", "ben")
        table = room.table.id
        await here.command("ben", "say", table=table, phrase="hello")
        await here.command("ana", "mute", table=table, person=BEN, muted=True)
        assert await refusal(here, "ben", "say", table=table, phrase="hello") == "muted"
        ben = await here.watch("ben", table)
        await here.command("ana", "say", table=table, phrase="sorry")
        assert (ben.messages[-1]["phrase"], ben.messages[-1]["person"]) == ("sorry", person_of("ana"))
        await here.command("ana", "mute", table=table, person=BEN, muted=False)
        await here.command("ben", "say", table=table, phrase="thanks")


async def test_the_next_game_keeps_out_the_same_people(sqlite_url: str):
    async with rooms_here(sqlite_url) as here:
        room = await here.game("ana", "ben", "cy")
        table = room.table.id
        await here.command("ana", "remove", table=table, person=BEN)
        await here.command("ana", "mute", table=table, person=person_of("cy"), muted=True)
        await here.command("cy", "resign", table=table)
        await here.command("ana", "resign", table=table)
        made = await here.command("ana", "rematch", table=table)
        again = (await here.rooms.get(made["result"]["table"])).table
        assert [seat.reserved for seat in again.seats] == ["cy", "ana", None]
        assert again.kept_out == {BEN: "ben"} and again.muted == {person_of("cy")}
        assert await refusal(here, "ben", "come-back", table=again.id) == "kept-out"
