"""Measuring processes seen from outside: started, asked for rounds, and always ended."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any

from holi.bots.processes.line_process import BotFaultError, LineProcess
from holi.game import HoliError


class MeasurementError(HoliError):
    code = "measurement"


class Worker:
    """One measuring process. Making it waits until it is ready; `close` ends it."""

    def __init__(
        self,
        *arguments: str,
        program: Sequence[str] = (sys.executable, "-m"),
        opening: bytes = b"",
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._name = " ".join(arguments)
        began = time.perf_counter()
        self._process = LineProcess([*program, *arguments], {**os.environ, **(environment or {})})
        try:
            self._process.ask(opening)
        except BaseException as error:
            self.close()
            if isinstance(error, BotFaultError):
                raise self._failure(error) from None
            raise
        self.start_seconds = time.perf_counter() - began
        """From the start of the process until it was ready."""

    def measure(self, seconds: float) -> dict[str, Any]:
        try:
            return dict(json.loads(self._process.ask(f"{seconds}\n".encode())))
        except BotFaultError as fault:
            raise self._failure(fault) from None

    def _failure(self, error: BotFaultError) -> MeasurementError:
        return MeasurementError(f"the measurement {self._name!r} ended early: {error}")

    def close(self) -> None:
        self._process.kill()
