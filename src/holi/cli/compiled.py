"""Commands that run in a certain mode: it is fixed when the process starts, so another one needs a new process."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec

from holi.game.errors import ConfigError
from holi.kernel.mode import COMPILED


def run_compiled() -> None:
    """Restart in compiled mode, which looks ahead many times faster, if numba is there and HOLI_MODE is not set.

    Call it before anything is read from standard input.
    """
    if "HOLI_MODE" not in os.environ and find_spec("numba") is not None:
        restart_compiled()


def restart_compiled() -> None:
    os.execve(  # noqa: S606 - this very program
        sys.executable,
        [sys.executable, "-m", "holi.cli", *sys.argv[1:]],
        {**os.environ, "HOLI_MODE": "compiled"},
    )


def refuse_compiled(who: str) -> None:
    """Servers run interpreted: only the processes that think for the bots are compiled."""
    if COMPILED:
        raise ConfigError(f"HOLI_MODE is 'compiled'; unset it: {who} runs interpreted and compiles in its workers")
