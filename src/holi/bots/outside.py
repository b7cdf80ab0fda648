"""Bots that are programs of their own: asked by one line of JSON, answering by another (F4, `choose`).

Whatever such a program does, only it is harmed: every fault is a `BotFaultError` with the reason.
"""

from __future__ import annotations

import json
import os
import selectors
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, ClassVar, Literal

from holi.bots.base import View
from holi.game import Action, HoliError, MalformedError, parse_action
from holi.game.errors import quoted

FaultKind = Literal["crash", "hang", "nonsense"]
FAULT_KINDS: tuple[FaultKind, ...] = ("crash", "hang", "nonsense")

LONGEST_ANSWER = 1_000_000
"""In bytes, the end of the line not counted."""

START_SECONDS = 10.0
"""More time for the first answer, since a program has to start."""

FAREWELL_SECONDS = 0.5
"""How long a program may take to end by itself when its input ends."""

LONGEST_LAST_WORDS = 4096
LONGEST_NAME = 30
CHUNK = 65536


class BotFaultError(HoliError):
    """A bot crashed, hung or answered nonsense; `kind` says which, the message why."""

    code: ClassVar[str] = "bot-fault"

    def __init__(self, kind: FaultKind, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind


def answer_limit(movetime: float) -> float:
    """How many seconds a program may take for an answer, if it was given `movetime`; the first time, it has more."""
    return movetime * 1.5 + 1


def split_command(command: str) -> list[str]:
    """The words of a command line, if the program that it begins with is there."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise MalformedError(f"{quoted(command)} is no command line: {error}; close what is open") from None
    if not words:
        raise MalformedError(f"{quoted(command)} is no command line; name a program, as in 'cmd:node mybot.js'")
    if shutil.which(words[0]) is None:
        raise MalformedError(
            f"there is no program {quoted(words[0])} to run {quoted(command)}; check its name and path"
        )
    return words


class OutsideBot:
    """A program that plays. Making it starts the program; `close` ends it with all that it started."""

    def __init__(self, command: str) -> None:
        words = split_command(command)
        self.name = command_name(command)
        self._asked = False
        self._unread = b""
        self._last_words = b""
        try:
            # In a session of its own: Ctrl-C does not reach it, and what it starts can be ended with it.
            self._process = subprocess.Popen(  # noqa: S603 - the user named it
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise BotFaultError("crash", f"it could not be started: {error.strerror}") from None
        for stream in self._streams:
            os.set_blocking(stream.fileno(), False)

    @property
    def _streams(self) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
        process = self._process
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        return process.stdin, process.stdout, process.stderr

    def choose(self, view: View, legal: Sequence[Action], movetime: float) -> Action:
        """What the program answers; after a `BotFaultError` it is ended and must not be asked again."""
        limit = answer_limit(movetime) + (0 if self._asked else START_SECONDS)
        self._asked = True
        request = {"cmd": "choose", "view": view, "legal": [str(action) for action in legal], "movetime": movetime}
        try:
            return _action_in(self._exchange(json.dumps(request).encode("ascii") + b"\n", limit), legal)
        except BotFaultError:
            self._end()
            raise

    def close(self) -> None:
        """Let the program see the end of its input, then end it."""
        if self._process.returncode is not None:
            return
        stdin, stdout, _ = self._streams
        stdin.close()
        deadline = time.monotonic() + FAREWELL_SECONDS
        with selectors.DefaultSelector() as selector:
            selector.register(stdout, selectors.EVENT_READ)
            # Its output ends when it does. We look before we wait for it, so that its group cannot be another's yet.
            while (left := deadline - time.monotonic()) > 0 and (not selector.select(left) or _read(stdout) != b""):
                pass
        self._end()

    def _end(self) -> None:
        """End the program and all of its group, whatever they are doing."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for stream in self._streams:
            stream.close()

    def _exchange(self, request: bytes, limit: float) -> bytes:
        """Send a line and wait for one; all three streams are served, so that a full pipe never stops us."""
        stdin, stdout, stderr = self._streams
        self._unread += _read(stdout) or b""
        if self._unread.strip():
            raise BotFaultError("nonsense", f"it wrote without being asked: {quoted(_shown(self._unread))}")
        deadline = time.monotonic() + limit
        with selectors.DefaultSelector() as selector:
            selector.register(stdin, selectors.EVENT_WRITE)
            selector.register(stdout, selectors.EVENT_READ)
            selector.register(stderr, selectors.EVENT_READ)
            while True:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise BotFaultError("hang", f"it did not answer in {limit:.1f} s{self._said()}")
                for key, _ in selector.select(left):
                    if key.fileobj is stdin:
                        request = request[_write(stdin, request) :]
                        if not request:
                            selector.unregister(stdin)
                    elif key.fileobj is stderr:
                        heard = _read(stderr)
                        if heard == b"":
                            selector.unregister(stderr)
                        self._last_words = (self._last_words + (heard or b""))[-LONGEST_LAST_WORDS:]
                    elif (line := self._hear(stdout)) is not None:
                        return line

    def _hear(self, stdout: IO[bytes]) -> bytes | None:
        """Read what there is; a line that is not blank, if one is complete."""
        heard = _read(stdout)
        if heard == b"":
            raise self._crash()
        self._unread = (self._unread + (heard or b"")).lstrip()
        line, newline, rest = self._unread.partition(b"\n")
        _check_length(line)
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
        """The last line of its standard error, to go behind a reason."""
        lines = self._last_words.decode("utf-8", "replace").strip().splitlines()
        return f"; it said {quoted(lines[-1])}" if lines else ""


def command_name(command: str) -> str:
    """A short name for a command line: its last word that is no option, without folders, cut at 30 characters."""
    words = [word for word in shlex.split(command) if not word.startswith("-")]
    name = (Path(words[-1]).name if words else "") or command
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 3] + "..."


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


def _check_length(line: bytes) -> None:
    if len(line) > LONGEST_ANSWER:
        raise BotFaultError("nonsense", f"its answer is longer than {LONGEST_ANSWER:,} bytes: {quoted(_shown(line))}")


def _action_in(line: bytes, legal: Sequence[Action]) -> Action:
    """The action that a line answers with, if it is one of the legal ones."""
    try:
        answer: Any = json.loads(line)
    except (ValueError, RecursionError):
        raise BotFaultError("nonsense", f"its answer is no JSON: {quoted(_shown(line))}") from None
    if not isinstance(answer, dict) or "action" not in answer:
        raise BotFaultError("nonsense", f"its answer is no object with an 'action': {quoted(_shown(line))}")
    try:
        action = parse_action(answer["action"])
    except MalformedError as error:
        raise BotFaultError("nonsense", f"its action is malformed: {error}") from None
    if action not in legal:
        raise BotFaultError("nonsense", f"its action {str(action)!r} is not legal")
    return action


def _shown(line: bytes) -> str:
    return line[:200].decode("utf-8", "replace")
