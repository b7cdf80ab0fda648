"""Under which names the server may be asked for, and proxies that nobody announced."""

from __future__ import annotations

import ipaddress
import logging
import socket
from collections.abc import MutableMapping
from typing import Any

from holi.game.errors import quoted
from holi.server.settings import Settings
from holi.server.table.refusals import RefusedError

log = logging.getLogger(__name__)

LOOPBACK = "localhost"
PROXIES_SAY = (b"x-forwarded-for", b"forwarded")


class Hosts:
    """The names in `Host` that are ours.

    A page of another site can have its own name point to this machine (DNS rebinding), and then counts as ours for a
    browser; but it cannot choose what the browser sends as `Host`. Addresses in numbers cannot be pointed elsewhere.
    """

    def __init__(self, settings: Settings) -> None:
        machine = socket.gethostname().lower()
        own = {machine, machine.partition(".")[0]}
        announced = {name.lower().rstrip(".") for name in (*(settings.public_name or ()), settings.host)}
        self._known = announced | own | {f"{name}.local" for name in own} | {LOOPBACK}
        self._told = False

    def check(self, scope: MutableMapping[str, Any]) -> None:
        for name, value in scope["headers"]:
            if name == b"host" and not self._ours(host := without_port(value.decode("latin-1"))):
                sentence = (
                    f"this server is not known as {quoted(host)}; if that is its name, start it with --public-name or "
                    "HOLI_PUBLIC_NAME"
                )
                if not self._told:
                    self._told = True
                    log.warning("%s (told once)", sentence)
                raise RefusedError("not-allowed", sentence)

    def _ours(self, host: str) -> bool:
        if host in self._known or host.endswith(f".{LOOPBACK}"):
            return True
        try:
            ipaddress.ip_address(host.strip("[]"))
        except ValueError:
            return not host
        return True


def without_port(host: str) -> str:
    name, colon, port = host.strip().rpartition(":")
    found = name if colon and (port.isdigit() or not port) and (":" not in name or name.endswith("]")) else host
    return found.strip().lower().rstrip(".")


class UnannouncedProxy:
    """Warns, once, if a proxy seems to be in front that the host has not told of."""

    def __init__(self, settings: Settings) -> None:
        self._looking = settings.trusted_proxies == 0

    def look(self, scope: MutableMapping[str, Any]) -> None:
        if self._looking and any(name in PROXIES_SAY for name, _ in scope["headers"]):
            self._looking = False
            log.warning(
                "a request came through a proxy, but --trusted-proxies is 0, so everybody behind it counts as one "
                "address and limits by address do not work; set --trusted-proxies or HOLI_TRUSTED_PROXIES to the "
                "number of proxies in front (told once)"
            )
