"""How much one client may ask for: by identity, by address, and by what is asked."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any

from holi.server.settings import Settings
from holi.server.table.refusals import RefusedError
from holi.server.wire.commands import Create, Hint, Rematch, Say
from holi.server.wire.parts import Command

LIMITED = (Say, Create, Rematch, Hint)

MOST_REMEMBERED = 10_000
LARGEST_BODY = 64 * 1024
"""Bytes of a request's body or of a WebSocket message; the largest honest one, with a deck of its own, has 2,000."""

BURST = 3
"""Seconds' worth of commands that may come at once."""

ADDRESS_BURST = 10
"""The same for addresses; larger, because a whole school may share one."""

CHAT_RATE, CHAT_BURST = 0.5, 6
"""Lines of chat of one player: per second, and at once."""

THINKING_RATE, THINKING_BURST = 0.25, 10
"""Hints of one player: per second, and at once."""

NEWCOMER_RATE, NEWCOMER_BURST = 1.0, 200
"""New identities for one address: per second, and at once."""

MOST_THINKING = 2
"""Hints of one player under way at the same time."""

TABLES_AT_ONCE = 6
"""A sixth of an hour's tables may be made at once."""

HOUR = 3600.0


@dataclass(slots=True)
class RateLimit:
    """A token bucket: `rate` a second are added, up to `most`; each request takes one."""

    rate: float
    most: float
    left: float = field(init=False)
    at: float | None = None

    def __post_init__(self) -> None:
        self.left = self.most

    def take(self, now: float) -> bool:
        if self.at is not None:
            self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class RateLimits:
    """One rate limit per key, such as an address; the least recently used are forgotten."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate = rate
        self._most = most
        self._by_key: OrderedDict[str, RateLimit] = OrderedDict()

    def of(self, key: str) -> RateLimit:
        limit = self._by_key.get(key)
        if limit is None:
            limit = self._by_key[key] = RateLimit(self._rate, self._most)
            if len(self._by_key) > MOST_REMEMBERED:
                self._by_key.popitem(last=False)
        self._by_key.move_to_end(key)
        return limit

    def take(self, key: str, now: float) -> bool:
        return self.of(key).take(now)


class Limits:
    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._most_connections = settings.connections_per_address
        self.commands = RateLimits(settings.commands_per_second, BURST * settings.commands_per_second)
        self._requests = RateLimits(settings.requests_per_second, ADDRESS_BURST * settings.requests_per_second)
        self._newcomers = RateLimits(NEWCOMER_RATE, NEWCOMER_BURST)
        self._tables = RateLimits(settings.tables_per_hour / HOUR, max(1, settings.tables_per_hour / TABLES_AT_ONCE))
        self._chat = RateLimits(CHAT_RATE, CHAT_BURST)
        self._thinking = RateLimits(THINKING_RATE, THINKING_BURST)
        self._thinking_now: Counter[str] = Counter()
        self._connections: Counter[str] = Counter()

    def request(self, address: str | None) -> None:
        """A request or a handshake came from an address; None if from this machine itself."""
        if address is not None and not self._requests.take(address, self._clock()):
            raise RefusedError("too-fast", "too many requests come from your address; slow down")

    def newcomer(self, address: str | None) -> None:
        if address is not None and not self._newcomers.take(address, self._clock()):
            raise RefusedError("too-many", "too many new players come from your address; keep your cookie or token")

    def command(self, player: str) -> None:
        """A player sent a command over HTTP. A session takes from the same rate limit by itself."""
        if not self.commands.take(player, self._clock()):
            raise RefusedError("too-fast", "too many commands; slow down")

    def connection(self, address: str | None) -> AbstractContextManager[None]:
        if address is None:
            return nullcontext()
        if self._connections[address] >= self._most_connections:
            raise RefusedError("too-many", f"your address has {self._most_connections} connections; close some")
        return _counted(self._connections, address)

    def carrying_out(self, player: str, command: Command) -> AbstractContextManager[None]:
        """Check the rate limit of a command's kind, and hold a slot while a hint is found."""
        if isinstance(command, Say) and not self._chat.take(player, self._clock()):
            raise RefusedError("too-fast", "you write faster than anyone can read; wait a moment")
        if isinstance(command, Create | Rematch) and not self._tables.take(player, self._clock()):
            raise RefusedError("too-many", "you have made many tables; wait before you make another")
        if not isinstance(command, Hint):
            return nullcontext()
        if self._thinking_now[player] >= MOST_THINKING:
            raise RefusedError("busy", "wait for the hints you have asked for")
        if not self._thinking.take(player, self._clock()):
            raise RefusedError("too-fast", "you have asked for many hints; wait a moment")
        return _counted(self._thinking_now, player)


@contextmanager
def _counted(counts: Counter[str], key: str) -> Iterator[None]:
    counts[key] += 1
    try:
        yield
    finally:
        counts[key] -= 1
        if not counts[key]:
            del counts[key]


def address_of(scope: MutableMapping[str, Any], trusted_proxies: int) -> str | None:
    """By which address a request is limited: an IPv4 address or an IPv6 network; None on this machine itself.

    X-Forwarded-For is believed only as far as the trusted proxies wrote it: each adds one address at the end.
    """
    client = scope.get("client")
    found = client[0] if client else ""
    if trusted_proxies:
        headers = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
        hops = [hop.strip() for hop in ",".join(headers).split(",") if hop.strip()]
        if hops:
            found = hops[-min(trusted_proxies, len(hops))]
    return _limited_as(found)


def _limited_as(text: str) -> str | None:
    try:
        address = ipaddress.ip_address(text.strip("[]").partition("%")[0])
    except ValueError:
        return text[:64] or None
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    if address.is_loopback:
        return None
    if isinstance(address, ipaddress.IPv6Address):  # one household has a whole network of them
        return str(ipaddress.IPv6Network((int(address) >> 64 << 64, 64)))
    return str(address)
