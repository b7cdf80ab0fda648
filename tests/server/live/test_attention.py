"""What tables do by themselves: bots' turns, clocks, players who vanish and come back, turns of nodes that died."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import pairwise

import pytest
from sqlalchemy import update

from holi.kernel.layout import RULES_VERSION
from holi.server.live import attention, rooms
from holi.server.live.attention import grace
from holi.server.live.redis_bus import RedisBus
from holi.server.settings import Settings
from holi.server.store.schema import TABLES
from holi.server.table.refusals import RefusedError
from tests.server.processes import free_port
from tests.server.rooms_here import QUICK, Clock, away, rooms_here, until

pytestmark = pytest.mark.anyio

SHORT = replace(QUICK, grace_relaxed=0.03, grace_live_least=0.03, grace_live_most=0.06, bot_takeover=0.05)
SLOW = 3600.0
LIVE = {"kind": "live", "turn_seconds": 5, "reserve_seconds": 0}
DAYS = {"kind": "correspondence", "days": 3}
DAY = 24 * 3600 * 1000


@pytest.fixture(autouse=True)
def often(monkeypatch):
    """Look for due tables every few milliseconds."""
    monkeypatch.setattr(rooms, "SWEEP_SECONDS", 0.02)
    monkeypatch.setattr(attention, "RETRY_SECONDS", 0.02)


# Players who vanish


@pytest.mark.parametrize("pace", [{"kind": "relaxed"}, LIVE])
async def test_a_player_who_vanished_is_replaced_by_a_bot_while_the_others_wait(sqlite_url, pace):
    async with rooms_here(sqlite_url, settings=SHORT) as here:
        room = await here.game("ana", "ben", pace=pace)
        await here.watch("ben", room.table.id)
        await until(lambda: room.table.to_act == 1)  # a bot did ana's turn
        assert away(room.table) == ["vanished", None]
        assert room.table.turns[0][1:] == (0, True)


async def test_a_player_who_is_connected_is_waited_for(sqlite_url):
    async with rooms_here(sqlite_url, settings=SHORT) as here:
        room = await here.game("ana", "ben")
        watchers = [await here.watch(player, room.table.id) for player in ("ana", "ben")]
        await asyncio.sleep(0.2)
        assert away(room.table) == [None, None]
        watchers[0].here = False  # not heard of any more, though the connection still stands
        room.presence_changed()
        await until(lambda: away(room.table) == ["vanished", None])


async def test_nobody_is_replaced_while_nobody_waits(sqlite_url):
    async with rooms_here(sqlite_url, settings=SHORT) as here:
        room = await here.game("ana", "ben")
        await asyncio.sleep(0.2)
        assert away(room.table) == [None, None]
        assert room.table.turns == []


async def test_where_turns_last_days_nobody_counts_as_vanished(sqlite_url):
    async with rooms_here(sqlite_url, settings=SHORT) as here:
        room = await here.game("ana", "ben", pace=DAYS)
        await here.watch("ben", room.table.id)
        await asyncio.sleep(0.2)
        assert away(room.table) == [None, None]


async def test_the_grace_is_scaled_to_the_pace(sqlite_url):
    async with rooms_here(sqlite_url) as here:

        async def of(pace: dict) -> float | None:
            return grace((await here.game("ana", "ben", pace=pace)).table, Settings())

        assert await of({"kind": "relaxed"}) == 300
        assert await of({"kind": "live", "turn_seconds": 5}) == 20
        assert await of({"kind": "live", "turn_seconds": 45}) == 45
        assert await of({"kind": "live", "turn_seconds": 600}) == 90
        assert await of(DAYS) is None


async def test_while_nodes_cannot_hear_each_other_nobody_counts_as_vanished(sqlite_url):
    deaf = RedisBus(f"redis://127.0.0.1:{free_port()}", "here")
    async with rooms_here(sqlite_url, bus=deaf, settings=SHORT) as here:
        room = await here.game("ana", "ben")
        await here.watch("ben", room.table.id)
        await asyncio.sleep(0.2)
        assert away(room.table) == [None, None], "ana may well be connected at another node"


# Coming back


async def test_a_player_who_connects_again_gets_the_seat_back(sqlite_url):
    async with rooms_here(sqlite_url, settings=SHORT) as here:
        room = await here.game("ana", "ben")
        await here.watch("ben", room.table.id)
        await until(lambda: away(room.table) == ["vanished", None] and room.table.to_act == 1)
        await here.watch("ana", room.table.id)
        await until(lambda: away(room.table) == [None, None])
        await here.play_turn(room)
        assert room.table.to_act == 0
        await here.play_turn(room)
        assert room.table.turns[-1][1:] == (0, False)


async def test_a_player_who_is_heard_of_again_gets_the_seat_back(sqlite_url):
    async with rooms_here(sqlite_url, settings=SHORT) as here:
        room = await here.game("ana", "ben")
        ana = await here.watch("ana", room.table.id)
        await here.watch("ben", room.table.id)
        for heard in (False, True):
            ana.here = heard
            room.presence_changed()
            await until(lambda heard=heard: away(room.table) == [None if heard else "vanished", None])


async def test_a_player_who_left_comes_back_only_by_saying_so(sqlite_url):
    async with rooms_here(sqlite_url, settings=SHORT) as here:
        room = await here.game("ana", "ben")
        ana = await here.watch("ana", room.table.id)
        await here.watch("ben", room.table.id)
        await here.command("ana", "leave", table=room.table.id, seat=0)
        room.unwatch(ana)
        await until(lambda: room.table.to_act == 1)
        await here.watch("ana", room.table.id)
        await asyncio.sleep(0.1)
        assert away(room.table) == ["left", None]
        await here.command("ana", "come-back", table=room.table.id)
        assert away(room.table) == [None, None]


async def test_a_player_at_a_hot_seat_table_gets_all_seats_back(sqlite_url):
    async with rooms_here(sqlite_url, settings=SHORT) as here:
        room = await here.game("ana", "ana", "ben", hot_seat=True)
        await here.watch("ben", room.table.id)
        await until(lambda: away(room.table) == ["vanished", "vanished", None])
        await here.watch("ana", room.table.id)
        await until(lambda: away(room.table) == [None, None, None])


# Clocks


async def test_a_clock_that_runs_out_hands_the_seat_to_a_bot(sqlite_url):
    clock = Clock()
    async with rooms_here(sqlite_url, now=clock) as here:
        room = await here.game("ana", "ben", pace=LIVE)
        for player in ("ana", "ben"):
            await here.watch(player, room.table.id)
        clock.forward += 4_000
        await here.play_turn(room)
        assert away(room.table) == [None, None]
        clock.forward += 5_100
        await until(lambda: room.table.to_act == 0)
        assert away(room.table) == [None, "clock"]
        assert [(seat, bot) for _, seat, bot in room.table.turns] == [(0, False), (1, True)]


async def test_whoever_was_too_slow_says_so_and_has_a_whole_turn_again(sqlite_url):
    clock = Clock()
    async with rooms_here(sqlite_url, now=clock, settings=replace(QUICK, bot_action_seconds=SLOW)) as here:
        room = await here.game("ana", "ben", pace=LIVE)
        await here.watch("ana", room.table.id)
        clock.forward += 5_100
        await until(lambda: away(room.table) == ["clock", None])
        with pytest.raises(RefusedError, match="come back first"):
            await here.play_turn(room)
        before = clock()
        await here.command("ana", "come-back", table=room.table.id)
        assert room.table.deadline is not None
        assert room.table.deadline >= before + 5_000
        await here.play_turn(room)
        assert room.table.turns[-1][1:] == (0, False)


async def test_a_clock_of_days_runs_out_though_nobody_is_connected(sqlite_url, monkeypatch):
    monkeypatch.setattr(rooms, "IDLE", 0)
    clock = Clock()
    async with rooms_here(sqlite_url, now=clock) as here:
        room = await here.game("ana", "ben", pace=DAYS)
        id_ = room.table.id
        await until(lambda: here.rooms.loaded.get(id_) is None)  # put away: an alarm in days does not keep it here
        clock.forward += 3 * DAY + 1000
        entries = await _until_log(here, id_, "went-away")
        assert entries[-1].entry.kind in ("went-away", "acted")
        assert {entry.entry.seat for entry in entries if entry.entry.kind == "went-away"} == {0}
        now = await here.rooms.get(id_)
        await until(lambda: now.table.to_act == 1)
        assert now.table.deadline is not None
        assert now.table.deadline - clock() > 2 * DAY, "the other has days from now"


async def _until_log(here, table: str, kind: str):
    async with asyncio.timeout(60):
        while True:
            _, log = await here.store.load(table)
            if any(logged.entry.kind == kind for logged in log):
                return log
            await asyncio.sleep(0.01)


# Bots


async def test_bots_alone_play_a_whole_game(sqlite_url):
    async with rooms_here(sqlite_url) as here:
        room = await here.game("bot:novice", "bot:casual", "bot:master")
        await until(lambda: room.table.phase == "over")
        assert all(bot for _, _, bot in room.table.turns)
        assert (await here.store.load(room.table.id))[1][-1].number == room.table.number


async def test_each_action_of_a_bot_is_left_to_be_watched(sqlite_url):
    async with rooms_here(sqlite_url, settings=replace(QUICK, bot_action_seconds=0.06)) as here:
        room = await here.game("bot:novice", "bot:novice")
        await until(lambda: len(room.table.turns) >= 5)
        _, log = await here.store.load(room.table.id)
        times = [logged.at for logged in log if logged.entry.kind == "acted"]
        assert min(later - earlier for earlier, later in pairwise(times)) >= 50


async def test_the_turn_of_a_bot_whose_node_died_is_taken_over(sqlite_url):
    """Two nodes that cannot hear each other: only what is due in the store leads from one to the other."""
    deaf = [RedisBus(f"redis://127.0.0.1:{free_port()}", name) for name in ("one", "two")]
    async with rooms_here(sqlite_url, bus=deaf[1], settings=SHORT, node="two") as two:
        async with rooms_here(
            sqlite_url, bus=deaf[0], settings=replace(SHORT, bot_action_seconds=SLOW), node="one"
        ) as one:
            room = await one.game("bot:novice", "ana")
            id_ = room.table.id
        there = await two.rooms.get(id_)
        await until(lambda: there.table.to_act == 1)
        assert [bot for _, _, bot in there.table.turns] == [True]


async def test_a_bots_turn_is_left_to_the_node_that_wrote_last(sqlite_url):
    deaf = [RedisBus(f"redis://127.0.0.1:{free_port()}", name) for name in ("one", "two")]
    async with (
        rooms_here(sqlite_url, bus=deaf[0], node="one", settings=replace(QUICK, bot_action_seconds=SLOW)) as one,
        rooms_here(sqlite_url, bus=deaf[1], node="two") as two,
    ):
        room = await one.game("bot:novice", "ana")
        there = await two.rooms.get(room.table.id)
        await asyncio.sleep(0.2)
        assert there.table.turns == []


async def test_a_node_that_starts_alone_goes_on_with_its_bots_at_once(sqlite_url):
    async with rooms_here(sqlite_url, settings=replace(QUICK, bot_action_seconds=SLOW)) as before:
        room = await before.game("bot:novice", "ana")
    async with rooms_here(sqlite_url) as after:
        again = await after.rooms.get(room.table.id)
        await until(lambda: again.table.to_act == 1)


async def test_a_table_of_other_rules_is_not_played_on(sqlite_url):
    async with rooms_here(sqlite_url) as here:
        room = await here.game("ana", "bo")
        table = room.table.id
        async with here.store.engine.begin() as connection:
            founding = room.table.founding.model_copy(update={"rules_version": RULES_VERSION + 1})
            await connection.execute(update(TABLES).values(founding=founding.model_dump_json()))
    async with rooms_here(sqlite_url) as here:
        with pytest.raises(RefusedError, match=f"version {RULES_VERSION + 1} of the rules"):
            await here.rooms.get(table)
