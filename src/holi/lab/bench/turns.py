"""Looking through all turns of a position with the network, as `master` begins every turn."""

from __future__ import annotations

from typing import Final

from holi.bots.search.endgame_search import new_endgame_memory
from holi.bots.search.memory import new_memory
from holi.bots.search.thinking import Level, begin_thinking, new_thinking, think
from holi.bots.search.weights import trained_weights
from holi.game import Config, new_position
from holi.kernel.actions import apply_action
from holi.kernel.mode import Ints, copy_of, vector
from holi.kernel.playouts import random_action, random_state

POSITIONS: Final = 16
LEVEL = Level(network=1)
SEED = 2026


class TurnSearch:
    """A step is a whole search; a game has one from each position."""

    def __init__(self) -> None:
        start, self.rules = new_position(Config(players=2), "0" * 64).vectors
        self.positions = [_some_way_into(start, self.rules, number) for number in range(POSITIONS)]
        self.level = vector(LEVEL)
        self.weights = trained_weights()
        self.thinking = new_thinking(LEVEL.candidates)
        self.memory = new_memory(LEVEL.candidates, SEED)
        self.ahead = new_memory(1, SEED)
        self.endgame = new_endgame_memory(1, 1, 1)

    def play(self, games: int) -> int:
        for _ in range(games):
            for state in self.positions:
                begin_thinking(state, self.rules, self.level, self.thinking, self.memory, self.endgame)
                think(1, 0, self.rules, self.weights, self.thinking, self.memory, self.ahead, self.endgame)
        return games * POSITIONS


def _some_way_into(start: Ints, rules: Ints, number: int) -> Ints:
    """A position of a random game, each a little later in another game."""
    state, random = copy_of(start), random_state(number)
    for _ in range(2 + 4 * number):
        apply_action(state, rules, random_action(state, rules, random))
    return state
