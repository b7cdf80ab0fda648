"""Other people's game engines to compare with; their steps are the same work as ours (see `measure.py`)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from typing import Any, NamedTuple

from holi.game import HoliError

LONGEST_CHESS_GAME = 200
GAMES_FOR_MEAN_LENGTH = 2000
PRIME_ROLLOUTS = 997
FIRST_SEED = 2026


class Pentago:
    """OpenSpiel's pentago: a search with a single simulation plays any number of random games, all in C++.

    It does not report its steps, so we take the number of games times the mean length of other random games.
    """

    def __init__(self) -> None:
        self._spiel: Any = import_module("pyspiel")
        self._game = self._spiel.load_game("pentago")
        self._seeds = count(FIRST_SEED)
        self._check_rollouts()
        self.mean_length = self._mean_length(GAMES_FOR_MEAN_LENGTH)

    def play(self, games: int) -> float:
        self._rollout_value(games)
        return games * self.mean_length

    def _rollout_value(self, games: int) -> float:
        """The mean result, -1 to 1, of this many random games."""
        seed = next(self._seeds)
        evaluator = self._spiel.RandomRolloutEvaluator(games, seed)
        search = self._spiel.MCTSBot(self._game, evaluator, 2.0, 1, 1, False, seed, False)
        return float(search.mcts_search(self._game.new_initial_state()).total_reward)

    def _check_rollouts(self) -> None:
        """Check the number of games: the mean of n results of -1, 0 or 1 is always a multiple of 1/n."""
        for _ in range(5):
            total = self._rollout_value(PRIME_ROLLOUTS) * PRIME_ROLLOUTS
            if abs(total - round(total)) > 1e-6:
                raise HoliError(
                    f"OpenSpiel did not play the {PRIME_ROLLOUTS} games it was asked for; install its version 2.0"
                )

    def _mean_length(self, games: int) -> float:
        chance = random.Random(FIRST_SEED)  # noqa: S311 - a measurement, no secret
        steps = 0
        for _ in range(games):
            state = self._game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(chance.choice(state.legal_actions()))
                steps += 1
        return steps / games


class PythonChess:
    """python-chess is plain Python, like our interpreted mode. Games end after 200 plies."""

    def __init__(self) -> None:
        self._board: Any = import_module("chess").Board
        self._random = random.Random(FIRST_SEED)  # noqa: S311 - a measurement, no secret

    def play(self, games: int) -> float:
        choose = self._random.choice
        steps = 0
        for _ in range(games):
            board = self._board()
            for _ply in range(LONGEST_CHESS_GAME):
                moves = list(board.legal_moves)
                if not moves:
                    break
                board.push(choose(moves))
                steps += 1
        return steps


class Peer(NamedTuple):
    """Where to find a peer, as `measure.py` takes it, and the package that it needs."""

    where: str
    needs: str


PEERS: Mapping[str, Peer] = {
    "pentago": Peer("holi.lab.bench.peers:Pentago", "pyspiel"),
    "python-chess": Peer("holi.lab.bench.peers:PythonChess", "chess"),
}


def missing(packages: Iterable[str]) -> list[str]:
    return [package for package in packages if find_spec(package) is None]
