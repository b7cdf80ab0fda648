"""Environments that play random games as fast as they can, ours and their peers', for `holi bench --compare`.

Each is made without arguments and has `play(rounds)`, which returns the number of steps. A step is: observation and
mask are filled, one legal action is chosen with the same chance for each, and it is done.
"""

from __future__ import annotations

import os
import random
from importlib import import_module
from typing import Any, Final

import numpy as np

GAMES: Final = 1024
"""So many games at once, ours and pgx's."""

STEPS_A_ROUND: Final = 16
FIRST_SEED: Final = 2026


class AgentCycle:
    """A PettingZoo environment in the loop that its documentation shows; a round is a game."""

    def __init__(self, game: Any) -> None:
        self._game = game
        self._game.reset(seed=FIRST_SEED)
        self._random = random.Random(FIRST_SEED)  # noqa: S311 - a measurement, no secret

    def play(self, rounds: int) -> int:
        """Play so many games."""
        game = self._game
        steps = 0
        for _ in range(rounds):
            game.reset()
            for _agent in game.agent_iter():
                observation, _, termination, truncation, _ = game.last()
                if termination or truncation:
                    game.step(None)
                    continue
                legal = np.flatnonzero(observation["action_mask"])
                game.step(int(legal[self._random.randrange(len(legal))]))
                steps += 1
        return steps


def holi_aec() -> AgentCycle:
    """Our PettingZoo environment, with the usual wrappers."""
    return AgentCycle(import_module("holi.env.aec").env())


def connect_four() -> AgentCycle:
    """PettingZoo's connect four, with the same wrappers."""
    return AgentCycle(import_module("pettingzoo").make("aec", "classic/connect_four_v3"))


class HoliVector:
    """Our vector environment; a round is a few steps of all games."""

    def __init__(self) -> None:
        self._env = import_module("holi.env.vector").VectorEnv(GAMES)
        self._env.reset(seed=FIRST_SEED)

    def play(self, rounds: int) -> int:
        """Play so many rounds."""
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
        """Play so many rounds."""
        for _ in range(rounds):
            self._carried = self._round(*self._carried)
        self._jax.block_until_ready(self._carried)
        return rounds * STEPS_A_ROUND * GAMES
