"""Measuring processes seen from outside: started, asked for rounds, and always ended."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from types import TracebackType
from typing import Any

from holi.game import HoliError


class MeasurementError(HoliError):
    """A measuring process ended before it had measured."""

    code = "measurement"


class Worker:
    """One measuring process. Making it waits until it is ready; leaving its `with` block ends it."""

    def __init__(self, module: str, *arguments: str, environment: Mapping[str, str] | None = None) -> None:
        self._name = " ".join([module, *arguments])
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        began = time.perf_counter()
        # In a process group of its own, so that Ctrl-C reaches only us, and we end it.
        self._process = subprocess.Popen(  # noqa: S603 - our own module
            [sys.executable, "-m", module, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env={**os.environ, **(environment or {})},
            process_group=0,
        )
        try:
            self._read()
        except BaseException:
            self.close()
            raise
        self.start_seconds = time.perf_counter() - began
        """From the start of the process until it was ready."""

    def measure(self, seconds: float) -> dict[str, Any]:
        """One round, with so many seconds for each measurement in it."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{seconds}\n".encode())
            self._process.stdin.flush()
        except BrokenPipeError:
            raise self._failure() from None
        return self._read()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise self._failure()
        return dict(json.loads(line))

    def _failure(self) -> MeasurementError:
        self._process.wait()
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        reason = lines[-1] if lines else f"exit status {self._process.returncode}"
        return MeasurementError(f"the measurement {self._name!r} ended early: {reason}")

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()
        self._process.communicate()
        self._errors.close()

    def __enter__(self) -> Worker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
