"""The one driver of child processes: started, asked by a line, heard, always ended.

Bot workers, outside bots, the arena's games, measurements and the load test's server all run in such a process.
Whatever it does, only it is harmed: every fault is a `BotFaultError` with the reason.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import IO, ClassVar, Literal

from holi.bots.processes.lines import LONGEST_LINE
from holi.game import HoliError
from holi.game.errors import quoted

FaultKind = Literal["crash", "hang", "nonsense"]
FAULT_KINDS: tuple[FaultKind, ...] = ("crash", "hang", "nonsense")

FOREVER = 1_000_000.0
"""As a limit in seconds; eleven days."""

FAREWELL_SECONDS = 0.5
"""How long a program may take to end by itself when its input ends."""

LONGEST_LAST_WORDS = 4096
CHUNK = 65536


class BotFaultError(HoliError):
    """A bot crashed, hung or answered nonsense; `kind` says which, the message why."""

    code: ClassVar[str] = "bot-fault"

    def __init__(self, kind: FaultKind, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind


def answer_limit(movetime: float, slack: float = 1.0) -> float:
    """Seconds after which a program that was given `movetime` to think counts as hanging."""
    return movetime * 1.5 + slack


class LineProcess:
    """A program with its three streams. Making it starts the program; `close` ends it with all that it started."""

    def __init__(self, words: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        self._unread = b""
        self._last_words = b""
        self._killed = False
        try:
            # In a session of its own: Ctrl-C does not reach it, and what it starts can be ended with it.
            self._process = subprocess.Popen(  # noqa: S603 - the user named it, or it is our own
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                env=environment,
                start_new_session=True,
            )
        except OSError as error:
            raise BotFaultError("crash", f"it could not be started: {error.strerror}") from None
        for stream in self._streams:
            os.set_blocking(stream.fileno(), False)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def _streams(self) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
        process = self._process
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        return process.stdin, process.stdout, process.stderr

    def ask(self, request: bytes, limit: float = FOREVER) -> bytes:
        self._unread += _read(self._streams[1]) or b""
        if self._unread.strip():
            raise BotFaultError("nonsense", f"it wrote without being asked: {quoted(shown(self._unread))}")
        line = self._serve(request, limit)
        if line is None:
            raise BotFaultError("hang", f"it did not answer in {limit:.1f} s{self._said()}")
        return line

    def hear(self) -> bytes:
        """The next line without having asked."""
        return self._serve(b"", FOREVER) or b""

    def terminate(self, limit: float) -> None:
        self.signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(limit)
        self.kill()

    def close(self) -> None:
        if self._killed:
            return
        stdin, stdout, _ = self._streams
        stdin.close()
        deadline = time.monotonic() + FAREWELL_SECONDS
        with selectors.DefaultSelector() as selector:
            selector.register(stdout, selectors.EVENT_READ)
            # Its output ends when it does. We look before we wait for it, so that its group cannot be another's yet.
            while (left := deadline - time.monotonic()) > 0 and (not selector.select(left) or _read(stdout) != b""):
                pass
        self.kill()

    def kill(self) -> None:
        """End the program and all of its group at once; only once, since process numbers are used again."""
        if self._killed:
            return
        self._killed = True
        self.signal(signal.SIGKILL)
        self._process.wait()
        for stream in self._streams:
            stream.close()

    def signal(self, number: int) -> None:
        """Send a signal to the program and all of its group; a thread that waits for its answer cleans up."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)

    def _serve(self, request: bytes, limit: float) -> bytes | None:
        """Send what there is to send and wait for a line; all three streams are served, so no full pipe stops us."""
        stdin, stdout, stderr = self._streams
        deadline = time.monotonic() + limit
        with selectors.DefaultSelector() as selector:
            if request:
                selector.register(stdin, selectors.EVENT_WRITE)
            selector.register(stdout, selectors.EVENT_READ)
            selector.register(stderr, selectors.EVENT_READ)
            while True:
                left = deadline - time.monotonic()
                ready = selector.select(max(0.0, left))
                if not ready and left <= 0:
                    return None
                for key, _ in ready:
                    if key.fileobj is stdin:
                        request = request[_write(stdin, request) :]
                        if not request:
                            selector.unregister(stdin)
                    elif key.fileobj is stderr:
                        heard = _read(stderr)
                        if heard == b"":
                            selector.unregister(stderr)
                        self._last_words = (self._last_words + (heard or b""))[-LONGEST_LAST_WORDS:]
                    elif (line := self._line_from(stdout)) is not None:
                        return line
                if ready and left <= 0:
                    return None

    def _line_from(self, stdout: IO[bytes]) -> bytes | None:
        heard = _read(stdout)
        if heard == b"":
            raise self._crash()
        self._unread = (self._unread + (heard or b"")).lstrip()
        line, newline, rest = self._unread.partition(b"\n")
        if len(line) > LONGEST_LINE:
            raise BotFaultError("nonsense", f"its answer is longer than {LONGEST_LINE:,} bytes: {quoted(shown(line))}")
        if not newline:
            return None
        self._unread = rest
        return line

    def _crash(self) -> BotFaultError:
        """Its output has ended: so has the program, or it will be."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL_SECONDS)
        while heard := _read(self._streams[2]):
            self._last_words = (self._last_words + heard)[-LONGEST_LAST_WORDS:]
        status = self._process.returncode
        if status is None:
            return BotFaultError("crash", f"it closed its output{self._said()}")
        how = f"with exit status {status}" if status >= 0 else f"by signal {-status}"
        return BotFaultError("crash", f"it ended {how}{self._said()}")

    def _said(self) -> str:
        lines = self._last_words.decode("utf-8", "replace").strip().splitlines()
        return f"; it said {quoted(lines[-1])}" if lines else ""


def shown(line: bytes) -> str:
    return line[:200].decode("utf-8", "replace")


def _read(stream: IO[bytes]) -> bytes | None:
    """What can be read at once: None if there is nothing yet, no bytes at the end."""
    try:
        return os.read(stream.fileno(), CHUNK)
    except BlockingIOError:
        return None


def _write(stream: IO[bytes], data: bytes) -> int:
    """How many bytes could be written at once; all, if nobody reads any more: the missing answer will tell."""
    try:
        return os.write(stream.fileno(), data)
    except BlockingIOError:
        return 0
    except BrokenPipeError:
        return len(data)
