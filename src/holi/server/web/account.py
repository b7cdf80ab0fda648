"""What a player does about their own identity: move it, log out devices, take their data, erase themselves."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from fastapi import Body, Request, Response

from holi.server.identity import TRANSFER_SECONDS, Known, transfer_digest
from holi.server.store.device_rows import Device
from holi.server.store.personal import words_of
from holi.server.store.store import answering
from holi.server.table.people import person_of
from holi.server.table.refusals import RefusedError
from holi.server.web.openapi import Add
from holi.server.web.visitors import Visitors
from holi.server.wire.messages import Me
from holi.server.wire.parts import Part
from holi.server.wire.results import DeviceList, Erased, Export, LoggedOut, Transfer

if TYPE_CHECKING:
    from holi.server.web.app import Node

MOST_EXPORTED = 100_000


class Claim(Part):
    """The transfer code that another device was given."""

    code: Annotated[str, Body(pattern=r"^[A-Za-z0-9_-]{24}$")]


class LogOut(Part):
    """The device to log out."""

    device: Annotated[str, Body(pattern=r"^[0-9a-f]{16}$")]


class Account:
    def __init__(self, node: Node, visitors: Visitors) -> None:
        self._node = node
        self._visitors = visitors

    def add_to(self, add: Add) -> None:
        add("POST", "/api/me/transfer", self.transfer, Transfer, 403)
        add("POST", "/api/me/claim", self.claim, Me, 403, 404)
        add("GET", "/api/me/devices", self.devices, DeviceList)
        add("POST", "/api/me/log-out", self.log_out, LoggedOut, 403, 404)
        add("POST", "/api/me/log-out-others", self.log_out_others, LoggedOut, 403)
        add("GET", "/api/me/export", self.export, Export, 403)
        add("POST", "/api/me/erase", self.erase, Erased, 403)

    async def transfer(self, request: Request) -> Response:
        """A code that moves my identity to another device: once, within ten minutes."""
        visitor = self._visitors.visitor(request)
        self._node.limits.command(visitor.player)
        code, now = secrets.token_urlsafe(18), self._node.now()
        expires = now + TRANSFER_SECONDS * 1000
        await self._node.store.keep_transfer(transfer_digest(code), visitor.player, expires, now)
        made = {"code": code, "link": f"/settings#transfer={code}", "expires": expires}
        return self._visitors.json(made, visitor if visitor.new else None)

    async def claim(self, request: Request, body: Claim) -> Response:
        """Take over the identity that a transfer code was made for; the one I had is left behind."""
        with self._node.limits.guessing(self._visitors.address(request)):
            player = await self._node.store.take_transfer(transfer_digest(body.code), self._node.now())
            if player is None:
                wrong = "the code was used or has run out; ask for a new one on the other device"
                raise RefusedError("no-transfer", wrong)
        return await self._visitors.welcome(request, player)

    # On which devices

    async def devices(self, request: Request) -> Response:
        """Where I am logged in."""
        known = self._visitors.known(request)
        found = [] if known is None else await self._node.devices.of(known.player)
        return self._visitors.json({"devices": device_views(found, known)})

    async def log_out(self, request: Request, body: LogOut) -> Response:
        """Log out one of my devices: its token is worth nothing from now on, and its connections are closed."""
        known = self._visitors.logged_in(request)
        await self._node.devices.log_out(known.player, body.device)
        response = self._visitors.json({"devices": 1})
        return self._visitors.farewell(response) if body.device == known.device else response

    async def log_out_others(self, request: Request) -> Response:
        """Log out all my devices but this one."""
        known = self._visitors.logged_in(request)
        return self._visitors.json({"devices": await self._node.devices.log_out_others(known.player, known.device)})

    # All of it

    async def export(self, request: Request) -> Response:
        """All that the server keeps about me; records of games by link."""
        known = self._visitors.logged_in(request)
        player = known.player
        tables = await self._node.service.tables_of(player, MOST_EXPORTED)
        with answering():
            words = await words_of(self._node.store.engine, player)
        data = {
            "person": person_of(player),
            "name": await self._node.store.name_of(player),
            **words,
            "passkeys": [each.made for each in await self._node.passkey_rows.of(player)],
            "devices": device_views(await self._node.devices.of(player), known),
            "tables": tables,
            "records": [f"/api/tables/{line['table']}/record" for line in tables if line["phase"] == "over"],
        }
        response = self._visitors.json(data)
        response.headers["Content-Disposition"] = 'attachment; filename="holi-my-data.json"'
        return response

    async def erase(self, request: Request) -> Response:
        """Erase me: my name and words go everywhere, my games stay without them, and no device is logged in."""
        player = self._visitors.logged_in(request).player
        await self._node.eraser.at_tables(player)
        await self._node.eraser.in_database(player)
        await self._node.devices.erase(player)
        await self._node.eraser.in_database(player)  # what came meanwhile
        return self._visitors.farewell(self._visitors.json({"erased": True}))


def device_views(devices: Sequence[Device], known: Known | None) -> list[dict[str, object]]:
    own = None if known is None else known.device
    shown = ("id", "made", "seen", "about")
    return [{**{name: getattr(each, name) for name in shown}, "current": each.id == own} for each in devices]
