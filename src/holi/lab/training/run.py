"""Training the value network by self-play: play, fit, test, again; interrupted, it goes on where it stopped."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy

from holi.bots.value import WEIGHTS
from holi.game.errors import ConfigError, quoted
from holi.kernel.layout import MAX_PLAYERS
from holi.lab.training.network import Network
from holi.lab.training.self_play import SelfPlay

GAME_SIZES = (2, 3, 2, 4)
"""Players of the games in turn."""

EXPLORING = 10
"""Of a hundred turns, how many are chosen by chance among the best."""

MOST_REMEMBERED = 400_000
PASSES = 8
TEST_GAMES = 120

Array = Any


@dataclass(frozen=True, slots=True)
class Progress:
    """Where training is after a round."""

    round: int
    examples: int
    error: float
    wins: float
    best_wins: float


class Training:
    """A run in a folder: `state.npz` to go on from, and the best weights so far."""

    def __init__(self, folder: Path, seed: int, games: int, test_games: int = TEST_GAMES) -> None:
        self._folder = folder
        self._seed = seed
        self._games = games
        self._test_games = test_games
        self._network = Network(seed)
        self._features: list[Array] = []
        self._points: list[Array] = []
        self._best: Array = self._network.weights
        self.best_wins = -1.0
        self.rounds = 0
        if (folder / "state.npz").exists():
            self._load()

    @property
    def best(self) -> list[float]:
        """The weights that did best in their test, short enough for a file."""
        return [float(f"{weight:.6g}") for weight in self._best]

    def round(self, on_game: Callable[[], None]) -> Progress:
        """Play games with the newest weights (the first ones without a network), fit, and test against greedy play."""
        play = SelfPlay(self._seed * 1_000_003 + self.rounds)
        newest = self._network.weights if self.rounds else numpy.zeros(WEIGHTS)
        weights = numpy.tile(newest, (MAX_PLAYERS, 1))
        for number in range(self._games):
            played = play.play(GAME_SIZES[number % len(GAME_SIZES)], weights, EXPLORING)
            self._features.append(played.features)
            self._points.append(played.points)
            on_game()
        while sum(len(points) for points in self._points) > MOST_REMEMBERED:
            del self._features[0], self._points[0]
        features, points = numpy.concatenate(self._features), numpy.concatenate(self._points)
        chance = numpy.random.default_rng((self._seed, self.rounds))
        error = self._network.fit(features, points, PASSES, chance)
        wins = self._test(on_game)
        if wins > self.best_wins:
            self.best_wins, self._best = wins, self._network.weights
        self.rounds += 1
        self._save(features, points)
        return Progress(self.rounds, len(points), error, wins, self.best_wins)

    @property
    def games_a_round(self) -> int:
        """How often `round` calls back."""
        return self._games + self._test_games

    def _test(self, on_game: Callable[[], None]) -> float:
        """The share of two-player games won against the same search without a network; always the same deals."""
        won = 0.0
        for number in range(self._test_games):
            own = number % 2
            weights = numpy.zeros((MAX_PLAYERS, WEIGHTS))  # a network of zeros sees no points to come
            weights[own] = self._network.weights
            totals = SelfPlay(self._seed + number // 2).play(2, weights, exploring=0).totals
            won += (totals[own] > totals[1 - own]) + 0.5 * (totals[own] == totals[1 - own])
            on_game()
        return won / self._test_games

    def _save(self, features: Array, points: Array) -> None:
        """Write the state whole, then put it in place, so that an interruption loses at most one round."""
        self._folder.mkdir(parents=True, exist_ok=True)
        unfinished = self._folder / "unfinished.npz"
        numpy.savez(
            unfinished,
            features=features,
            points=points,
            weights=self._network.weights,
            mean=self._network.mean,
            square=self._network.square,
            best=self._best,
            numbers=numpy.array([self._seed, self._games, self.rounds, self._network.steps]),
            best_wins=self.best_wins,
        )
        unfinished.replace(self._folder / "state.npz")

    def _load(self) -> None:
        with numpy.load(self._folder / "state.npz") as state:
            seed, games, rounds, steps = (int(number) for number in state["numbers"])
            if (seed, games) != (self._seed, self._games):
                raise ConfigError(
                    f"{quoted(str(self._folder))} holds a run with --seed {seed} --games {games}; "
                    "use these or another folder"
                )
            self.rounds, self._network.steps = rounds, steps
            self._network.weights, self._network.mean = state["weights"], state["mean"]
            self._network.square, self._best = state["square"], state["best"]
            self.best_wins = float(state["best_wins"])
            self._features, self._points = [state["features"]], [state["points"]]


def write_weights(path: Path, weights: list[float], how: dict[str, object]) -> None:
    """Write the weights as the package's data file, with the command that made them."""
    assert len(weights) == WEIGHTS
    path.write_text(json.dumps({"how": how, "weights": weights}, indent=None) + "\n", "utf-8")
