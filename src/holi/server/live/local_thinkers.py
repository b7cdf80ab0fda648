"""Bots, hints and analyses in worker processes of this machine, a bounded number with a bounded queue."""

from __future__ import annotations

import asyncio
import itertools
import logging
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from holi.bots.line_process import BotFaultError
from holi.bots.workers import WITHOUT_NUMBA, NotReadyError, Workers
from holi.bots.workers import RefusedError as WrongQuestionError
from holi.server.live.thinking import AskingThinkers, Json, Question, Urgency
from holi.server.table.refusals import RefusedError

log = logging.getLogger(__name__)

TRIES = 2
"""How often a question is asked whose process crashed or hung."""

FIRST_WAIT = 2.5
"""Seconds after their start until which we wait for compiled processes, which may have only to read the cache."""

ANALYSIS_WAIT = 60.0
"""The same for an analysis, which takes long anyway, and far longer if it is interpreted."""

REPLACED_WAIT = 2.0
"""And so long for one that replaces another, which surely has."""

REVIVE_SECONDS = 60.0
"""Compiled processes that failed again and again are tried anew after so long."""

LEAST_MOVETIME = 0.05
MOST_WAITING = 200
"""Questions that wait for a process; hints and analyses are refused when half as many do."""

GENTLE_WORKER = "import os; os.nice(10); from holi.bots.worker import main; main()"
"""Thinking goes on in the background: whoever waits for a move to be taken comes first."""

MakeWorkers = Callable[[int, str], Workers]


def gentle_workers(size: int, mode: str) -> Workers:
    """Worker processes that leave the processor to others."""
    return Workers(size, mode, [sys.executable, "-c", GENTLE_WORKER])


class Crew:
    """Compiled processes; while they are not ready an interpreted one answers. Every method may block."""

    def __init__(self, size: int, make: MakeWorkers = gentle_workers) -> None:
        self._size = size
        self._make = make
        self._lock = threading.Lock()
        self._compiled = make(size, "compiled")
        self._made_at = time.monotonic()
        self._substitute: Workers | None = None
        self._asking_substitute = 0
        self._has_answered = False
        self._closed = False

    def start(self) -> None:
        """Begin to compile, or to read what was compiled."""
        self._compiled.start()

    @property
    def is_ready(self) -> bool:
        """Whether a compiled process is free."""
        return self._compiled.is_ready

    @property
    def pids(self) -> list[int]:
        """The numbers of all processes."""
        substitute = self._substitute
        return [*self._compiled.pids, *(substitute.pids if substitute is not None else [])]

    def ask(self, content: Json, limit: float, first_wait: float) -> Json:
        """The answer of a compiled process, or else of an interpreted one.

        Until `first_wait` seconds after their start the compiled ones are waited for.
        """
        compiled = self._current()
        wait = REPLACED_WAIT if self._has_answered else first_wait - compiled.age
        try:
            answer = compiled.ask(content, limit, max(0.0, wait))
        except NotReadyError:
            return self._ask_substitute(content, limit)
        self._has_answered = True
        self._dismiss_substitute()
        return answer

    def close(self) -> None:
        """End all processes."""
        with self._lock:
            self._closed = True
            substitute, self._substitute = self._substitute, None
        self._compiled.close()
        if substitute is not None:
            substitute.close()

    def _current(self) -> Workers:
        """The compiled processes; new ones if the last have been given up for long enough."""
        with self._lock:
            hopeless = self._compiled.why_not not in (None, WITHOUT_NUMBA)
            if hopeless and not self._closed and time.monotonic() - self._made_at > REVIVE_SECONDS:
                log.warning("the bot workers are started anew; they were given up: %s", self._compiled.why_not)
                self._compiled.close()
                self._compiled = self._make(self._size, "compiled")
                self._made_at = time.monotonic()
                self._has_answered = False
            return self._compiled

    def _ask_substitute(self, content: Json, limit: float) -> Json:
        with self._lock:
            if self._closed:
                raise NotReadyError("the processes that think have been ended")
            if self._substitute is None or self._substitute.why_not is not None:
                self._substitute = self._make(1, "interpreted")
            substitute = self._substitute
            self._asking_substitute += 1
        try:
            return substitute.ask(content, limit, limit)
        finally:
            with self._lock:
                self._asking_substitute -= 1

    def _dismiss_substitute(self) -> None:
        """Compiled processes answer: nobody needs the interpreted one any more."""
        with self._lock:
            if self._substitute is None or self._asking_substitute:
                return
            substitute, self._substitute = self._substitute, None
        substitute.close()


class LocalThinkers(AskingThinkers):
    """Worker processes on this machine. A question waits in a queue, the most urgent first."""

    def __init__(self, size: int, crew: Crew | None = None, most_waiting: int = MOST_WAITING) -> None:
        super().__init__()
        self._size = size
        self._crew = crew or Crew(size)
        self._most_waiting = most_waiting
        self._queue: asyncio.PriorityQueue[tuple[Urgency, int, Question, asyncio.Future[Json]]]
        self._queue = asyncio.PriorityQueue()
        self._order = itertools.count()
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="thinking")
        self._servers: list[asyncio.Task[None]] = []
        self._thinking = 0

    @property
    def pids(self) -> list[int]:
        """The numbers of all processes."""
        return self._crew.pids

    @property
    def waiting(self) -> int:
        """How many questions wait for a process."""
        return self._queue.qsize()

    @property
    def thinking(self) -> int:
        """How many questions are being thought about."""
        return self._thinking

    @property
    def has_room(self) -> bool:
        """Whether a question would be thought about at once, by a compiled process."""
        return self._thinking + self.waiting < self._size and self._crew.is_ready

    async def start(self) -> None:
        """Start the processes, without waiting for them."""
        await asyncio.to_thread(self._crew.start)
        self._servers = [asyncio.create_task(self._serve(), name=f"thinking {n}") for n in range(self._size)]

    async def stop(self) -> None:
        """End all processes; whoever waits is refused."""
        for server in self._servers:
            server.cancel()
        await asyncio.to_thread(self._crew.close)
        while not self._queue.empty():
            *_, answer = self._queue.get_nowait()
            if not answer.done():
                answer.set_exception(RefusedError("unavailable", "this node stops"))
        for server in self._servers:
            with suppress(asyncio.CancelledError):
                await server
        await asyncio.to_thread(self._threads.shutdown)

    async def ask(self, question: Question) -> Json:
        """The answer to a question, when its turn has come."""
        most = self._most_waiting if question.urgency is Urgency.BOT else self._most_waiting // 2
        if self.waiting >= most:
            raise RefusedError("busy", f"{self.waiting} questions wait for a bot worker; ask again later")
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((question.urgency, next(self._order), question, answer))
        try:
            async with asyncio.timeout(question.patience):
                return await answer
        except TimeoutError:
            raise RefusedError("busy", "no bot worker had time for it; ask again later") from None

    async def _serve(self) -> None:
        """Have one question after another answered."""
        while True:
            *_, question, answer = await self._queue.get()
            if answer.done():
                continue  # whoever asked has left
            self._thinking += 1
            try:
                result = await self._answered(question)
            except asyncio.CancelledError:
                if not answer.done():
                    answer.set_exception(RefusedError("unavailable", "this node stops"))
                raise
            except RefusedError as refusal:
                if not answer.done():
                    answer.set_exception(refusal)
            else:
                if not answer.done():
                    answer.set_result(result)
            finally:
                self._thinking -= 1

    async def _answered(self, question: Question) -> Json:
        content = {**question.content, "movetime": self._shared(question.content["movetime"])}
        first_wait = ANALYSIS_WAIT if question.urgency is Urgency.ANALYSIS else FIRST_WAIT
        problem: Exception | None = None
        for _ in range(TRIES):
            try:
                return await asyncio.get_running_loop().run_in_executor(
                    self._threads, self._crew.ask, content, question.limit, first_wait
                )
            except BotFaultError as fault:
                problem = fault
                log.warning("a bot worker failed and is replaced: %s", fault)
            except (NotReadyError, WrongQuestionError) as error:
                problem = error
                break
            except Exception as error:
                log.exception("asking a bot worker failed")
                problem = error
        log.warning("a bot worker gave no answer: %s", problem)
        raise RefusedError("unavailable", "no bot worker can answer that at the moment")

    def _shared(self, movetime: float) -> float:
        """The more questions wait, the less time each of them gets, so that all are answered in about the same time."""
        return max(min(movetime, LEAST_MOVETIME), movetime / (1 + self.waiting / self._size))
