"""Environments that play random games as fast as they can, ours and their peers', for `holi bench --compare`.

Each is made without arguments, raises `MissingPackageError` if a package is missing, and has `play(rounds)`, which
returns the number of steps. In a step, observation and mask are filled and one legal action, chosen uniformly, is done.
"""

from __future__ import annotations

import os
import random
from importlib import import_module
from typing import Any, Final

import numpy as np

from holi.env.extras import need

GAMES: Final = 1024

STEPS_A_ROUND: Final = 16
FIRST_SEED: Final = 2026


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
                legal = np.flatnonzero(observation["action_mask"])
                game.step(int(legal[self._random.randrange(len(legal))]))
                steps += 1
        return steps


def holi_aec() -> AgentCycle:
    need("pettingzoo", "gymnasium", for_what="holi.env.bench")
    return AgentCycle(import_module("holi.env.aec").env())


def connect_four() -> AgentCycle:
    need("pettingzoo", "pygame", for_what="connect_four_v3", extra="peers")
    pettingzoo: Any = import_module("pettingzoo")
    if hasattr(pettingzoo, "make"):  # new in PettingZoo 1.27
        return AgentCycle(pettingzoo.make("aec", "classic/connect_four_v3"))
    return AgentCycle(import_module("pettingzoo.classic.connect_four_v3").env())


class HoliVector:
    def __init__(self) -> None:
        self._env = import_module("holi.env.vector").VectorEnv(GAMES)
        self._env.reset(seed=FIRST_SEED)

    def play(self, rounds: int) -> int:
        for _ in range(rounds * STEPS_A_ROUND):
            self._env.step(self._env.sample())
        return rounds * STEPS_A_ROUND * GAMES


class Backgammon:
    """pgx's backgammon, which resets itself, compiled by JAX for one thread; a round is a few steps of all games."""

    def __init__(self) -> None:
        need("jax", "pgx", for_what="pgx backgammon", extra="peers")
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
