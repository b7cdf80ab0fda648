"""Games go by a clock that does not jump, whatever happens to the machine's."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest

from holi.server.live import rooms
from holi.server.live.workers import NoWorkers
from holi.server.settings import Settings
from holi.server.steady import MOST_BEHIND, SteadyClock, elapsed, wall
from holi.server.store.engine import open_engine
from holi.server.store.store import Store
from holi.server.web.app import Node
from tests.server.rooms_here import QUICK, away, rooms_here, until

pytestmark = pytest.mark.anyio

HOUR = 3600 * 1000
LIVE = {"kind": "live", "turn_seconds": 5, "reserve_seconds": 0}
START = 1_700_000_000_000


class Machine:
    """A machine's two clocks: one can be set, the other only runs."""

    def __init__(self, at: int = START) -> None:
        self.wall = at
        self.elapsed = 5_000

    def run(self, milliseconds: int) -> None:
        self.wall += milliseconds
        self.elapsed += milliseconds

    def clock(self) -> SteadyClock:
        return SteadyClock(lambda: self.wall, lambda: self.elapsed)


@pytest.fixture(autouse=True)
def often(monkeypatch):
    monkeypatch.setattr(rooms, "SWEEP_SECONDS", 0.02)


def test_the_clock_only_runs():
    machine = Machine()
    clock = machine.clock()
    assert clock() == START
    for jump in (HOUR, -2 * HOUR):
        machine.wall += jump
        before = clock()
        machine.run(1500)
        assert clock() == before + 1500


def test_the_clocks_of_this_machine_are_taken():
    before, clock = wall(), SteadyClock()
    assert before <= clock() + 1
    assert elapsed() <= elapsed()


@pytest.mark.parametrize(
    ("latest", "expected"), [(START - 5, START), (START + HOUR, START + HOUR), (START + 2 * MOST_BEHIND, START)]
)
def test_time_does_not_run_backwards_over_a_restart(latest: int, expected: int):
    clock = Machine().clock()
    clock.not_before(latest)
    assert clock() == expected


def test_a_jump_is_told_once(caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.WARNING)
    machine = Machine()
    clock = machine.clock()
    clock.look()
    assert caplog.messages == []
    machine.wall += HOUR
    for _ in range(3):
        clock.look()
    assert len(caplog.messages) == 1 and "is 3600 seconds off" in caplog.messages[0]


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
async def test_turns_last_as_long_as_they_should_though_the_clock_jumps(sqlite_url: str, jump: int):
    machine = Machine()
    clock = machine.clock()
    async with rooms_here(sqlite_url, now=clock, settings=QUICK) as here:
        room = await here.game("ana", "ben", pace=LIVE)
        for player in ("ana", "ben"):
            await here.watch(player, room.table.id)
        machine.wall += jump
        machine.run(4_900)
        await here.play_turn(room)
        assert away(room.table) == [None, None], "nobody was replaced, and the turn was in time"
        machine.run(5_100)
        await until(lambda: away(room.table) == [None, "clock"])


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
async def test_a_turn_begins_anew_after_a_restart(sqlite_url: str, jump: int):
    machine = Machine()
    async with rooms_here(sqlite_url, now=machine.clock()) as here:
        room = await here.game("ana", "ben", pace=LIVE)
        await here.play_turn(room)
        machine.run(3_000)
        id_, number = room.table.id, room.table.number
    machine.wall += jump
    clock = machine.clock()
    store = Store(open_engine(sqlite_url))
    clock.not_before(await store.latest())
    await store.stop()
    async with rooms_here(sqlite_url, now=clock) as here:
        room = await here.rooms.get(id_)
        assert room.table.number == number + (jump > 0), "put back, the clock goes on where the turn began"
        assert room.table.deadline is not None
        assert 4_900 <= room.table.deadline - clock() <= 5_000
        machine.run(4_000)
        room = await here.rooms.get(id_)
        await here.play_turn(room)
        assert away(room.table) == [None, None]
        reserves = room.table.clock.reserves
    async with rooms_here(sqlite_url, now=clock) as here:
        assert (await here.rooms.get(id_)).table.clock.reserves == reserves, "the log says the same"


async def test_where_turns_have_no_clock_or_days_nothing_begins_anew(sqlite_url: str):
    machine = Machine()
    tables = []
    async with rooms_here(sqlite_url, now=machine.clock()) as here:
        for pace in ({"kind": "relaxed"}, {"kind": "correspondence", "days": 1}):
            room = await here.game("ana", "ben", pace=pace)
            tables.append((room.table.id, room.table.number, room.table.deadline))
    machine.run(HOUR)
    async with rooms_here(sqlite_url, now=machine.clock()) as here:
        for id_, number, deadline in tables:
            table = (await here.rooms.get(id_)).table
            assert (table.number, table.deadline) == (number, deadline)


async def test_a_node_goes_on_from_the_last_stored_time(sqlite_url: str):
    machine = Machine()
    async with rooms_here(sqlite_url, now=machine.clock()) as here:
        await here.game("ana", "ben")
    machine.wall -= HOUR
    node = Node(replace(Settings(), database=sqlite_url), NoWorkers(), clock=machine.clock())
    async with node.running():
        assert node.now() == START
