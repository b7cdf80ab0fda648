"""`holi bench`: how fast the rules run here."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from holi.cli.options import AsJson
from holi.cli.progress import progress_bar
from holi.game.errors import how_to_add

if TYPE_CHECKING:
    from rich.table import Table

    from holi.lab.bench.benchmark import Benchmark

NO_NUMBA = f"Only the interpreted mode was measured, as numba is not installed; {how_to_add('fast')}"
NO_NODE = "WebAssembly was not measured: it takes Node.js and a checkout."

Cold = Annotated[bool, typer.Option("--cold", help="Also time a start that has to compile everything; takes minutes.")]
Rounds = Annotated[int, typer.Option(min=1, help="Number of rounds; the median counts.")]
Seconds = Annotated[float, typer.Option(min=0.01, max=600.0, help="Seconds per measurement.")]


def bench(as_json: AsJson = False, cold: Cold = False, rounds: Rounds = 4, seconds: Seconds = 0.5) -> None:
    """Measure random games, also as WebAssembly: steps and games per second, memory, time until the first game is over.

    One step is: list all legal actions, choose one at random, do it. Seconds are seconds of processor time.
    """
    from holi.lab.bench.benchmark import Benchmark

    measure(as_json, lambda node: Benchmark(rounds, seconds, cold, node))


def measure(as_json: bool, make: Callable[[Sequence[str]], Benchmark]) -> Mapping[str, Any]:
    """Run a benchmark, made from how to start Node.js, and show its report."""
    from holi.lab.bench.benchmark import modes_here
    from holi.lab.bench.in_node import node_command

    compiled = "compiled" in modes_here()
    node = node_command() if compiled else ()
    benchmark = make(node)
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
    return report


def _show(report: Mapping[str, Any]) -> None:
    from rich.console import Console

    console = Console()
    console.print(_speed_table(report))
    if "webassembly" in report:
        console.print(_module_table(report["webassembly"]))
    console.print(_start_table(report))


def new_table(title: str, first: str, *columns: str) -> Table:
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
    from holi.lab.bench.benchmark import OUR_GAMES

    table = new_table("Random games, on one processor", "engine", "players", "steps/s", "games/s")
    for mode, figures in _modes(report).items():
        for players in OUR_GAMES:
            steps, games = figures[players]["steps_per_s"], figures[players]["games_per_s"]
            table.add_row(f"holi, {mode}", players, f"{steps:,.0f}", f"{games:,.0f}")
    return table


def _module_table(measured: Mapping[str, Mapping[str, float]]) -> Table:
    table = new_table("WebAssembly under Node.js, on one processor", "what", "a second", "compiled", "against compiled")
    names = {"2": "steps, 2 players", "4": "steps, 4 players", "turns": "turn searches"}
    for key, one in measured.items():
        own, other = f"{one['steps_per_s']:,.0f}", f"{one['compiled_steps_per_s']:,.0f}"
        table.add_row(names[key], own, other, f"{one['ratio']:.2f} x")
    return table


def _start_table(report: Mapping[str, Any]) -> Table:
    table = new_table("One process, until its first game is over", "engine", "warm start", "cold start", "peak memory")
    for mode, figures in _modes(report).items():
        cold, memory = figures["start_cold_s"], figures["memory_mb"]
        table.add_row(
            f"holi, {mode}",
            f"{figures['start_warm_s']:.2f} s",
            "-" if cold is None else f"{cold:.2f} s",
            "-" if memory is None else f"{memory:.0f} MB",
        )
    return table
