"""Bots for a process that does not compile: a worker pool thinks for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from holi.bots.base import Bot, View
from holi.bots.levels import InterpretedClub, make_bot
from holi.bots.processes.line_process import answer_limit
from holi.bots.processes.pool import WITHOUT_NUMBA, WorkerPool
from holi.game import Action, HoliError, parse_turn
from holi.kernel.mode import COMPILED
from holi.kernel.playouts import next_word, random_state

QUICK_LEVELS: Final = ("random", "novice", "casual", "greedy")
"""The levels that any process can play by itself: interpreted, they took at most 0.7 s over a turn."""


class Notice(NamedTuple):
    """Something for the players to know: a bot plays like a weaker one."""

    kind: str
    """`failed` for one turn, while `compiling`, `without-numba`, or `instead` for another reason."""

    bot: str
    like: str
    why: str = ""


class WorkerBot:
    """A bot of a level that a worker pool thinks for; `tell` gets what the players should know, each once."""

    def __init__(self, level: str, seed: int, pool: WorkerPool, tell: Callable[[Notice], None]) -> None:
        self.name = level
        self._pool = pool
        self._tell = tell
        self._told: set[Notice] = set()
        self._random = random_state(seed)

    def turn(self, view: View, movetime: float) -> list[Action]:
        seed = int(next_word(self._random))
        question = {"cmd": "choose", "view": view, "level": self.name, "seed": seed, "movetime": movetime}
        try:
            answer = self._pool.ask(question, answer_limit(movetime, slack=2.0))
        except HoliError as error:  # the game goes on, whatever happens to the workers
            self._tell_once(Notice("failed", self.name, "club", str(error)))
            return InterpretedClub(seed).turn(view, movetime)
        if answer["level"] != self.name:
            self._explain(answer["level"])
        return parse_turn(answer["turn"])

    def _explain(self, level: str) -> None:
        why = self._pool.why_not
        kind = "compiling" if why is None else "without-numba" if why == WITHOUT_NUMBA else "instead"
        self._tell_once(Notice(kind, self.name, level, why or ""))

    def _tell_once(self, notice: Notice) -> None:
        if notice not in self._told:
            self._told.add(notice)
            self._tell(notice)


def bot_for(level: str, seed: int, pool: WorkerPool, tell: Callable[[Notice], None]) -> Bot:
    """A bot of a level that is quick in any process: the strong ones think in the pool unless this process compiles."""
    bot = make_bot(level, seed)
    if COMPILED or level in QUICK_LEVELS:
        return bot
    pool.start()
    return WorkerBot(level, seed, pool, tell)
