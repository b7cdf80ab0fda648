"""The door of a node: TCP connections as soon as accepted, counted by address and in all, each state with its time.

Descriptors are kept in reserve for the database, its files and the bots. When the house is full, a newcomer takes the
place of a connection of the address that has most: of one that has asked for nothing yet, if there is one.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from typing import Protocol

from holi.server.costs import Payer
from holi.server.limits import Limits, address_of
from holi.server.settings import Settings

RESERVED_DESCRIPTORS = 128
EACH_WEBSOCKET = 2
"""An address may have so many connections for each WebSocket that it may have: pages are loaded too."""

HEAD_SECONDS = 10.0
"""How long a request's head may take, from the connection or from the end of the answer before."""

REQUEST_SECONDS = 60.0
"""How long a request may take in all: its body, the wait for changes, and the client's reading of the answer."""


class Guest(Protocol):
    """A connection as the door knows it."""

    peer: str
    since: float
    """When its present state began."""

    @property
    def proven(self) -> bool:
        """Whether it has sent a whole request, or a whole message after the handshake."""

    def overdue(self, now: float) -> bool:
        """Whether it has been in its present state for too long."""

    def turn_out(self) -> None: ...


class Door:
    def __init__(self, settings: Settings, limits: Limits, turned_away: Callable[[str, str | None], None]) -> None:
        self._limits = limits
        self._turned_away = turned_away
        # Behind a proxy all come from one address; there WebSockets alone are counted, by whom it names.
        self._most_each = None if settings.trusted_proxies else EACH_WEBSOCKET * settings.connections_per_address
        self._guests: dict[str, dict[Guest, None]] = {}
        self._count = 0
        self._watchman: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return self._count

    def start(self) -> None:
        self._watchman = asyncio.create_task(self._watch(), name="slow connections")

    def stop(self) -> None:
        if self._watchman is not None:
            self._watchman.cancel()

    def enter(self, guest: Guest) -> bool:
        """Let a connection in, or say that it must be closed."""
        address = address_of({"client": (guest.peer, 0)}, 0)
        payer = self._payer(address)
        payer.message(0)
        here = self._guests.get(guest.peer, {})
        crowded = address is not None and self._most_each is not None and len(here) >= self._most_each
        if payer.deep or crowded or (self._full and not self._make_room(guest.peer)):
            self._turned_away("too-many", address)
            return False
        self._guests.setdefault(guest.peer, {})[guest] = None
        self._count += 1
        return True

    @property
    def _full(self) -> bool:
        return self._count >= descriptors() - RESERVED_DESCRIPTORS

    def replace(self, guest: Guest, by: Guest) -> None:
        """A connection has become a WebSocket."""
        here = self._guests.get(guest.peer, {})
        if guest in here:
            del here[guest]
            here[by] = None

    def refused(self, guest: Guest) -> None:
        """What a connection sent could not be read."""
        address = address_of({"client": (guest.peer, 0)}, 0)
        self._payer(address).failure()
        self._turned_away("too-large", address)

    def leave(self, guest: Guest) -> None:
        here = self._guests.get(guest.peer)
        if here is not None and here.pop(guest, guest) is None:
            self._count -= 1
            if not here:
                del self._guests[guest.peer]

    def _payer(self, address: str | None) -> Payer:
        return self._limits.costs.payer(None if self._most_each is None else address)

    def _make_room(self, peer: str) -> bool:
        """Turn out one of the address that has most, unless the newcomer comes from there and all have proven well."""
        most = max(self._guests, key=lambda each: len(self._guests[each]))
        guests = self._guests[most]
        found = next((guest for guest in guests if not guest.proven), None)
        if found is None:  # of any other address, then
            found = next((guest for each in self._guests.values() for guest in each if not guest.proven), None)
        if found is None and len(guests) > len(self._guests.get(peer, ())) + 1:
            found = min(guests, key=lambda guest: guest.since)
        if found is None:
            return False
        self._turned_away("too-many", address_of({"client": (found.peer, 0)}, 0))
        self.leave(found)
        found.turn_out()
        return True

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(1)
            now = time.monotonic()
            for peer, guests in list(self._guests.items()):
                for guest in [guest for guest in guests if guest.overdue(now)]:
                    self._turned_away("too-slow", address_of({"client": (peer, 0)}, 0))
                    guest.turn_out()


def descriptors() -> int:
    """How many files and connections this process may have open."""
    if sys.platform == "win32":
        return 1 << 20
    import resource

    most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return 1 << 20 if most == resource.RLIM_INFINITY else most


def raise_descriptors() -> None:
    """Have as many as the system lets us."""
    if sys.platform != "win32":
        import resource

        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
