"""`holi bench`: how fast the rules run here, alone or beside their peers."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rich.table import Table

    from holi.lab.benchmark import Benchmark, Report

NO_NUMBA = "Without numba only the interpreted mode was measured; to add the compiled one: pip install 'holi[fast]'"
PEER_KINDS = {"pentago": "pentago, C++", "python-chess": "python-chess"}
ENVIRONMENTS = (
    ("PettingZoo", "holi.env.bench:holi_aec", "connect_four_v3", "holi.env.bench:connect_four"),
    ("vector", "holi.env.bench:HoliVector", "pgx backgammon", "holi.env.bench:Backgammon"),
)
"""Environments of ours and of others, as a `Contest` has them."""

ENVIRONMENT_PACKAGES = ("pettingzoo", "pygame", "pgx", "jax")


def bench(
    as_json: bool = typer.Option(False, "--json", help="Write the figures as JSON."),
    compare: bool = typer.Option(
        False,
        "--compare",
        help="Measure OpenSpiel's pentago, python-chess, and other people's environments as well, taking turns.",
    ),
    cold: bool = typer.Option(
        False, "--cold", help="Measure also the first start ever, which compiles everything; takes long."
    ),
    rounds: int = typer.Option(4, min=1, help="How many rounds; the middle result counts."),
    seconds: float = typer.Option(0.5, min=0.01, max=600.0, help="How long each measurement takes in a round."),
) -> None:
    """Measure random games: how many a second, how much memory, how soon the first is over.

    One step is: all legal actions are known, one is chosen with the same chance for each, and it is done. Seconds are
    of one processor's time.
    """
    from holi.lab.benchmark import Benchmark, Contest, modes_here
    from holi.lab.peers import check_installed

    contests = []
    if compare:
        check_installed(*ENVIRONMENT_PACKAGES)
        contests = [Contest(*environment) for environment in ENVIRONMENTS]
    report = _run_with_progress(Benchmark(rounds, seconds, compare=compare, cold=cold, contests=contests))
    if as_json:
        typer.echo(json.dumps(report.to_json(), indent=2))
    else:
        _show(report)
    if "compiled" not in modes_here():
        typer.echo(NO_NUMBA, err=True)


def _run_with_progress(benchmark: Benchmark) -> Report:
    """Run it; somebody who watches standard error on a terminal sees how far it is."""
    if not sys.stderr.isatty():
        return benchmark.run(lambda _: None)
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (BarColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("starting", total=benchmark.stages, completed=-1)  # the first stage brings it to 0

        def on_stage(what: str) -> None:
            progress.update(task, advance=1, description=what)

        return benchmark.run(on_stage)


def _show(report: Report) -> None:
    from rich.console import Console

    console = Console()
    console.print(_speed_table(report))
    if report.contests:
        console.print(_environment_table(report))
    console.print(_start_table(report))


def _speed_table(report: Report) -> Table:
    from rich.table import Table

    from holi.lab.benchmark import COUNTERPARTS

    table = Table(title="Random games, on one processor", title_justify="left")
    table.add_column("engine")
    for heading in ("players", "steps/s", "games/s", "steps/s against peer")[: 4 if report.peers else 3]:
        table.add_column(heading, justify="right")
    for mode, measured in report.modes.items():
        for players, speed in measured.speeds.items():
            cells = [f"holi, {mode}", str(players), f"{speed.steps_per_s:,.0f}", f"{speed.games_per_s:,.0f}"]
            if mode in report.ratios:
                cells.append(f"{report.ratios[mode][players]:.2f} x {COUNTERPARTS[mode]}")
            table.add_row(*cells)
    for name, speed in report.peers.items():
        table.add_row(PEER_KINDS[name], "2", f"{speed.steps_per_s:,.0f}", f"{speed.games_per_s:,.0f}")
    return table


def _environment_table(report: Report) -> Table:
    from rich.table import Table

    table = Table(title="Environments, observations and masks filled, on one processor", title_justify="left")
    table.add_column("environment")
    for heading in ("steps/s", "peer", "its steps/s", "against peer"):
        table.add_column(heading, justify="right")
    for name, measured in report.contests.items():
        own, other = f"{measured.steps_per_s:,.0f}", f"{measured.peer_steps_per_s:,.0f}"
        table.add_row(f"holi, {name}", own, measured.peer, other, f"{measured.ratio:.2f} x")
    return table


def _start_table(report: Report) -> Table:
    from rich.table import Table

    table = Table(title="One process, until its first game is over", title_justify="left")
    table.add_column("engine")
    for heading in ("warm start", "cold start", "most memory"):
        table.add_column(heading, justify="right")
    for mode, measured in report.modes.items():
        table.add_row(
            f"holi, {mode}",
            f"{measured.start_warm_s:.2f} s",
            "-" if measured.start_cold_s is None else f"{measured.start_cold_s:.2f} s",
            "-" if measured.memory_mb is None else f"{measured.memory_mb:.0f} MB",
        )
    return table
