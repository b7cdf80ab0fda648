"""The inside of a measuring process: it says when it is ready, then measures a round whenever it is asked to.

It reads one line a round, the seconds to take for each measurement, and writes one JSON object a line.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping
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


def serve_rounds(ready: Mapping[str, Any], measure: Callable[[float], Mapping[str, Any]]) -> None:
    """Write `ready`, then one measurement for each line of standard input, until it ends."""
    print(json.dumps(dict(ready)), flush=True)
    for line in sys.stdin:
        print(json.dumps(dict(measure(float(line)))), flush=True)
