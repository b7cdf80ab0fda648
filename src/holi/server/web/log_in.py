"""Passkeys and recovery codes: added on one device, used to log in on another."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

from fastapi import Body, Request, Response

from holi.server.devices import about
from holi.server.passkeys import (
    MOST_PASSKEYS,
    Place,
    Purpose,
    answered,
    challenge_in,
    code_digest,
    in_base64,
    new_codes,
    registered,
    wrong,
)
from holi.server.store.passkey_rows import Passkey
from holi.server.table.people import NOBODY, person_of
from holi.server.table.refusals import RefusedError
from holi.server.web.hosts import without_port
from holi.server.web.openapi import Add
from holi.server.web.visitors import Visitors
from holi.server.wire.messages import Me
from holi.server.wire.parts import Part
from holi.server.wire.results import PasskeyList, PasskeyQuestion, RecoveryCodes

if TYPE_CHECKING:
    from holi.server.web.app import Node

Base64 = Annotated[str, Body(pattern=r"^[A-Za-z0-9_-]{1,3000}$")]


class NewPasskey(Part):
    """What an authenticator made, all in base64url."""

    id: Base64
    client_data: Base64
    attestation: Base64


class PasskeyAnswer(Part):
    """What an authenticator signed, all in base64url."""

    id: Base64
    client_data: Base64
    authenticator_data: Base64
    signature: Base64


class RemovedPasskey(Part):
    """The passkey to remove."""

    id: Base64


class RecoveryCode(Part):
    """One of the recovery codes, as it was typed."""

    code: Annotated[str, Body(min_length=1, max_length=40)]


class LogIn:
    def __init__(self, node: Node, visitors: Visitors) -> None:
        self._node = node
        self._visitors = visitors

    def add_to(self, add: Add) -> None:
        add("GET", "/api/me/passkeys", self.passkeys, PasskeyList)
        add("POST", "/api/me/passkeys/question", self.ask_for_new, PasskeyQuestion, 403, 409)
        add("POST", "/api/me/passkeys/add", self.add_passkey, PasskeyList, 403, 409)
        add("POST", "/api/me/passkeys/remove", self.remove, PasskeyList, 403, 404)
        add("POST", "/api/me/recovery-codes", self.recovery_codes, RecoveryCodes, 403)
        add("POST", "/api/log-in/question", self.ask, PasskeyQuestion, 403, 409)
        add("POST", "/api/log-in/passkey", self.by_passkey, Me, 403, 409)
        add("POST", "/api/log-in/code", self.by_code, Me, 403)

    async def passkeys(self, request: Request) -> Response:
        """My passkeys, and how many recovery codes are left."""
        known = self._visitors.known(request)
        return await self._listed(None if known is None else known.player)

    async def _listed(self, player: str | None) -> Response:
        rows = self._node.passkey_rows
        found = [] if player is None else await rows.of(player)
        shown = ("id", "made", "used", "about")
        passkeys = [{name: getattr(each, name) for name in shown} for each in found]
        left = 0 if player is None else await rows.codes_left(player)
        return self._visitors.json({"passkeys": passkeys, "codes_left": left})

    async def ask_for_new(self, request: Request) -> Response:
        """What an authenticator needs to make a passkey for me."""
        known, place = self._visitors.logged_in(request), place_of(request)
        own = await self._node.passkey_rows.of(known.player)
        if len(own) >= MOST_PASSKEYS:
            raise RefusedError("too-many", f"you have {MOST_PASSKEYS} passkeys; remove one first")
        return self._visitors.json(
            {
                "challenge": self._node.challenges.make("add", known.device),
                "host": place.host,
                "user": in_base64(person_of(known.player).encode()),
                "name": await self._node.store.name_of(known.player) or NOBODY,
                "known": [each.id for each in own],
            }
        )

    async def add_passkey(self, request: Request, body: NewPasskey) -> Response:
        """Keep a passkey that my authenticator has made."""
        known, place = self._visitors.logged_in(request), place_of(request)
        challenge, spend = self._challenge(body.client_data, "add", known.device)
        fields = (body.id, body.client_data, body.attestation, challenge, place)
        made = await asyncio.to_thread(registered, *fields)
        await spend()
        now, where = self._node.now(), about(request.scope["headers"])
        if not await self._node.passkey_rows.add(Passkey(body.id, known.player, *made, now, None, where)):
            raise wrong()
        return await self._listed(known.player)

    async def remove(self, request: Request, body: RemovedPasskey) -> Response:
        """Remove one of my passkeys."""
        known = self._visitors.logged_in(request)
        if not await self._node.passkey_rows.remove(known.player, body.id):
            raise RefusedError("not-found", "you have no such passkey")
        return await self._listed(known.player)

    async def recovery_codes(self, request: Request) -> Response:
        """Ten codes, shown this once, each of which logs me in once; those before are worth nothing."""
        known = self._visitors.logged_in(request)
        codes = new_codes()
        await self._node.passkey_rows.new_codes(known.player, [code_digest(code) for code in codes])
        return self._visitors.json({"codes": codes})

    async def ask(self, request: Request) -> Response:
        """What an authenticator needs to log me in; the browser gets an identity first, if it has none."""
        place, visitor = place_of(request), self._visitors.visitor(request)
        self._node.limits.command(visitor.player)
        question = {"challenge": self._node.challenges.make("log-in", visitor.known.device), "host": place.host}
        shown = {"user": "", "name": "", "known": []}
        return self._visitors.json({**question, **shown}, visitor if visitor.new else None)

    async def by_passkey(self, request: Request, body: PasskeyAnswer) -> Response:
        """Log in by a passkey; the identity I had is left behind."""
        place, known = place_of(request), self._visitors.known(request)
        with self._node.limits.guessing(self._visitors.address(request)):
            challenge, spend = self._challenge(body.client_data, "log-in", "" if known is None else known.device)
            passkey = await self._node.passkey_rows.get(body.id)
            if passkey is None:
                raise wrong()
            answer = {
                "clientDataJSON": body.client_data,
                "authenticatorData": body.authenticator_data,
                "signature": body.signature,
            }
            key = {"public_key": passkey.public_key, "uses": passkey.uses}
            uses = await asyncio.to_thread(answered, body.id, answer, challenge, place, **key)  # type: ignore[arg-type]
            await spend()
        await self._node.passkey_rows.used(passkey.id, uses, self._node.now())
        return await self._visitors.welcome(request, passkey.player)

    async def by_code(self, request: Request, body: RecoveryCode) -> Response:
        """Log in by a recovery code, which is used up; the identity I had is left behind."""
        with self._node.limits.guessing(self._visitors.address(request)):
            player = await self._node.passkey_rows.take_code(code_digest(body.code))
            if player is None:
                raise wrong()
        return await self._visitors.welcome(request, player)

    def _challenge(
        self, client_data: str, purpose: Purpose, device: str
    ) -> tuple[bytes, Callable[[], Awaitable[None]]]:
        """The challenge that is answered, if it is ours, and what uses it up once the answer is found good."""
        challenge = challenge_in(client_data)
        expires = self._node.challenges.expiry(challenge, purpose, device)
        if expires is None:
            raise wrong()

        async def spend() -> None:
            if not await self._node.passkey_rows.spend(sha256(challenge).hexdigest(), expires, self._node.now()):
                raise wrong()

        return challenge, spend


def place_of(request: Request) -> Place:
    """Where the page is that asks. The guard has checked its origin, and that the host is one of our names."""
    origin, host = request.headers.get("origin", "").lower(), request.headers.get("host", "").lower()
    name = without_port(host)
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        if name and urlsplit(origin).netloc == host:
            return Place(name, origin)
    raise RefusedError("no-passkeys", "passkeys belong to the name of a server; open its own page, by its name")
