"""Questions to bots as jobs in Redis, taken by `holi worker` on any machine, beside local workers.

A job is an entry of a stream; whoever takes it puts the answer into the list of the node that asked. Bots' turns have a
stream of their own, which is looked into first.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from contextlib import suppress
from typing import Any, cast, get_args

from redis.asyncio import Redis

from holi.server.live.redis_client import REDIS_FAULTS, open_redis
from holi.server.live.workers import BotWorkers, Json, LocalWorkers, Question, Urgency
from holi.server.table.refusals import RefusedError
from holi.server.wire.codes import RefusalCode

log = logging.getLogger(__name__)

BOT_JOBS = "holi:jobs:bots"
OTHER_JOBS = "holi:jobs:others"
ANSWERS_PREFIX = "holi:answers:"
WORKERS_ALIVE = "holi:workers"
"""This key exists while some `holi worker` is alive."""

MOST_JOBS = 500
"""Jobs that wait in a stream; beyond that nodes are refused."""

STREAM_LENGTH = 4 * MOST_JOBS
"""A stream is trimmed to about this length, whatever happens."""

LISTEN_SECONDS = 1.0
RETRY_SECONDS = 1.0


class _NobodyError(Exception):
    """No `holi worker` can be reached."""


class RedisWorkers(BotWorkers):
    """`holi worker` processes, found through Redis; a free local worker comes first, and is the last resort."""

    def __init__(self, url: str, node: str, local: LocalWorkers | None = None) -> None:
        self._url = url
        self._client: Redis = open_redis(url)
        self._answers = ANSWERS_PREFIX + node
        self._local = local
        self._waiting: dict[str, asyncio.Future[Json]] = {}
        self._listener: asyncio.Task[None] | None = None
        self._stopping = False

    async def start(self) -> None:
        if self._local is not None:
            await self._local.start()
        self._listener = asyncio.create_task(self._listen(), name="answers of workers")

    async def stop(self) -> None:
        self._stopping = True
        if self._listener is not None:
            self._listener.cancel()
            with suppress(asyncio.CancelledError):
                await self._listener
        self._give_up(_NobodyError())
        if self._local is not None:
            await self._local.stop()
        with suppress(*REDIS_FAULTS):
            await self._client.aclose()

    async def ask(self, question: Question) -> Json:
        """Ask a free local worker, else any `holi worker`, else wait for a local one."""
        local = self._local
        if local is not None and local.pool.has_room:
            return await local.ask(question)
        try:
            return await self._ask_others(question)
        except (_NobodyError, *REDIS_FAULTS):
            if local is None:
                raise RefusedError(
                    "unavailable", "no bot worker can be reached; its host starts 'holi worker'"
                ) from None
        except RefusedError:
            if local is None:
                raise
        return await local.ask(question)

    async def _ask_others(self, question: Question) -> Json:
        stream = BOT_JOBS if question.urgency is Urgency.BOT else OTHER_JOBS
        check = self._client.pipeline(transaction=False)
        check.exists(WORKERS_ALIVE)
        check.xlen(stream)
        alive, length = await check.execute()
        if not alive:
            raise _NobodyError
        if length >= MOST_JOBS:
            raise RefusedError("busy", f"{length} questions wait for a bot worker; ask again later")
        id_ = secrets.token_hex(8)
        answer = self._waiting[id_] = asyncio.get_running_loop().create_future()
        try:
            await self._client.xadd(
                stream, cast("Any", job_of(id_, self._answers, question)), maxlen=STREAM_LENGTH, approximate=True
            )
            async with asyncio.timeout(question.patience):
                return _opened(await answer)
        except TimeoutError:
            raise RefusedError("busy", "no bot worker had time for it; ask again later") from None
        finally:
            del self._waiting[id_]

    async def _listen(self) -> None:
        """Receive answers; if Redis goes away, give up on all that are awaited."""
        client = open_redis(self._url)
        try:
            while not self._stopping:  # redis-py may swallow that this task is cancelled
                try:
                    popped = await cast("Any", client.blpop([self._answers], timeout=LISTEN_SECONDS))
                    if popped is not None:
                        self._take(popped[1])
                except REDIS_FAULTS:
                    self._give_up(_NobodyError())
                    await asyncio.sleep(RETRY_SECONDS)
        finally:
            with suppress(*REDIS_FAULTS):
                await client.aclose()

    def _take(self, text: str) -> None:
        try:
            message = json.loads(text)
            answer = self._waiting.get(message["id"])
        except (ValueError, TypeError, KeyError):
            log.warning("an answer from a bot worker cannot be read")
            return
        if answer is not None and not answer.done():
            answer.set_result(message)

    def _give_up(self, error: Exception) -> None:
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(error)


def job_of(id_: str, answers: str, question: Question) -> dict[str, str]:
    return {
        "id": id_,
        "answers": answers,
        "urgency": str(question.urgency.value),
        "movetime": str(question.movetime),
        "patience": str(question.patience),
        "question": json.dumps(question.content, separators=(",", ":")),
    }


def question_in(job: dict[str, str]) -> Question:
    """The question of a job; `ValueError` or `KeyError` if it is none that we know, say of another version."""
    return Question(
        json.loads(job["question"]), Urgency(int(job["urgency"])), float(job["movetime"]), float(job["patience"])
    )


def _opened(message: Json) -> Json:
    if "refused" in message:
        code = message["refused"] if message["refused"] in get_args(RefusalCode) else "unavailable"
        raise RefusedError(cast("RefusalCode", code), str(message.get("why")))
    answer = message.get("answer")
    if not isinstance(answer, dict):
        raise RefusedError("unavailable", "a bot worker answered nonsense")
    return answer
