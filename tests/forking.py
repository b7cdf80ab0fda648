"""`holi` processes that start at once: forked from a process that has the server's imports behind it.

These imports take more than a second of the processor, and tests start `holi` hundreds of times. A forked process has
its own arguments, environment, pipes and signals; only the imports are shared. Starting `holi` from nothing is tested
where that is the question: in tests/cli/terminal, tests/test_architecture.py and tests/test_install.py.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

LONGEST_MESSAGE = 1 << 16
LOOK_AGAIN = 0.01
"""Seconds between two questions whether a process has ended."""


class Forked:
    """A forked process, as far as tests need `subprocess.Popen`."""

    def __init__(self, nursery: Nursery, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._nursery = nursery

    def poll(self) -> int | None:
        if self.returncode is None:
            self.returncode = self._nursery.ask({"ended": self.pid})
        return self.returncode

    def wait(self, timeout: float) -> int:
        give_up = time.monotonic() + timeout
        while (code := self.poll()) is None:
            if time.monotonic() > give_up:
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout)
            time.sleep(LOOK_AGAIN)
        return code

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class Nursery:
    """The process that is forked from; it ends when this one does."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            # -P: nothing in this folder may stand for a module of the same name.
            command = [sys.executable, "-P", str(Path(__file__)), str(theirs.fileno())]
            self._process = subprocess.Popen(command, env=dict(environment), pass_fds=[theirs.fileno()])
        self._one_at_a_time = threading.Lock()

    def ask(self, question: Mapping[str, Any], files: Sequence[int] = ()) -> Any:
        with self._one_at_a_time:
            socket.send_fds(self._control, [json.dumps(question).encode()], list(files))
            return json.loads(self._control.recv(LONGEST_MESSAGE))

    def start(
        self,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        files: Sequence[int],
        folder: Path | None = None,
    ) -> Forked:
        """Start `holi` with these arguments; `files` become its standard input, output and error."""
        where = str(folder or Path.cwd())
        question = {"arguments": list(arguments), "environment": dict(environment), "folder": where}
        return Forked(self, self.ask(question, files))


@cache
def nursery() -> Nursery:
    """The one of this process; made when it is first needed."""
    from tests.server.processes import environment

    return Nursery(environment())


def _wait_to_be_forked(control: socket.socket) -> dict[str, Any]:
    """Answer questions; return only in a forked process, with what it is to do."""
    while True:
        message, files, _, _ = socket.recv_fds(control, LONGEST_MESSAGE, 3)
        if not message:
            sys.exit()
        asked = json.loads(message)
        if "ended" in asked:
            pid, status = os.waitpid(asked["ended"], os.WNOHANG)
            answer = os.waitstatus_to_exitcode(status) if pid else None
        else:
            answer = os.fork()
            if answer == 0:
                for number, file in enumerate(files):
                    os.dup2(file, number)
        for file in files:
            os.close(file)
        if answer == 0 and "arguments" in asked:
            control.close()
            return dict(asked)
        control.send(json.dumps(answer).encode())


def _be(asked: Mapping[str, Any]) -> None:
    from holi.cli import main

    os.environ.clear()
    os.environ.update(asked["environment"])
    os.chdir(asked["folder"])
    sys.argv = ["holi", *asked["arguments"]]
    main()


if __name__ == "__main__":
    # ruff: noqa: F401 - imported here so that forked processes need not
    import aiosqlite
    import alembic.command
    import asyncpg

    import holi.cli.app
    import holi.server.live.redis_workers
    import holi.server.serving

    _be(_wait_to_be_forked(socket.socket(fileno=int(sys.argv[1]))))
