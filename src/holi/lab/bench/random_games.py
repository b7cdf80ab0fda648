"""Whole random games without Python code in between, at the speed of this process (`HOLI_MODE`)."""

from __future__ import annotations

from functools import partial

from holi.game import Config, new_position
from holi.kernel.layout import CARDS, NOBODY, STATE_SIZE
from holi.kernel.mode import Ints, compiled, copy_of, vector
from holi.kernel.playouts import random_playout, random_state
from holi.kernel.setup import deal_hidden

ANY_SEED = "0" * 64
"""For the first position; every game shuffles its own decks."""

FIRST_SEED = 2026


@compiled
def play_games(start: Ints, state: Ints, rules: Ints, random: Ints, pool: Ints, games: int) -> int:
    """Play games from the position `start`, each with decks of its own; return the total number of actions."""
    steps = 0
    for _ in range(games):
        for i in range(STATE_SIZE):
            state[i] = start[i]
        deal_hidden(state, rules, NOBODY, random, pool)
        steps += random_playout(state, rules, random)
    return steps


class RandomGames:
    def __init__(self, players: int, seed: int) -> None:
        self.start, self.rules = new_position(Config(players), ANY_SEED).vectors
        self._state = copy_of(self.start)
        self.random = random_state(seed)
        self._pool = vector([0] * CARDS)

    def play(self, games: int) -> int:
        return int(play_games(self.start, self._state, self.rules, self.random, self._pool, games))


of_two = partial(RandomGames, 2, FIRST_SEED + 2)
of_four = partial(RandomGames, 4, FIRST_SEED + 4)
