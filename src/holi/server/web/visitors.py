"""Who asks over HTTP, and how they are told who they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from fastapi import Request, Response
from pydantic_core import to_json

from holi.server.identity import Known, cookie_header, of_browser, shown_token
from holi.server.limits import address_of
from holi.server.table.refusals import RefusedError
from holi.server.web.openapi import JSON

if TYPE_CHECKING:
    from holi.server.web.app import Node


class Visitor(NamedTuple):
    """Who sent a request; `new` if the client does not have this token yet."""

    known: Known
    new: bool

    @property
    def player(self) -> str:
        return self.known.player


class Visitors:
    def __init__(self, node: Node) -> None:
        self._node = node

    def player(self, request: Request) -> str | None:
        known = self.known(request)
        return None if known is None else known.player

    def known(self, request: Request) -> Known | None:
        headers = request.scope["headers"]
        shown = shown_token(headers, self._node.settings.secure_cookies)
        known = None if shown is None else self._node.identities.known(shown.token)
        if known is not None:
            self._node.devices.seen(known, headers)
        return known

    def address(self, request: Request) -> str | None:
        return address_of(request.scope, self._node.settings.trusted_proxies)

    def visitor(self, request: Request) -> Visitor:
        known = self.known(request)
        if known is not None:
            renewed = self._node.identities.renewed(known)
            return Visitor(renewed, new=renewed != known)
        self._node.limits.newcomer(self.address(request))
        return Visitor(self._node.identities.new(), new=True)

    def logged_in(self, request: Request) -> Known:
        """Who asks for something that concerns their whole account, which nobody does often."""
        known = self.known(request)
        if known is None:
            raise RefusedError("not-allowed", "you are not logged in")
        self._node.limits.command(known.player)
        self._node.limits.account(known.player, self.address(request))
        return known

    async def welcome(self, request: Request, player: str) -> Response:
        """Somebody has proved who they are: this is a device of theirs from now on."""
        known = self._node.identities.new(player)
        self._node.devices.seen(known, request.scope["headers"])  # listed, and logged out with others, from now on
        return await self.me(request, Visitor(known, new=True))

    def farewell(self, response: Response) -> Response:
        """Let the browser forget its cookie."""
        response.headers["Set-Cookie"] = cookie_header("", self._node.settings.secure_cookies)
        return response

    async def me(self, request: Request, visitor: Visitor) -> Response:
        """With the token or with the cookie, never with both, so that no script gets the token of a cookie."""
        name = await self._node.store.name_of(visitor.player)
        if of_browser(request.scope["headers"]):
            return self.json({"name": name, "token": None}, visitor)
        return self.json({"name": name, "token": self._node.identities.token(visitor.known)})

    def json(self, data: Any, remember: Visitor | None = None) -> Response:
        """A JSON answer; with the visitor's cookie if `remember` is given."""
        response = Response(to_json(data), media_type=JSON)
        if remember is not None:
            token = self._node.identities.token(remember.known)
            response.headers["Set-Cookie"] = cookie_header(token, self._node.settings.secure_cookies)
        return response
