"""A server of the load test's own: a real process on a free port of this machine, with a throw-away database."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from holi.bots.processes.line_process import BotFaultError, LineProcess
from holi.lab.load.seats import LoadError

STOP_SECONDS = 15.0


@contextmanager
def own_server(database: str | None, options: list[str]) -> Iterator[tuple[str, int]]:
    """Run `holi serve`; yields its address and process id."""
    with tempfile.TemporaryDirectory(prefix="holi-load-") as folder:
        address = database or f"sqlite:///{Path(folder) / 'load.db'}"
        command = [sys.executable, "-m", "holi.cli", "serve", "--port", "0", "--workers", "0", "--database", address]
        server = LineProcess([*command, *options])
        try:
            yield _address(server), server.pid
        finally:
            server.terminate(STOP_SECONDS)


def _address(server: LineProcess) -> str:
    try:
        while True:
            for word in server.hear().decode().split():
                if word.startswith("http://"):
                    return word.rstrip(".,/")
    except BotFaultError as fault:
        raise LoadError(f"the server did not start: {fault}") from None
