"""What the store promises, on SQLite and on PostgreSQL: an entry acknowledged is kept, and none is kept twice."""

from __future__ import annotations

import asyncio
import random
import signal
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import pytest
from sqlalchemy import event

from holi.server.store.engine import let_go, on_database, open_engine
from holi.server.store.store import ChatLine, Store
from holi.server.store.upgrade import upgrade
from holi.server.store.writer import Append, Standing
from holi.server.table.entries import Acted, ChatSet, Founding, FoundingSeat, Logged, Sat
from holi.server.table.refusals import RefusedError
from holi.server.wire.parts import COLOURS, TableSettings
from tests.server.processes import Postgres, Process, environment

pytestmark = pytest.mark.anyio

OpenStore = Callable[[], Awaitable[Store]]


@pytest.fixture
async def open_store(any_database_url: str) -> AsyncIterator[OpenStore]:
    """Open stores on one database, as several nodes do."""
    await on_database(any_database_url, upgrade)
    async with AsyncExitStack() as stack:

        async def open_one() -> Store:
            store = Store(open_engine(any_database_url))
            store.start()
            stack.push_async_callback(store.stop)
            return store

        yield open_one


@pytest.fixture
async def store(open_store: OpenStore) -> Store:
    return await open_store()


def founding(id_: str, *, code: str | None = None, listed: bool = False, created: int = 1000) -> Founding:
    return Founding(
        id=id_,
        code=code or id_.upper(),
        secret="5" * 64,
        host="ana",
        settings=TableSettings(players=2, listed=listed),
        seats=[FoundingSeat(colour=colour) for colour in COLOURS[:2]],
        created=created,
        rules_version=1,
    )


def entry(table: str, number: int, **more: object) -> Append:
    return Append(table, Logged(number, 1000 + number, ChatSet(rule="all"), "ana", f"c{number}"), **more)  # type: ignore[arg-type]


async def test_a_table_is_kept_with_its_log(store: Store):
    made = founding("table1")
    sat = Sat(seat=1, player="ana", name="Ana", colour="yellow", nonce_commitment="0" * 64)
    log = [Logged(1, 1001, sat, "ana", "one"), Logged(2, 1002, Acted(seat=1, action="Sa1", bot=True))]
    assert await store.found(made)
    for logged in log:
        assert await store.append(Append("table1", logged))
    assert await store.load("table1") == (made, log)
    assert await store.entries_after("table1", 1) == log[1:]
    assert await store.last_numbers("entry", ["table1", "other"]) == {"table1": 2}
    assert await store.load("other") is None


async def test_an_id_or_a_code_that_is_taken_is_refused(store: Store):
    assert await store.found(founding("table1", code="BCDFG"))
    assert not await store.found(founding("table1", code="XXXXX"))
    assert not await store.found(founding("table2", code="BCDFG"))
    assert await store.by_code("BCDFG", "ben") == "table1"
    assert await store.by_code("XXXXX", "ben") is None
    assert await store.load("table2") is None


async def test_entries_that_come_together_are_committed_together(store: Store):
    tables = [f"table{number}" for number in range(200)]
    for table in tables:
        await store.found(founding(table))
    commits: list[object] = []
    event.listen(store.engine.sync_engine, "commit", commits.append)
    assert all(await asyncio.gather(*(store.append(entry(table, 1)) for table in tables)))
    assert len(commits) <= 3
    assert await store.last_numbers("entry", tables) == dict.fromkeys(tables, 1)


async def test_two_nodes_never_write_the_same_number(open_store: OpenStore):
    first, second = await open_store(), await open_store()
    await first.found(founding("table1"))
    for number in range(1, 30):
        written = await asyncio.gather(first.append(entry("table1", number)), second.append(entry("table1", number)))
        assert sorted(written) == [False, True]
    found = await first.load("table1")
    assert found is not None and [logged.number for logged in found[1]] == list(range(1, 30))


async def test_a_clash_harms_no_other_entry_of_the_group(open_store: OpenStore):
    first, second = await open_store(), await open_store()
    tables = [f"table{number}" for number in range(12)]
    for table in tables:
        await first.found(founding(table))
    for number in range(1, 20):
        forwards = [first.append(entry(table, number)) for table in tables]
        backwards = [second.append(entry(table, number)) for table in reversed(tables)]
        written = await asyncio.gather(*forwards, *backwards)
        by_second = dict(zip(reversed(tables), written[len(tables) :], strict=True))
        assert [one != by_second[table] for table, one in zip(tables, written, strict=False)] == [True] * len(tables)
    assert await second.last_numbers("entry", tables) == dict.fromkeys(tables, 19)


async def test_a_number_is_never_left_for_an_entry_of_no_table(store: Store):
    assert not await store.append(entry("missing", 1))


async def test_lists_show_how_tables_stand(store: Store):
    for number, (phase, listed) in enumerate(
        [("lobby", True), ("lobby", False), ("playing", True), ("lobby", True)], start=1
    ):
        await store.found(founding(f"table{number}", listed=listed, created=number))
        seats = ["ana", "bo"] if phase == "playing" else [None, "ana"] if number == 4 else None
        standing = Standing(phase, 1 if phase == "playing" else None, number * 100 if number > 2 else None)
        await store.append(entry(f"table{number}", 1, standing=standing, players=seats))
    assert {row.founding.id for row in await store.open_tables()} == {"table1", "table4"}
    own = {row.founding.id: row for row in await store.tables_of("ana")}
    assert own.keys() == {"table1", "table2", "table3", "table4"}  # those where ana sits, or is the host and waits
    assert (own["table3"].phase, own["table3"].to_act, own["table3"].players) == ("playing", 1, ((0, "ana"), (1, "bo")))
    assert own["table4"].players == ((1, "ana"),)
    assert [row.founding.id for row in await store.tables_of("bo")] == ["table3"]
    assert await store.due(400) == ["table3", "table4"]
    assert await store.due(399) == ["table3"]
    await store.append(entry("table4", 2, players=[None, None]))
    assert [row.founding.id for row in await store.tables_of("bo")] == ["table3"]
    await store.append(entry("table1", 2, standing=Standing("closed", None, None)))
    assert "table1" not in [row.founding.id for row in await store.tables_of("ana")]


async def test_chat_is_numbered_and_each_number_is_used_once(open_store: OpenStore):
    first, second = await open_store(), await open_store()
    await first.found(founding("table1"))
    lines = [ChatLine(number, 5, "ana", 0, "Ana", None, f"line {number} ñ हो 祭") for number in (1, 2, 3)]
    assert await first.last_numbers("chat", ["table1"]) == {}
    for line in lines:
        assert sorted(await asyncio.gather(first.say("table1", line), second.say("table1", line))) == [False, True]
    assert await second.chat_after("table1") == lines
    assert await second.chat_after("table1", 2) == lines[2:]
    assert await second.chat_after("table1", limit=2) == lines[1:]
    assert await first.last_numbers("chat", ["table1", "other"]) == {"table1": 3}


async def test_names_are_kept_also_when_said_twice_at_once(open_store: OpenStore):
    first, second = await open_store(), await open_store()
    assert await first.name_of("ana") is None
    for name in ("Ana", "Bo", "Cy"):
        await asyncio.gather(*(store.rename("ana", name, 5) for store in (first, second)))
        assert await first.name_of("ana") == name


async def test_a_transfer_code_is_taken_once_and_in_time(open_store: OpenStore):
    first, second = await open_store(), await open_store()
    await first.keep_transfer("digest", "ana", expires=100, now=50)
    taken = await asyncio.gather(first.take_transfer("digest", 99), second.take_transfer("digest", 99))
    assert set(taken) == {None, "ana"}
    await first.keep_transfer("late", "ana", expires=100, now=50)
    assert await first.take_transfer("late", 101) is None
    await first.keep_transfer("other", "bo", expires=300, now=200)  # forgets the late one
    assert await first.take_transfer("late", 99) is None
    assert await first.take_transfer("other", 300) == "bo"


async def test_all_nodes_sign_with_one_key(open_store: OpenStore):
    stores = [await open_store() for _ in range(4)]
    keys = await asyncio.gather(*(store.signing_key() for store in stores))
    assert len(set(keys)) == 1
    assert len(keys[0]) == 64


WRITES_UNTIL_KILLED = """
import asyncio, sys
from holi.server.store.engine import open_engine
from holi.server.store.store import Store
from holi.server.store.writer import Append
from holi.server.table.entries import ChatSet, Logged

async def write(store, table, number):
    while True:
        assert await store.append(Append(table, Logged(number, 1, ChatSet(rule="all"))))
        sys.stdout.write(f"{table} {number}\\n")
        sys.stdout.flush()
        number += 1

async def main():
    store = Store(open_engine(sys.argv[1]))
    store.start()
    numbers = await store.last_numbers("entry", sys.argv[2:])
    await asyncio.gather(*(write(store, table, numbers.get(table, 0) + 1) for table in sys.argv[2:]))

asyncio.run(main())
"""


async def test_what_was_acknowledged_is_there_after_a_kill(any_database_url: str, open_store: OpenStore):
    store = await open_store()
    tables = [f"table{number}" for number in range(5)]
    for table in tables:
        await store.found(founding(table))
    acknowledged = dict.fromkeys(tables, 0)
    for round_ in range(4):
        command = [sys.executable, "-c", WRITES_UNTIL_KILLED, any_database_url, *tables]
        with Process(command, environment()) as writer:
            lines = [writer.output.readline() for _ in range(random.Random(round_).randrange(1, 60))]
            writer.process.kill()
            lines += writer.output.readlines()
        for line in lines:
            table, number = line.decode().split()
            acknowledged[table] = max(acknowledged[table], int(number))
    for table in tables:
        found = await store.load(table)
        assert found is not None
        numbers = [logged.number for logged in found[1]]
        assert numbers == list(range(1, len(numbers) + 1))
        assert len(numbers) >= acknowledged[table]
    assert sum(acknowledged.values()) > 0


async def test_a_database_that_goes_away_is_unavailable_and_comes_back(own_postgres: Postgres):
    engine = open_engine(await own_postgres.new_database())
    await upgrade(engine)
    store = Store(engine)
    store.start()
    await store.found(founding("table1"))
    assert await store.append(entry("table1", 1))
    own_postgres.stop(signal.SIGQUIT)
    for ask in (
        lambda: store.append(entry("table1", 2)),
        lambda: store.load("table1"),
        lambda: store.found(founding("table2")),
        lambda: store.rename("ana", "Ana", 1),
    ):
        with pytest.raises(RefusedError, match="the database does not answer; nothing is lost, try again") as refused:
            await ask()
        assert refused.value.code == "unavailable"
    own_postgres.restart()
    assert await store.append(entry("table1", 2))
    assert await store.last_numbers("entry", ["table1"]) == {"table1": 2}
    await store.stop()


async def test_a_connection_that_was_given_up_leaves_no_thread_behind(sqlite_url: str):
    before = set(threading.enumerate())
    engine = open_engine(sqlite_url)
    connecting = asyncio.ensure_future(engine.connect().start())
    while set(threading.enumerate()) == before:
        await asyncio.sleep(0)
    connecting.cancel()
    await asyncio.gather(connecting, return_exceptions=True)
    await let_go(engine)
    assert {thread for thread in threading.enumerate() if "_connection_worker" in thread.name} <= before
