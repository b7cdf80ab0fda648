"""What `bench_compare.py` measures: other people's engines and environments, and our environments beside these.

Each is made without arguments and has `play(rounds)`, which returns the number of steps; they are the same work as ours
(see `holi.lab.bench.measure`). In a step of an environment, observation and mask are filled too.
"""

from __future__ import annotations

import os
import random
from importlib import import_module
from itertools import count
from typing import Any, Final

from holi.game import HoliError

LONGEST_CHESS_GAME = 200
GAMES_FOR_MEAN_LENGTH = 2000
PRIME_ROLLOUTS = 997
FIRST_SEED = 2026

GAMES: Final = 1024
STEPS_A_ROUND: Final = 16


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


class AgentCycle:
    """A PettingZoo environment in its documentation's loop; a round is a game."""

    def __init__(self, game: Any) -> None:
        self._game = game
        self._game.reset(seed=FIRST_SEED)
        self._random = random.Random(FIRST_SEED)  # noqa: S311 - a measurement, no secret

    def play(self, rounds: int) -> int:
        game = self._game
        steps = 0
        for _ in range(rounds):
            game.reset()
            for _agent in game.agent_iter():
                observation, _, termination, truncation, _ = game.last()
                if termination or truncation:
                    game.step(None)
                    continue
                legal = observation["action_mask"].nonzero()[0]
                game.step(int(legal[self._random.randrange(len(legal))]))
                steps += 1
        return steps


def holi_aec() -> AgentCycle:
    return AgentCycle(import_module("holi.env").env())


def connect_four() -> AgentCycle:
    pettingzoo: Any = import_module("pettingzoo")
    if hasattr(pettingzoo, "make"):  # new in PettingZoo 1.27
        return AgentCycle(pettingzoo.make("aec", "classic/connect_four_v3"))
    return AgentCycle(import_module("pettingzoo.classic.connect_four_v3").env())


class HoliVector:
    def __init__(self) -> None:
        self._env = import_module("holi.env").VectorEnv(GAMES)
        self._env.reset(seed=FIRST_SEED)

    def play(self, rounds: int) -> int:
        for _ in range(rounds * STEPS_A_ROUND):
            self._env.step(self._env.sample())
        return rounds * STEPS_A_ROUND * GAMES


class Backgammon:
    """pgx's backgammon, which resets itself, compiled by JAX for one thread; a round is a few steps of all games."""

    def __init__(self) -> None:
        os.environ["JAX_PLATFORMS"] = "cpu"
        os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
        self._jax: Any = import_module("jax")
        jax, numbers = self._jax, import_module("jax.numpy")
        game = import_module("pgx").make("backgammon")
        step = import_module("pgx.experimental").auto_reset(game.step, game.init)

        def choose(key: Any, mask: Any) -> Any:
            return jax.random.categorical(key, numbers.where(mask, 0.0, -numbers.inf))

        def one_step(carried: Any, _: Any) -> Any:
            states, key = carried
            key, choosing, stepping = jax.random.split(key, 3)
            actions = jax.vmap(choose)(jax.random.split(choosing, GAMES), states.legal_action_mask)
            return (jax.vmap(step)(states, actions, jax.random.split(stepping, GAMES)), key), None

        def one_round(states: Any, key: Any) -> Any:
            return jax.lax.scan(one_step, (states, key), None, length=STEPS_A_ROUND)[0]

        self._round = jax.jit(one_round)
        key = jax.random.PRNGKey(FIRST_SEED)
        self._carried = jax.jit(jax.vmap(game.init))(jax.random.split(key, GAMES)), key

    def play(self, rounds: int) -> int:
        for _ in range(rounds):
            self._carried = self._round(*self._carried)
        self._jax.block_until_ready(self._carried)
        return rounds * STEPS_A_ROUND * GAMES
