"""What the server asks of bots: never on the event loop, but in worker processes."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from holi.bots.processes.line_process import answer_limit
from holi.bots.processes.pool import FIRST_WAIT, BusyError, WorkerPool, gentle_worker_command
from holi.game import HoliError, parse_turn
from holi.server.live.analysing import Analyses
from holi.server.table.refusals import RefusedError

log = logging.getLogger(__name__)

MOST_HINTS = 5
ANALYSIS_MOVETIME = 0.15
"""Seconds to look ahead in each turn of an analysed game."""

ANALYSIS_WAIT = 60.0
"""Seconds that an analysis waits for compiled workers: it takes long anyway, and far longer if it is interpreted."""

Json = dict[str, Any]


class Urgency(IntEnum):
    """What is answered first: a table waits for its bot, a player for a hint, and an analysis takes long anyway."""

    BOT = 0
    HINT = 1
    ANALYSIS = 2


SLACK = {Urgency.BOT: 8.0, Urgency.HINT: 15.0, Urgency.ANALYSIS: 60.0}
"""Seconds beyond the time to think before a worker counts as hanging; interpreted ones take their time."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a worker is asked (`holi.bots.processes.worker`), and how long it may take."""

    content: Json
    urgency: Urgency
    movetime: float
    patience: float
    """Total seconds to wait for the answer, including the wait for a free worker."""

    @property
    def limit(self) -> float:
        return answer_limit(self.movetime, SLACK[self.urgency])


class BotWorkers(ABC):
    """The worker pool of this node. All questions raise `RefusedError` with `busy` or `unavailable`."""

    measured: Callable[[str], AbstractContextManager[Any]] = nullcontext

    def __init__(self) -> None:
        self._analyses = Analyses(self._analysed_part)

    async def start(self) -> None: ...  # noqa: B027 - not everybody has something to start

    async def stop(self) -> None: ...  # noqa: B027

    @abstractmethod
    async def ask(self, question: Question) -> Json: ...

    async def turn(self, view: Json, level: str, movetime: float, seed: int) -> list[str]:
        content = {"cmd": "choose", "view": view, "level": level, "seed": seed, "movetime": movetime}
        with self.measured("choose"):
            answer = await self.ask(Question(content, Urgency.BOT, movetime, movetime + 20))
            try:
                return [str(action) for action in parse_turn(answer["turn"])]
            except (HoliError, KeyError, TypeError) as error:
                raise RefusedError("unavailable", f"a bot worker answered nonsense: {error}") from None

    async def hint(self, view: Json, movetime: float) -> Json:
        """The best turns of the seat to act (`HintsView`)."""
        content = {"cmd": "hint", "view": view, "most": MOST_HINTS, "movetime": movetime}
        with self.measured("hint"):
            answer = await self.ask(Question(content, Urgency.HINT, movetime, movetime + 20))
            return {"seat": answer["seat"], "hints": answer["hints"]}

    async def analyse(self, record: str) -> Json:
        """The analysis of a finished game (`AnalysisView`); kept for a while, and made once for all who ask."""
        with self.measured("analyse"):
            return await self._analyses.of(record)

    async def _analysed_part(self, record: str, first: int, last: int) -> Json:
        content = {"cmd": "analyse", "record": record, "movetime": ANALYSIS_MOVETIME, "first": first, "last": last}
        movetime = ANALYSIS_MOVETIME * (last + 1 - first)
        answer = await self.ask(Question(content, Urgency.ANALYSIS, movetime, movetime + 120))
        analysis: Json = answer["analysis"]
        return analysis


class NoWorkers(BotWorkers):
    """For a host who wants no workers: hints are refused, and bots in seats do any legal action."""

    async def ask(self, question: Question) -> Json:
        raise RefusedError("unavailable", "this server has no bot workers; its host starts some with --workers")


class LocalWorkers(BotWorkers):
    def __init__(self, size: int, pool: WorkerPool | None = None) -> None:
        super().__init__()
        self.pool = pool or WorkerPool(size, command=gentle_worker_command)

    async def start(self) -> None:
        self.pool.start()

    async def stop(self) -> None:
        await asyncio.to_thread(self.pool.close)

    async def ask(self, question: Question) -> Json:
        wait = ANALYSIS_WAIT if question.urgency is Urgency.ANALYSIS else FIRST_WAIT
        try:
            job = self.pool.submit(question.content, question.limit, question.urgency, wait)
            async with asyncio.timeout(question.patience):
                return await asyncio.wrap_future(job)
        except TimeoutError:
            raise RefusedError("busy", "no bot worker had time for it; ask again later") from None
        except BusyError as error:
            raise RefusedError("busy", str(error)) from None
        except HoliError as error:
            log.warning("a bot worker gave no answer: %s", error)
            raise RefusedError("unavailable", "no bot worker can answer that at the moment") from None
