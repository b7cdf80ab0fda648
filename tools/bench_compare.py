"""How fast it is beside its peers: `python tools/bench_compare.py`, which `make bench-compare` runs.

It takes the options of `holi bench`, and measures all that this does in the same rounds. Peers are OpenSpiel's pentago,
python-chess and two environments, as far as they are installed (the extra `peers`).
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import typer
from rich.console import Console
from rich.table import Table

from holi.cli.lab.bench import AsJson, Cold, Rounds, Seconds, measure, new_table
from holi.game.errors import how_to_add
from holi.lab.bench.benchmark import OUR_GAMES, Benchmark, Measurements, Other, modes_here, ratio, speed

PLAYERS = "bench_peers"
COUNTERPARTS: Mapping[str, str] = {"compiled": "pentago", "interpreted": "python-chess"}
"""Each mode and the peer that is built the same way."""


class Peer(NamedTuple):
    """Where `holi.lab.bench.measure` finds a peer, and the packages that it needs."""

    where: str
    needs: Sequence[str]


PEERS: Mapping[str, Peer] = {
    "pentago": Peer(f"{PLAYERS}:Pentago", ["pyspiel"]),
    "python-chess": Peer(f"{PLAYERS}:PythonChess", ["chess"]),
}


class Contest(NamedTuple):
    """An environment of ours and a peer that does the same work."""

    name: str
    where: str
    peer: str
    its: Peer


CONTESTS = (
    Contest(
        "PettingZoo",
        f"{PLAYERS}:holi_aec",
        "connect_four_v3",
        Peer(f"{PLAYERS}:connect_four", ["numpy", "pettingzoo", "pygame"]),
    ),
    Contest(
        "vector", f"{PLAYERS}:HoliVector", "pgx backgammon", Peer(f"{PLAYERS}:Backgammon", ["numpy", "pgx", "jax"])
    ),
)


@dataclass(frozen=True)
class Comparison(Benchmark):
    peers: Sequence[str] = ()
    contests: Sequence[Contest] = ()

    def others(self) -> dict[str, Other]:
        others = super().others() | {name: Other(PEERS[name].where, "interpreted") for name in self.peers}
        for contest in self.contests:
            others[contest.name] = Other(contest.where, modes_here()[0])
            others[contest.peer] = Other(contest.its.where, modes_here()[0])
        return others

    def report(self, measured: Measurements) -> dict[str, Any]:
        report = super().report(measured)
        if self.peers:
            report["peers"] = {name: speed(measured.results(name)) for name in self.peers}
            report["ratios"] = {
                f"{mode}/{peer}": {
                    players: ratio(measured.results(mode, where), measured.results(peer))
                    for players, where in OUR_GAMES.items()
                }
                for mode, peer in COUNTERPARTS.items()
                if mode in measured.starts and peer in self.peers
            }
        if self.contests:
            report["environments"] = {contest.name: _contest_report(contest, measured) for contest in self.contests}
        return report


def _contest_report(contest: Contest, measured: Measurements) -> dict[str, Any]:
    ours, theirs = measured.results(contest.name), measured.results(contest.peer)
    return {
        "steps_per_s": speed(ours)["steps_per_s"],
        "peer": contest.peer,
        "peer_steps_per_s": speed(theirs)["steps_per_s"],
        "ratio": ratio(ours, theirs),
    }


def compare(as_json: AsJson = False, cold: Cold = False, rounds: Rounds = 4, seconds: Seconds = 0.5) -> None:
    """Measure random games and environments beside those of others."""
    os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    peers, contests = _installed()
    report = measure(as_json, lambda node: Comparison(rounds, seconds, cold, node, peers, contests))
    if not as_json:
        _show(report)


def _installed() -> tuple[list[str], list[Contest]]:
    """What can be compared with here; what cannot is reported in one line."""
    needs = {name: peer.needs for name, peer in PEERS.items()} | {each.peer: each.its.needs for each in CONTESTS}
    missing = {name: [package for package in needed if find_spec(package) is None] for name, needed in needs.items()}
    lacking = {name: packages for name, packages in missing.items() if packages}
    if lacking:
        packages = sorted({package for each in lacking.values() for package in each})
        typer.echo(
            f"Not compared with {', '.join(lacking)}, as {', '.join(packages)} "
            f"{'is' if len(packages) == 1 else 'are'} not installed; {how_to_add('peers')}",
            err=True,
        )
    return [name for name in PEERS if name not in lacking], [each for each in CONTESTS if each.peer not in lacking]


def _show(report: Mapping[str, Any]) -> None:
    console = Console()
    if "peers" in report:
        console.print(_peer_table(report))
    if "environments" in report:
        console.print(_environment_table(report["environments"]))


def _peer_table(report: Mapping[str, Any]) -> Table:
    table = new_table("Peers, on one processor", "peer", "steps/s", "games/s", "holi with 2 players", "with 4")
    for name, figures in report["peers"].items():
        against = next((ratios for pair, ratios in report["ratios"].items() if pair.endswith(f"/{name}")), {})
        times = [f"{value:.2f} x" for value in against.values()] or ["-", "-"]
        table.add_row(name, f"{figures['steps_per_s']:,.0f}", f"{figures['games_per_s']:,.0f}", *times)
    return table


def _environment_table(environments: Mapping[str, Mapping[str, Any]]) -> Table:
    title = "Environments, observations and masks filled, on one processor"
    table = new_table(title, "environment", "steps/s", "peer", "its steps/s", "against peer")
    for name, measured in environments.items():
        own, other = f"{measured['steps_per_s']:,.0f}", f"{measured['peer_steps_per_s']:,.0f}"
        table.add_row(f"holi, {name}", own, measured["peer"], other, f"{measured['ratio']:.2f} x")
    return table


if __name__ == "__main__":
    typer.run(compare)
