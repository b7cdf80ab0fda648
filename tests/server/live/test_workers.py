"""Worker processes of a node: turns and hints; crashes and hangs are made good; the queue is bounded."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

import holi
from holi.bots.processes import pool as pool_module
from holi.bots.processes.pool import WorkerPool
from holi.game import Config, Game, Kind, parse_action, parse_turn, view_to_json
from holi.server.live.workers import LocalWorkers, Question, Urgency
from holi.server.table.refusals import RefusedError
from holi.server.wire.results import HintsView
from tests.server.rooms_here import until

pytestmark = pytest.mark.anyio

READY = "print('{\"ok\": true}')\n"
ECHO = "    print(json.dumps({'ok': True, 'asked': json.loads(line), 'pid': os.getpid()}))\n"


@pytest.fixture(autouse=True)
def own_source(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(holi.__file__).parents[1]))


def interpreted(size: int = 1) -> LocalWorkers:
    """Real processes, none of which has to be compiled."""
    return LocalWorkers(size, WorkerPool(size, "interpreted"))


@pytest.fixture
def scripted(tmp_path: Path) -> Callable[..., LocalWorkers]:
    """Workers that are Python programs: `compiled` and `interpreted` are their texts."""

    def make(compiled: str, interpreted: str = "sys.exit(1)", size: int = 1, most_waiting: int = 200) -> LocalWorkers:
        programs = {"compiled": compiled, "interpreted": interpreted}
        for mode, text in programs.items():
            opening = "import json, os, sys, time\nask = sys.stdin.readline\nask()\n"
            (tmp_path / f"{mode}.py").write_text(opening + text, "utf-8")
        program = f"import os, runpy; runpy.run_path(os.path.join({str(tmp_path)!r}, os.environ['HOLI_MODE'] + '.py'))"
        command = [sys.executable, "-S", "-u", "-c", program]
        return LocalWorkers(size, WorkerPool(size, command=command, most_waiting=most_waiting))

    return make


@asynccontextmanager
async def running(workers):
    await workers.start()
    try:
        yield workers
    finally:
        await workers.stop()


def question(urgency: Urgency = Urgency.BOT, movetime: float = 0.1, patience: float = 60.0, **content) -> Question:
    return Question({"cmd": "x", "movetime": movetime, **content}, urgency, movetime, patience)


def begun() -> Game:
    game = Game(Config(players=2), seed="e" * 64)
    for text in ("Sa1", "Sf6"):
        game.apply(parse_action(text))
    return game


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


# What is asked


@pytest.mark.parametrize("level", ["random", "novice", "club", "master"])
async def test_a_bot_chooses_its_whole_turn(level):
    game = begun()
    async with running(interpreted()) as workers:
        actions = await workers.turn(view_to_json(game.position, 0), level, 0.05, 7)
        for text in actions:
            game.apply(parse_action(text))
    assert game.position.seat == 1
    assert parse_turn(" ".join(actions))[-1].kind is Kind.END


async def test_hints_have_the_form_that_clients_know():
    async with running(interpreted()) as workers:
        hints = await workers.hint(view_to_json(begun().position, 0), 0.02)
    assert len(HintsView.model_validate(hints).hints) == 5


# What may go wrong


@pytest.mark.parametrize("fault", ["sys.exit(1)", "print('nonsense')", "time.sleep(1000)"])
async def test_a_process_that_fails_is_replaced_and_the_question_asked_again(fault, scripted, tmp_path, monkeypatch):
    monkeypatch.setattr(Question, "limit", property(lambda _: 1.0))
    mark = tmp_path / "failed"
    workers = scripted(
        READY + f"while line := ask():\n    if not os.path.exists({str(mark)!r}):\n"
        f"        open({str(mark)!r}, 'w').close(); {fault}; continue\n" + ECHO
    )
    async with running(workers):
        await until(lambda: workers.pool.has_room)
        (before,) = workers.pool.pids
        answer = await workers.ask(question())
        assert answer["asked"]["cmd"] == "x"
        assert answer["pid"] != before
        assert not is_alive(before)


async def test_a_question_that_ends_every_process_is_given_up(scripted):
    workers = scripted(READY + "ask(); sys.exit(1)")
    async with running(workers):
        with pytest.raises(RefusedError, match="no bot worker can answer that") as refused:
            await workers.ask(question())
        assert refused.value.code == "unavailable"


async def test_a_wrong_question_is_refused_and_the_process_stays(scripted):
    workers = scripted(READY + 'while ask(): print(\'{"ok": false, "code": "malformed", "error": "no"}\')')
    async with running(workers):
        await until(lambda: workers.pool.has_room)
        before = workers.pool.pids
        with pytest.raises(RefusedError):
            await workers.ask(question())
        assert workers.pool.pids == before


async def test_processes_given_up_are_tried_anew_after_a_while(scripted, monkeypatch, tmp_path):
    monkeypatch.setattr(pool_module, "REVIVE_SECONDS", 0.0)
    mark = tmp_path / "repaired"
    workers = scripted(f"if not os.path.exists({str(mark)!r}): sys.exit(1)\n" + READY + "while line := ask():\n" + ECHO)
    async with running(workers):
        with pytest.raises(RefusedError):
            await workers.ask(question())
        mark.touch()
        assert (await workers.ask(question()))["ok"] is True


async def test_while_the_processes_compile_an_interpreted_one_answers(scripted, tmp_path, monkeypatch):
    monkeypatch.setattr(pool_module, "FIRST_WAIT", 0.0)
    ready = tmp_path / "ready"
    workers = scripted(
        f"while not os.path.exists({str(ready)!r}): time.sleep(0.01)\n" + READY + "while line := ask():\n" + ECHO,
        READY + "while line := ask():\n" + ECHO,
    )
    async with running(workers):
        substitute = (await workers.ask(question()))["pid"]
        await until(lambda: len(workers.pool.pids) == 2)
        (compiling,) = {*workers.pool.pids} - {substitute}
        assert not workers.pool.has_room
        ready.touch()
        await until(lambda: workers.pool.has_room)
        assert (await workers.ask(question()))["pid"] == compiling
        await until(lambda: not is_alive(substitute))  # nobody needs the interpreted one any more
        assert workers.pool.pids == [compiling]


async def test_stopping_ends_all_processes_whatever_they_do(scripted):
    workers = scripted(READY + "ask(); time.sleep(1000)", size=2)
    await workers.start()
    asking = [asyncio.create_task(workers.ask(question())) for _ in range(4)]
    await until(lambda: workers.pool.waiting == 2)
    pids = workers.pool.pids
    await workers.stop()
    assert [is_alive(pid) for pid in pids] == [False, False]
    for task in asking:
        with pytest.raises(RefusedError) as refused:
            await task
        assert refused.value.code == "unavailable"


# The queue


async def test_the_queue_is_bounded_and_keeps_room_for_bots(scripted):
    workers = scripted(READY + "ask(); time.sleep(1000)", most_waiting=4)
    async with running(workers):
        asking = [asyncio.create_task(workers.ask(question())) for _ in range(3)]
        await until(lambda: workers.pool.waiting == 2)
        with pytest.raises(RefusedError, match="2 questions wait for a bot worker; ask again later") as refused:
            await workers.ask(question(Urgency.HINT))
        assert refused.value.code == "busy"
        asking += [asyncio.create_task(workers.ask(question())) for _ in range(2)]
        await until(lambda: workers.pool.waiting == 4)
        with pytest.raises(RefusedError, match="4 questions wait"):
            await workers.ask(question())
    await asyncio.gather(*asking, return_exceptions=True)


async def test_the_most_urgent_question_comes_first(scripted, tmp_path):
    go = tmp_path / "go"
    workers = scripted(
        READY + f"while line := ask():\n    while not os.path.exists({str(go)!r}): time.sleep(0.01)\n" + ECHO
    )
    answered: list[str] = []
    async with running(workers):

        async def ask(name: str, urgency: Urgency) -> None:
            await workers.ask(question(urgency, name=name))
            answered.append(name)

        first = asyncio.create_task(ask("first", Urgency.HINT))
        await until(lambda: workers.pool.at_work == 1)
        others = [
            asyncio.create_task(ask("hint", Urgency.HINT)),
            asyncio.create_task(ask("bot", Urgency.BOT)),
            asyncio.create_task(ask("second bot", Urgency.BOT)),
        ]
        await until(lambda: workers.pool.waiting == 3)
        go.touch()
        await asyncio.gather(first, *others)
    assert answered == ["first", "bot", "second bot", "hint"]


async def test_whoever_leaves_is_not_thought_for(scripted, tmp_path):
    go = tmp_path / "go"
    workers = scripted(
        READY
        + f"n = 0\nwhile line := ask():\n    n += 1\n    while not os.path.exists({str(go)!r}): time.sleep(0.01)\n"
        "    print(json.dumps({'ok': True, 'number': n}))\n"
    )
    async with running(workers):
        first = asyncio.create_task(workers.ask(question()))
        await until(lambda: workers.pool.at_work == 1)
        leaving = asyncio.create_task(workers.ask(question()))
        await until(lambda: workers.pool.waiting == 1)
        leaving.cancel()
        staying = asyncio.create_task(workers.ask(question()))
        await until(lambda: workers.pool.waiting == 2)
        go.touch()
        assert (await first)["number"] == 1
        assert (await staying)["number"] == 2


async def test_a_question_that_waits_too_long_is_refused(scripted):
    workers = scripted(READY + "ask(); time.sleep(1000)")
    async with running(workers):
        with pytest.raises(RefusedError, match="no bot worker had time for it") as refused:
            await workers.ask(question(patience=0.1))
        assert refused.value.code == "busy"


async def test_the_more_wait_the_less_time_each_of_them_gets(scripted, tmp_path):
    go = tmp_path / "go"
    workers = scripted(
        READY + f"while line := ask():\n    while not os.path.exists({str(go)!r}): time.sleep(0.01)\n" + ECHO
    )
    async with running(workers):
        asking = [asyncio.create_task(workers.ask(question(movetime=1.0))) for _ in range(5)]
        await until(lambda: workers.pool.waiting == 4)
        go.touch()
        times = [answer["asked"]["movetime"] for answer in await asyncio.gather(*asking)]
    assert times[1:] == [1 / 4, 1 / 3, 1 / 2, 1]
