"""Other people's engines doing the same work, to compare with: `python -m holi.lab.peers NAME`, see `rounds.py`.

`pentago` is OpenSpiel's: random games in C++. `python-chess` is pure Python, up to 200 plies a game. A step is the
same as ours: all legal moves are listed, one is chosen with the same chance for each, and it is made.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from typing import Any, Protocol

from holi.game import HoliError
from holi.lab.rounds import serve_rounds, timed

LONGEST_CHESS_GAME = 200
GAMES_FOR_MEAN_LENGTH = 2000
PRIME_ROLLOUTS = 997
FIRST_SEED = 2026


class MissingPeerError(HoliError):
    """A program to compare with is not installed."""

    code = "missing-peer"


class Peer(Protocol):
    """Plays random games of its own kind."""

    def play(self, games: int) -> float:
        """Play so many games; return the number of steps."""
        ...


class Pentago:
    """OpenSpiel's pentago: a search of one simulation plays as many random games as it is told, all in C++.

    The search tells no number of steps, so it is taken as that of the games times the mean length of others like them.
    """

    def __init__(self) -> None:
        self._spiel: Any = import_module("pyspiel")
        self._game = self._spiel.load_game("pentago")
        self._seeds = count(FIRST_SEED)
        self._check_rollouts()
        self.mean_length = self._mean_length(GAMES_FOR_MEAN_LENGTH)

    def play(self, games: int) -> float:
        """Play games from the first position."""
        self._rollout_value(games)
        return games * self.mean_length

    def _rollout_value(self, games: int) -> float:
        """The mean result, -1 to 1, of so many random games."""
        seed = next(self._seeds)
        evaluator = self._spiel.RandomRolloutEvaluator(games, seed)
        search = self._spiel.MCTSBot(self._game, evaluator, 2.0, 1, 1, False, seed, False)
        return float(search.mcts_search(self._game.new_initial_state()).total_reward)

    def _check_rollouts(self) -> None:
        """The mean of n results of -1, 0 and 1 is a multiple of 1/n, and hardly ever if n is not their number."""
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
    """python-chess: plain Python, as our interpreted mode is."""

    def __init__(self) -> None:
        self._board: Any = import_module("chess").Board
        self._random = random.Random(FIRST_SEED)  # noqa: S311 - a measurement, no secret

    def play(self, games: int) -> float:
        """Play games until no move is legal, or 200 plies are made."""
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


PEERS: Mapping[str, tuple[str, type[Peer]]] = {
    "pentago": ("pyspiel", Pentago),
    "python-chess": ("chess", PythonChess),
}
"""By name: the module it needs, and what plays it."""


def check_installed(*packages: str) -> None:
    """Raise `MissingPeerError` if a peer, or one of these packages, cannot be imported."""
    missing = [name for name, (module, _) in PEERS.items() if find_spec(module) is None]
    missing += [package for package in packages if find_spec(package) is None]
    if missing:
        what = " and ".join(missing)
        raise MissingPeerError(f"there is no {what} to compare with; install it with: pip install 'holi[peers]'")


def main() -> None:
    """Measure the peer named on the command line."""
    _, make_peer = PEERS[sys.argv[1]]
    peer = make_peer()
    peer.play(1)
    serve_rounds({"peer": sys.argv[1]}, lambda seconds: {"speed": timed(peer.play, seconds)})


if __name__ == "__main__":
    main()
