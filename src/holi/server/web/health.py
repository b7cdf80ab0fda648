"""Whether this node can write to its store, found out by writing; at most once a second, however many ask."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from holi.server.store.store import Store
from holi.server.table.refusals import RefusedError

PATIENCE = 2.0
"""Seconds after which a store that does not answer counts as unreachable."""

KEPT = 1.0
"""Seconds that a finding holds."""


class Health:
    def __init__(self, store: Store, now: Callable[[], int], clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._now = now
        self._clock = clock
        self._checking = asyncio.Lock()
        self._checked: float | None = None
        self._wrong: RefusedError | None = None

    async def check(self) -> None:
        """Return if the store can be written to; else `RefusedError` says what is wrong."""
        async with self._checking:
            if self._checked is None or self._clock() - self._checked >= KEPT:
                self._wrong = await self._find_out()
                self._checked = self._clock()
        if self._wrong is not None:
            raise RefusedError(self._wrong.code, str(self._wrong))

    async def _find_out(self) -> RefusedError | None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._store.check(self._now())
        except RefusedError as refusal:
            return refusal
        except TimeoutError:
            return RefusedError("unavailable", f"the database did not answer within {PATIENCE:.0f} seconds")
        return None
