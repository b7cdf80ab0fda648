"""Worker pools: asked by any thread, workers replaced when they fail, never left behind."""

from __future__ import annotations

import os
import random
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import holi
from holi.bots.levels import FULL_LOOK, InterpretedClub, attention
from holi.bots.processes import pool as pool_module
from holi.bots.processes.line_process import BotFaultError
from holi.bots.processes.pool import BusyError, NotReadyError, WorkerPool, WrongQuestionError
from holi.bots.processes.worker_bot import QUICK_LEVELS, Notice, WorkerBot, bot_for
from holi.game import Config, Game, MalformedError, view_to_json
from holi.kernel.mode import COMPILED
from tests.bots.test_levels import played, positions

READY = "print('{\"ok\": true}')\n"
ECHO = READY + "while ask(): print(json.dumps({'ok': True, 'pid': os.getpid()}))"
Start = Callable[..., WorkerPool]


@pytest.fixture
def scripted(tmp_path: Path) -> Iterator[Start]:
    """A pool whose workers are Python programs, given as text, that have `ask()` to wait for the next question."""
    started: list[WorkerPool] = []

    def starter(program: str, interpreted: str | None = None, **options: Any) -> WorkerPool:
        scripts = {"compiled": program, "interpreted": program if interpreted is None else interpreted}
        folder = tmp_path / str(len(started))
        folder.mkdir()
        for mode, text in scripts.items():
            opening = "import json, os, sys, time\nask = sys.stdin.readline\nask()\n"
            (folder / f"{mode}.py").write_text(opening + text, "utf-8")
        mode = "interpreted" if interpreted is None else "compiled"
        program = f"import os, runpy; runpy.run_path(os.path.join({str(folder)!r}, os.environ['HOLI_MODE'] + '.py'))"
        command = [sys.executable, "-S", "-u", "-c", program]
        started.append(WorkerPool(mode=mode, command=command, **options))
        return started[-1]

    yield starter
    for each in started:
        each.close()


@pytest.fixture
def real(monkeypatch) -> Iterator[WorkerPool]:
    """A real process, interpreted, so that nothing has to be compiled."""
    monkeypatch.setenv("PYTHONPATH", str(Path(holi.__file__).parents[1]))
    with closing(WorkerPool(mode="interpreted")) as ready:
        yield ready


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def until(holds: Callable[[], bool]) -> None:
    while not holds():
        time.sleep(0.01)


class TestWorkerPool:
    def test_a_question_is_answered_and_the_process_is_used_again(self, scripted):
        pool = scripted(ECHO)
        first = pool.ask({"cmd": "x"})
        assert pool.ask({"cmd": "x"}) == first
        assert pool.pids == [first["pid"]]

    def test_a_worker_that_is_not_ready_has_no_room(self, scripted):
        pool = scripted("time.sleep(1000)")
        pool.start()
        assert not pool.has_room

    def test_only_so_many_jobs_wait_and_half_of_the_room_is_for_the_most_urgent(self, scripted):
        pool = scripted("time.sleep(1000)", most_waiting=4)
        for _ in range(2):
            pool.submit({})
        with pytest.raises(BusyError, match="2 questions wait"):
            pool.submit({}, urgency=1)
        for _ in range(2):
            pool.submit({})
        with pytest.raises(BusyError, match="4 questions wait"):
            pool.submit({})

    def test_a_job_that_nobody_waits_for_any_more_is_not_begun(self, scripted, tmp_path):
        go = tmp_path / "go"
        pool = scripted(
            f"{READY}n = 0\nwhile ask():\n    n += 1\n    while not os.path.exists({str(go)!r}): time.sleep(0.01)\n"
            "    print(json.dumps({'ok': True, 'number': n}))"
        )
        first, second, third = (pool.submit({}) for _ in range(3))
        until(lambda: pool.at_work)
        assert second.cancel()
        go.touch()
        assert (first.result()["number"], third.result()["number"]) == (1, 2)

    def test_a_refusal_leaves_the_process_as_it_is(self, scripted):
        pool = scripted(READY + 'while ask(): print(\'{"ok": false, "code": "malformed", "error": "no"}\')')
        until(lambda: pool.start() or pool.has_room)
        before = pool.pids
        for _ in range(5):
            with pytest.raises(WrongQuestionError, match="no"):
                pool.ask({})
        assert pool.pids == before
        assert pool.why_not is None

    @pytest.mark.parametrize("program", ["ask(); sys.exit(1)", "ask(); print('what?')", "ask(); time.sleep(1000)"])
    def test_a_worker_that_fails_is_replaced_and_the_job_tried_again(self, scripted, tmp_path, program):
        mark = tmp_path / "failed"
        pool = scripted(
            f"{READY}if not os.path.exists({str(mark)!r}):\n    open({str(mark)!r}, 'w').close(); {program}\n"
            "while ask(): print(json.dumps({'ok': True}))"
        )
        until(lambda: pool.start() or pool.has_room)
        (pid,) = pool.pids
        assert pool.ask({}, 0.5 if "sleep" in program else 60) == {"ok": True}
        assert not is_alive(pid)
        assert pool.pids != [pid]

    @pytest.mark.parametrize(
        ("program", "kind"),
        [("ask(); sys.exit(1)", "crash"), ("ask(); print('what?')", "nonsense"), ("ask(); time.sleep(1000)", "hang")],
    )
    def test_a_job_that_fails_twice_is_given_up_with_the_fault(self, scripted, program, kind):
        with pytest.raises(BotFaultError) as fault:
            scripted(READY + program).ask({}, 0.5 if kind == "hang" else 60)
        assert fault.value.kind == kind

    def test_one_that_never_starts_is_given_up_with_the_reason(self, scripted):
        pool = scripted("sys.exit('numba is broken')")
        with pytest.raises(NotReadyError, match="failed 3 times in a row, at last because it ended with exit status 1"):
            pool.ask({})
        assert pool.pids == []
        assert "it said 'numba is broken'" in str(pool.why_not)
        with pytest.raises(NotReadyError):
            pool.submit({})

    def test_a_warm_up_that_hangs_counts_as_a_failure(self, scripted, monkeypatch):
        monkeypatch.setattr(pool_module, "WARM_UP_LIMIT", 0.0)
        with pytest.raises(NotReadyError, match="it did not answer in 0"):
            scripted("time.sleep(1000)").ask({})

    def test_a_program_that_is_not_there_is_given_up(self):
        pool = WorkerPool(mode="interpreted", command=["/none/python"])
        with closing(pool), pytest.raises(NotReadyError, match="it could not be started"):
            pool.ask({})

    def test_closing_ends_all_of_them_whatever_they_do(self, scripted):
        pool = scripted(READY + "ask(); time.sleep(1000)")
        asked = [pool.submit({}) for _ in range(2)]
        until(lambda: pool.at_work)
        (pid,) = pool.pids
        pool.close()
        assert not is_alive(pid)
        for job in asked:
            with pytest.raises(NotReadyError, match="have been stopped"):
                job.result()
        with pytest.raises(NotReadyError, match="have been stopped"):
            pool.ask({})
        pool.close()  # a second time does nothing

    def test_with_grace_a_worker_may_end_what_it_started(self, scripted, tmp_path):
        note = tmp_path / "note"
        pool = scripted(
            "import signal\nsignal.signal(signal.SIGTERM, lambda *_: sys.exit(0))\n"
            f"try:\n    {READY}    ask(); time.sleep(1000)\nfinally: open({str(note)!r}, 'w').write('bye')"
        )
        job = pool.submit({})
        until(lambda: pool.at_work)
        pool.close(grace=60)
        assert job.exception() is not None
        assert note.read_text() == "bye"

    def test_many_threads_share_few_processes(self, scripted):
        pool = scripted(ECHO, size=2)
        heard: list[int] = []
        asking = [threading.Thread(target=lambda: heard.append(pool.ask({})["pid"])) for _ in range(12)]
        for thread in asking:
            thread.start()
        for thread in asking:
            thread.join()
        assert len(heard) == 12
        until(lambda: len(pool.pids) == 2)
        assert set(heard) <= set(pool.pids)

    def test_without_numba_an_interpreted_worker_answers(self, monkeypatch, scripted):
        monkeypatch.setattr(pool_module, "find_spec", lambda name: None)
        pool = scripted("sys.exit(1)", interpreted=ECHO)
        answer = pool.ask({})
        assert pool.pids == [answer["pid"]]
        assert "numba is not installed; add it from a checkout" in str(pool.why_not)

    def test_if_the_substitute_fails_too_the_question_is_refused(self, monkeypatch, scripted):
        monkeypatch.setattr(pool_module, "find_spec", lambda name: None)
        with pytest.raises(NotReadyError, match="it said 'broken'"):
            scripted("", interpreted="sys.exit('broken')").ask({})


def first_turn() -> tuple[Game, dict]:
    game = Game(Config(players=2), seed="e" * 64)
    for action in ("Sa1", "Sf6"):
        game.apply(next(one for one in game.legal_actions() if str(one) == action))
    return game, view_to_json(game.position, 0)


def answering(level: str) -> str:
    """A worker that answers with the turn `Mb1 T1@a1 E` of a level."""
    return READY + f"while ask(): print(json.dumps({{'ok': True, 'turn': 'Mb1 T1@a1 E', 'level': {level!r}}}))"


class TestWorkerBot:
    def test_a_turn_is_thought_about_once_and_played_to_its_end(self, real, monkeypatch):
        game, view = first_turn()
        told: list[Notice] = []
        bot = WorkerBot("novice", 4, real, told.append)
        questions: list[object] = []
        ask = real.ask
        monkeypatch.setattr(real, "ask", lambda *arguments: questions.append(arguments) or ask(*arguments))
        played(game.position, bot.turn(view, 0.1))
        assert len(questions) == 1
        assert told == []

    def test_while_a_level_compiles_another_plays_and_that_is_said_once(self, scripted, monkeypatch):
        monkeypatch.setattr(pool_module.WorkerPool.submit, "__defaults__", (60.0, 0, 0.0))
        told: list[Notice] = []
        bot = WorkerBot("master", 4, scripted("time.sleep(1000)", interpreted=answering("club")), told.append)
        for _ in range(2):
            assert " ".join(map(str, bot.turn(first_turn()[1], 0.1))) == "Mb1 T1@a1 E"
        (notice,) = told
        assert notice == Notice("compiling", "master", "club")

    @pytest.mark.parametrize(
        ("level", "notices"),
        [("master", [Notice("instead", "master", "club", "it is closed")]), ("club", [])],
    )
    def test_if_nothing_is_ever_compiled_the_other_level_plays_on(self, level, notices, scripted):
        pool = scripted("", interpreted=answering("club"))
        pool.why_not = "it is closed"
        told: list[Notice] = []
        WorkerBot(level, 4, pool, told.append).turn(first_turn()[1], 0.1)
        assert told == notices

    def test_a_failure_costs_no_turn(self, scripted):
        game, view = first_turn()
        told: list[Notice] = []
        bot = WorkerBot("master", 4, scripted(READY + "ask(); sys.exit(1)"), told.append)
        played(game.position, bot.turn(view, 0.1))
        assert told == [Notice("failed", "master", "club", "it ended with exit status 1")]

    def test_only_strong_levels_ask_others_to_think(self, scripted):
        pool = scripted(ECHO)
        for level in QUICK_LEVELS:
            assert not isinstance(bot_for(level, 1, pool, print), WorkerBot)
        with pytest.raises(MalformedError, match="there is no bot level 'nix'"):
            bot_for("nix", 1, pool, print)
        assert pool.pids == []
        assert isinstance(bot_for("master", 1, pool, print), WorkerBot) is not COMPILED


class TestInterpretedClub:
    def test_it_plays_whole_legal_turns(self):
        for position in positions(8 if COMPILED else 3, seed=51):
            assert position.seat is not None
            played(position, InterpretedClub(seed=6).turn(view_to_json(position, position.seat), 0.3))

    def test_it_looks_at_as_much_as_the_time_allows(self):
        assert attention(0.02, 10.0) == 100
        assert attention(0.02, 0.02 + FULL_LOOK * 0.01) == 50
        assert attention(0.02, 0.01) == 1
        chance = random.Random(9)
        for _ in range(100):
            look, movetime = chance.uniform(0.001, 0.1), chance.uniform(0.1, 5)
            spent = look + attention(look, movetime) / 100 * FULL_LOOK * look
            assert spent <= movetime or attention(look, movetime) == 1
