"""Who is turned away: counted for Prometheus, and told in the log once a while, by address if the host wants it."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter

import prometheus_client

log = logging.getLogger(__name__)

COUNTED = frozenset({"busy", "not-allowed", "too-fast", "too-large", "too-many", "too-slow"})
TELL_SECONDS = 10.0
MOST_ADDRESSES = 200
"""Lines in the log at a time; the addresses with the most."""


class TurnedAway:
    def __init__(self, counter: prometheus_client.Counter) -> None:
        self._counter = counter
        self.by_address = False
        self._codes: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()

    def __call__(self, code: str, address: str | None) -> None:
        if code not in COUNTED:
            return
        self._counter.labels(code).inc()
        self._codes[code] += 1
        if self.by_address and address is not None and (address in self._addresses or len(self._addresses) < 10_000):
            self._addresses[address] += 1

    def tell(self) -> None:
        """Log what came since the last time; `docs/hosting.md` shows fail2ban how to read it."""
        if self._codes:
            total = self._codes.total()
            log.warning("turned away %d times in %d seconds", total, TELL_SECONDS, extra={"fields": dict(self._codes)})
        for address, times in self._addresses.most_common(MOST_ADDRESSES):
            log.warning("turned away %s %d times", address, times)
        self._codes.clear()
        self._addresses.clear()

    async def tell_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(TELL_SECONDS)
            self.tell()
