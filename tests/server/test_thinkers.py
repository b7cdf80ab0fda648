"""Worker processes of a node: turns, hints and analyses; crashes and hangs are made good; the queue is bounded."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

import holi
from holi.bots.analysis import Analysis, analyse
from holi.bots.workers import Workers
from holi.game import Config, Game, Kind, parse_action, parse_turn, view_to_json
from holi.record import parse_record
from holi.server.live import analysing, local_thinkers
from holi.server.live.analysing import joined
from holi.server.live.local_thinkers import Crew, LocalThinkers
from holi.server.live.thinking import Question, Urgency
from holi.server.table.refusals import RefusedError
from holi.server.wire.results import AnalysisView, HintsView
from tests.record.games import golden_text
from tests.server.rooms_here import until

pytestmark = pytest.mark.anyio

READY = "print('{\"ok\": true}')\n"
ECHO = "    print(json.dumps({'ok': True, 'asked': json.loads(line), 'pid': os.getpid()}))\n"


@pytest.fixture(autouse=True)
def own_source(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(holi.__file__).parents[1]))


def interpreted(size: int, _mode: str) -> Workers:
    """Real processes, of which none has to be compiled."""
    return Workers(size, "interpreted")


@pytest.fixture
def scripted(tmp_path: Path) -> Callable[..., Crew]:
    """A crew whose processes are Python programs: `compiled` and `interpreted` are their texts."""

    def make_crew(compiled: str, interpreted: str = "sys.exit(1)", size: int = 1) -> Crew:
        programs = {"compiled": compiled, "interpreted": interpreted}
        for mode, text in programs.items():
            opening = "import json, os, sys, time\nask = sys.stdin.readline\nask()\n"
            (tmp_path / f"{mode}.py").write_text(opening + text, "utf-8")

        def make(size: int, mode: str) -> Workers:
            return Workers(size, "interpreted", [sys.executable, "-S", "-u", str(tmp_path / f"{mode}.py")])

        return Crew(size, make)

    return make_crew


@asynccontextmanager
async def running(thinkers: LocalThinkers):
    await thinkers.start()
    try:
        yield thinkers
    finally:
        await thinkers.stop()


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
    async with running(LocalThinkers(1, Crew(1, interpreted))) as thinkers:
        actions = await thinkers.choose(view_to_json(game.position, 0), level, 0.05, 7)
        for text in actions:
            game.apply(parse_action(text))
    assert game.position.seat == 1
    assert parse_turn(" ".join(actions))[-1].kind is Kind.END


async def test_hints_have_the_form_that_clients_know():
    async with running(LocalThinkers(1, Crew(1, interpreted))) as thinkers:
        hints = await thinkers.hint(view_to_json(begun().position, 0), 0.02)
    assert len(HintsView.model_validate(hints).hints) == 5


async def test_a_game_is_analysed_in_parts_and_once_for_all_who_ask(monkeypatch):
    record = golden_text("two-players").partition("\n3. ")[0] + "\n*\n"
    asked: list[Question] = []

    class Counting(LocalThinkers):
        async def ask(self, question: Question):
            asked.append(question)
            return await super().ask(question)

    monkeypatch.setattr("holi.server.live.thinking.ANALYSIS_MOVETIME", 0.001)
    async with running(Counting(2, Crew(2, interpreted))) as thinkers:
        analyses = await asyncio.gather(*(thinkers.analyse(record) for _ in range(3)))
        again = await thinkers.analyse(record)
    assert analyses[0] == analyses[1] == analyses[2] == again
    view = AnalysisView.model_validate(again)
    assert [turn.number for turn in view.turns] == list(range(1, len(view.turns) + 1))
    assert (len(view.turns), len(asked)) == (4, 2)
    assert {one.urgency for one in asked} == {Urgency.ANALYSIS}


def test_parts_of_an_analysis_join_to_what_it_would_be_as_a_whole():
    whole = analyse(parse_record(golden_text("two-players")), 0.001, most_rounds=1, first_turn=18)
    parts = [
        Analysis(whole.names, whole.result, whole.movetime, whole.turns[at : at + 3]).to_json()
        for at in range(0, len(whole.turns), 3)
    ]
    expected, found = whole.to_json(), joined(parts)
    for player in (*expected["players"], *found["players"]):
        player["accuracy"] = round(player["accuracy"], 3)
    assert found == expected


async def test_only_so_many_games_are_analysed_at_a_time(scripted):
    crew = scripted(READY + "ask(); time.sleep(1000)")
    async with running(LocalThinkers(1, crew)) as thinkers:
        asking = [asyncio.create_task(thinkers.analyse(f"record {n}")) for n in range(analysing.MOST_UNDER_WAY)]
        await until(lambda: thinkers.waiting)
        with pytest.raises(RefusedError, match="several games are being analysed") as refused:
            await thinkers.analyse("another record")
        assert refused.value.refusal == "busy"
    for task in asking:
        with pytest.raises(RefusedError):
            await task


# What may go wrong


@pytest.mark.parametrize("fault", ["sys.exit(1)", "print('nonsense')", "time.sleep(1000)"])
async def test_a_process_that_fails_is_replaced_and_the_question_asked_again(fault, scripted, tmp_path, monkeypatch):
    monkeypatch.setattr(Question, "limit", property(lambda _: 1.0))
    mark = tmp_path / "failed"
    crew = scripted(
        READY + f"while line := ask():\n    if not os.path.exists({str(mark)!r}):\n"
        f"        open({str(mark)!r}, 'w').close(); {fault}; continue\n" + ECHO
    )
    async with running(LocalThinkers(1, crew)) as thinkers:
        await until(lambda: crew.is_ready)
        (before,) = thinkers.pids
        answer = await thinkers.ask(question())
        assert answer["asked"]["cmd"] == "x"
        assert answer["pid"] != before
        assert not is_alive(before)


async def test_a_question_that_ends_every_process_is_given_up(scripted):
    crew = scripted(READY + "ask(); sys.exit(1)")
    async with running(LocalThinkers(1, crew)) as thinkers:
        with pytest.raises(RefusedError, match="no bot worker can answer that") as refused:
            await thinkers.ask(question())
        assert refused.value.refusal == "unavailable"


async def test_a_wrong_question_is_refused_and_the_process_stays(scripted):
    crew = scripted(READY + 'while ask(): print(\'{"ok": false, "code": "malformed", "error": "no"}\')')
    async with running(LocalThinkers(1, crew)) as thinkers:
        await until(lambda: crew.is_ready)
        before = thinkers.pids
        with pytest.raises(RefusedError):
            await thinkers.ask(question())
        assert thinkers.pids == before


async def test_processes_given_up_are_tried_anew_after_a_while(scripted, monkeypatch, tmp_path):
    monkeypatch.setattr(local_thinkers, "REVIVE_SECONDS", 0.0)
    mark = tmp_path / "repaired"
    crew = scripted(f"if not os.path.exists({str(mark)!r}): sys.exit(1)\n" + READY + "while line := ask():\n" + ECHO)
    async with running(LocalThinkers(1, crew)) as thinkers:
        with pytest.raises(RefusedError):
            await thinkers.ask(question())
        mark.touch()
        assert (await thinkers.ask(question()))["ok"] is True


async def test_while_the_processes_compile_an_interpreted_one_answers(scripted, tmp_path, monkeypatch):
    monkeypatch.setattr(local_thinkers, "FIRST_WAIT", 0.0)
    ready = tmp_path / "ready"
    crew = scripted(
        f"while not os.path.exists({str(ready)!r}): time.sleep(0.01)\n" + READY + "while line := ask():\n" + ECHO,
        READY + "while line := ask():\n" + ECHO,
    )
    async with running(LocalThinkers(1, crew)) as thinkers:
        cold = await thinkers.ask(question())
        compiling, substitute = thinkers.pids
        assert cold["pid"] == substitute
        assert not thinkers.has_room
        ready.touch()
        await until(lambda: thinkers.has_room)
        assert (await thinkers.ask(question()))["pid"] == compiling
        assert thinkers.pids == [compiling], "nobody needs the interpreted one any more"
        assert not is_alive(substitute)


async def test_an_analysis_waits_for_the_processes_to_compile(scripted, tmp_path, monkeypatch):
    monkeypatch.setattr(local_thinkers, "FIRST_WAIT", 0.0)
    ready = tmp_path / "ready"
    crew = scripted(
        f"while not os.path.exists({str(ready)!r}): time.sleep(0.01)\n" + READY + "while line := ask():\n" + ECHO,
        READY + "while line := ask():\n" + ECHO,
    )
    async with running(LocalThinkers(1, crew)) as thinkers:
        asking = asyncio.create_task(thinkers.ask(question(Urgency.ANALYSIS)))
        await asyncio.sleep(0.2)
        assert len(thinkers.pids) == 1
        ready.touch()
        assert (await asking)["pid"] == thinkers.pids[0]


async def test_stopping_ends_all_processes_whatever_they_do(scripted):
    thinkers = LocalThinkers(2, scripted(READY + "ask(); time.sleep(1000)", size=2))
    await thinkers.start()
    asking = [asyncio.create_task(thinkers.ask(question())) for _ in range(4)]
    await until(lambda: thinkers.waiting == 2)
    pids = thinkers.pids
    await thinkers.stop()
    assert [is_alive(pid) for pid in pids] == [False, False]
    for task in asking:
        with pytest.raises(RefusedError) as refused:
            await task
        assert refused.value.refusal == "unavailable"


# The queue


async def test_the_queue_is_bounded_and_keeps_room_for_bots(scripted):
    crew = scripted(READY + "ask(); time.sleep(1000)")
    async with running(LocalThinkers(1, crew, most_waiting=4)) as thinkers:
        asking = [asyncio.create_task(thinkers.ask(question())) for _ in range(3)]
        await until(lambda: thinkers.waiting == 2)
        with pytest.raises(RefusedError, match="2 questions wait for a bot worker; ask again later") as refused:
            await thinkers.ask(question(Urgency.HINT))
        assert refused.value.refusal == "busy"
        asking += [asyncio.create_task(thinkers.ask(question())) for _ in range(2)]
        await until(lambda: thinkers.waiting == 4)
        with pytest.raises(RefusedError, match="4 questions wait"):
            await thinkers.ask(question())
    await asyncio.gather(*asking, return_exceptions=True)


async def test_the_most_urgent_question_comes_first(scripted, tmp_path):
    go = tmp_path / "go"
    crew = scripted(
        READY + f"while line := ask():\n    while not os.path.exists({str(go)!r}): time.sleep(0.01)\n" + ECHO
    )
    answered: list[str] = []
    async with running(LocalThinkers(1, crew)) as thinkers:

        async def ask(name: str, urgency: Urgency) -> None:
            await thinkers.ask(question(urgency, name=name))
            answered.append(name)

        first = asyncio.create_task(ask("first", Urgency.ANALYSIS))
        await until(lambda: thinkers.thinking == 1)
        others = [
            asyncio.create_task(ask("analysis", Urgency.ANALYSIS)),
            asyncio.create_task(ask("hint", Urgency.HINT)),
            asyncio.create_task(ask("bot", Urgency.BOT)),
            asyncio.create_task(ask("second bot", Urgency.BOT)),
        ]
        await until(lambda: thinkers.waiting == 4)
        go.touch()
        await asyncio.gather(first, *others)
    assert answered == ["first", "bot", "second bot", "hint", "analysis"]


async def test_whoever_leaves_is_not_thought_for(scripted, tmp_path):
    go = tmp_path / "go"
    crew = scripted(
        READY
        + f"n = 0\nwhile line := ask():\n    n += 1\n    while not os.path.exists({str(go)!r}): time.sleep(0.01)\n"
        "    print(json.dumps({'ok': True, 'number': n}))\n"
    )
    async with running(LocalThinkers(1, crew)) as thinkers:
        first = asyncio.create_task(thinkers.ask(question()))
        await until(lambda: thinkers.thinking == 1)
        leaving = asyncio.create_task(thinkers.ask(question()))
        await until(lambda: thinkers.waiting == 1)
        leaving.cancel()
        staying = asyncio.create_task(thinkers.ask(question()))
        await until(lambda: thinkers.waiting == 2)
        go.touch()
        assert (await first)["number"] == 1
        assert (await staying)["number"] == 2


async def test_a_question_that_waits_too_long_is_refused(scripted):
    crew = scripted(READY + "ask(); time.sleep(1000)")
    async with running(LocalThinkers(1, crew)) as thinkers:
        with pytest.raises(RefusedError, match="no bot worker had time for it") as refused:
            await thinkers.ask(question(patience=0.1))
        assert refused.value.refusal == "busy"


async def test_the_more_wait_the_less_time_each_of_them_gets(scripted, tmp_path):
    go = tmp_path / "go"
    crew = scripted(
        READY + f"while line := ask():\n    while not os.path.exists({str(go)!r}): time.sleep(0.01)\n" + ECHO
    )
    async with running(LocalThinkers(1, crew)) as thinkers:
        asking = [asyncio.create_task(thinkers.ask(question(movetime=1.0))) for _ in range(5)]
        await until(lambda: thinkers.waiting == 4)
        go.touch()
        times = [answer["asked"]["movetime"] for answer in await asyncio.gather(*asking)]
    assert times[1:] == [1 / 4, 1 / 3, 1 / 2, 1]
