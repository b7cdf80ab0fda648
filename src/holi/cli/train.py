"""`holi train`: make the value network's weights anew, by self-play."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer


def train(
    out: Annotated[Path, typer.Argument(help="The file to write the best weights to.")],
    folder: Annotated[Path, typer.Option(help="Where the run is kept, to go on with later.")] = Path("training"),
    rounds: Annotated[int, typer.Option(min=1, help="How many rounds in all.")] = 8,
    games: Annotated[int, typer.Option(min=4, help="How many games of self-play a round.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="The same seed and games make the same weights.")] = 1,
) -> None:
    """Train the network that bots judge positions with; takes minutes to hours.

    Ctrl-C stops it, and the same command later goes on.
    """
    from holi.kernel.mode import COMPILED

    if importlib.util.find_spec("numba") is None:
        typer.echo("holi: training needs numba; install it with: pip install 'holi[fast]'", err=True)
        raise typer.Exit(2)
    if not COMPILED:  # the mode is decided once a process, so begin again in the other
        os.execve(  # noqa: S606 - this very program
            sys.executable,
            [sys.executable, "-m", "holi.cli", *sys.argv[1:]],
            {**os.environ, "HOLI_MODE": "compiled"},
        )
    _run(out, folder, rounds, games, seed)


def _run(out: Path, folder: Path, rounds: int, games: int, seed: int) -> None:
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    from holi.lab.training.run import Training, write_weights

    training = Training(folder, seed, games)
    command = f"holi train --rounds {rounds} --games {games} --seed {seed}"

    def keep_best() -> None:
        how = {"command": command, "wins_against_greedy": _shares(training.best_wins)}
        write_weights(out, training.best, how)

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns) as progress:
        total = rounds * training.games_a_round
        task = progress.add_task("playing", total=total, completed=training.rounds * training.games_a_round)
        while training.rounds < rounds:
            done = training.round(lambda: progress.advance(task))
            progress.console.print(
                f"round {done.round}: {done.examples} examples, error {done.error:.2f} points, "
                f"wins against greedy play: {_shares(done.wins)}; best so far: {_shares(training.best_wins)}"
            )
            keep_best()
    keep_best()  # also if all rounds were done before


def _shares(wins: Mapping[int, float]) -> str:
    return ", ".join(f"{won:.0%} of games of {players}" for players, won in wins.items())
