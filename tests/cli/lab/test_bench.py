"""`holi bench`: what it measures with, what it shows, and how it ends."""

import json
import os
import subprocess
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from holi.cli.app import app
from holi.cli.lab.bench import NO_NODE
from holi.game import Config, new_position
from holi.kernel.layout import CARDS, DECK, DECK_SIZE, HAND, NOBODY, PLAYERS
from holi.kernel.mode import plain, vector
from holi.kernel.playouts import random_state
from holi.kernel.setup import deal_hidden
from holi.lab.bench import benchmark, in_node, measure
from holi.lab.bench.benchmark import OUR_GAMES, Benchmark
from holi.lab.bench.random_games import RandomGames
from holi.lab.bench.workers import MeasurementError, Worker

QUICK = ["--rounds", "1", "--seconds", "0.05"]
MODE_KEYS = {"2", "4", "memory_mb", "start_cold_s", "start_warm_s"}


@pytest.fixture
def without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "find_spec", lambda name: None)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list["subprocess.Popen[bytes]"]:
    """Every process that the laboratory starts."""
    processes: list[subprocess.Popen[bytes]] = []
    start = subprocess.Popen

    def start_and_remember(*arguments: Any, **options: Any) -> "subprocess.Popen[bytes]":
        processes.append(start(*arguments, **options))
        return processes[-1]

    monkeypatch.setattr(subprocess, "Popen", start_and_remember)
    return processes


def check_speed(speed: dict[str, float]) -> None:
    assert set(speed) == {"steps_per_s", "games_per_s"}
    assert speed["steps_per_s"] > speed["games_per_s"] > 0


class TestRandomGames:
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_every_seat_has_its_13_cards_once_in_its_deck(self, players):
        state, rules = new_position(Config(players), "0" * 64).vectors
        assert rules[PLAYERS] == players
        chance = random_state(1)
        pool = vector([0] * CARDS)
        for _ in range(50):
            deal_hidden(state, rules, NOBODY, chance, pool)
            values = plain(state)
            for seat in range(players):
                deck = [values[DECK + seat] >> 4 * i & 15 for i in range(values[DECK_SIZE + seat])]
                assert values[HAND + seat] == 0  # cards are drawn once all markers stand (R2.5)
                assert sorted(deck) == list(range(CARDS))
                assert values[DECK + seat] >> 4 * CARDS == 0

    def test_every_card_is_as_likely_in_every_place(self):
        state, rules = new_position(Config(2), "0" * 64).vectors
        chance = random_state(2)
        pool = vector([0] * CARDS)
        seen: Counter[tuple[int, int]] = Counter()
        deals = 3000
        for _ in range(deals):
            deal_hidden(state, rules, NOBODY, chance, pool)
            seen.update(enumerate(state[DECK] >> 4 * i & 15 for i in range(CARDS)))
        expected = deals / CARDS
        assert len(seen) == CARDS * CARDS
        # Six standard deviations around the mean: about one in a million for all 169 together.
        assert all(abs(count - expected) < 6 * expected**0.5 for count in seen.values())

    def test_the_same_seed_gives_the_same_games_in_any_portions(self):
        whole, portions = RandomGames(2, 7), RandomGames(2, 7)
        assert whole.play(5) == portions.play(2) + portions.play(3)
        assert RandomGames(2, 7).play(5) != RandomGames(2, 8).play(5)

    def test_games_have_plausible_lengths(self):
        assert 50 * 60 < RandomGames(2, 1).play(50) < 50 * 110


class Clock:
    """A clock that goes on only while games are played: a millisecond each, half of it on the processor."""

    def __init__(self, processor_tick: float = 0.0005) -> None:
        self.asked: list[int] = []
        self._tick = processor_tick

    def play(self, games: int) -> float:
        self.asked.append(games)
        return 3.0 * games

    def perf_counter(self) -> float:
        return 100 + 0.001 * sum(self.asked)

    def process_time(self) -> float:
        return 7 + 0.0005 * sum(self.asked) // self._tick * self._tick


class TestTimed:
    def test_games_come_in_larger_portions_until_the_time_is_over_and_all_count(self, monkeypatch):
        clock = Clock()
        monkeypatch.setattr(measure, "time", clock)
        measured = measure.timed(clock.play, 0.05)
        assert clock.asked == [1, 2] + [4] * 12
        assert measured == {"games": 51, "steps": 153.0, "seconds": pytest.approx(0.0255, abs=0.001)}

    def test_one_slow_game_is_enough(self, monkeypatch):
        clock = Clock()
        monkeypatch.setattr(measure, "time", clock)
        assert measure.timed(clock.play, 0.0005)["games"] == 1

    def test_it_goes_on_until_the_processor_clock_has_moved(self, monkeypatch):
        clock = Clock(processor_tick=0.015)
        monkeypatch.setattr(measure, "time", clock)
        assert measure.timed(clock.play, 0.001)["seconds"] == pytest.approx(0.015)
        assert sum(clock.asked) == 30

    def test_memory_is_measured_in_megabytes(self):
        memory = measure.peak_memory_mb()
        assert memory is not None
        assert 5 < memory < 5000


class TestWorkers:
    def test_a_process_that_fails_gives_its_last_words(self, started):
        with pytest.raises(MeasurementError, match=r"'holi\.lab\.bench\.measure whist:x' ended early: .*'whist'"):
            Worker("holi.lab.bench.measure", "whist:x")
        assert [process.returncode for process in started] != [None]

    def test_a_process_that_fails_in_a_round_is_no_riddle_either(self):
        with (
            closing(
                Worker("holi.lab.bench.measure", OUR_GAMES["2"], environment={"HOLI_MODE": "interpreted"})
            ) as worker,
            pytest.raises(MeasurementError, match=r"ended early: .*ValueError: .*'soon"),
        ):
            worker.measure("soon")

    def test_interrupting_ends_every_process(self, without_numba, started):
        def interrupt(what: str) -> None:
            if "round" in what:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            Benchmark(rounds=1, seconds=0.05).run(interrupt)
        assert len(started) == 1 + benchmark.WARM_STARTS
        assert all(process.returncode is not None for process in started)


class TestCommand:
    def test_json_without_numba_has_the_interpreted_figures(self, without_numba, started):
        result = CliRunner().invoke(app, ["bench", "--json", *QUICK])
        assert result.exit_code == 0, result.output
        data = json.loads(result.stdout)
        assert set(data) == {"compiled", "interpreted"}
        assert data["compiled"] is None
        assert set(data["interpreted"]) == MODE_KEYS
        for players in ("2", "4"):
            check_speed(data["interpreted"][players])
        assert data["interpreted"]["memory_mb"] > 5
        assert data["interpreted"]["start_warm_s"] > 0
        assert data["interpreted"]["start_cold_s"] is None
        assert "pip install '.[fast]'" in result.stderr
        assert all(process.returncode is not None for process in started)

    def test_cold_starts_are_measured_when_asked_for(self, without_numba):
        result = CliRunner().invoke(app, ["bench", "--json", "--cold", *QUICK])
        assert json.loads(result.stdout)["interpreted"]["start_cold_s"] > 0

    def test_the_table_shows_everything(self, without_numba):
        result = CliRunner().invoke(app, ["bench", *QUICK])
        assert result.exit_code == 0, result.output
        for text in ("holi, interpreted", "steps/s", "games/s", "warm start", "MB"):
            assert text in result.stdout
        assert "holi, compiled" not in result.stdout

    @pytest.mark.parametrize("option", [["--rounds", "0"], ["--seconds", "0"], ["--seconds", "soon"]])
    def test_impossible_options_are_refused(self, option, started):
        assert CliRunner().invoke(app, ["bench", *option]).exit_code == 2
        assert started == []

    def test_the_stages_announced_are_those_that_come(self, without_numba):
        stages: list[str] = []
        run = Benchmark(rounds=2, seconds=0.01, cold=True)
        run.run(stages.append)
        assert len(stages) == run.stages

    def test_both_modes_of_the_real_command(self):
        done = subprocess.run(
            [sys.executable, "-c", "from holi.cli.app import main; main()", "bench", "--json", *QUICK],
            capture_output=True,
            check=True,
        )
        assert done.stderr == b""
        data = json.loads(done.stdout)
        assert set(data["webassembly"]) == {"2", "4", "turns"}
        for measured in data["webassembly"].values():
            assert measured["ratio"] == pytest.approx(
                measured["steps_per_s"] / measured["compiled_steps_per_s"], rel=0.02, abs=0.02
            )
        for mode in ("compiled", "interpreted"):
            assert set(data[mode]) == MODE_KEYS
            for players in ("2", "4"):
                check_speed(data[mode][players])
        assert data["compiled"]["2"]["steps_per_s"] > data["interpreted"]["2"]["steps_per_s"]

    def test_a_machine_without_node_is_told_so(self, monkeypatch):
        monkeypatch.setattr(in_node, "PROGRAM", Path("nowhere"))
        result = CliRunner().invoke(app, ["bench", *QUICK])
        assert result.exit_code == 0, result.output
        assert result.stderr.splitlines() == [NO_NODE]
        assert "WebAssembly" not in result.stdout

    def test_compiled_games_are_the_same_games(self):
        program = (
            "from holi.lab.bench.random_games import RandomGames\n"
            "print(*(RandomGames(n, 5).play(4) for n in (2, 3, 4)))"
        )
        lengths = {
            subprocess.run(
                [sys.executable, "-c", program],
                env={**os.environ, "HOLI_MODE": mode},
                capture_output=True,
                check=True,
            ).stdout
            for mode in ("compiled", "interpreted")
        }
        assert len(lengths) == 1
