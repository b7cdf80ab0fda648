"""The thinking processes from outside: asked by any thread, replaced when they fail, never left behind."""

from __future__ import annotations

import os
import random
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import holi
from holi.bots import thinking_bot, workers
from holi.bots.hurried_bot import FULL_LOOK, HurriedBot, attention
from holi.bots.line_process import BotFaultError
from holi.bots.thinking_bot import QUICK_LEVELS, ThinkingBot, bot_for
from holi.bots.workers import NotReadyError, RefusedError, Workers
from holi.game import Action, Config, Game, Kind, MalformedError, view_to_json
from holi.kernel.mode import COMPILED
from tests.bots.test_levels import positions

PATIENT = 60.0
READY = "print('{\"ok\": true}')\n"
Start = Callable[[str], Workers]


@pytest.fixture
def scripted(tmp_path: Path) -> Iterator[Start]:
    """Workers whose process is a Python program, given as text, that has `ask()` to wait for the next question."""
    started: list[Workers] = []

    def starter(program: str) -> Workers:
        script = tmp_path / f"worker{len(started)}.py"
        script.write_text("import json, os, sys, time\nask = sys.stdin.readline\nask()\n" + program, "utf-8")
        started.append(Workers(mode="interpreted", command=[sys.executable, "-S", "-u", str(script)]))
        return started[-1]

    yield starter
    for each in started:
        each.close()


@pytest.fixture
def real(monkeypatch) -> Iterator[Workers]:
    """A real process, interpreted, so that nothing has to be compiled."""
    monkeypatch.setenv("PYTHONPATH", str(Path(holi.__file__).parents[1]))
    with Workers(mode="interpreted") as ready:
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


class TestWorkers:
    def test_a_question_is_answered_and_the_process_is_used_again(self, scripted):
        thinking = scripted(READY + "while ask(): print(json.dumps({'ok': True, 'pid': os.getpid()}))")
        first = thinking.ask({"cmd": "x"}, 60, PATIENT)
        assert thinking.ask({"cmd": "x"}, 60, PATIENT) == first
        assert thinking.pids == [first["pid"]]

    def test_a_process_that_is_not_ready_is_not_waited_for_beyond_ones_patience(self, scripted):
        thinking = scripted("time.sleep(1000)")
        with pytest.raises(NotReadyError, match="still being compiled"):
            thinking.ask({}, 60)
        assert not thinking.is_ready

    def test_all_busy_is_said(self, scripted):
        thinking = scripted(READY + "ask(); time.sleep(1000)")
        until(lambda: thinking.start() or thinking.is_ready)

        def ask_in_vain() -> None:
            with pytest.raises(BotFaultError, match="it ended by signal 9"):
                thinking.ask({}, 60)

        asking = threading.Thread(target=ask_in_vain)
        asking.start()
        until(lambda: not thinking.is_ready)
        with pytest.raises(NotReadyError, match="are busy"):
            thinking.ask({}, 60)
        thinking.close()
        asking.join()

    def test_a_refusal_leaves_the_process_as_it_is(self, scripted):
        thinking = scripted(READY + 'while ask(): print(\'{"ok": false, "code": "malformed", "error": "no"}\')')
        for _ in range(5):
            with pytest.raises(RefusedError, match="no") as refusal:
                thinking.ask({}, 60, PATIENT)
            assert refusal.value.reason == "malformed"
        assert thinking.why_not is None

    @pytest.mark.parametrize(
        ("program", "kind"),
        [("ask(); sys.exit(1)", "crash"), ("ask(); print('what?')", "nonsense"), ("ask(); time.sleep(1000)", "hang")],
    )
    def test_one_that_fails_is_ended_and_replaced(self, scripted, tmp_path, program, kind):
        mark = tmp_path / "failed"
        thinking = scripted(
            f"{READY}if not os.path.exists({str(mark)!r}):\n    open({str(mark)!r}, 'w').close(); {program}\n"
            "while ask(): print(json.dumps({'ok': True}))"
        )
        until(lambda: thinking.start() or thinking.is_ready)
        (pid,) = thinking.pids
        with pytest.raises(BotFaultError) as fault:
            thinking.ask({}, 0.5 if kind == "hang" else 60)
        assert fault.value.kind == kind
        assert not is_alive(pid)
        assert thinking.ask({}, 60, PATIENT) == {"ok": True}
        assert thinking.pids != [pid]

    def test_one_that_never_starts_is_given_up_with_the_reason(self, scripted):
        thinking = scripted("sys.exit('numba is broken')")
        with pytest.raises(NotReadyError, match="failed 3 times running, at last because it ended with exit status 1"):
            thinking.ask({}, 60, PATIENT)
        assert thinking.pids == []
        assert "it said 'numba is broken'" in str(thinking.why_not)

    def test_a_warm_up_that_hangs_counts_as_a_failure(self, scripted, monkeypatch):
        monkeypatch.setattr(workers, "WARM_UP_LIMIT", 0.0)
        thinking = scripted("time.sleep(1000)")
        with pytest.raises(NotReadyError, match="it was not ready after 0 s"):
            thinking.ask({}, 60, PATIENT)
        assert thinking.pids == []

    def test_a_program_that_is_not_there_is_given_up(self):
        thinking = Workers(mode="interpreted", command=["/none/python"])
        with thinking, pytest.raises(NotReadyError, match="it could not be started"):
            thinking.ask({}, 60, PATIENT)

    def test_an_interruption_ends_the_thought_and_another_process_is_started(self, scripted, monkeypatch):
        thinking = scripted(READY + "ask(); time.sleep(1000)")
        until(lambda: thinking.start() or thinking.is_ready)
        (pid,) = thinking.pids

        def interrupt(*_: object) -> bytes:
            raise KeyboardInterrupt

        monkeypatch.setattr(workers.LineProcess, "ask", interrupt)
        with pytest.raises(KeyboardInterrupt):
            thinking.ask({}, 60)
        assert not is_alive(pid)
        assert len(thinking.pids) == 1

    def test_closing_ends_all_of_them_whatever_they_do(self, scripted):
        thinking = scripted("time.sleep(1000)")
        thinking.start()
        (pid,) = thinking.pids
        thinking.close()
        assert not is_alive(pid)
        with pytest.raises(NotReadyError, match="have been ended"):
            thinking.ask({}, 60, PATIENT)
        thinking.close()  # a second time does nothing

    def test_many_threads_share_few_processes(self, scripted):
        thinking = scripted(READY + "while ask(): print(json.dumps({'ok': True, 'pid': os.getpid()}))")
        thinking._size = 2
        heard: list[int] = []
        asking = [
            threading.Thread(target=lambda: heard.append(thinking.ask({}, 60, PATIENT)["pid"])) for _ in range(12)
        ]
        for thread in asking:
            thread.start()
        for thread in asking:
            thread.join()
        assert len(heard) == 12
        assert set(heard) <= set(thinking.pids)
        assert len(thinking.pids) == 2

    def test_without_numba_nobody_thinks(self, monkeypatch):
        monkeypatch.setattr(workers, "find_spec", lambda name: None)
        with Workers() as thinking:
            with pytest.raises(NotReadyError, match=r"nobody can think: numba is not installed; 'pip install"):
                thinking.ask({}, 60, PATIENT)
            assert thinking.pids == []


def first_turn() -> tuple[Game, dict, list[Action]]:
    game = Game(Config(players=2), seed="e" * 64)
    for action in ("Sa1", "Sf6"):
        game.apply(next(one for one in game.legal_actions() if str(one) == action))
    return game, view_to_json(game.position, 0), game.legal_actions()


class TestThinkingBot:
    def test_a_turn_is_thought_about_once_and_played_to_its_end(self, real, monkeypatch):
        monkeypatch.setattr(thinking_bot, "FIRST_WAIT", PATIENT)
        game, _, _ = first_turn()
        bot = ThinkingBot("novice", 4, real)
        questions: list[object] = []
        ask = real.ask
        monkeypatch.setattr(real, "ask", lambda *arguments: questions.append(arguments) or ask(*arguments))
        actions = []
        while not actions or actions[-1].kind is not Kind.END:
            actions.append(bot.choose(view_to_json(game.position, 0), game.legal_actions(), 0.1))
            game.apply(actions[-1])
        assert len(questions) == 1
        assert bot.notices() == []

    def test_a_plan_that_is_not_legal_any_more_is_dropped(self, scripted):
        game, view, legal = first_turn()
        thinking = scripted(READY + 'while ask(): print(\'{"ok": true, "turn": "Mb1 T1@a1 E"}\')')
        until(lambda: thinking.start() or thinking.is_ready)
        bot = ThinkingBot("master", 4, thinking)
        assert str(bot.choose(view, legal, 0.1)) == "Mb1"
        game.apply(next(one for one in legal if str(one) == "Mb1"))
        assert "T1@a1" not in map(str, game.legal_actions())
        assert bot.choose(view_to_json(game.position, 0), game.legal_actions(), 0.1) in game.legal_actions()

    def test_until_somebody_can_think_a_simpler_bot_plays_and_says_so_once(self, scripted, monkeypatch):
        monkeypatch.setattr(thinking_bot, "FIRST_WAIT", 0.0)
        _, view, legal = first_turn()
        bot = ThinkingBot("master", 4, scripted("time.sleep(1000)"))
        for _ in range(2):
            assert bot.choose(view, legal, 0.1) in legal
        (notice,) = bot.notices()
        assert notice.startswith("The bot 'master' is still being compiled, once for half a minute; till then it plays")
        assert bot.notices() == []

    @pytest.mark.parametrize(
        ("level", "notices"),
        [("master", ["The bot 'master' plays like 'club', because numba is missing."]), ("club", [])],
    )
    def test_if_nobody_ever_thinks_the_simpler_bot_plays_on(self, level, notices, scripted):
        thinking = scripted("")
        thinking.why_not = "numba is missing"
        _, view, legal = first_turn()
        bot = ThinkingBot(level, 4, thinking)
        assert bot.choose(view, legal, 0.1) in legal
        assert bot.notices() == notices

    def test_a_failure_costs_no_turn(self, scripted):
        _, view, legal = first_turn()
        thinking = scripted(READY + "ask(); sys.exit(1)")
        until(lambda: thinking.start() or thinking.is_ready)
        bot = ThinkingBot("master", 4, thinking)
        assert bot.choose(view, legal, 0.1) in legal
        assert bot.notices() == [
            "The bot 'master' could not think (it ended with exit status 1), so it plays this turn like 'club'."
        ]

    def test_only_strong_levels_ask_others_to_think(self, scripted):
        thinking = scripted("")
        for level in QUICK_LEVELS:
            assert not isinstance(bot_for(level, 1, thinking), ThinkingBot)
        assert isinstance(bot_for("master", 1, thinking), ThinkingBot) is not COMPILED
        with pytest.raises(MalformedError, match="there is no bot level 'nix'"):
            bot_for("nix", 1, thinking)
        assert thinking.pids == []


class TestHurriedBot:
    def test_it_plays_whole_legal_turns(self):
        for start in positions(8 if COMPILED else 3, seed=51):
            bot, position, action = HurriedBot(seed=6), start, None
            while action is None or action.kind not in (Kind.PLACE_MARKER, Kind.END):
                action = bot.choose(view_to_json(position, start.seat), position.legal_actions(), 0.3)
                position = position.apply(action).position

    def test_it_looks_at_as_much_as_the_time_allows(self):
        assert attention(0.02, 10.0) == 100
        assert attention(0.02, 0.02 + FULL_LOOK * 0.01) == 50
        assert attention(0.02, 0.01) == 1
        chance = random.Random(9)
        for _ in range(100):
            look, movetime = chance.uniform(0.001, 0.1), chance.uniform(0.1, 5)
            spent = look + attention(look, movetime) / 100 * FULL_LOOK * look
            assert spent <= movetime or attention(look, movetime) == 1
