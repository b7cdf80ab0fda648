"""A whole benchmark: all three speeds and, on request, their peers, measured in rounds that take turns."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.util import find_spec
from statistics import median
from typing import Any

from holi.kernel.mode import MODES
from holi.lab.bench.in_node import opening_line
from holi.lab.bench.peers import PEERS
from holi.lab.bench.workers import Worker

WARM_STARTS = 2
"""The quicker one counts, since other load on the machine can only slow a start down."""

OUR_GAMES: Mapping[str, str] = {
    "2": "holi.lab.bench.random_games:of_two",
    "4": "holi.lab.bench.random_games:of_four",
}
"""What is measured of our own, by number of players."""

TURNS = "holi.lab.bench.turns:TurnSearch"
WEBASSEMBLY = "webassembly"

COUNTERPARTS: Mapping[str, str] = {"compiled": "pentago", "interpreted": "python-chess"}
"""Each mode and the peer that is built the same way."""

Measured = Mapping[str, float]
"""Steps, games and seconds of one measurement."""

Rounds = Sequence[Mapping[str, Mapping[str, Any]]]
"""Round by round, what each process answered."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Something of ours and a peer that does the same work, where `measure.py` finds them, and the packages needed."""

    name: str
    ours: str
    peer: str
    theirs: str
    needs: Sequence[str] = ()


def modes_here() -> tuple[str, ...]:
    return tuple(mode for mode in reversed(MODES) if mode != "compiled" or find_spec("numba") is not None)


@dataclass(frozen=True, slots=True)
class Benchmark:
    """What to measure; `seconds` is the length of each measurement in a round."""

    rounds: int
    seconds: float
    cold: bool = False
    peers: Sequence[str] = ()
    contests: Sequence[Contest] = ()
    node: Sequence[str] = ()
    """How to measure the module under Node.js (`in_node.py`), beside compiled code; nothing leaves it out."""

    @property
    def stages(self) -> int:
        modes, others = len(modes_here()), len(self._others()) + (1 if self.node else 0)
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
                    workers[mode] = running.enter_context(_mode_worker(mode))
                    warm.append(workers[mode].start_seconds)
                starts[mode]["start_warm_s"] = round(min(warm), 3)
            for name, where in self._others().items():
                on_stage(f"{name}: getting ready")
                mode = "interpreted" if name in self.peers else modes_here()[0]
                workers[name] = running.enter_context(_worker([where], HOLI_MODE=mode))
            if self.node:
                on_stage(f"{WEBASSEMBLY}: getting ready")
                node = Worker(*self.node[1:], program=self.node[:1], opening=opening_line())
                workers[WEBASSEMBLY] = running.enter_context(node)
            rounds = []
            for number in range(1, self.rounds + 1):
                answers = {}
                for name, worker in workers.items():
                    on_stage(f"{name}: round {number} of {self.rounds}")
                    answers[name] = worker.measure(self.seconds)
                rounds.append(answers)
        return self._report(rounds, starts)

    def _others(self) -> dict[str, str]:
        others = {name: PEERS[name].where for name in self.peers}
        if self.node:
            others["turn search"] = TURNS
        for contest in self.contests:
            others |= {contest.name: contest.ours, contest.peer: contest.theirs}
        return others

    def _cold_start(self, mode: str, on_stage: Callable[[str], None]) -> float | None:
        """Seconds until the first game is over in a process that has to compile everything."""
        if not self.cold:
            return None
        on_stage(f"{mode}: cold start")
        with tempfile.TemporaryDirectory() as folder, _mode_worker(mode, NUMBA_CACHE_DIR=folder) as worker:
            return round(worker.start_seconds, 3)

    def _report(self, rounds: Rounds, starts: Mapping[str, Mapping[str, float | None]]) -> dict[str, Any]:
        report: dict[str, Any] = dict.fromkeys(reversed(MODES))
        for mode, start in starts.items():
            memory = rounds[-1][mode]["memory_mb"]
            speeds = {players: _speed(_results(rounds, mode, where)) for players, where in OUR_GAMES.items()}
            report[mode] = {**speeds, "memory_mb": memory and round(memory, 1), **start}
        if self.peers:
            report["peers"] = {name: _speed(_results(rounds, name, PEERS[name].where)) for name in self.peers}
            report["ratios"] = {
                f"{mode}/{peer}": {
                    players: _ratio(_results(rounds, mode, where), _results(rounds, peer, PEERS[peer].where))
                    for players, where in OUR_GAMES.items()
                }
                for mode, peer in COUNTERPARTS.items()
                if mode in starts and peer in self.peers
            }
        if self.node:
            report[WEBASSEMBLY] = {
                **{players: _beside(rounds, players, "compiled", where) for players, where in OUR_GAMES.items()},
                "turns": _beside(rounds, "turns", "turn search", TURNS),
            }
        if self.contests:
            report["environments"] = {contest.name: _contest_report(rounds, contest) for contest in self.contests}
        return report


def _mode_worker(mode: str, **environment: str) -> Worker:
    return _worker(OUR_GAMES.values(), HOLI_MODE=mode, **environment)


def _worker(players: Iterable[str], **environment: str) -> Worker:
    return Worker("holi.lab.bench.measure", *players, environment=environment)


def _results(rounds: Rounds, name: str, where: str) -> list[Measured]:
    return [answers[name]["speeds"][where] for answers in rounds]


def _speed(results: Sequence[Measured]) -> dict[str, float]:
    """The median over the rounds, per second of processor time."""
    return {
        "steps_per_s": round(median(map(_steps_per_s, results))),
        "games_per_s": round(median(one["games"] / one["seconds"] for one in results), 1),
    }


def _ratio(ours: Sequence[Measured], theirs: Sequence[Measured]) -> float:
    """How many times as many steps we do; compared within each round, where the machine was equally busy."""
    return round(median(_steps_per_s(own) / _steps_per_s(other) for own, other in zip(ours, theirs, strict=True)), 2)


def _steps_per_s(measured: Measured) -> float:
    return measured["steps"] / measured["seconds"]


def _beside(rounds: Rounds, here: str, native: str, where: str) -> dict[str, float]:
    """A measurement under Node.js with that of compiled code beside it."""
    ours, theirs = _results(rounds, WEBASSEMBLY, here), _results(rounds, native, where)
    both = {"steps_per_s": _speed(ours)["steps_per_s"], "compiled_steps_per_s": _speed(theirs)["steps_per_s"]}
    return {**both, "ratio": _ratio(ours, theirs)}


def _contest_report(rounds: Rounds, contest: Contest) -> dict[str, Any]:
    ours, theirs = _results(rounds, contest.name, contest.ours), _results(rounds, contest.peer, contest.theirs)
    return {
        "steps_per_s": _speed(ours)["steps_per_s"],
        "peer": contest.peer,
        "peer_steps_per_s": _speed(theirs)["steps_per_s"],
        "ratio": _ratio(ours, theirs),
    }
