"""A pool of worker processes: jobs wait in a bounded queue, the most urgent first, and workers that fail are replaced.

A thread for each worker takes jobs and talks to its process, so any thread may ask, and an event loop may `submit`.
While compiled workers are still compiling, or if there is no numba, an interpreted worker answers instead.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from heapq import heappop, heappush
from importlib.util import find_spec
from itertools import count
from typing import Any, ClassVar

from holi.bots.processes.line_process import FOREVER, BotFaultError, LineProcess
from holi.game import HoliError
from holi.game.errors import how_to_add, quoted

log = logging.getLogger(__name__)
log.addHandler(logging.NullHandler())  # a game at the terminal shows no logs

WARM_UP_LIMIT = 600.0
"""Seconds that a worker may take to compile everything, on the slowest of machines."""

TRIES = 2
"""How often a job is tried whose worker crashed or hung."""

MOST_FAILURES = 3
"""After this many failures in a row a worker is given up ..."""

REVIVE_SECONDS = 60.0
"""... for this long."""

FIRST_WAIT = 2.5
"""Seconds that a job waits for compiled workers before an interpreted one answers: they may only have to read the
cache."""

LEAST_MOVETIME = 0.05
MOST_WAITING = 200
"""Jobs that wait for a worker; those that are not the most urgent are refused when half as many do."""

WITHOUT_NUMBA = f"numba is not installed; {how_to_add('fast')}"
CLOSED = "the bot workers have been stopped"

Answer = dict[str, Any]
WORKER = (sys.executable, "-m", "holi.bots.processes.worker")
GENTLE_WORKER = (*WORKER, "--gentle")
"""Leaves the processor to others: on a server, moves come first."""


class NotReadyError(HoliError):
    code: ClassVar[str] = "not-ready"


class BusyError(HoliError):
    code: ClassVar[str] = "busy"


class WrongQuestionError(HoliError):
    """The worker understood and refused; the message is its own."""

    code: ClassVar[str] = "malformed"


@dataclass(slots=True)
class _Job:
    question: Mapping[str, Any]
    limit: float
    future: Future[Answer] = field(default_factory=Future)
    tries: int = 0

    def fail(self, error: Exception) -> None:
        if self.tries or self.future.set_running_or_notify_cancel():
            self.future.set_exception(error)


class WorkerPool:
    """Up to `size` workers, started by `start` or by the first question, and ended by `close`."""

    def __init__(
        self,
        size: int = 1,
        mode: str = "compiled",
        command: Sequence[str] = WORKER,
        environment: Mapping[str, str] | None = None,
        most_waiting: int = MOST_WAITING,
    ) -> None:
        self._size = size
        self._mode = mode
        self._command = command
        self._environment = {**os.environ, **(environment or {})}
        self._most_waiting = most_waiting
        self._change = threading.Condition()
        self._jobs: list[tuple[int, int, _Job]] = []
        self._order = count()
        self._processes: list[LineProcess] = []
        self._threads: list[threading.Thread] = []
        self._ready = 0
        self.at_work = 0
        self._given_up = 0
        self._none_ready_since = 0.0
        self._closed = False
        self.why_not: str | None = None
        """Why there is no worker of the wanted mode, as a part of a sentence; None while there is hope."""
        if mode == "compiled" and find_spec("numba") is None:
            self.why_not = WITHOUT_NUMBA

    def start(self) -> None:
        with self._change:
            if self._threads or self._closed:
                return
            self._none_ready_since = time.monotonic()
            workers = [(self._mode, False)] * (self._size if self.why_not is None else 0)
            if self._mode == "compiled":
                workers.append(("interpreted", True))
            self._threads = [threading.Thread(target=self._work, args=worker, daemon=True) for worker in workers]
            for thread in self._threads:
                thread.start()

    @property
    def pids(self) -> list[int]:
        with self._change:
            return [process.pid for process in self._processes]

    @property
    def waiting(self) -> int:
        return len(self._jobs)

    @property
    def has_room(self) -> bool:
        """True if a job would be answered at once by a worker of the wanted mode."""
        with self._change:
            return self._ready > 0 and self.at_work + len(self._jobs) < self._size

    def submit(
        self,
        question: Mapping[str, Any],
        limit: float = FOREVER,
        urgency: int = 0,
    ) -> Future[Answer]:
        """Queue a question that a worker may think about for `limit` seconds; a lower urgency comes first.

        Raises `BusyError` or `NotReadyError`. The future raises `NotReadyError`; `WrongQuestionError`; `BotFaultError`
        if workers crashed, hung or answered nonsense.
        """
        self.start()
        with self._change:
            if self._closed or (self.why_not is not None and self._mode != "compiled"):
                raise NotReadyError(f"no bot worker can be asked: {self.why_not}")
            if len(self._jobs) >= (self._most_waiting // 2 if urgency else self._most_waiting):
                raise BusyError(f"{len(self._jobs)} questions wait for a bot worker; ask again later")
            job = _Job(question, limit)
            heappush(self._jobs, (urgency, next(self._order), job))
            self._change.notify_all()
        return job.future

    def ask(self, question: Mapping[str, Any], limit: float = FOREVER) -> Answer:
        future = self.submit(question, limit)
        try:
            return future.result()
        finally:
            future.cancel()  # if we are interrupted

    def close(self, grace: float = 0.0) -> None:
        """End all workers, whatever they are doing; they have `grace` seconds to end what they started."""
        with self._change:
            self._closed = True
            self.why_not = CLOSED
            self._signal_all(signal.SIGTERM if grace else signal.SIGKILL)
            self._fail_waiting(CLOSED)
            self._change.notify_all()
        deadline = time.monotonic() + grace
        for thread in self._threads if grace else ():
            thread.join(max(0.0, deadline - time.monotonic()))
        with self._change:
            self._signal_all(signal.SIGKILL)
        for thread in self._threads:
            thread.join()

    # The threads

    def _work(self, mode: str, instead: bool) -> None:
        """Keep a worker running and give it jobs; one that works `instead` of the others only while it is needed."""
        failures = 0
        while self._wait_until_needed(instead):
            try:
                with self._process(mode, instead) as process:
                    while self._wait_for_job(instead):
                        job = self._next_job()
                        if job is not None:
                            self._answer(process, job)
                            failures = 0
            except BotFaultError as fault:
                failures += 1
                if failures >= MOST_FAILURES:
                    self._rest(fault, instead)
                    failures = 0

    @contextmanager
    def _process(self, mode: str, instead: bool) -> Iterator[LineProcess]:
        process = LineProcess(self._command, {**self._environment, "HOLI_MODE": mode})
        with self._change:
            self._processes.append(process)
            if self._closed:
                process.signal(signal.SIGKILL)
        ready = 0
        try:
            _parsed(process.ask(b'{"cmd":"warm-up"}\n', WARM_UP_LIMIT))
            ready = 0 if instead else 1
            self._change_ready(ready)
            yield process
        finally:
            with self._change:
                self._processes.remove(process)
            process.kill()
            self._change_ready(-ready)

    def _change_ready(self, change: int) -> None:
        with self._change:
            self._ready += change
            self._none_ready_since = time.monotonic() if change else self._none_ready_since
            self._change.notify_all()

    def _rest(self, fault: BotFaultError, instead: bool) -> None:
        """Give up a worker for a while; if there is no other, refuse the jobs that wait."""
        log.warning("a bot worker is given up: %s", fault)
        with self._change:
            if instead:
                self._fail_waiting(str(fault))
                return
            self._given_up += 1
            if self._given_up == self._size and not self._closed:
                self.why_not = f"a bot worker failed {MOST_FAILURES} times in a row, at last because {fault}"
                if self._mode != "compiled":
                    self._fail_waiting(self.why_not)
            self._change.notify_all()
            self._change.wait_for(lambda: self._closed, REVIVE_SECONDS)
            self._given_up -= 1
            if not self._closed:
                self.why_not = None

    # Jobs

    def _wait_until_needed(self, instead: bool) -> bool:
        """Wait until a worker should run: at once, or for a substitute when a job waits in vain. False when closed."""
        with self._change:
            while instead and not self._closed and (self._ready or self._seconds_to_wait(instead) != 0.0):
                self._change.wait(None if self._ready else self._seconds_to_wait(instead))
            return not self._closed

    def _wait_for_job(self, instead: bool) -> bool:
        """False when the pool is closed, or a substitute is not needed any more."""
        with self._change:
            while not self._closed and not (instead and self._ready):
                left = self._seconds_to_wait(instead)
                if left == 0.0:
                    return True
                self._change.wait(left)
        return False

    def _seconds_to_wait(self, instead: bool) -> float | None:
        """Until the most urgent job may be taken; None if there is none. A substitute lets it wait for the others."""
        if not self._jobs:
            return None
        if not instead or self.why_not is not None:
            return 0.0
        return max(0.0, self._none_ready_since + FIRST_WAIT - time.monotonic())

    def _next_job(self) -> _Job | None:
        with self._change:
            while self._jobs:
                job = heappop(self._jobs)[-1]
                if job.tries or job.future.set_running_or_notify_cancel():
                    job.tries += 1
                    self.at_work += 1
                    return job
        return None

    def _answer(self, process: LineProcess, job: _Job) -> None:
        """After a `BotFaultError` the process is of no use any more."""
        question = {**job.question}
        if "movetime" in question:
            question["movetime"] = self._shared(question["movetime"])
        try:
            answer = _parsed(process.ask(json.dumps(question).encode("ascii") + b"\n", job.limit))
        except BotFaultError as fault:
            self._try_again(job, fault)
            raise
        except Exception as error:
            job.future.set_exception(error)
            raise BotFaultError("crash", f"it could not be asked: {error}") from error
        finally:
            with self._change:
                self.at_work -= 1
        if answer["ok"] is True:
            job.future.set_result(answer)
        else:
            job.future.set_exception(WrongQuestionError(str(answer.get("error"))))

    def _try_again(self, job: _Job, fault: BotFaultError) -> None:
        with self._change:
            if self._closed:
                job.future.set_exception(NotReadyError(CLOSED))
            elif job.tries < TRIES:
                log.warning("a bot worker failed and is replaced: %s", fault)
                heappush(self._jobs, (-1, next(self._order), job))  # it has waited before
                self._change.notify_all()
            else:
                job.future.set_exception(fault)

    def _fail_waiting(self, reason: str) -> None:
        while self._jobs:
            heappop(self._jobs)[-1].fail(NotReadyError(f"no bot worker can be asked: {reason}"))

    def _signal_all(self, number: int) -> None:
        for process in self._processes:
            process.signal(number)

    def _shared(self, movetime: float) -> float:
        """The more jobs wait, the less time each of them gets, so that all are answered in about the same time."""
        return max(min(movetime, LEAST_MOVETIME), movetime / (1 + len(self._jobs) / self._size))


def _parsed(line: bytes) -> Answer:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict) or type(answer.get("ok")) is not bool:
        raise BotFaultError("nonsense", f"its answer is {quoted(line[:100])}")
    return answer
