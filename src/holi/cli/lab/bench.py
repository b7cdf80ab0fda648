"""`holi bench`: how fast the rules run here, alone or beside peers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from holi.cli.options import AsJson
from holi.cli.progress import progress_bar
from holi.game.errors import how_to_add

if TYPE_CHECKING:
    from rich.table import Table

    from holi.lab.bench.benchmark import Contest

NO_NUMBA = f"Only the interpreted mode was measured, as numba is not installed; {how_to_add('fast')}"
NO_NODE = "WebAssembly was not measured: it takes Node.js and a checkout."

ENV = "holi.env.bench"
ENVIRONMENTS = (
    ("PettingZoo", f"{ENV}:holi_aec", "connect_four_v3", f"{ENV}:connect_four", ("numpy", "pettingzoo", "pygame")),
    ("vector", f"{ENV}:HoliVector", "pgx backgammon", f"{ENV}:Backgammon", ("numpy", "pgx", "jax")),
)


def bench(
    as_json: AsJson = False,
    compare: Annotated[
        bool,
        typer.Option("--compare", help="Also measure OpenSpiel's pentago, python-chess and other environments."),
    ] = False,
    cold: Annotated[
        bool, typer.Option("--cold", help="Also time a start that has to compile everything; takes minutes.")
    ] = False,
    rounds: Annotated[int, typer.Option(min=1, help="Number of rounds; the median counts.")] = 4,
    seconds: Annotated[float, typer.Option(min=0.01, max=600.0, help="Seconds per measurement.")] = 0.5,
) -> None:
    """Measure random games, also as WebAssembly: steps and games per second, memory, time until the first game is over.

    One step is: list all legal actions, choose one at random, do it. Seconds are seconds of processor time.
    """
    from holi.lab.bench.benchmark import Benchmark, modes_here
    from holi.lab.bench.in_node import node_command

    compiled = "compiled" in modes_here()
    node = node_command() if compiled else ()
    peers, contests = _installed_peers() if compare else ([], [])
    benchmark = Benchmark(rounds, seconds, cold, peers, contests, node)
    with progress_bar("starting", benchmark.stages, done=-1) as update:  # the first stage brings it to 0
        report = benchmark.run(lambda stage: update(advance=1, description=stage))
    if as_json:
        typer.echo(json.dumps(report, indent=2))
    else:
        _show(report)
    if not compiled:
        typer.echo(NO_NUMBA, err=True)
    elif not node:
        typer.echo(NO_NODE, err=True)


def _installed_peers() -> tuple[list[str], list[Contest]]:
    """What can be compared with here; what cannot is reported in one line."""
    from holi.lab.bench.benchmark import Contest
    from holi.lab.bench.peers import PEERS, missing

    contests = [Contest(*each) for each in ENVIRONMENTS]
    needs = {name: (peer.needs,) for name, peer in PEERS.items()} | {each.peer: each.needs for each in contests}
    lacking = {name: packages for name, needed in needs.items() if (packages := missing(needed))}
    if lacking:
        packages = sorted({package for each in lacking.values() for package in each})
        typer.echo(
            f"Not compared with {', '.join(lacking)}, as {', '.join(packages)} "
            f"{'is' if len(packages) == 1 else 'are'} not installed; {how_to_add('peers')}",
            err=True,
        )
    installed = [contest for contest in contests if contest.peer not in lacking]
    return [name for name in PEERS if name not in lacking], installed


def _show(report: Mapping[str, Any]) -> None:
    from rich.console import Console

    console = Console()
    console.print(_speed_table(report))
    if "webassembly" in report:
        console.print(_module_table(report["webassembly"]))
    if "environments" in report:
        console.print(_environment_table(report["environments"]))
    console.print(_start_table(report))


def _table(title: str, first: str, *columns: str) -> Table:
    from rich.table import Table

    table = Table(title=title, title_justify="left")
    table.add_column(first)
    for heading in columns:
        table.add_column(heading, justify="right")
    return table


def _modes(report: Mapping[str, Any]) -> dict[str, Any]:
    from holi.kernel.mode import MODES

    return {mode: report[mode] for mode in reversed(MODES) if report[mode] is not None}


def _speed_table(report: Mapping[str, Any]) -> Table:
    from holi.lab.bench.benchmark import COUNTERPARTS, OUR_GAMES

    peers = report.get("peers", {})
    headings = ["players", "steps/s", "games/s", *(["steps/s against peer"] if peers else [])]
    table = _table("Random games, on one processor", "engine", *headings)
    for mode, figures in _modes(report).items():
        peer = COUNTERPARTS[mode]
        for players in OUR_GAMES:
            ratio = [f"{report['ratios'][f'{mode}/{peer}'][players]:.2f} x {peer}"] if peer in peers else []
            table.add_row(f"holi, {mode}", players, *_speed(figures[players]), *ratio)
    for name, speed in peers.items():
        table.add_row(name, "2", *_speed(speed))
    return table


def _speed(speed: Mapping[str, float]) -> tuple[str, str]:
    return f"{speed['steps_per_s']:,.0f}", f"{speed['games_per_s']:,.0f}"


def _module_table(measured: Mapping[str, Mapping[str, float]]) -> Table:
    table = _table("WebAssembly under Node.js, on one processor", "what", "a second", "compiled", "against compiled")
    names = {"2": "steps, 2 players", "4": "steps, 4 players", "turns": "turn searches"}
    for key, one in measured.items():
        own, other = f"{one['steps_per_s']:,.0f}", f"{one['compiled_steps_per_s']:,.0f}"
        table.add_row(names[key], own, other, f"{one['ratio']:.2f} x")
    return table


def _environment_table(environments: Mapping[str, Mapping[str, Any]]) -> Table:
    title = "Environments, observations and masks filled, on one processor"
    table = _table(title, "environment", "steps/s", "peer", "its steps/s", "against peer")
    for name, measured in environments.items():
        own, other = f"{measured['steps_per_s']:,.0f}", f"{measured['peer_steps_per_s']:,.0f}"
        table.add_row(f"holi, {name}", own, measured["peer"], other, f"{measured['ratio']:.2f} x")
    return table


def _start_table(report: Mapping[str, Any]) -> Table:
    table = _table("One process, until its first game is over", "engine", "warm start", "cold start", "peak memory")
    for mode, figures in _modes(report).items():
        cold, memory = figures["start_cold_s"], figures["memory_mb"]
        table.add_row(
            f"holi, {mode}",
            f"{figures['start_warm_s']:.2f} s",
            "-" if cold is None else f"{cold:.2f} s",
            "-" if memory is None else f"{memory:.0f} MB",
        )
    return table
