"""The measuring process: `python -m holi.lab.bench.measure MODULE:NAME ...`.

Each name is called without arguments and gives a player: `play(games)` plays that many games and returns the number of
steps. As players are named by text, layers that this one may not import can be measured too.

A step is: list all legal actions, choose one with equal chances, do it. The process writes a line when it is ready.
Then it reads one line a round, the seconds to take for each measurement, and answers with one JSON object a line.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

BATCHES_A_ROUND = 20
"""About so many times a measurement looks at the clock."""


def timed(play: Callable[[int], float], seconds: float) -> dict[str, float]:
    """Play games for about so many seconds: how many steps and games, and the processor time they took.

    `play` plays as many games as it is told and returns their steps. The clock that counts is the process's own, which
    stands still while other programs have the processor.
    """
    batch, steps, games = 1, 0.0, 0
    began, processor_began = time.perf_counter(), time.process_time()
    elapsed = used = 0.0
    while elapsed < seconds or used == 0:  # some systems' clocks of processor time take long steps
        steps += play(batch)
        games += batch
        used = time.process_time() - processor_began
        batch_took = time.perf_counter() - began - elapsed
        elapsed += batch_took
        if batch_took < seconds / BATCHES_A_ROUND:
            batch *= 2
    return {"steps": steps, "games": games, "seconds": used}


def peak_memory_mb() -> float | None:
    """The most memory this process has had so far, if the system tells."""
    status = Path("/proc/self/status")
    if status.exists():  # on Linux, `ru_maxrss` would also count what the parent process had when it started this one
        sizes = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
        return int(sizes["VmHWM"].split()[0]) / 1024
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**20 if sys.platform == "darwin" else peak / 1024


def main() -> None:
    players = {where: _make(where) for where in sys.argv[1:]}
    players[sys.argv[1]].play(1)  # the process is ready when its first game is over
    print(json.dumps({"players": sys.argv[1:]}), flush=True)
    for line in sys.stdin:
        speeds = {where: timed(player.play, float(line)) for where, player in players.items()}
        print(json.dumps({"speeds": speeds, "memory_mb": peak_memory_mb()}), flush=True)


def _make(where: str) -> Any:
    module, _, name = where.partition(":")
    return getattr(import_module(module), name)()


if __name__ == "__main__":
    main()
