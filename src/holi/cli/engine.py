"""`holi engine`: the engine protocol on standard input and output."""

from __future__ import annotations

import os
import sys
from contextlib import redirect_stdout


def engine() -> None:
    """Use the rules and the bots from another program.

    One JSON object per line in, one answer per line out; docs/engine-protocol.md describes the commands.
    Try: echo '{"cmd":"new","config":{"players":2}}' | holi engine
    """
    from holi.engine.protocol import serve

    if sys.stdin is None or sys.stdout is None:  # started without standard streams: nobody asks, or nobody listens
        return
    answers = sys.stdout.buffer
    try:
        with redirect_stdout(sys.stderr):  # standard output carries only answers, whatever a bot may print
            serve(sys.stdin.buffer, answers)
    except BrokenPipeError:
        # The client has gone. Python would complain at exit about the unsent answer, so send it nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), answers.fileno())
