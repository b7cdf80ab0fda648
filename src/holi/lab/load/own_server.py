"""A server of the load's own: a real process on a free port of this machine, with a database that is thrown away."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from holi.lab.load.seats import LoadError

STOP_SECONDS = 15


@contextmanager
def own_server(database: str | None, options: list[str]) -> Iterator[tuple[str, int]]:
    """Start `holi serve`; give its address and process id, and stop it in the end."""
    with tempfile.TemporaryDirectory(prefix="holi-load-") as folder:
        address = database or f"sqlite:///{Path(folder) / 'load.db'}"
        command = [sys.executable, "-m", "holi.cli", "serve", "--port", "0", "--workers", "0", "--database", address]
        process = subprocess.Popen(  # noqa: S603 - our own program
            [*command, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        try:
            yield _address(process), process.pid
        finally:
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _address(process: subprocess.Popen[str]) -> str:
    """The address that the server prints when it is ready."""
    assert process.stdout is not None and process.stderr is not None
    for line in process.stdout:
        for word in line.split():
            if word.startswith("http://"):
                return word.rstrip(".,/")
    raise LoadError(f"the server did not start: {process.stderr.read().strip()[-300:]}")
