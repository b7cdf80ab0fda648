"""Training the value network by self-play: play, fit, test, again; interrupted, it goes on where it stopped."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy

from holi.bots.search.value import WEIGHTS
from holi.bots.search.weights import WEIGHT_PARTS
from holi.game.errors import ConfigError, quoted
from holi.kernel.layout import MAX_PLAYERS
from holi.lab.training.network import Network
from holi.lab.training.self_play import SelfPlay

GAME_SIZES = (2, 2, 3, 2, 2, 4)
"""Players of the games in turn: games of four have four times the examples of games of two."""

EXPLORING = 10
"""Percent of turns chosen at random among the best."""

THOROUGH = 25
"""Percent of turns of self-play chosen among all turns; the others throw face up if they can."""

MOST_REMEMBERED = 500_000
PASSES = 3
RATE, RATE_HALVED_AFTER = 2e-3, 4
"""How fast the network learns in the first round, and after how many rounds half as fast."""

TEST_SIZES = (2, 4)
TEST_GAMES = 120
"""How many players the test games have, and how many games there are of each size."""

Array = Any


@dataclass(frozen=True, slots=True)
class Progress:
    round: int
    examples: int
    error: float
    wins: dict[int, float]
    """By number of players, the share of test games won by a player with the network."""


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
        self.best_wins: dict[int, float] = dict.fromkeys(TEST_SIZES, -1.0)
        self.rounds = 0
        if (folder / "state.npz").exists():
            self._load()

    @property
    def best(self) -> list[int]:
        """The weights that did best in their test, as a file holds them."""
        return [round(float(weight) * WEIGHT_PARTS) for weight in self._best]

    def round(self, on_game: Callable[[], None]) -> Progress:
        """Play games with the newest weights (the first ones without a network), fit, and test against greedy play."""
        play = SelfPlay(self._seed * 1_000_003 + self.rounds)
        newest = self._network.average if self.rounds else numpy.zeros(WEIGHTS)
        weights = numpy.tile(newest.astype(numpy.float64), (MAX_PLAYERS, 1))
        for number in range(self._games):
            played = play.play(
                GAME_SIZES[number % len(GAME_SIZES)], weights, [WEIGHTS] * MAX_PLAYERS, EXPLORING, THOROUGH
            )
            self._features.append(played.features)
            self._points.append(played.points)
            on_game()
        features = numpy.concatenate(self._features)[-MOST_REMEMBERED:]
        points = numpy.concatenate(self._points)[-MOST_REMEMBERED:]
        self._features, self._points = [features], [points]
        chance = numpy.random.default_rng((self._seed, self.rounds))
        error = self._network.fit(features, points, PASSES, RATE / (1 + self.rounds / RATE_HALVED_AFTER), chance)
        wins = {players: self._share_won(players, on_game) for players in TEST_SIZES}
        if sum(wins.values()) > sum(self.best_wins.values()):
            self.best_wins, self._best = wins, self._network.average
        self.rounds += 1
        self._save(features, points)
        return Progress(self.rounds, len(points), error, wins)

    @property
    def games_a_round(self) -> int:
        return self._games + self._test_games * len(TEST_SIZES)

    def _share_won(self, players: int, on_game: Callable[[], None]) -> float:
        """How many of the test games one wins against others without a network; always the same deals."""
        won = 0.0
        weights = numpy.tile(self._network.average.astype(numpy.float64), (MAX_PLAYERS, 1))
        for number in range(self._test_games):
            own = number % players
            used = [WEIGHTS if seat == own else 0 for seat in range(MAX_PLAYERS)]
            totals = SelfPlay(self._seed + number // players).play(players, weights, used, 0, 100).totals
            best = max(total for seat, total in enumerate(totals) if seat != own)
            won += (totals[own] > best) + 0.5 * (totals[own] == best)
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
            **{name: getattr(self._network, name) for name in Network.STATE},
            best=self._best,
            numbers=numpy.array([self._seed, self._games, self.rounds, self._network.steps]),
            best_wins=numpy.array([self.best_wins[players] for players in TEST_SIZES]),
        )
        unfinished.replace(self._folder / "state.npz")

    def _load(self) -> None:
        with numpy.load(self._folder / "state.npz") as state:
            seed, games, rounds, steps = (int(number) for number in state["numbers"])
            if (seed, games) != (self._seed, self._games):
                raise ConfigError(
                    f"{quoted(self._folder)} holds a run with --seed {seed} --games {games}; "
                    "use these or another folder"
                )
            self.rounds, self._network.steps = rounds, steps
            for name in Network.STATE:
                setattr(self._network, name, state[name])
            self._best = state["best"]
            self.best_wins = {players: float(won) for players, won in zip(TEST_SIZES, state["best_wins"], strict=True)}
            self._features, self._points = [state["features"]], [state["points"]]


def write_weights(path: Path, weights: list[int], how: Mapping[str, object]) -> None:
    assert len(weights) == WEIGHTS
    path.write_text(json.dumps({"how": how, "weights": weights}, indent=None) + "\n", "utf-8")
