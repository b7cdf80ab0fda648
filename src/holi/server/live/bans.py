"""What an administrator decides beside a running server: bans and deleted tables, looked for every few seconds."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from collections.abc import Callable
from contextlib import suppress

from holi.server.store import order
from holi.server.store.store import Store, answering
from holi.server.table.refusals import RefusedError

log = logging.getLogger(__name__)

LOOK_SECONDS = 2.0
"""Every node looks this often by itself, so that it does not matter whether nodes hear of each other."""

MOST_REMEMBERED = 10_000

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Bans:
    def __init__(self, store: Store, now: Callable[[], int], on_change: Callable[[], None]) -> None:
        """`on_change` hears when an administrator has changed something, after the bans were read."""
        self._store = store
        self._now = now
        self._on_change = on_change
        self._seen: str | None = None
        self._players: dict[str, order.Ban] = {}
        self._networks: list[tuple[Network, order.Ban]] = []
        self._by_address: dict[str, list[order.Ban]] = {}
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self.look()
        self._task = asyncio.create_task(self._look_now_and_then(), name="bans")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _look_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.look()
            except RefusedError as refusal:
                log.warning("no bans were looked for: %s", refusal)
            except Exception:
                log.exception("looking for bans failed; it is tried again")

    async def look(self) -> None:
        with answering():
            change = await order.last_change(self._store.engine)
            if change == self._seen:
                return
            bans = await order.bans(self._store.engine)
        self._players = {ban.who: ban for ban in bans}
        self._networks = [(ipaddress.ip_network(ban.who), ban) for ban in bans if "/" in ban.who]
        self._by_address.clear()
        self._seen = change
        self._on_change()

    def check(self, player: str, address: str | None) -> None:
        self.check_player(player)
        self.check_address(address)

    def check_player(self, player: str) -> None:
        ban = self._players.get(player)
        if ban is not None:
            self._refuse([ban])

    def check_address(self, address: str | None) -> None:
        """Refuse a banned address, or network of addresses; None is this machine itself."""
        if not self._networks or address is None:
            return
        found = self._by_address.get(address)
        if found is None:
            if len(self._by_address) >= MOST_REMEMBERED:
                self._by_address.clear()
            found = self._by_address[address] = self._found(address)
        self._refuse(found)

    def _found(self, address: str) -> list[order.Ban]:
        try:
            whole = ipaddress.ip_network(address)
        except ValueError:
            return []
        return [ban for network, ban in self._networks if network.version == whole.version and network.overlaps(whole)]

    def _refuse(self, bans: list[order.Ban]) -> None:
        for ban in bans:
            if ban.expires is None or ban.expires > self._now():
                raise RefusedError("banned", "the administrator of this server has banned you")
