"""Bots for a process that does not compile: another process thinks, and until it is ready a simpler bot plays.

A turn is thought about once; the rest of it is played while it stays legal.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from holi.bots.base import Bot, View
from holi.bots.hurried_bot import HurriedBot
from holi.bots.levels import make_bot
from holi.bots.line_process import BotFaultError
from holi.bots.workers import NotReadyError, RefusedError, Workers
from holi.game import Action, parse_turn
from holi.kernel.mode import COMPILED

QUICK_LEVELS: Final = ("random", "novice", "casual", "greedy")
"""The levels that need nobody else to think for them: interpreted, they took at most 0.7 s over a turn."""

FIRST_WAIT = 2.5
"""Until so many seconds after they were started, we wait for processes that may have only to read the cache."""


def answer_limit(movetime: float) -> float:
    """How many seconds an answer may take before the process counts as hanging."""
    return movetime * 1.5 + 2


class ThinkingBot:
    """A bot of a level that `Workers` think for."""

    def __init__(self, level: str, seed: int, workers: Workers) -> None:
        self.name = level
        self._workers = workers
        self._random = random.Random(seed)  # noqa: S311 - play, not secrets
        self._simpler = HurriedBot(seed)
        self._plan: list[Action] = []
        self._told: set[str] = set()
        self._notices: list[str] = []

    def choose(self, view: View, legal: Sequence[Action], movetime: float) -> Action:
        """The first action of the turn thought out, of which the rest is remembered."""
        begun = any(view["turn"][done] for done in ("thrown", "moved", "climbed"))
        if begun and self._plan and self._plan[0] in legal:
            return self._plan.pop(0)
        seed = self._random.getrandbits(32)
        self._plan = self._thought_out(view, legal, movetime, seed)
        if self._plan:
            return self._plan.pop(0)
        return self._simpler.choose(view, legal, movetime)

    def notices(self) -> list[str]:
        """Sentences for the players about how this bot plays, each told once."""
        told, self._notices = self._notices, []
        return told

    def _thought_out(self, view: View, legal: Sequence[Action], movetime: float, seed: int) -> list[Action]:
        """The turn that a process has thought out; empty if none can."""
        question = {"cmd": "choose", "view": view, "level": self.name, "seed": seed, "movetime": movetime}
        try:
            self._workers.start()
            answer = self._workers.ask(question, answer_limit(movetime), FIRST_WAIT - self._workers.age)
        except NotReadyError:
            self._explain()
            return []
        except (BotFaultError, RefusedError) as error:
            self._tell(f"The bot {self.name!r} could not think ({error}), so it plays this turn like 'club'.")
            return []
        turn = parse_turn(answer["turn"])
        return turn if turn[0] in legal else []

    def _explain(self) -> None:
        if self._workers.why_not is None:
            self._tell(
                f"The bot {self.name!r} is still being compiled, once for half a minute; till then it plays "
                "like 'club'."
            )
        elif self.name != HurriedBot.name:
            self._tell(f"The bot {self.name!r} plays like 'club', because {self._workers.why_not}.")

    def _tell(self, sentence: str) -> None:
        if sentence not in self._told:
            self._told.add(sentence)
            self._notices.append(sentence)


def bot_for(level: str, seed: int, workers: Workers) -> Bot:
    """A bot of a level that is quick in any process; the strong ones think elsewhere unless this process compiles."""
    if COMPILED or level in QUICK_LEVELS:
        return make_bot(level, seed)
    make_bot(level, seed)  # refuses an unknown level
    return ThinkingBot(level, seed, workers)
