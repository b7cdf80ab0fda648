"""The draw of who begins (R2.3) where tables are kept, listed and played again; all of it holds whoever is drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.rooms_here import rooms_here, until

pytestmark = pytest.mark.anyio

PLAYERS = ("ana", "bo", "cy")


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/holi.db"


async def test_lists_tell_everybody_their_own_seat_and_turn(database: str):
    async with rooms_here(database) as here:
        room = await here.game(*PLAYERS, first="drawn")
        begins = room.table.seats[0].player
        for player in PLAYERS:
            lines = await here.service.tables_of(player)
            (line,) = [line for line in lines if line["table"] == room.table.id]
            assert line["your_turn"] == (player == begins)
            assert [seat["name"] for seat in line["seats"] if seat["you"]] == [player]


async def test_a_table_read_from_the_store_is_the_same(database: str):
    async with rooms_here(database) as here:
        room = await here.game(*PLAYERS, first="drawn")
        await here.play_turn(room)
        table = room.table
    async with rooms_here(database) as here:
        again = (await here.rooms.get(table.id)).table
        assert again.first == table.first and again.number == table.number
        assert [seat.player for seat in again.seats] == [seat.player for seat in table.seats]
        assert again.to_act == table.to_act == 1


async def test_in_a_rematch_all_are_back_at_their_places_for_another_draw(database: str):
    async with rooms_here(database) as here:
        room = await here.game(*PLAYERS, first="drawn")
        colours = {seat.player: seat.colour for seat in room.table.seats}
        for player in PLAYERS:
            await here.command(player, "resign", table=room.table.id)
        made = await here.command("bo", "rematch", table=room.table.id)
        after = (await here.rooms.get(made["result"]["table"])).table
        assert [seat.reserved for seat in after.seats] == list(PLAYERS)
        assert [seat.colour for seat in after.seats] == [colours[player] for player in PLAYERS]
        assert after.settings.first == "drawn"


async def test_bots_play_until_it_is_the_players_turn_wherever_the_draw_has_put_them(database: str):
    async with rooms_here(database) as here:
        room = await here.game("bot:random", "ana", "bot:random", first="drawn")
        (seat,) = room.table.seats_of("ana")
        assert seat == (1 - room.table.first) % 3
        await until(lambda: room.table.to_act == seat)
        await here.play_turn(room)
        assert room.table.turns[-1][1:] == (seat, False)
