"""Notices between nodes over Redis: published, never kept. If Redis goes away it is tried again until it is back.

Every node follows the channels of the tables it has loaded, and one on which all nodes say now and then that they
live. A node that hears its own word there knows that notices get through; one that is not heard of is taken for dead.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import deque
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from holi.server.live.bus import Bus, Listener, Notice, Topic
from holi.server.live.redis_client import ANSWER_SECONDS, REDIS_FAULTS, open_redis

log = logging.getLogger(__name__)

ALL_NODES = "holi:nodes"
TABLE_PREFIX = "holi:table:"
CLAIM_PREFIX = "holi:claim:"
FAREWELL = "-"
"""Prefix of the name of a node that stops."""

MOST_WAITING = 20_000
"""Notices waiting to be sent; beyond that the oldest are dropped, and other nodes read the store."""

MOST_TOGETHER = 500


@dataclass(frozen=True, slots=True)
class BusTiming:
    """All in seconds."""

    beat: float = 2.0
    deaf: float = 6.0
    """A node that has not heard itself for this long reconnects."""
    gone: float = 10.0
    """A node not heard of for this long counts as dead."""
    retry: float = 1.0


class RedisBus(Bus):
    alone = False

    def __init__(self, url: str, node: str, timing: BusTiming | None = None) -> None:
        self._url = url
        self._node = node
        self._timing = timing or BusTiming()
        self._listener: Listener = lambda _: None
        self._task: asyncio.Task[None] | None = None
        self._client: Redis | None = None
        self._pubsub: PubSub | None = None
        self._followed: dict[str, asyncio.Event] = {}
        """By table: whether Redis has confirmed that we follow it."""
        self._outbox: deque[Notice] = deque(maxlen=MOST_WAITING)
        self._leaving: list[str] = []
        self._wake = asyncio.Event()
        self._heard: dict[str, float] = {}
        """When each node, this one included, was last heard of."""
        self._silent: set[str] = set()
        """Nodes counted as dead because they fell silent."""
        self._told_away = False
        self._stopping = False
        self._over = True
        """True once the connection has ended. All its tasks check this, because redis-py may swallow a cancellation."""
        self.healthy = False

    async def start(self, listener: Listener) -> None:
        self._listener = listener
        self._task = asyncio.create_task(self._run(), name="redis bus")

    async def stop(self) -> None:
        self._stopping = self._over = True
        self._wake.set()
        if self._client is not None and self.healthy:
            with suppress(*REDIS_FAULTS):
                await self._client.publish(ALL_NODES, FAREWELL + self._node)
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def follow(self, table: str) -> None:
        confirmed = self._followed.setdefault(table, asyncio.Event())
        if self._pubsub is None or not self.healthy or confirmed.is_set():
            return
        with suppress(*REDIS_FAULTS):
            await self._pubsub.subscribe(TABLE_PREFIX + table)
            await asyncio.wait_for(confirmed.wait(), ANSWER_SECONDS)

    def unfollow(self, table: str) -> None:
        if self._followed.pop(table, None) is not None and self.healthy:
            self._leaving.append(table)
            self._wake.set()

    def publish(self, notice: Notice) -> None:
        """Queue a notice. While Redis is away, the other nodes read the store instead."""
        if self.healthy:
            self._outbox.append(notice)
            self._wake.set()

    async def claim(self, task: str, seconds: float) -> bool:
        """Claim a task for some seconds. While Redis is away every node may; the store then refuses all but one."""
        client = self._client
        if client is None or not self.healthy:
            return True
        try:
            return bool(await client.set(CLAIM_PREFIX + task, self._node, nx=True, px=max(1, int(seconds * 1000))))
        except REDIS_FAULTS:
            return True

    # The connection

    async def _run(self) -> None:
        while not self._stopping:
            try:
                await self._session()
            except* (RedisError, OSError, TimeoutError) as faults:
                self._away(faults.exceptions[0])
            except* Exception:  # whatever it was, the nodes must find each other again
                log.exception("the connection to Redis failed; making a new one")
                self._away(None)
            await asyncio.sleep(self._timing.retry)

    def _away(self, fault: BaseException | None) -> None:
        self.healthy = False
        self._client = self._pubsub = None
        self._outbox.clear()
        self._leaving.clear()
        for confirmed in self._followed.values():
            confirmed.clear()
        if not self._told_away:
            self._told_away = True
            log.warning("Redis is away (%s): nodes look into the store until it is back", fault)

    async def _session(self) -> None:
        client = open_redis(self._url)
        try:
            async with client.pubsub() as pubsub:
                await pubsub.subscribe(ALL_NODES)
                followed = [TABLE_PREFIX + table for table in self._followed]
                for at in range(0, len(followed), MOST_TOGETHER):
                    await pubsub.subscribe(*followed[at : at + MOST_TOGETHER])
                self._client, self._pubsub = client, pubsub
                self._heard[self._node] = time.monotonic()
                self._over = self._stopping
                async with asyncio.TaskGroup() as tasks:
                    for work in (self._receive(pubsub), self._send(client, pubsub), self._beat(client)):
                        tasks.create_task(self._until_over(work))
        finally:
            self.healthy = False
            with suppress(*REDIS_FAULTS):
                await client.aclose()

    async def _until_over(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        finally:
            self._over = True
            self._wake.set()

    async def _receive(self, pubsub: PubSub) -> None:
        while not self._over:
            message = await pubsub.get_message(timeout=self._timing.beat)
            if message is not None:
                self._take(message)

    def _take(self, message: dict[str, Any]) -> None:
        channel: str = message["channel"]
        table = channel.removeprefix(TABLE_PREFIX)
        if message["type"] == "subscribe" and table in self._followed:
            self._followed[table].set()
        elif message["type"] == "message" and channel == ALL_NODES:
            self._take_beat(message["data"])
        elif message["type"] == "message" and table in self._followed:
            notice = read_notice(table, message["data"])
            if notice is not None and notice.node != self._node:
                self._listener(notice)

    def _take_beat(self, node: str) -> None:
        if node.startswith(FAREWELL):
            gone = node.removeprefix(FAREWELL)
            self._silent.discard(gone)
            if gone != self._node and self._heard.pop(gone, None) is not None:
                self._listener(Notice("", "gone", node=gone))
            return
        self._heard[node] = time.monotonic()
        if node in self._silent:
            self._silent.discard(node)
            self._listener(Notice("", "returned", node=node))
        if node == self._node and not self.healthy:
            self._recovered()

    def _recovered(self) -> None:
        """Notices get through in both directions: catch up on what was missed; nobody counts as dead yet."""
        self.healthy = True
        if self._told_away:
            log.warning("Redis is back")
        self._told_away = False
        now = time.monotonic()
        self._heard = dict.fromkeys(self._heard, now)
        self._listener(Notice("", "recovered", node=self._node))

    async def _beat(self, client: Redis) -> None:
        """Send this node's heartbeat, and notice whose is missing, its own included."""
        while not self._over:
            await client.publish(ALL_NODES, self._node)
            await asyncio.sleep(self._timing.beat)
            now = time.monotonic()
            if now - self._heard[self._node] > self._timing.deaf:
                raise TimeoutError("Redis takes notices but delivers none")
            if self.healthy:
                for node in [name for name, at in self._heard.items() if now - at > self._timing.gone]:
                    del self._heard[node]
                    self._silent.add(node)
                    self._listener(Notice("", "gone", node=node))

    async def _send(self, client: Redis, pubsub: PubSub) -> None:
        while not self._over:
            await self._wake.wait()
            self._wake.clear()
            while self._outbox or self._leaving:
                leaving = [TABLE_PREFIX + table for table in self._leaving if table not in self._followed]
                self._leaving.clear()
                if leaving:
                    await pubsub.unsubscribe(*leaving)
                batch = [self._outbox.popleft() for _ in range(min(MOST_TOGETHER, len(self._outbox)))]
                if batch:
                    pipeline = client.pipeline(transaction=False)
                    for notice in batch:
                        pipeline.publish(TABLE_PREFIX + notice.table, write_notice(notice))
                    await pipeline.execute()


TOLD_BY_NODES: tuple[Topic, ...] = ("entry", "chat", "presence", "who")


def write_notice(notice: Notice) -> str:
    return json.dumps([notice.topic, notice.number, list(notice.players), notice.node], separators=(",", ":"))


def read_notice(table: str, text: str) -> Notice | None:
    """None if the notice is unknown, perhaps because a newer version sent it."""
    try:
        topic, number, players, node = json.loads(text)
        if topic in TOLD_BY_NODES and isinstance(number, int) and isinstance(node, str):
            return Notice(table, cast("Topic", topic), number, tuple(map(str, players)), node)
    except (ValueError, TypeError, RecursionError):
        pass
    return None
