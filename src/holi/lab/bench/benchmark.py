"""A whole benchmark: all three speeds, measured in rounds that take turns."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from importlib.util import find_spec
from statistics import median
from typing import Any, NamedTuple

from holi.kernel.mode import MODES
from holi.lab.bench.in_node import opening_line
from holi.lab.bench.workers import Worker

WARM_STARTS = 2
"""The quicker one counts, since other load on the machine can only slow a start down."""

OUR_GAMES: Mapping[str, str] = {
    "2": "holi.lab.bench.random_games:of_two",
    "4": "holi.lab.bench.random_games:of_four",
}
"""What is measured of our own, by number of players."""

TURN_SEARCH, TURNS = "turn search", "holi.lab.bench.turns:TurnSearch"
WEBASSEMBLY = "webassembly"

Measured = Mapping[str, float]
"""Steps, games and seconds of one measurement."""


class Other(NamedTuple):
    """Something to measure beside our games: where `measure.py` finds it, and in which mode."""

    where: str
    mode: str


class Measurements(NamedTuple):
    rounds: Sequence[Mapping[str, Mapping[str, Any]]]
    """Round by round, what each process answered."""
    starts: Mapping[str, Mapping[str, float | None]]
    """By mode."""

    def results(self, name: str, where: str = "") -> list[Measured]:
        """What a process measured, round by round; `where` is needed if it measures several things."""
        speeds = [answers[name]["speeds"] for answers in self.rounds]
        return [each[where or next(iter(each))] for each in speeds]


def modes_here() -> tuple[str, ...]:
    return tuple(mode for mode in reversed(MODES) if mode != "compiled" or find_spec("numba") is not None)


@dataclass(frozen=True)
class Benchmark:
    """What to measure; `seconds` is the length of each measurement in a round."""

    rounds: int
    seconds: float
    cold: bool = False
    node: Sequence[str] = ()
    """How to measure the module under Node.js (`in_node.py`), beside compiled code; nothing leaves it out."""

    def others(self) -> dict[str, Other]:
        return {TURN_SEARCH: Other(TURNS, "compiled")} if self.node else {}

    @property
    def stages(self) -> int:
        modes, others = len(modes_here()), len(self.others()) + (1 if self.node else 0)
        return modes * (self.cold + 1 + WARM_STARTS) + others + self.rounds * (modes + others)

    def run(self, on_stage: Callable[[str], None]) -> dict[str, Any]:
        """Measure everything and return the figures as `holi bench --json` prints them.

        `on_stage` is called with what comes next.
        """
        with ExitStack() as running:
            workers: dict[str, Worker] = {}
            starts = {}
            for mode in modes_here():
                starts[mode] = {"start_cold_s": self._cold_start(mode, on_stage)}
                on_stage(f"{mode}: getting ready (compiled the first time)")
                _mode_worker(mode).close()
                warm = []
                for _ in range(WARM_STARTS):
                    on_stage(f"{mode}: warm start")
                    workers[mode] = running.enter_context(closing(_mode_worker(mode)))
                    warm.append(workers[mode].start_seconds)
                starts[mode]["start_warm_s"] = round(min(warm), 3)
            for name, other in self.others().items():
                on_stage(f"{name}: getting ready")
                workers[name] = running.enter_context(closing(_worker([other.where], HOLI_MODE=other.mode)))
            if self.node:
                on_stage(f"{WEBASSEMBLY}: getting ready")
                node = Worker(*self.node[1:], program=self.node[:1], opening=opening_line())
                workers[WEBASSEMBLY] = running.enter_context(closing(node))
            rounds = []
            for number in range(1, self.rounds + 1):
                answers = {}
                for name, worker in workers.items():
                    on_stage(f"{name}: round {number} of {self.rounds}")
                    answers[name] = worker.measure(self.seconds)
                rounds.append(answers)
        return self.report(Measurements(rounds, starts))

    def _cold_start(self, mode: str, on_stage: Callable[[str], None]) -> float | None:
        """Seconds until the first game is over in a process that has to compile everything."""
        if not self.cold:
            return None
        on_stage(f"{mode}: cold start")
        with tempfile.TemporaryDirectory() as folder, closing(_mode_worker(mode, NUMBA_CACHE_DIR=folder)) as worker:
            return round(worker.start_seconds, 3)

    def report(self, measured: Measurements) -> dict[str, Any]:
        report: dict[str, Any] = dict.fromkeys(reversed(MODES))
        for mode, start in measured.starts.items():
            memory = measured.rounds[-1][mode]["memory_mb"]
            speeds = {players: speed(measured.results(mode, where)) for players, where in OUR_GAMES.items()}
            report[mode] = {**speeds, "memory_mb": memory and round(memory, 1), **start}
        if self.node:
            natives = {players: measured.results("compiled", where) for players, where in OUR_GAMES.items()}
            natives["turns"] = measured.results(TURN_SEARCH)
            report[WEBASSEMBLY] = {
                name: _beside(measured.results(WEBASSEMBLY, name), native) for name, native in natives.items()
            }
        return report


def _mode_worker(mode: str, **environment: str) -> Worker:
    return _worker(OUR_GAMES.values(), HOLI_MODE=mode, **environment)


def _worker(players: Iterable[str], **environment: str) -> Worker:
    return Worker("holi.lab.bench.measure", *players, environment=environment)


def speed(results: Sequence[Measured]) -> dict[str, float]:
    """The median over the rounds, per second of processor time."""
    return {
        "steps_per_s": round(median(map(_steps_per_s, results))),
        "games_per_s": round(median(one["games"] / one["seconds"] for one in results), 1),
    }


def ratio(ours: Sequence[Measured], theirs: Sequence[Measured]) -> float:
    """How many times as many steps we do; compared within each round, where the machine was equally busy."""
    return round(median(_steps_per_s(own) / _steps_per_s(other) for own, other in zip(ours, theirs, strict=True)), 2)


def _steps_per_s(measured: Measured) -> float:
    return measured["steps"] / measured["seconds"]


def _beside(ours: Sequence[Measured], native: Sequence[Measured]) -> dict[str, float]:
    """A measurement under Node.js with that of compiled code beside it."""
    both = {"steps_per_s": speed(ours)["steps_per_s"], "compiled_steps_per_s": speed(native)["steps_per_s"]}
    return {**both, "ratio": ratio(ours, native)}
