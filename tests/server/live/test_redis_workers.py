"""Jobs in a real Redis: taken by any worker, taken over from dead ones, bounded, and done locally if Redis is away."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

import holi
from holi.bots.processes.pool import WorkerPool
from holi.game import view_to_json
from holi.server.live import redis_workers
from holi.server.live.redis_client import open_redis
from holi.server.live.redis_worker import GROUP, JobTiming, RedisWorker
from holi.server.live.redis_workers import BOT_JOBS, OTHER_JOBS, WORKERS_ALIVE, RedisWorkers, job_of
from holi.server.live.workers import LocalWorkers, Urgency
from holi.server.table.refusals import RefusedError
from tests.server.live.test_workers import ECHO, READY, begun, interpreted, question, running
from tests.server.processes import Process, Redis, environment, free_port
from tests.server.rooms_here import until

pytestmark = pytest.mark.anyio

QUICK = JobTiming(listen=0.05, beat=0.1, life=5.0, abandoned=0.5, retry=0.05)


@pytest.fixture(autouse=True)
def own_source(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(holi.__file__).parents[1]))


def echoing(tmp_path: Path, name: str = "echo", before: str = "") -> LocalWorkers:
    """A local worker that answers with the question."""
    script = tmp_path / f"{name}.py"
    text = "import json, os, sys, time\nask = sys.stdin.readline\nask()\n" + READY + "while line := ask():\n"
    script.write_text(text + before + ECHO, "utf-8")
    command = [sys.executable, "-S", "-u", str(script)]
    return LocalWorkers(1, WorkerPool(1, "interpreted", command))


@asynccontextmanager
async def taking(redis: Redis, workers: LocalWorkers, timing: JobTiming = QUICK):
    """A worker that takes jobs, as `holi worker` does."""
    async with running(workers):
        taker = RedisWorker(redis.url, workers, 1, timing)
        task = asyncio.create_task(taker.run())
        async with open_redis(redis.url) as client:
            async with asyncio.timeout(60):
                while not await client.exists(WORKERS_ALIVE):
                    await asyncio.sleep(0.01)
        try:
            yield taker
        finally:
            taker.stop()
            await task


@pytest.fixture
async def asking(redis):
    """A node's way to workers elsewhere; it has none of its own."""
    workers = RedisWorkers(redis.url, "node")
    await workers.start()
    yield workers
    await workers.stop()


async def test_any_number_of_workers_take_jobs(redis, asking, tmp_path):
    async with taking(redis, echoing(tmp_path)) as one, taking(redis, echoing(tmp_path)) as two:
        answers = await asyncio.gather(*(asking.ask(question(number=n)) for n in range(40)))
        assert [answer["asked"]["number"] for answer in answers] == list(range(40))
        await until(lambda: one.answered + two.answered == 40)
        assert min(one.answered, two.answered) > 0
    async with open_redis(redis.url) as client:
        for stream in (BOT_JOBS, OTHER_JOBS):
            assert await client.xlen(stream) == 0
            assert await client.xinfo_consumers(stream, GROUP) == [], "those who leave are struck off"


async def test_a_bot_and_a_hint_from_a_real_process_far_away(redis, asking):
    async with taking(redis, interpreted()):
        view = view_to_json(begun().position, 0)
        assert (await asking.turn(view, "novice", 0.02, 1))[-1] == "E"
        assert (await asking.hint(view, 0.02))["seat"] == 0


async def test_bots_turns_come_before_hints(redis, asking, tmp_path):
    go = tmp_path / "go"
    waiting = echoing(tmp_path, before=f"    while not os.path.exists({str(go)!r}): time.sleep(0.01)\n")
    order: list[int] = []
    async with taking(redis, waiting):

        async def ask(number: int, urgency: Urgency) -> None:
            await asking.ask(question(urgency, number=number))
            order.append(number)

        first = asyncio.create_task(ask(0, Urgency.BOT))
        await until(lambda: waiting.pool.at_work)
        rest = [asyncio.create_task(ask(n, Urgency.HINT if n < 3 else Urgency.BOT)) for n in range(1, 6)]
        async with open_redis(redis.url) as client:
            async with asyncio.timeout(60):
                while await client.xlen(BOT_JOBS) + await client.xlen(OTHER_JOBS) < 6:
                    await asyncio.sleep(0.01)
        go.touch()
        await asyncio.gather(first, *rest)
    assert order[0] == 0
    assert (set(order[1:4]), set(order[4:])) == ({3, 4, 5}, {1, 2})


async def test_without_a_worker_a_node_is_refused_at_once(asking):
    with pytest.raises(RefusedError, match="no bot worker can be reached") as refused:
        await asking.ask(question(patience=3600))
    assert refused.value.code == "unavailable"


async def test_the_job_of_a_worker_that_died_is_taken_over(redis, asking, tmp_path):
    """The first takes the job and is killed while it thinks, as a power cut would."""
    program = (
        "import asyncio, sys\nfrom tests.server.live.test_redis_workers import *\nfrom types import SimpleNamespace\n"
        f"async def main():\n    hanging = echoing(Path({str(tmp_path)!r}), 'hang', '    time.sleep(1000)\\n')\n"
        f"    async with taking(SimpleNamespace(url={redis.url!r}), hanging):\n"
        "        await until(lambda: hanging.pool.at_work)\n        print('at it', flush=True)\n"
        "        await asyncio.sleep(1000)\nasyncio.run(main())\n"
    )
    path = {"PYTHONPATH": f"{Path(holi.__file__).parents[1]}:{Path(__file__).parents[2]}"}
    with Process([sys.executable, "-c", program], {**environment(), **path}) as doomed:
        async with open_redis(redis.url) as client, asyncio.timeout(120):
            while not await client.exists(WORKERS_ALIVE):
                assert doomed.alive, doomed.errors
                await asyncio.sleep(0.05)
        asked = asyncio.create_task(asking.ask(question(number=7)))
        assert await asyncio.to_thread(doomed.output.readline) == b"at it\n"
        doomed.kill()
        async with taking(redis, echoing(tmp_path)):
            assert (await asked)["asked"]["number"] == 7


async def test_a_job_that_takes_long_is_not_taken_away(redis, asking, tmp_path):
    slow = echoing(tmp_path, "slow", "    time.sleep(2)\n")
    async with taking(redis, slow) as busy, taking(redis, echoing(tmp_path)) as other:
        asked = [asyncio.create_task(asking.ask(question(number=n))) for n in range(2)]
        await asyncio.gather(*asked)
        await until(lambda: busy.answered + other.answered == 2)
        assert busy.answered <= 1


async def test_a_job_that_nobody_waits_for_is_struck_off(redis, asking, tmp_path):
    async with open_redis(redis.url) as client:
        await client.set(WORKERS_ALIVE, "somebody")
        with pytest.raises(RefusedError, match="no bot worker had time for it"):
            await asking.ask(question(patience=0.05))
        await asyncio.sleep(0.1)
        async with taking(redis, echoing(tmp_path)) as taker:
            assert (await asking.ask(question(number=1)))["asked"]["number"] == 1
            await until(lambda: taker.answered)
        assert taker.answered == 1
        assert await client.xlen(BOT_JOBS) == 0


async def test_so_many_jobs_wait_and_no_more(redis, asking, monkeypatch):
    monkeypatch.setattr(redis_workers, "MOST_JOBS", 5)
    async with open_redis(redis.url) as client:
        await client.set(WORKERS_ALIVE, "somebody")
        waiting = [asyncio.create_task(asking.ask(question(patience=30))) for _ in range(5)]
        async with asyncio.timeout(60):
            while await client.xlen(BOT_JOBS) < 5:
                await asyncio.sleep(0.01)
        with pytest.raises(RefusedError, match="5 questions wait for a bot worker") as refused:
            await asking.ask(question())
        assert refused.value.code == "busy"
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)


async def test_a_worker_passes_its_refusal_on_and_survives_nonsense(redis, asking, tmp_path):
    failing = echoing(tmp_path, before="    if 'bad' in line: sys.exit(1)\n")
    async with taking(redis, failing), open_redis(redis.url) as client:
        await client.xadd(BOT_JOBS, {"id": "1", "answers": "holi:answers:x", "question": "{", "patience": "60"})
        await client.xadd(BOT_JOBS, {"hello": "world"})
        await client.xadd(BOT_JOBS, {**job_of("3", "holi:answers:x", question()), "patience": "long"})
        await client.xadd(BOT_JOBS, {**job_of("2", "holi:answers:x", question()), "urgency": "9"})
        with pytest.raises(RefusedError, match="no bot worker can answer that") as refused:
            await asking.ask(question(bad=True))
        assert refused.value.code == "unavailable"
        assert (await asking.ask(question(number=1)))["asked"]["number"] == 1
        told = [json.loads(text) for text in await client.lrange("holi:answers:x", 0, -1)]
        assert [(message["id"], message["refused"]) for message in told] == [
            ("1", "unavailable"),
            ("2", "unavailable"),
        ]
        await client.rpush("holi:answers:node", "nonsense", "[]", '{"id": "never asked"}')
        assert (await asking.ask(question(number=2)))["asked"]["number"] == 2


# Local workers beside them


async def test_while_redis_is_away_local_workers_answer(redis, tmp_path):
    workers = RedisWorkers(redis.url, "node", echoing(tmp_path))
    async with running(workers):
        redis.stop(signal.SIGKILL)
        answers = await asyncio.gather(*(workers.ask(question(number=n)) for n in range(5)))
        assert [answer["asked"]["number"] for answer in answers] == list(range(5))


async def test_without_redis_and_local_workers_a_node_is_refused():
    async with running(RedisWorkers(f"redis://127.0.0.1:{free_port()}", "node")) as workers:
        with pytest.raises(RefusedError) as refused:
            await workers.ask(question())
        assert refused.value.code == "unavailable"


async def test_what_was_asked_when_redis_went_away_is_asked_locally(redis, tmp_path):
    local = echoing(tmp_path)
    workers = RedisWorkers(redis.url, "node", local)
    async with running(workers):
        async with open_redis(redis.url) as client:
            await client.set(WORKERS_ALIVE, "somebody")
            asked = asyncio.create_task(workers._ask_others(question(number=3)))
            async with asyncio.timeout(60):
                while not await client.xlen(BOT_JOBS):
                    await asyncio.sleep(0.01)
        redis.stop(signal.SIGKILL)
        with pytest.raises(redis_workers._NobodyError):
            await asked


async def test_workers_find_redis_again(redis, tmp_path):
    async with taking(redis, echoing(tmp_path)):
        redis.stop(signal.SIGKILL)
        await asyncio.sleep(0.2)
        redis.restart()  # empty: streams and group are gone
        async with open_redis(redis.url) as client, asyncio.timeout(60):
            while not await client.exists(WORKERS_ALIVE):
                await asyncio.sleep(0.01)
        async with running(RedisWorkers(redis.url, "node")) as workers:
            assert (await workers.ask(question(number=4)))["asked"]["number"] == 4


# The command


def holi_worker(*arguments: str, **env: str) -> Process:
    return Process([sys.executable, "-m", "holi.cli", "worker", *arguments], environment(env))


async def test_holi_worker_takes_jobs_and_leaves_in_good_order(redis, asking):
    with holi_worker("--redis", redis.url) as worker:
        line = await asyncio.to_thread(worker.output.readline)
        assert line == b"Holi takes jobs from Redis and thinks in 1 process (stop with Ctrl-C)\n"
        async with open_redis(redis.url) as client, asyncio.timeout(60):
            while not await client.exists(WORKERS_ALIVE):
                await asyncio.sleep(0.01)
        view = view_to_json(begun().position, 0)
        assert (await asking.turn(view, "casual", 0.05, 1))[-1] == "E"
        maps = Path(f"/proc/{worker.process.pid}/maps").read_text("utf-8")
        assert "numba" not in maps and "llvmlite" not in maps
        assert await asyncio.to_thread(worker.stop) == 0
        assert worker.errors == ""


@pytest.mark.parametrize(
    ("arguments", "env", "sentence"),
    [
        (["--redis", "nonsense"], {}, "holi: 'nonsense' is no Redis; write redis://HOST:PORT"),
        (["--redis", "redis://localhost"], {"HOLI_MODE": "compiled"}, "holi: HOLI_MODE is 'compiled'; unset it"),
    ],
)
def test_a_wrong_setting_is_said_in_one_sentence(arguments, env, sentence):
    with holi_worker(*arguments, **env) as worker:
        assert worker.process.wait(60) == 2
        assert worker.errors.startswith(sentence)
