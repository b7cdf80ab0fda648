"""`holi worker`: takes jobs from Redis, has local workers think, and answers."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast

from redis.asyncio import Redis
from redis.exceptions import ResponseError

from holi.server.live.redis_client import REDIS_FAULTS, open_redis
from holi.server.live.redis_workers import BOT_JOBS, OTHER_JOBS, WORKERS_ALIVE, question_in
from holi.server.live.workers import LocalWorkers
from holi.server.table.refusals import RefusedError

log = logging.getLogger(__name__)

GROUP = "workers"
ANSWER_LIFE = 60
"""Seconds that an answer is kept for a node that does not fetch it."""


@dataclass(frozen=True, slots=True)
class JobTiming:
    """In seconds."""

    listen: float = 1.0
    """How long one wait for a job lasts."""
    beat: float = 2.0
    """How often a worker reports that it lives, and renews its claim on its jobs."""
    life: float = 10.0
    """How long it counts as alive after a report."""
    abandoned: float = 6.0
    """A job whose claim was not renewed for this long is taken over."""
    forget: float = 3600.0
    """Workers not heard of for this long are removed from the group."""
    retry: float = 1.0


@dataclass(frozen=True, slots=True)
class _Job:
    stream: str
    id: str
    fields: dict[str, str]

    @property
    def can_be_answered(self) -> bool:
        """True if the job names a reply channel and a deadline."""
        patience = self.fields.get("patience", "")
        return {"id", "answers"} <= self.fields.keys() and patience.replace(".", "", 1).isdigit()


class RedisWorker:
    def __init__(self, url: str, workers: LocalWorkers, size: int, timing: JobTiming | None = None) -> None:
        self._client: Redis = open_redis(url)
        self._workers = workers
        self._size = size
        self._timing = timing or JobTiming()
        self._name = secrets.token_hex(6)
        self._at_work: dict[str, _Job] = {}
        self._free = asyncio.Semaphore(size)
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopping = False
        self._told_away = False
        self.answered = 0

    async def run(self) -> None:
        beating = asyncio.create_task(self._keep_beating(), name="heartbeat")
        try:
            while not self._stopping:
                try:
                    await self._take_some()
                    if self._told_away:
                        log.warning("Redis is back")
                    self._told_away = False
                except REDIS_FAULTS as fault:
                    await self._recover(fault)
            await asyncio.gather(*self._tasks)
        finally:
            self._stopping = True
            beating.cancel()
            for task in self._tasks:
                task.cancel()
            with suppress(*REDIS_FAULTS):
                await self._leave_group()
            with suppress(*REDIS_FAULTS):
                await self._client.aclose()

    def stop(self) -> None:
        self._stopping = True

    # Taking

    async def _take_some(self) -> None:
        """Wait for a free process, then for a job: an abandoned one, a bot's turn, or anything."""
        await self._free.acquire()
        jobs: list[_Job] = []
        try:
            jobs = (
                await self._abandoned(BOT_JOBS)
                or await self._new([BOT_JOBS])
                or await self._abandoned(OTHER_JOBS)
                or await self._new([BOT_JOBS, OTHER_JOBS], self._timing.listen)
            )
        finally:
            if not jobs:
                self._free.release()
        for extra in range(len(jobs)):
            if extra:  # of each stream there may be one; the second waits its turn
                await self._free.acquire()
            self._begin(jobs[extra])

    async def _new(self, streams: list[str], wait: float = 0.0) -> list[_Job]:
        found: Any = await self._client.xreadgroup(
            GROUP,
            self._name,
            cast("Any", dict.fromkeys(streams, ">")),
            count=1,
            block=max(1, int(wait * 1000)) if wait else None,
        )
        return [_Job(stream, id_, fields) for stream, entries in found or [] for id_, fields in entries]

    async def _abandoned(self, stream: str) -> list[_Job]:
        idle = int(self._timing.abandoned * 1000)
        _, entries, *_ = cast("Any", await self._client.xautoclaim(stream, GROUP, self._name, idle, count=1))
        return [_Job(stream, id_, fields) for id_, fields in entries if fields]

    def _begin(self, job: _Job) -> None:
        self._at_work[job.id] = job
        task = asyncio.create_task(self._do(job), name=f"job {job.id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _do(self, job: _Job) -> None:
        try:
            if not job.can_be_answered or await self._expired(job):
                await self._strike_off(job)
            else:
                await self._answer(job, await self._thought(job))
        except REDIS_FAULTS as fault:
            log.warning("an answer could not be given: %s", fault)
        except Exception:  # it stays in the stream until it is taken over, or nobody waits for it any more
            log.exception("a job failed")
        finally:
            del self._at_work[job.id]
            self._free.release()

    async def _expired(self, job: _Job) -> bool:
        seconds, micros = await cast("Any", self._client.time())  # of Redis, which also made the job's number
        age: float = seconds + micros / 1e6 - int(job.id.partition("-")[0]) / 1000
        return age > float(job.fields["patience"])

    async def _thought(self, job: _Job) -> dict[str, Any]:
        try:
            return {"answer": await self._workers.ask(question_in(job.fields))}
        except RefusedError as refusal:
            return {"refused": refusal.code, "why": str(refusal)}
        except (ValueError, KeyError) as error:
            log.warning("a job is none that this version knows: %r", error)
            return {"refused": "unavailable", "why": "the bot worker is of another version than the node"}

    async def _answer(self, job: _Job, answer: dict[str, Any]) -> None:
        pipeline = self._client.pipeline(transaction=False)
        pipeline.rpush(job.fields["answers"], json.dumps({"id": job.fields["id"], **answer}))
        pipeline.expire(job.fields["answers"], ANSWER_LIFE)
        await pipeline.execute()
        await self._strike_off(job)
        self.answered += 1

    async def _strike_off(self, job: _Job) -> None:
        pipeline = self._client.pipeline(transaction=False)
        pipeline.xack(job.stream, GROUP, job.id)
        pipeline.xdel(job.stream, job.id)
        await pipeline.execute()

    # Being there

    async def _recover(self, fault: Exception) -> None:
        """Redis is away, or was emptied: create the group as soon as possible."""
        try:
            for stream in (BOT_JOBS, OTHER_JOBS):
                try:
                    await self._client.xgroup_create(stream, GROUP, id="0", mkstream=True)
                except ResponseError as error:
                    if "BUSYGROUP" not in str(error):
                        raise
        except REDIS_FAULTS:
            if not self._told_away:
                log.warning("Redis is away (%s); it is tried again", fault)
            self._told_away = True
            await asyncio.sleep(self._timing.retry)

    async def _keep_beating(self) -> None:
        while not self._stopping or self._at_work:
            with suppress(*REDIS_FAULTS):
                await self._beat()
            await asyncio.sleep(self._timing.beat)

    async def _beat(self) -> None:
        """Report that this worker lives, and renew its claims."""
        pipeline = self._client.pipeline(transaction=False)
        pipeline.set(WORKERS_ALIVE, self._name, px=int(self._timing.life * 1000))
        for job in self._at_work.values():
            pipeline.xclaim(job.stream, GROUP, self._name, 0, [job.id], justid=True)
        await pipeline.execute(raise_on_error=False)

    async def _leave_group(self) -> None:
        """Leave the group, and remove members that died long ago; one with jobs stays until they are taken over."""
        for stream in (BOT_JOBS, OTHER_JOBS):
            for consumer in cast("Any", await self._client.xinfo_consumers(stream, GROUP)):
                dead = consumer["idle"] > self._timing.forget * 1000
                if (consumer["name"] == self._name or dead) and not consumer["pending"]:
                    await self._client.xgroup_delconsumer(stream, GROUP, consumer["name"])
