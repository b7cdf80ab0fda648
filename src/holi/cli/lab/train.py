"""`holi train`: train the value network by self-play."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from holi.cli.compiled import restart_compiled
from holi.cli.options import check_target
from holi.cli.progress import progress_bar
from holi.game.errors import ConfigError, how_to_add, quoted


def train(
    out: Annotated[Path, typer.Argument(help="The file to write the best weights to.")],
    folder: Annotated[Path, typer.Option(help="Folder for the state of the run, to resume it later.")] = Path(
        "training"
    ),
    rounds: Annotated[int, typer.Option(min=1, help="Number of rounds in all.")] = 8,
    games: Annotated[int, typer.Option(min=4, help="Games of self-play per round.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="The same seed and number of games give the same weights.")] = 1,
) -> None:
    """Train the bots' value network by self-play; takes minutes to hours.

    Ctrl-C stops it; run the same command again to continue.
    """
    from holi.kernel.mode import COMPILED

    if find_spec("numba") is None:
        raise ConfigError(f"training needs numba; {how_to_add('fast')}")
    check_target(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(f"cannot use the folder {quoted(folder)}: {error.strerror}") from None
    if not COMPILED:
        restart_compiled()
    _run(out, folder, rounds, games, seed)


def _run(out: Path, folder: Path, rounds: int, games: int, seed: int) -> None:
    from holi.lab.training.run import Training, write_weights

    training = Training(folder, seed, games)
    command = f"holi train --rounds {rounds} --games {games} --seed {seed}"

    def keep_best() -> None:
        how = {"command": command, "wins_against_greedy": _shares(training.best_wins)}
        write_weights(out, training.best, how)

    with progress_bar(
        "games of self-play", rounds * training.games_a_round, training.rounds * training.games_a_round
    ) as update:
        while training.rounds < rounds:
            done = training.round(lambda: update(advance=1))
            typer.echo(
                f"round {done.round}: {done.examples} examples, error {done.error:.2f} points, "
                f"wins against greedy play: {_shares(done.wins)}; best so far: {_shares(training.best_wins)}"
            )
            keep_best()
    keep_best()  # also if all rounds were done before


def _shares(wins: Mapping[int, float]) -> str:
    return ", ".join(f"{won:.0%} of games of {players}" for players, won in wins.items())
