"""The devices on which players are logged in: noted when they are seen, listed, logged out."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable

from holi.server.identity import RENEWED_AFTER, TOKEN_SECONDS, Identities, Known
from holi.server.live.bus import Bus
from holi.server.store.device_rows import Device, DeviceRows
from holi.server.table.refusals import RefusedError

log = logging.getLogger(__name__)

ROUND_SECONDS = 1.0
"""How often what was seen is written, and looked for devices that other nodes have logged out."""

LOOKING_BACK = 60_000
"""Milliseconds by which another node's clock may be behind."""

MOST_WAITING = 20_000
MOST_TOGETHER = 500
MOST_REMEMBERED = 20_000

FORGET_ROUNDS = 3600

BROWSERS = (("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/|FxiOS", "Firefox"), ("SamsungBrowser", "Samsung Internet"),
            ("Chrome/|CriOS", "Chrome"), ("Safari/", "Safari"))  # fmt: skip
SYSTEMS = (("Android", "Android"), ("iPhone|iPad", "iOS"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
           ("Mac OS", "macOS"), ("Linux", "Linux"))  # fmt: skip


class Devices:
    def __init__(self, rows: DeviceRows, bus: Bus, now: Callable[[], int], close: Callable[[str], None]) -> None:
        """`close` ends the connections of a device, or of a player."""
        self._rows = rows
        self._bus = bus
        self._now = now
        self._close = close
        self._identities = Identities("")
        self._noted: OrderedDict[str, int] = OrderedDict()
        """By device: when it was last noted."""
        self._waiting: dict[str, Device] = {}
        self._task: asyncio.Task[None] | None = None

    async def start(self, identities: Identities) -> None:
        self._identities = identities
        identities.ended.update(await self._rows.ended_since(self._now() - TOKEN_SECONDS * 1000))
        self._task = asyncio.create_task(self._run(), name="devices")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            try:
                await self._write()
            except RefusedError as refusal:
                log.warning("devices were not noted: %s", refusal)

    def seen(self, known: Known, headers: Iterable[tuple[bytes, bytes]]) -> None:
        """A device has shown its token; this is written at most once a day."""
        now = self._now()
        before = self._noted.get(known.device)
        if (before is not None and now - before < RENEWED_AFTER * 1000) or len(self._waiting) >= MOST_WAITING:
            return
        self._noted[known.device] = now
        self._noted.move_to_end(known.device)
        if len(self._noted) > MOST_REMEMBERED:
            self._noted.popitem(last=False)
        made = known.made * 1000 or now
        self._waiting[known.device] = Device(known.device, known.player, made, now, about(headers))

    async def of(self, player: str) -> list[Device]:
        await self._write()
        return await self._rows.of(player)

    async def log_out(self, player: str, device: str) -> None:
        await self._write()
        if not await self._end(await self._rows.end(player, self._now(), only=device)):
            raise RefusedError("not-found", "you are not logged in on such a device")

    async def log_out_others(self, player: str, device: str) -> int:
        await self._write()
        return await self._end(await self._rows.end(player, self._now(), but=device))

    async def erase(self, player: str) -> None:
        """Log out a player for good: no token of theirs is believed, not even one that no device has shown yet."""
        for device in [each for each, waiting in self._waiting.items() if waiting.player == player]:
            del self._waiting[device]
        await self._rows.erase(player, self._now())
        await self._end([player])

    async def _end(self, devices: list[str]) -> int:
        new = set(devices) - self._identities.ended
        self._identities.ended |= new
        for device in new:
            self._close(device)
        return len(devices)

    async def _run(self) -> None:
        rounds = 0
        while True:
            await asyncio.sleep(ROUND_SECONDS)
            try:
                await self._write()
                if not self._bus.alone:
                    await self._end(await self._rows.ended_since(self._now() - LOOKING_BACK))
                if rounds % FORGET_ROUNDS == 0:
                    await self._rows.forget(self._now() - (TOKEN_SECONDS + RENEWED_AFTER) * 1000)
                rounds += 1
            except RefusedError as refusal:
                log.warning("devices were not noted: %s", refusal)
            except Exception:
                log.exception("noting devices failed; it is tried again")

    async def _write(self) -> None:
        while self._waiting:
            some = list(self._waiting.values())[:MOST_TOGETHER]
            await self._rows.note(some)
            for device in some:
                self._waiting.pop(device.id, None)


def about(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """What a device is, by the family of its browser: `Firefox on Linux`; empty if it is none that we know."""
    agent = next((value.decode("latin-1")[:400] for name, value in headers if name == b"user-agent"), "")
    browser = _first(BROWSERS, agent)
    system = _first(SYSTEMS, agent)
    return f"{browser} on {system}" if browser and system else browser or system


def _first(families: Iterable[tuple[str, str]], agent: str) -> str:
    return next((name for pattern, name in families if re.search(pattern, agent)), "")
