"""The processes that think for us (`holi.bots.worker`), seen from outside: kept ready, asked, replaced, always ended.

Whoever asks may be an interpreted process that never loads numba: a game at the terminal, a server with many tables.
Any thread may ask; each waits for a process that is free.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Mapping
from importlib.util import find_spec
from types import TracebackType
from typing import Any, ClassVar, NamedTuple

from holi.bots.line_process import BotFaultError, LineProcess
from holi.game import HoliError
from holi.game.errors import quoted

WARM_UP_LIMIT = 600.0
"""How many seconds a process may take to compile everything, on the slowest of machines."""

TRIES = 3
"""After so many failures running, of which none was made good by an answer, no process is started any more."""

LOOK_EVERY = 0.02
"""How many seconds pass between two looks whether a process is ready."""

WITHOUT_NUMBA = "numba is not installed; 'pip install \"holi[fast]\"' adds it"


class NotReadyError(HoliError):
    """No process can be asked: they are still compiling, all are busy, or there are none; the message says which."""

    code: ClassVar[str] = "not-ready"


class RefusedError(HoliError):
    """The process understood and refused: the question was wrong; `code` is its reason."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.reason = code


class _Warming(NamedTuple):
    """A process that compiles, or reads what was compiled."""

    process: LineProcess
    since: float


class Workers:
    """Up to `size` thinking processes. They are started by `start` or by the first question, and ended by `close`."""

    def __init__(self, size: int = 1, mode: str = "compiled", command: list[str] | None = None) -> None:
        self._size = size
        self._command = command or [sys.executable, "-m", "holi.bots.worker"]
        self._environment = {**os.environ, "HOLI_MODE": mode}
        self._change = threading.Condition()
        self._warming: list[_Warming] = []
        self._idle: list[LineProcess] = []
        self._busy: list[LineProcess] = []
        self._failures = 0
        self._closed = False
        self._started: float | None = None
        self.why_not: str | None = None
        """Why there will be no process, as a part of a sentence; None if there is hope."""
        if mode == "compiled" and find_spec("numba") is None:
            self.why_not = WITHOUT_NUMBA

    def start(self) -> None:
        """Start the processes that are missing, without waiting for them."""
        with self._change:
            self._fill()

    @property
    def age(self) -> float:
        """How many seconds ago the first process was started."""
        return 0.0 if self._started is None else time.monotonic() - self._started

    @property
    def is_ready(self) -> bool:
        """Whether a process could be asked now."""
        with self._change:
            self._look()
            return bool(self._idle)

    @property
    def pids(self) -> list[int]:
        """The numbers of all processes."""
        with self._change:
            return [process.pid for process in [*(one.process for one in self._warming), *self._idle, *self._busy]]

    def ask(self, question: Mapping[str, Any], limit: float, patience: float = 0.0) -> dict[str, Any]:
        """The answer to a question, within `limit` seconds after at most `patience` seconds for a process to be free.

        Raises `NotReadyError`; `RefusedError` if the question is wrong; `BotFaultError` if the process crashed, hung or
        answered nonsense. Then, and if we are interrupted, that process is ended and another one started.
        """
        process = self._take(patience)
        try:
            answer = _parsed(process.ask(json.dumps(question).encode("ascii") + b"\n", limit))
        except BaseException as error:
            self._replace(process, failed=isinstance(error, BotFaultError))
            raise
        with self._change:
            self._failures = 0
            self._busy.remove(process)
            self._idle.append(process)
            self._change.notify()
        if answer["ok"] is not True:
            raise RefusedError(str(answer.get("code")), str(answer.get("error")))
        return answer

    def close(self) -> None:
        """End all processes, whatever they are doing."""
        with self._change:
            self._closed = True
            self.why_not = "the processes that think have been ended"
            processes = [*(one.process for one in self._warming), *self._idle]
            self._warming.clear()
            self._idle.clear()
            for process in self._busy:
                process.strike()
            self._change.notify_all()
        for process in processes:
            process.kill()

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _take(self, patience: float) -> LineProcess:
        """A process that is free, now busy."""
        deadline = time.monotonic() + patience
        with self._change:
            while True:
                self._fill()
                self._look()
                if self._idle:
                    self._busy.append(self._idle.pop())
                    return self._busy[-1]
                if self.why_not is not None:
                    raise NotReadyError(f"nobody can think: {self.why_not}")
                left = deadline - time.monotonic()
                if left <= 0:
                    what = "are busy" if self._busy else "are still being compiled"
                    raise NotReadyError(f"all processes that think {what}; ask again later")
                self._change.wait(min(left, LOOK_EVERY))

    def _fill(self) -> None:
        """Start what is missing."""
        while self.why_not is None and len(self._warming) + len(self._idle) + len(self._busy) < self._size:
            try:
                process = LineProcess(self._command, self._environment)
            except BotFaultError as error:
                self._count_failure(error)
                continue
            now = time.monotonic()
            self._started = now if self._started is None else self._started
            self._warming.append(_Warming(process, now))
            process.send(b'{"cmd":"warm-up"}\n')

    def _look(self) -> None:
        """See which processes have become ready, or never will."""
        for one in list(self._warming):
            try:
                line = one.process.hear(0.0)
                if line is not None:
                    _parsed(line)
                    self._idle.append(one.process)
                elif time.monotonic() - one.since < WARM_UP_LIMIT:
                    continue
                else:
                    raise BotFaultError("hang", f"it was not ready after {WARM_UP_LIMIT:.0f} s")
            except BotFaultError as error:
                one.process.kill()
                self._count_failure(error)
            self._warming.remove(one)
        self._fill()

    def _replace(self, process: LineProcess, failed: bool) -> None:
        process.kill()
        with self._change:
            self._busy.remove(process)
            if failed:
                self._count_failure(BotFaultError("crash", "it failed while it was thinking"))
            if not self._closed:
                self._fill()
            self._change.notify()

    def _count_failure(self, error: BotFaultError) -> None:
        self._failures += 1
        if self._failures >= TRIES and self.why_not is None:
            self.why_not = f"a process that thinks failed {TRIES} times running, at last because {error}"


def _parsed(line: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict) or type(answer.get("ok")) is not bool:
        raise BotFaultError("nonsense", f"its answer is {quoted(line[:100])}")
    return answer
