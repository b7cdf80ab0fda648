"""Notices between nodes over a real Redis, which goes away, hangs and comes back."""

from __future__ import annotations

import asyncio
import signal
from contextlib import asynccontextmanager

import pytest

from holi.server.live import redis_client
from holi.server.live.bus import Notice
from holi.server.live.redis_bus import ALL_NODES, BusTiming, RedisBus, read_notice, write_notice
from tests.server.processes import Redis
from tests.server.rooms_here import until

pytestmark = pytest.mark.anyio

QUICK = BusTiming(beat=0.1, deaf=60, gone=0.6, retry=0.05)


@asynccontextmanager
async def listening(redis: Redis, node: str, *tables: str, timing: BusTiming = QUICK):
    """A bus that follows tables, and the list of all that it hears."""
    bus, heard = RedisBus(redis.url, node, timing), []
    await bus.start(heard.append)
    try:
        await until(lambda: bus.healthy)
        for table in tables:
            await bus.follow(table)
        yield bus, heard
    finally:
        await bus.stop()


def told(heard: list[Notice]) -> list[Notice]:
    """What other nodes told, without what the bus itself says."""
    return [notice for notice in heard if notice.topic not in ("recovered", "gone", "returned")]


async def test_a_notice_reaches_the_other_nodes_that_have_the_table_loaded(redis):
    notices = [
        Notice("T1", "entry", 7, node="a"),
        Notice("T1", "chat", 2, node="a"),
        Notice("T1", "presence", players=("ana", "ben"), node="a"),
        Notice("T1", "who", node="a"),
    ]
    async with (
        listening(redis, "a", "T1") as (a, to_a),
        listening(redis, "b", "T1") as (_, to_b),
        listening(redis, "c", "T2") as (_, to_c),
    ):
        for notice in notices:
            a.publish(notice)
        await until(lambda: len(told(to_b)) == 4)
        assert told(to_b) == notices
        assert told(to_a) == told(to_c) == []


async def test_a_table_that_is_no_longer_followed_is_not_heard_of(redis):
    async with listening(redis, "a") as (a, _), listening(redis, "b", "T1", "T2") as (b, heard):
        b.unfollow("T1")
        a.publish(Notice("T1", "entry", 1, node="a"))
        a.publish(Notice("T2", "entry", 1, node="a"))
        await until(lambda: told(heard))
        assert [notice.table for notice in told(heard)] == ["T2"]
        await b.follow("T1")
        a.publish(Notice("T1", "entry", 2, node="a"))
        await until(lambda: len(told(heard)) == 2)


async def test_thousands_of_notices_come_in_order(redis):
    async with listening(redis, "a") as (a, _), listening(redis, "b", "T1") as (_, heard):
        for number in range(3000):
            a.publish(Notice("T1", "entry", number, node="a"))
        await until(lambda: len(told(heard)) == 3000)
        assert [notice.number for notice in told(heard)] == list(range(3000))


async def test_a_task_is_claimed_by_one_node_until_its_time_is_up(redis):
    async with listening(redis, "a") as (a, _), listening(redis, "b") as (b, _):
        claims = await asyncio.gather(*(bus.claim("due:T1", 0.3) for bus in (a, b) for _ in range(5)))
        assert sum(claims) == 1
        assert await b.claim("due:T2", 60)
        while not await a.claim("due:T1", 0.3):
            await asyncio.sleep(0.01)
        assert not await a.claim("due:T2", 60)


async def test_a_node_that_is_not_heard_of_any_more_is_told_to_be_gone(redis):
    async with listening(redis, "a") as (_, heard):
        bus = RedisBus(redis.url, "b", QUICK)
        await bus.start(lambda _: None)
        await until(lambda: bus.healthy)
        bus._task.cancel()  # it dies without a word
        await until(lambda: Notice("", "gone", node="b") in heard)


async def test_a_node_that_stops_says_so(redis):
    patient = BusTiming(beat=0.1, deaf=60, gone=3600)
    async with listening(redis, "a", timing=patient) as (_, heard):
        async with listening(redis, "b"):
            await asyncio.sleep(0.2)
        await until(lambda: Notice("", "gone", node="b") in heard)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
async def test_redis_goes_away_and_comes_back_and_no_node_is_restarted(redis, how):
    async with listening(redis, "a", "T1") as (a, to_a), listening(redis, "b", "T1") as (b, to_b):
        redis.stop(how)
        await until(lambda: not a.healthy and not b.healthy)
        assert await a.claim("due:T1", 60)
        assert await b.claim("due:T1", 60), "everybody may; the store decides"
        a.publish(Notice("T1", "entry", 1, node="a"))  # lost
        await b.follow("T2")
        to_a.clear(), to_b.clear()
        await asyncio.sleep(1.0)
        assert Notice("", "gone", node="b") not in to_a, "nobody is taken for dead while nobody can be heard"
        redis.restart()
        await until(lambda: a.healthy and b.healthy)
        assert Notice("", "recovered", node="a") in to_a
        assert Notice("", "recovered", node="b") in to_b
        for table in ("T1", "T2"):
            a.publish(Notice(table, "entry", 5, node="a"))
        await until(lambda: len(told(to_b)) == 2)
        assert [(notice.table, notice.number) for notice in told(to_b)] == [("T1", 5), ("T2", 5)]


async def test_redis_that_hangs_counts_as_away(redis, monkeypatch):
    monkeypatch.setattr(redis_client, "ANSWER_SECONDS", 0.3)
    async with listening(redis, "a", "T1") as (a, heard):
        heard.clear()
        redis.process.send_signal(signal.SIGSTOP)
        try:
            await until(lambda: not a.healthy)
        finally:
            redis.process.send_signal(signal.SIGCONT)
        await until(lambda: a.healthy)
        assert Notice("", "recovered", node="a") in heard


async def test_a_node_starts_without_redis_and_finds_it_later(redis):
    redis.stop()
    bus, heard = RedisBus(redis.url, "a", QUICK), []
    await bus.start(heard.append)
    await bus.follow("T1")
    assert not bus.healthy
    redis.restart()
    await until(lambda: bus.healthy)
    async with listening(redis, "b") as (b, _):
        b.publish(Notice("T1", "entry", 3, node="b"))
        await until(lambda: told(heard))
    await bus.stop()


@pytest.mark.parametrize(
    "text",
    ["", "x", "[]", "{}", '["entry"]', '["dance",1,[],"a"]', '["entry","1",[],"a"]', '["gone",0,[],"a"]', "[" * 5000],
)
def test_what_is_no_notice_is_passed_over(text):
    assert read_notice("T1", text) is None


def test_notices_are_read_as_they_were_written():
    for notice in (Notice("T", "entry", 3, (), "a"), Notice("T", "presence", 0, ("ana", "ben"), "b")):
        assert read_notice("T", write_notice(notice)) == notice


async def test_a_node_that_was_only_slow_is_heard_of_again(redis):
    slow = redis_client.open_redis(redis.url)
    async with listening(redis, "a") as (_, heard):
        await slow.publish(ALL_NODES, "slow")
        await until(lambda: Notice("", "gone", node="slow") in heard)
        await slow.publish(ALL_NODES, "slow")
        await until(lambda: Notice("", "returned", node="slow") in heard)
    await slow.aclose()
