"""Bots for a process that does not compile: a worker pool thinks for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from holi.bots.base import Bot, View
from holi.bots.levels import InterpretedClub, make_bot
from holi.bots.processes.line_process import answer_limit
from holi.bots.processes.pool import WorkerPool
from holi.game import Action, HoliError, parse_turn
from holi.kernel.mode import COMPILED
from holi.kernel.playouts import next_word, random_state

QUICK_LEVELS: Final = ("random", "novice", "casual", "greedy")
"""The levels that any process can play by itself: interpreted, they took at most 0.7 s over a turn."""


class WorkerBot:
    """A bot of a level that a worker pool thinks for; `tell` gets sentences for the players, each once."""

    def __init__(self, level: str, seed: int, pool: WorkerPool, tell: Callable[[str], None]) -> None:
        self.name = level
        self._pool = pool
        self._tell = tell
        self._told: set[str] = set()
        self._random = random_state(seed)

    def turn(self, view: View, movetime: float) -> list[Action]:
        seed = int(next_word(self._random))
        question = {"cmd": "choose", "view": view, "level": self.name, "seed": seed, "movetime": movetime}
        try:
            answer = self._pool.ask(question, answer_limit(movetime, slack=2.0))
        except HoliError as error:  # the game goes on, whatever happens to the workers
            self._tell_once(f"The bot {self.name!r} could not think ({error}), so it plays this turn like 'club'.")
            return InterpretedClub(seed).turn(view, movetime)
        if answer["level"] != self.name:
            self._explain(answer["level"])
        return parse_turn(answer["turn"])

    def _explain(self, level: str) -> None:
        if self._pool.why_not is None:
            why = f"The bot {self.name!r} is still being compiled, once for half a minute; till then it plays like"
            self._tell_once(f"{why} {level!r}.")
        else:
            self._tell_once(f"The bot {self.name!r} plays like {level!r}, because {self._pool.why_not}.")

    def _tell_once(self, sentence: str) -> None:
        if sentence not in self._told:
            self._told.add(sentence)
            self._tell(sentence)


def bot_for(level: str, seed: int, pool: WorkerPool, tell: Callable[[str], None]) -> Bot:
    """A bot of a level that is quick in any process: the strong ones think in the pool unless this process compiles."""
    bot = make_bot(level, seed)
    if COMPILED or level in QUICK_LEVELS:
        return bot
    pool.start()
    return WorkerBot(level, seed, pool, tell)
