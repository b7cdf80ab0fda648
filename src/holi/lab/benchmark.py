"""A whole benchmark: both speeds of the rules and, beside them, their peers, in rounds that take turns."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from importlib.util import find_spec
from statistics import median
from typing import Any

from holi.kernel.mode import MODES
from holi.lab.measure import PLAYERS_MEASURED
from holi.lab.peers import PEERS, check_installed
from holi.lab.workers import Worker

WARM_STARTS = 2
"""The quicker one counts: what else the machine does can only slow a start down."""

COUNTERPARTS: Mapping[str, str] = {"compiled": "pentago", "interpreted": "python-chess"}
"""Each speed of ours and the peer that is built the same way."""


@dataclass(frozen=True, slots=True)
class Speed:
    """Steps and whole games a second of processor time, on one processor."""

    steps_per_s: float
    games_per_s: float

    def to_json(self) -> dict[str, float]:
        """The speed with as many digits as are worth reading."""
        return {"steps_per_s": round(self.steps_per_s), "games_per_s": round(self.games_per_s, 1)}


@dataclass(frozen=True, slots=True)
class ModeReport:
    """What one mode does: its speed by number of players, its memory, and how soon the first game is over."""

    speeds: Mapping[int, Speed]
    memory_mb: float | None
    start_cold_s: float | None
    start_warm_s: float

    def to_json(self) -> dict[str, Any]:
        """The report, with the speeds under the numbers of players."""
        return {
            **{str(players): speed.to_json() for players, speed in self.speeds.items()},
            "memory_mb": _rounded(self.memory_mb, 1),
            "start_cold_s": _rounded(self.start_cold_s, 3),
            "start_warm_s": _rounded(self.start_warm_s, 3),
        }


@dataclass(frozen=True, slots=True)
class Contest:
    """Something of ours and a peer that does the same work, each as `module:name` for `measure_named.py`."""

    name: str
    ours: str
    peer: str
    theirs: str

    @property
    def players(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """Both by name, with where to find them."""
        return (self.name, self.ours), (self.peer, self.theirs)


@dataclass(frozen=True, slots=True)
class ContestReport:
    """Steps a second of processor time of ours and of the peer, and how many times as many ours does."""

    steps_per_s: float
    peer: str
    peer_steps_per_s: float
    ratio: float

    def to_json(self) -> dict[str, Any]:
        """The report with as many digits as are worth reading."""
        return {
            "steps_per_s": round(self.steps_per_s),
            "peer": self.peer,
            "peer_steps_per_s": round(self.peer_steps_per_s),
            "ratio": round(self.ratio, 2),
        }


@dataclass(frozen=True, slots=True)
class Report:
    """All that was measured; `ratios` say how many times as many steps a second a mode does as its counterpart."""

    modes: Mapping[str, ModeReport]
    peers: Mapping[str, Speed] = field(default_factory=dict)
    ratios: Mapping[str, Mapping[int, float]] = field(default_factory=dict)
    contests: Mapping[str, ContestReport] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The report; a mode that cannot run here is null."""
        data: dict[str, Any] = {
            mode: self.modes[mode].to_json() if mode in self.modes else None for mode in reversed(MODES)
        }
        if self.peers:
            data["peers"] = {name: speed.to_json() for name, speed in self.peers.items()}
            data["ratios"] = {
                f"{mode}/{COUNTERPARTS[mode]}": {str(players): round(ratio, 2) for players, ratio in ratios.items()}
                for mode, ratios in self.ratios.items()
            }
        if self.contests:
            data["environments"] = {name: report.to_json() for name, report in self.contests.items()}
        return data


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)


def modes_here() -> tuple[str, ...]:
    """The modes that this installation can run: compiled only with numba."""
    return tuple(mode for mode in reversed(MODES) if mode != "compiled" or find_spec("numba") is not None)


@dataclass(frozen=True, slots=True)
class Benchmark:
    """What to measure: so many rounds, with so many seconds for each measurement."""

    rounds: int
    seconds: float
    compare: bool = False
    cold: bool = False
    contests: Sequence[Contest] = ()

    def __post_init__(self) -> None:
        if self.compare:
            check_installed()

    @property
    def stages(self) -> int:
        """How often `run` calls `on_stage`."""
        modes, peers = len(modes_here()), (len(PEERS) if self.compare else 0) + 2 * len(self.contests)
        return modes * (self.cold + 1 + WARM_STARTS) + peers + self.rounds * (modes + peers)

    def run(self, on_stage: Callable[[str], None]) -> Report:
        """Measure everything; `on_stage` is told what comes next."""
        with ExitStack() as running:
            starts: dict[str, tuple[float | None, float]] = {}
            workers: dict[str, Worker] = {}
            for mode in modes_here():
                cold = self._cold_start(mode, on_stage)
                on_stage(f"{mode}: getting ready (the first time, it is compiled)")
                _mode_worker(mode).close()
                warm = []
                for _ in range(WARM_STARTS):
                    on_stage(f"{mode}: warm start")
                    workers[mode] = running.enter_context(_mode_worker(mode))
                    warm.append(workers[mode].start_seconds)
                starts[mode] = (cold, min(warm))
            for name in PEERS if self.compare else ():
                on_stage(f"{name}: getting ready")
                workers[name] = running.enter_context(Worker("holi.lab.peers", name))
            for name, where in (player for contest in self.contests for player in contest.players):
                on_stage(f"{name}: getting ready")
                fastest = {"HOLI_MODE": modes_here()[0]}
                workers[name] = running.enter_context(Worker("holi.lab.measure_named", where, environment=fastest))
            rounds: list[dict[str, dict[str, Any]]] = []
            for number in range(1, self.rounds + 1):
                results = {}
                for name, worker in workers.items():
                    on_stage(f"{name}: round {number} of {self.rounds}")
                    results[name] = worker.measure(self.seconds)
                rounds.append(results)
        return _report(rounds, starts, self.contests)

    def _cold_start(self, mode: str, on_stage: Callable[[str], None]) -> float | None:
        """Seconds from the start of a process to its first finished game where nothing has been compiled before."""
        if not self.cold:
            return None
        on_stage(f"{mode}: cold start")
        with tempfile.TemporaryDirectory() as folder, _mode_worker(mode, NUMBA_CACHE_DIR=folder) as worker:
            return worker.start_seconds


def _mode_worker(mode: str, **environment: str) -> Worker:
    return Worker("holi.lab.measure", environment={"HOLI_MODE": mode, **environment})


def _report(
    rounds: Sequence[Mapping[str, Mapping[str, Any]]],
    starts: Mapping[str, tuple[float | None, float]],
    contests: Sequence[Contest],
) -> Report:
    """The middle of what the rounds measured; ratios are taken within a round, where the machine was the same."""
    modes = {}
    for mode, (cold, warm) in starts.items():
        speeds = {n: _speed([results[mode]["speeds"][str(n)] for results in rounds]) for n in PLAYERS_MEASURED}
        modes[mode] = ModeReport(speeds, rounds[-1][mode]["memory_mb"], cold, warm)
    peers = {name: _speed([results[name]["speed"] for results in rounds]) for name in PEERS if name in rounds[0]}
    ratios: dict[str, dict[int, float]] = {}
    for mode, peer in COUNTERPARTS.items():
        if mode in modes and peer in peers:
            ratios[mode] = {
                n: median(
                    _steps_per_s(results[mode]["speeds"][str(n)]) / _steps_per_s(results[peer]["speed"])
                    for results in rounds
                )
                for n in PLAYERS_MEASURED
            }
    return Report(modes, peers, ratios, {contest.name: _contest_report(rounds, contest) for contest in contests})


def _contest_report(rounds: Sequence[Mapping[str, Mapping[str, Any]]], contest: Contest) -> ContestReport:
    ours, theirs = (
        [_steps_per_s(results[name]["speed"]) for results in rounds] for name in (contest.name, contest.peer)
    )
    ratio = median(own / other for own, other in zip(ours, theirs, strict=True))
    return ContestReport(median(ours), contest.peer, median(theirs), ratio)


def _steps_per_s(measured: Mapping[str, float]) -> float:
    return measured["steps"] / measured["seconds"]


def _speed(measured: Sequence[Mapping[str, float]]) -> Speed:
    return Speed(
        steps_per_s=median(_steps_per_s(one) for one in measured),
        games_per_s=median(one["games"] / one["seconds"] for one in measured),
    )
