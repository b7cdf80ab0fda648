"""The time of a node: milliseconds since 1970 that never jump, whatever is done to the machine's clock meanwhile."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

log = logging.getLogger(__name__)

MOST_BEHIND = 24 * 3600 * 1000
"""Milliseconds by which stored times may be ahead of the machine's clock and still be believed."""

WORTH_TELLING = 60_000


def wall() -> int:
    return time.time_ns() // 1_000_000


def elapsed() -> int:
    """Milliseconds since the machine started, those asleep included where the system counts them."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return (time.monotonic_ns() if boot is None else time.clock_gettime_ns(boot)) // 1_000_000


class SteadyClock:
    """Set by the machine's clock when the node starts; from then on it only runs."""

    def __init__(self, wall: Callable[[], int] = wall, elapsed: Callable[[], int] = elapsed) -> None:
        self._wall = wall
        self._elapsed = elapsed
        self._ahead = wall() - elapsed()
        self._told = 0

    def __call__(self) -> int:
        return self._elapsed() + self._ahead

    def not_before(self, latest: int) -> None:
        """Go on from the latest time in the store, if the machine's clock was put back since it was written."""
        behind = latest - self()
        if 0 < behind <= MOST_BEHIND:
            self._ahead += behind
            self._told = self() - self._wall()
            log.warning(
                "the machine's clock is %d seconds behind the last game; the server's own goes on from there",
                behind // 1000,
            )

    def look(self) -> None:
        """Tell the host if the machine's clock has jumped; the games go on by ours."""
        off = self() - self._wall()
        if abs(off - self._told) > WORTH_TELLING:
            self._told = off
            log.warning(
                "the machine's clock has jumped and is %d seconds off from the server's, by which games go on; "
                "restart the server when it suits, to set it again",
                -off // 1000,
            )
