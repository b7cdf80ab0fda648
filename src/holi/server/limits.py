"""How much one client may ask for: by identity, by address, and by what is asked."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any

from holi.server.costs import Costs, Prices
from holi.server.settings import Settings
from holi.server.table.refusals import RefusedError
from holi.server.wire.commands import Create, Find, Hint, Rematch, Say
from holi.server.wire.parts import Command

LIMITED = (Say, Create, Find, Rematch, Hint)
WRONG_CODE = ("no-log-in", "no-table", "no-transfer")
OWN_MACHINE = ("127.0.0.1", "::1")
"""Programs beside the server; other loopback addresses are limited like any, which tests of attacks make use of."""

MOST_REMEMBERED = 10_000
LARGEST_MESSAGE = 4096
"""Bytes of a request's body or of a WebSocket message; the largest honest one, with a deck of its own, has 2,000."""

SMALL_MESSAGE = 768
LARGER: Mapping[str, int] = dict.fromkeys(("create", "say", "add", "passkey"), LARGEST_MESSAGE)
"""Bytes of a command by its kind: a deck, 300 characters written as escapes, what a passkey signs; others are short."""

MOST_ITEMS = 64
"""Fields and elements of a command, in all its parts; a table with a deck of its own has 40."""

PRICES = Prices(
    light=0.01, light_decay=0.01, deep=1.0, deep_decay=0.1, share=0.5, slots=4,
    byte=20e-9, message=20e-6, failure=1e-3, most_remembered=MOST_REMEMBERED,
)  # fmt: skip
"""A move costs half a millisecond: twenty a second keep an address light, and two hundred keep it welcome."""

BURST = 3
"""Seconds' worth of commands that may come at once."""

ADDRESS_BURST = 10
"""The same for addresses; larger, because a whole school may share one."""

CHAT_RATE, CHAT_BURST = 0.5, 6
"""Lines of chat of one player: per second, and at once."""

THINKING_RATE, THINKING_BURST = 0.25, 10
"""Hints of one player: per second, and at once."""

ADDRESS_CHAT_RATE, ADDRESS_CHAT_BURST = 2.0, 20
"""Lines of chat from one address."""

SPECTATOR_CHAT_RATE, SPECTATOR_CHAT_BURST = 0.5, 6
"""Lines of chat of all who only look on at one table, together."""

LISTED_RATE, LISTED_BURST = 20 / 3600.0, 10
"""Tables in the public list from one address: per second, and at once."""

ADDRESS_TABLES = 5
"""An address may make so many times the tables of one player."""

GUESS_RATE, GUESS_BURST = 1 / 30, 20
"""Codes that one address may get wrong: per second, and at once (docs/decisions/0024-cost-is-what-is-limited.md)."""

POLLS_EACH_ADDRESS = 200
"""Requests of one address that wait for changes."""

NEWCOMER_RATE, NEWCOMER_BURST = 1.0, 200
"""New identities for one address: per second, and at once."""

ACCOUNT_RATE, ACCOUNT_BURST = 1 / 60, 30
"""Times that one player, and one address, may log out devices or ask for all their data: per second, and at once."""

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
        if not self.has(now):
            return False
        self.left -= 1
        return True

    def has(self, now: float) -> bool:
        if self.at is not None:
            self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        return self.left >= 1


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
    """What may be done how often. Addresses are None on this machine itself, which is not limited."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.costs = Costs(PRICES, clock)
        self.check_address: Callable[[str | None], None] = lambda _: None
        """Refuses addresses that are banned."""
        self._most_connections = settings.connections_per_address
        self.commands = RateLimits(settings.commands_per_second, BURST * settings.commands_per_second)
        self._requests = RateLimits(settings.requests_per_second, ADDRESS_BURST * settings.requests_per_second)
        self._newcomers = RateLimits(NEWCOMER_RATE, NEWCOMER_BURST)
        tables = settings.tables_per_hour
        self._tables = RateLimits(tables / HOUR, max(1, tables / TABLES_AT_ONCE))
        self._tables_at = RateLimits(ADDRESS_TABLES * tables / HOUR, max(1, ADDRESS_TABLES * tables / TABLES_AT_ONCE))
        self._listed_at = RateLimits(LISTED_RATE, LISTED_BURST)
        self._chat = RateLimits(CHAT_RATE, CHAT_BURST)
        self._chat_at = RateLimits(ADDRESS_CHAT_RATE, ADDRESS_CHAT_BURST)
        self._spectators = RateLimits(SPECTATOR_CHAT_RATE, SPECTATOR_CHAT_BURST)
        self._guesses = RateLimits(GUESS_RATE, GUESS_BURST)
        self._accounts = RateLimits(ACCOUNT_RATE, ACCOUNT_BURST)
        self._thinking = RateLimits(THINKING_RATE, THINKING_BURST)
        self._thinking_now: Counter[str] = Counter()
        self._connections: Counter[str] = Counter()
        self._polls: Counter[str] = Counter()

    def request(self, address: str | None) -> None:
        """A request or a handshake came from an address."""
        self.check_address(address)
        if address is None:
            return
        payer = self.costs.payer(address)
        payer.message(0)
        if payer.deep or not self._requests.take(address, self._clock()):
            raise RefusedError("too-fast", "too many requests come from your address; slow down")

    def newcomer(self, address: str | None) -> None:
        if not _take(self._newcomers, address, self._clock()):
            raise RefusedError("too-many", "too many new players come from your address; keep your cookie or token")

    def command(self, player: str) -> None:
        """A player sent a command over HTTP. A session takes from the same rate limit by itself."""
        if not self.commands.take(player, self._clock()):
            raise RefusedError("too-fast", "too many commands; slow down")

    def account(self, player: str, address: str | None) -> None:
        now = self._clock()
        if not (self._accounts.take(player, now) and _take(self._accounts, address, now)):
            raise RefusedError("too-fast", "you have changed much about your account; wait a minute")

    def connection(self, address: str | None) -> AbstractContextManager[None]:
        if address is None:
            return nullcontext()
        if self._connections[address] >= self._most_connections:
            raise RefusedError("too-many", f"your address has {self._most_connections} connections; close some")
        return _counted(self._connections, address)

    def polling(self, address: str | None) -> AbstractContextManager[None]:
        if address is None:
            return nullcontext()
        if self._polls[address] >= POLLS_EACH_ADDRESS:
            raise RefusedError("too-many", "too many requests of your address wait for changes; connect by WebSocket")
        return _counted(self._polls, address)

    @contextmanager
    def guessing(self, address: str | None) -> Iterator[None]:
        """A code is looked up; an address that gets too many wrong may look up none for a while."""
        guesses = None if address is None else self._guesses.of(address)
        if guesses is not None and not guesses.has(self._clock()):
            raise RefusedError("too-fast", "too many wrong codes come from your address; wait a minute")
        try:
            yield
        except RefusedError as refusal:
            if guesses is not None and refusal.code in WRONG_CODE:
                guesses.take(self._clock())
            raise

    def carrying_out(
        self, player: str, command: Command, address: str | None = None, *, spectator: bool = False
    ) -> AbstractContextManager[None]:
        """Check the rate limit of a command's kind, and hold a slot while a hint is found."""
        now = self._clock()
        if isinstance(command, Find):
            return self.guessing(address)
        if isinstance(command, Say):
            crowd = not spectator or self._spectators.take(command.table, now)
            if not (crowd and self._chat.take(player, now) and _take(self._chat_at, address, now)):
                raise RefusedError("too-fast", "more is written than anyone can read; wait a moment")
        if isinstance(command, Create | Rematch):
            listed = isinstance(command, Create) and command.settings.listed
            if listed and not _take(self._listed_at, address, now):
                raise RefusedError("too-many", "your address has listed many tables; make one that is not listed")
            if not (self._tables.take(player, now) and _take(self._tables_at, address, now)):
                raise RefusedError("too-many", "you have made many tables; wait before you make another")
        if not isinstance(command, Hint):
            return nullcontext()
        if self._thinking_now[player] >= MOST_THINKING:
            raise RefusedError("busy", "wait for the hints you have asked for")
        if not self._thinking.take(player, now):
            raise RefusedError("too-fast", "you have asked for many hints; wait a moment")
        return _counted(self._thinking_now, player)


def _take(limits: RateLimits, address: str | None, now: float) -> bool:
    return address is None or limits.take(address, now)


def check_size(kind: str | None, size: int) -> None:
    """Refuse a command that is larger than its kind ever needs to be."""
    most = LARGER.get(kind or "", SMALL_MESSAGE)
    if size > most:
        raise RefusedError("invalid", f"such a command has at most {most} bytes")


def check_items(data: Any) -> None:
    """Refuse data of many parts before they are looked at one by one."""
    left, parts = MOST_ITEMS, [data]
    while parts:
        part = parts.pop()
        if isinstance(part, dict | list):
            left -= len(part)
            if left < 0:
                raise RefusedError("invalid", f"a command has at most {MOST_ITEMS} fields and elements")
            parts += part.values() if isinstance(part, dict) else part


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
    if str(address) in OWN_MACHINE:
        return None
    if isinstance(address, ipaddress.IPv6Address):  # one household has a whole network of them
        return str(ipaddress.IPv6Network((int(address) >> 64 << 64, 64)))
    return str(address)
