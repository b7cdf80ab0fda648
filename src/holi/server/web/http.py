"""HTTP: a twin of every command, what is only read, and the page. Answers are the bytes that a WebSocket would get."""

from __future__ import annotations

import inspect
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from fastapi import Body, FastAPI, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import create_model
from pydantic_core import to_json
from starlette.exceptions import HTTPException
from starlette.routing import Match

from holi.server.identity import TRANSFER_SECONDS, Known, cookie_header, of_browser, shown_token, transfer_digest
from holi.server.limits import address_of
from holi.server.metrics import CONTENT_TYPE
from holi.server.table.refusals import RefusedError
from holi.server.web.built import BUILT
from holi.server.web.openapi import JSON, Catalogue, text_answers
from holi.server.web.page import Page
from holi.server.web.polling import LONGEST_WAIT
from holi.server.web.security import Receive, Scope, Send, problem
from holi.server.wire.commands import TWINS
from holi.server.wire.messages import Me, Sync
from holi.server.wire.parts import Command, Part, TableCommand, TableId
from holi.server.wire.results import (
    Changes,
    ChatLines,
    DeviceList,
    Health,
    LoggedOut,
    TableList,
    Transfer,
    done_of,
    name_of,
)

if TYPE_CHECKING:
    from holi.server.web.app import Node

log = logging.getLogger(__name__)

LARGEST_NUMBER = 2**31 - 1

Endpoint = Callable[..., Awaitable[Response]]

Since = Annotated[int, Query(ge=0, le=LARGEST_NUMBER, description="A version that you have.")]
Wait = Annotated[float, Query(ge=0, le=LONGEST_WAIT, allow_inf_nan=False, description="Seconds to wait for news.")]
After = Annotated[int, Query(ge=0, le=LARGEST_NUMBER, description="The number of a line that you have.")]


class Claim(Part):
    """The transfer code that another device was given."""

    code: Annotated[str, Body(pattern=r"^[A-Za-z0-9_-]{24}$")]


class LogOut(Part):
    """The device to log out."""

    device: Annotated[str, Body(pattern=r"^[0-9a-f]{16}$")]


class Visitor(NamedTuple):
    """Who sent a request; `new` if the client does not have this token yet."""

    known: Known
    new: bool

    @property
    def player(self) -> str:
        return self.known.player


class Api:
    def __init__(self, node: Node) -> None:
        self._node = node
        self._page = Page(node.settings.page or BUILT)

    def add_to(self, app: FastAPI) -> None:
        catalogue = Catalogue()
        for command, address in TWINS.items():
            self._add_twin(app, catalogue, command, address)
        catalogue.take(Claim)
        catalogue.take(LogOut)

        def add(method: str, address: str, endpoint: Endpoint, sends: type[Part] | None, *statuses: int) -> None:
            answers = catalogue.answers(sends.__name__, lambda: sends, *statuses) if sends else text_answers(*statuses)
            app.add_api_route(address, endpoint, methods=[method], response_model=None, responses=answers)

        add("GET", "/api/me", self.me, Me)
        add("GET", "/api/me/tables", self.my_tables, TableList)
        add("POST", "/api/me/transfer", self.transfer, Transfer, 403)
        add("POST", "/api/me/claim", self.claim, Me, 403, 404)
        add("GET", "/api/me/devices", self.devices, DeviceList)
        add("POST", "/api/me/log-out", self.log_out, LoggedOut, 403, 404)
        add("POST", "/api/me/log-out-others", self.log_out_others, LoggedOut, 403)
        add("GET", "/api/tables", self.tables, TableList)
        add("GET", "/api/tables/{table}", self.table, Sync, 403, 404)
        add("GET", "/api/tables/{table}/changes", self.changes, Changes, 403, 404)
        add("GET", "/api/tables/{table}/chat", self.chat, ChatLines, 403, 404)
        add("GET", "/api/tables/{table}/record", self.record, None, 404, 409)
        add("GET", "/health", self.health, Health)
        add("GET", "/metrics", self.metrics, None)
        catalogue.complete(app)
        app.router.default = self.elsewhere
        app.add_exception_handler(RefusedError, _refused)
        app.add_exception_handler(RequestValidationError, _invalid)
        app.add_exception_handler(HTTPException, _not_there)
        app.add_exception_handler(Exception, _internal)

    # Twins of commands

    def _add_twin(self, app: FastAPI, catalogue: Catalogue, command: type[Command], address: str) -> None:
        at_table = issubclass(command, TableCommand)
        body = body_of(command)

        async def twin(**given: Any) -> Response:
            table = {"table": given["table"]} if at_table else {}
            return await self._carry_out(given["request"], command(**table, **dict(given["body"])))

        parameters = [("request", Request), *([("table", TableId)] if at_table else []), ("body", body)]
        twin.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=kind) for name, kind in parameters]
        )
        catalogue.take(body)
        answers = catalogue.answers(f"{command.__name__}Done", lambda: done_of(command), 403, 404, 409)
        name, summary = name_of(command), inspect.getdoc(command)
        app.post(address, name=name, summary=summary, response_model=None, responses=answers)(twin)

    async def _carry_out(self, request: Request, command: Command) -> Response:
        visitor = self._visitor(request)
        self._node.limits.command(visitor.player)
        address = self._address(request)
        work = self._node.dispatcher.handle(visitor.player, command, address=address)
        try:
            # The guard charges the address.
            answer = await self._node.limits.costs.payer_alone(address, visitor.player).pay(work)
        except RefusedError as refusal:
            if refusal.code != "stale" or not isinstance(command, TableCommand):
                raise
            return _answered(*problem(refusal, state=await self._sync(visitor.player, command.table)))
        return self._json({"type": "done", "id": command.id, **answer}, visitor if visitor.new else None)

    async def _sync(self, player: str | None, table: str) -> dict[str, Any]:
        return (await self._node.rooms.get(table)).sync_of(player)

    # Who one is

    def _player(self, request: Request) -> str | None:
        known = self._known(request)
        return None if known is None else known.player

    def _known(self, request: Request) -> Known | None:
        headers = request.scope["headers"]
        shown = shown_token(headers, self._node.settings.secure_cookies)
        known = None if shown is None else self._node.identities.known(shown.token)
        if known is not None:
            self._node.devices.seen(known, headers)
        return known

    def _address(self, request: Request) -> str | None:
        return address_of(request.scope, self._node.settings.trusted_proxies)

    def _visitor(self, request: Request) -> Visitor:
        known = self._known(request)
        if known is not None:
            renewed = self._node.identities.renewed(known)
            return Visitor(renewed, new=renewed != known)
        self._node.limits.newcomer(self._address(request))
        return Visitor(self._node.identities.new(), new=True)

    async def me(self, request: Request) -> Response:
        """Who I am; somebody new gets an identity: a browser in a cookie, a program as a token."""
        return await self._me(request, self._visitor(request))

    async def _me(self, request: Request, visitor: Visitor) -> Response:
        """With the token or with the cookie, never with both, so that no script gets the token of a cookie."""
        name = await self._node.store.name_of(visitor.player)
        if of_browser(request.scope["headers"]):
            return self._json({"name": name, "token": None}, visitor)
        return self._json({"name": name, "token": self._node.identities.token(visitor.known)})

    async def transfer(self, request: Request) -> Response:
        """A code that moves my identity to another device: once, within ten minutes."""
        visitor = self._visitor(request)
        self._node.limits.command(visitor.player)
        code, now = secrets.token_urlsafe(18), self._node.now()
        expires = now + TRANSFER_SECONDS * 1000
        await self._node.store.keep_transfer(transfer_digest(code), visitor.player, expires, now)
        made = {"code": code, "link": f"/settings#transfer={code}", "expires": expires}
        return self._json(made, visitor if visitor.new else None)

    async def claim(self, request: Request, body: Claim) -> Response:
        """Take over the identity that a transfer code was made for; the one I had is left behind."""
        with self._node.limits.guessing(self._address(request)):
            player = await self._node.store.take_transfer(transfer_digest(body.code), self._node.now())
            if player is None:
                wrong = "the code was used or has run out; ask for a new one on the other device"
                raise RefusedError("no-transfer", wrong)
        known = self._node.identities.new(player)
        self._node.devices.seen(known, request.scope["headers"])  # listed, and logged out with others, from now on
        return await self._me(request, Visitor(known, new=True))

    # On which devices

    async def devices(self, request: Request) -> Response:
        """Where I am logged in."""
        known = self._known(request)
        found = [] if known is None else await self._node.devices.of(known.player)
        own = None if known is None else known.device
        shown = ("id", "made", "seen", "about")
        views = [{**{name: getattr(each, name) for name in shown}, "current": each.id == own} for each in found]
        return self._json({"devices": views})

    async def log_out(self, request: Request, body: LogOut) -> Response:
        """Log out one of my devices: its token is worth nothing from now on, and its connections are closed."""
        known = self._logged_in(request)
        await self._node.devices.log_out(known.player, body.device)
        response = self._json({"devices": 1})
        if body.device == known.device:
            response.headers["Set-Cookie"] = cookie_header("", self._node.settings.secure_cookies)
        return response

    async def log_out_others(self, request: Request) -> Response:
        """Log out all my devices but this one."""
        known = self._logged_in(request)
        return self._json({"devices": await self._node.devices.log_out_others(known.player, known.device)})

    def _logged_in(self, request: Request) -> Known:
        known = self._known(request)
        if known is None:
            raise RefusedError("not-allowed", "you are not logged in")
        self._node.limits.command(known.player)
        self._node.limits.log_out(known.player, self._address(request))
        return known

    # What is only read

    async def my_tables(self, request: Request) -> Response:
        """The tables where I sit."""
        player = self._player(request)
        return self._json({"tables": [] if player is None else await self._node.service.tables_of(player)})

    async def tables(self, request: Request) -> Response:
        """Listed tables that wait for players."""
        return self._json({"tables": await self._node.service.open_tables(self._player(request))})

    async def table(self, request: Request, table: TableId) -> Response:
        """A table whole, as I may know it."""
        return self._json(await self._sync(self._player(request), table))

    async def changes(self, request: Request, table: TableId, since: Since, wait: Wait = 0.0) -> Response:
        """The table whole as soon as it is beyond a version; null if it is not when the time is up."""
        player = self._player(request) or self._node.identities.new_player()
        with self._node.limits.polling(self._address(request)):
            return self._json(await self._node.pollers.changes(player, table, since, wait))

    async def chat(self, request: Request, table: TableId, after: After = 0) -> Response:
        """The last lines of chat, at most 100, beyond a number."""
        return self._json({"chat": await self._node.service.chat(self._player(request), table, after)})

    async def record(self, table: TableId) -> Response:
        """The record of a finished game, for `holi verify` and `holi replay`."""
        text = await self._node.service.record(table)
        headers = {"Content-Disposition": f'attachment; filename="{table}.holi"'}
        return Response(text, media_type="text/plain", headers=headers)

    async def health(self) -> Response:
        """Whether this node serves, and can write to its store."""
        await self._node.health.check()
        return self._json({"status": "ok", "store": "ok"})

    async def metrics(self) -> Response:
        """Figures for Prometheus."""
        return Response(self._node.metrics.text(), headers={"Content-Type": CONTENT_TYPE})

    async def elsewhere(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        file = self._page.find(request.url.path) if request.method in ("GET", "HEAD") else None
        if file is None:
            raise HTTPException(404)
        await file.answer(request)(scope, receive, send)

    def _json(self, data: Any, remember: Visitor | None = None) -> Response:
        """A JSON answer; with the visitor's cookie if `remember` is given."""
        response = Response(to_json(data), media_type=JSON)
        if remember is not None:
            token = self._node.identities.token(remember.known)
            response.headers["Set-Cookie"] = cookie_header(token, self._node.settings.secure_cookies)
        return response


def body_of(command: type[Command]) -> type[Part]:
    """What a command's twin takes: the command without its `type`, and without its table, which the address names."""
    fields: dict[str, Any] = {
        name: (field.annotation, field)
        for name, field in command.model_fields.items()
        if name not in ("type", "table")
    }  # fmt: skip
    made: type[Part] = create_model(f"{command.__name__}Body", __base__=Part, __doc__=command.__doc__, **fields)
    return made


def _answered(status: int, headers: Sequence[tuple[bytes, bytes]], body: bytes) -> Response:
    return Response(body, status, {name.decode(): value.decode() for name, value in headers})


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedError)
    return _answered(*problem(error))


async def _invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"] if part != "body") or "the body"
    return _answered(*problem(RefusedError("invalid", f"{place}: {first['msg']}"[:300])))


async def _not_there(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status = error.status_code
    if status == 405:
        refusal = RefusedError("not-allowed", "this address does not take that method")
    elif status == 404:
        refusal = RefusedError("not-found", "there is nothing at this address")
    else:
        status, refusal = 422, RefusedError("invalid", "the request cannot be read")
    response = _answered(status, *problem(refusal)[1:])
    if status == 405:
        response.headers["Allow"] = ", ".join(sorted(_methods(request)))
    return response


def _methods(request: Request) -> set[str]:
    routes = request.app.router.routes
    form = next((route.path for route in routes if route.matches(request.scope)[0] is not Match.NONE), None)
    return {method for route in routes if route.path == form for method in route.methods}


async def _internal(_: Request, __: Exception) -> Response:
    return _answered(*problem(RefusedError("internal", "something went wrong here; nothing was changed")))
