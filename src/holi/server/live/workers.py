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
from holi.bots.processes.pool import GENTLE_WORKER, BusyError, WorkerPool
from holi.game import HoliError, parse_turn
from holi.server.table.refusals import RefusedError

log = logging.getLogger(__name__)

MOST_HINTS = 5

Json = dict[str, Any]


class Urgency(IntEnum):
    """What is answered first: a whole table waits for its bot, one player for a hint."""

    BOT = 0
    HINT = 1


SLACK = {Urgency.BOT: 8.0, Urgency.HINT: 15.0}
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


class NoWorkers(BotWorkers):
    """For a host who wants no workers: hints are refused, and bots in seats do any legal action."""

    async def ask(self, question: Question) -> Json:
        raise RefusedError("unavailable", "this server has no bot workers; its host starts some with --workers")


class LocalWorkers(BotWorkers):
    def __init__(self, size: int, pool: WorkerPool | None = None) -> None:
        self.pool = pool or WorkerPool(size, command=GENTLE_WORKER)

    async def start(self) -> None:
        self.pool.start()

    async def stop(self) -> None:
        await asyncio.to_thread(self.pool.close)

    async def ask(self, question: Question) -> Json:
        try:
            job = self.pool.submit(question.content, question.limit, question.urgency)
            async with asyncio.timeout(question.patience):
                return await asyncio.wrap_future(job)
        except TimeoutError:
            raise RefusedError("busy", "no bot worker had time for it; ask again later") from None
        except BusyError as error:
            raise RefusedError("busy", str(error)) from None
        except HoliError as error:
            log.warning("a bot worker gave no answer: %s", error)
            raise RefusedError("unavailable", "no bot worker can answer that at the moment") from None
