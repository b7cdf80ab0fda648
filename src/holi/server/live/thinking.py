"""What the server asks of bots: never on the event loop, but of worker processes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Protocol

from holi.game import HoliError, parse_turn
from holi.server.live.analysing import Analyses
from holi.server.table.refusals import RefusedError

MOST_HINTS = 5
ANALYSIS_MOVETIME = 0.15
"""Seconds to look ahead in each turn of an analysed game."""

Json = dict[str, Any]


class Thinkers(Protocol):
    """Bot workers. All methods raise `RefusedError` with `busy` or `unavailable` if there is no room or no worker."""

    async def start(self) -> None:
        """Begin to take requests."""
        ...

    async def stop(self) -> None:
        """Finish or give up what is under way."""
        ...

    async def choose(self, view: dict[str, Any], level: str, movetime: float, seed: int) -> list[str]:
        """The actions that a bot of this level does next, at most up to the end of its turn; at least one."""
        ...

    async def hint(self, view: dict[str, Any], movetime: float) -> Any:
        """The best turns of the seat to act, from its view (`HintsView`)."""
        ...

    async def analyse(self, record: str) -> Any:
        """The analysis of a finished game (`AnalysisView`)."""
        ...


class Urgency(IntEnum):
    """What is answered first: a table waits for its bot, a player for a hint, and an analysis takes long anyway."""

    BOT = 0
    HINT = 1
    ANALYSIS = 2


SLACK = {Urgency.BOT: 8.0, Urgency.HINT: 15.0, Urgency.ANALYSIS: 60.0}
"""Seconds beyond the time to think before a process counts as hanging."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a worker process is asked (`holi.bots.worker`), and how long it may take."""

    content: Json
    urgency: Urgency
    movetime: float
    patience: float
    """Seconds that the answer is waited for in all, with the time until a process is free."""

    @property
    def limit(self) -> float:
        """Seconds after which a process that thinks about it counts as hanging; interpreted ones take their time."""
        return self.movetime * 1.5 + SLACK[self.urgency]


class AskingThinkers(ABC):
    """Thinkers that answer questions, somehow."""

    def __init__(self) -> None:
        self._analyses = Analyses(self._analysed_part)

    @abstractmethod
    async def ask(self, question: Question) -> Json:
        """The answer to a question; `RefusedError` if there is none."""

    async def choose(self, view: Json, level: str, movetime: float, seed: int) -> list[str]:
        """The actions that a bot of this level does up to the end of its turn."""
        content = {"cmd": "choose", "view": view, "level": level, "seed": seed, "movetime": movetime}
        answer = await self.ask(Question(content, Urgency.BOT, movetime, movetime + 20))
        try:
            return [str(action) for action in parse_turn(answer["turn"])]
        except (HoliError, KeyError, TypeError) as error:
            raise RefusedError("unavailable", f"a bot worker answered nonsense: {error}") from None

    async def hint(self, view: Json, movetime: float) -> Json:
        """The best turns of the seat to act (`HintsView`)."""
        content = {"cmd": "hint", "view": view, "most": MOST_HINTS, "movetime": movetime}
        answer = await self.ask(Question(content, Urgency.HINT, movetime, movetime + 20))
        return {"seat": answer["seat"], "hints": answer["hints"]}

    async def analyse(self, record: str) -> Json:
        """The analysis of a finished game (`AnalysisView`); kept for a while, and made once for all who ask."""
        return await self._analyses.of(record)

    async def _analysed_part(self, record: str, first: int, last: int) -> Json:
        content = {"cmd": "analyse", "record": record, "movetime": ANALYSIS_MOVETIME, "first": first, "last": last}
        movetime = ANALYSIS_MOVETIME * (last + 1 - first)
        answer = await self.ask(Question(content, Urgency.ANALYSIS, movetime, movetime + 120))
        analysis: Json = answer["analysis"]
        return analysis
