"""The bots themselves: a level, a seed, and a clock to think by."""

from __future__ import annotations

import time

from holi.bots.base import View
from holi.bots.search.endgame_search import EndgameMemory, new_endgame_memory
from holi.bots.search.memory import new_memory
from holi.bots.search.thinking import ALL_TIME, DECIDED, Level, begin_thinking, new_thinking, think
from holi.bots.search.turn_search import turn_from
from holi.bots.search.weights import trained_weights
from holi.game import Action, position_from_view
from holi.kernel.mode import floats, vector


class LevelBot:
    def __init__(self, name: str, level: Level, seed: int, endgame: EndgameMemory | None = None) -> None:
        self.name = name
        self.level = level
        self._weights = trained_weights() if level.network else floats([])
        self._thinking = new_thinking(level.candidates)
        self._memory = new_memory(level.candidates, seed)
        self._ahead = new_memory(1, seed=0)
        self._endgame = endgame or (new_endgame_memory() if level.ending_steps else new_endgame_memory(1, 1, 1))

    def turn(self, view: View, movetime: float) -> list[Action]:
        began = time.perf_counter()
        state, rules = position_from_view(view).vectors
        thinking, memory, endgame = self._thinking, self._memory, self._endgame
        begin_thinking(state, rules, vector(self.level), thinking, memory, endgame)
        doing = think(1, 0, rules, self._weights, thinking, memory, self._ahead, endgame)
        while doing != DECIDED:
            elapsed = elapsed_share(began, movetime)
            doing = think(1, elapsed, rules, self._weights, thinking, memory, self._ahead, endgame)
        return turn_from(thinking.turn)


def elapsed_share(began: float, movetime: float) -> int:
    """The time since `began` in thousandths of `movetime`."""
    used = time.perf_counter() - began
    return round(ALL_TIME * used / movetime) if used < movetime else ALL_TIME
