"""A host of static files, as any is: it knows nothing of Holi and has the site below a path."""

from __future__ import annotations

import socket
import sys
import time
from pathlib import Path

from tests.server.processes import LOOPBACK, PATIENT, Process, free_port

BELOW = "/holi/"


class StaticHost(Process):
    """Python's own file server, in a process of its own, over a folder in which the site is `holi`."""

    def __init__(self, folder: Path) -> None:
        port = free_port()
        super().__init__(
            [sys.executable, "-m", "http.server", str(port), "--bind", LOOPBACK, "--directory", str(folder)]
        )
        self.address = f"http://{LOOPBACK}:{port}{BELOW}"
        late = time.monotonic() + PATIENT
        while not answers(port):
            assert self.alive and time.monotonic() < late, f"the host did not start: {self.errors}"
            time.sleep(0.05)


def answers(port: int) -> bool:
    """Whether something listens at a port of this machine."""
    try:
        socket.create_connection((LOOPBACK, port)).close()
    except OSError:
        return False
    return True
