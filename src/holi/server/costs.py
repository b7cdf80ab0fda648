"""What clients cost: processor time, bytes and failures, charged to their address and to their player.

Who has cost little lately is served at once. The others wait for one of a few slots, the cheapest first, and together
they get a share of the event loop only; so no number of them makes those wait who cost little. The numbers are in
`holi.server.limits`.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Generator, Iterable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from heapq import heappop, heappush
from types import coroutine
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")

SLICE = 0.002
"""Seconds of the processor after which long work lets others have their turn; no step may take 5 ms."""

REMEMBERED_SECONDS = 100.0
"""An attack is held against an address for so long at most."""


class Prices(NamedTuple):
    """In seconds of the event loop's processor."""

    light: float
    """Whoever has cost less than this lately is served at once."""
    light_decay: float
    """How much of that is forgotten in a second."""
    deep: float
    """Whoever owes more than this is turned away at the door."""
    deep_decay: float
    share: float
    """Of each second, what all who are not light get together."""
    slots: int
    """How many of their commands are under way at once."""
    byte: float
    message: float
    """To read a message or a request, before anything is done with it."""
    failure: float
    """What is wrong costs so much more."""
    most_remembered: int


class Account:
    """What one address or one player has cost lately."""

    __slots__ = ("_at", "_most", "_prices", "owed", "recent")

    def __init__(self, prices: Prices, most: float) -> None:
        self._prices = prices
        self._most = most
        self._at = 0.0
        self.recent = 0.0
        self.owed = 0.0

    def charge(self, seconds: float, now: float) -> None:
        prices = self._prices
        passed = max(0.0, now - self._at)
        self._at = now
        self.recent = min(self._most, max(0.0, self.recent - passed * prices.light_decay) + seconds)
        self.owed = min(2 * prices.deep, max(0.0, self.owed - passed * prices.deep_decay) + seconds)


class Payer:
    """Whom a connection or a request is charged to; nobody if it comes from this machine itself."""

    __slots__ = ("_accounts", "_costs")

    def __init__(self, costs: Costs, *accounts: Account) -> None:
        self._costs = costs
        self._accounts = accounts

    def charge(self, seconds: float) -> None:
        if self._accounts:
            now = self._costs.clock()
            for account in self._accounts:
                account.charge(seconds, now)

    def _work(self, seconds: float) -> None:
        """Charge for time that was really spent, of which those who are not light have a share."""
        self.charge(seconds)
        if not self.light:
            self._costs.shared.charge(seconds, self._costs.clock())

    def message(self, size: int) -> None:
        """Charge for reading so many bytes."""
        prices = self._costs.prices
        self.charge(prices.message + size * prices.byte)

    def failure(self) -> None:
        self.charge(self._costs.prices.failure)

    @property
    def light(self) -> bool:
        return not self._accounts or self.recent <= self._costs.prices.light

    @property
    def recent(self) -> float:
        return max((account.recent for account in self._accounts), default=0.0)

    @property
    def deep(self) -> bool:
        """Whether the address owes so much that it is turned away."""
        self.charge(0.0)
        return any(account.owed > self._costs.prices.deep for account in self._accounts)

    async def pay(self, work: Coroutine[Any, Any, T]) -> T:
        """Do the work and charge the processor time of each of its steps on the event loop."""
        if not self._accounts:
            return await work
        before = PAYING.get()
        PAYING.set(before if self in before else (*before, self))
        try:
            return await _metered(work, self._work)
        finally:
            PAYING.set(before)


PAYING: ContextVar[tuple[Payer, ...]] = ContextVar("paying", default=())
"""Whom the command or request under way is charged to."""


def charge(payers: tuple[Payer, ...], seconds: float) -> None:
    """Charge work that was done for a command, but not by its task."""
    for payer in payers:
        payer._work(seconds)


async def charged(work: Coroutine[Any, Any, T]) -> T:
    """Charge work in a task of its own, for which others may wait too, to whoever asked for it first."""
    payers = PAYING.get()
    return await _metered(work, lambda seconds: charge(payers, seconds))


async def in_slices(parts: Iterable[T]) -> AsyncIterator[T]:
    """The parts of long work, with turns for others in between."""
    until = time.thread_time() + SLICE
    for part in parts:
        yield part
        if time.thread_time() > until:
            await asyncio.sleep(0)
            until = time.thread_time() + SLICE


class Costs:
    def __init__(self, prices: Prices, clock: Callable[[], float] = time.monotonic) -> None:
        self.prices = prices
        self.clock = clock
        self.shared = Account(prices._replace(light_decay=prices.share), most=0.1)
        """What all who are not light have cost together."""
        self._accounts: OrderedDict[str, Account] = OrderedDict()
        self._free = prices.slots
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._count = 0
        self._later: asyncio.TimerHandle | None = None

    def payer(self, address: str | None, player: str | None = None) -> Payer:
        if address is None:
            return Payer(self)
        return Payer(self, *(self._account(key) for key in (f"at {address}", player) if key is not None))

    def payer_alone(self, address: str | None, player: str) -> Payer:
        """The player without the address, which pays already."""
        return Payer(self) if address is None else Payer(self, self._account(player))

    def _account(self, key: str) -> Account:
        account = self._accounts.get(key)
        if account is None:
            account = self._accounts[key] = Account(self.prices, REMEMBERED_SECONDS * self.prices.light_decay)
            if len(self._accounts) > self.prices.most_remembered:
                self._accounts.popitem(last=False)
        self._accounts.move_to_end(key)
        return account

    @asynccontextmanager
    async def turn(self, payer: Payer) -> AsyncIterator[None]:
        """Wait for a slot, unless the payer is light."""
        payer.charge(0.0)  # forget what is long ago
        if payer.light:
            yield
            return
        await self._slot(payer)
        try:
            yield
        finally:
            self._free += 1
            self._hand_out()

    async def _slot(self, payer: Payer) -> None:
        got = asyncio.get_running_loop().create_future()
        self._count += 1
        heappush(self._waiting, (payer.recent, self._count, got))
        self._hand_out()
        try:
            await got
        except asyncio.CancelledError:
            if got.done() and not got.cancelled():  # it was handed out in the same moment
                self._free += 1
                self._hand_out()
            raise

    def _hand_out(self) -> None:
        while self._waiting and self._free:
            wait = self._until_shared()
            if wait > 0:
                if self._later is None:
                    self._later = asyncio.get_running_loop().call_later(wait, self._hand_out_later)
                return
            _, _, got = heappop(self._waiting)
            if not got.done():
                self._free -= 1
                got.set_result(None)

    def _hand_out_later(self) -> None:
        self._later = None
        self._hand_out()

    def _until_shared(self) -> float:
        """Seconds until those who are not light may go on."""
        self.shared.charge(0.0, self.clock())
        return (self.shared.recent - self.prices.light) / self.prices.share


@coroutine
def _metered(work: Coroutine[Any, Any, T], charge: Callable[[float], None]) -> Generator[Any, Any, T]:
    step: Callable[[], Any] = lambda: work.send(None)  # noqa: E731
    while True:
        began = time.thread_time()
        try:
            waits_for = step()
        except StopIteration as end:
            result: T = end.value
            return result
        finally:
            charge(time.thread_time() - began)
        try:
            yield waits_for
            step = lambda: work.send(None)  # noqa: E731
        except BaseException as error:  # noqa: BLE001 - a cancellation is passed on to the work
            step = lambda error=error: work.throw(error)  # type: ignore[misc]  # noqa: E731
