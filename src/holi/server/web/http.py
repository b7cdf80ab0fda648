"""HTTP: a twin of every command, what is only read, and the page. Answers are the bytes that a WebSocket would get."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import FastAPI, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import create_model
from starlette.exceptions import HTTPException
from starlette.routing import Match

from holi.server.metrics import CONTENT_TYPE
from holi.server.table.refusals import RefusedError
from holi.server.web.account import Account, Claim, LogOut
from holi.server.web.built import BUILT
from holi.server.web.log_in import LogIn, NewPasskey, PasskeyAnswer, RecoveryCode, RemovedPasskey
from holi.server.web.openapi import Catalogue, Endpoint, text_answers
from holi.server.web.page import Page
from holi.server.web.polling import LONGEST_WAIT
from holi.server.web.security import Receive, Scope, Send, problem
from holi.server.web.visitors import Visitors
from holi.server.wire.commands import TWINS
from holi.server.wire.messages import Me, Sync
from holi.server.wire.parts import Command, Part, TableCommand, TableId
from holi.server.wire.results import (
    Changes,
    ChatLines,
    Health,
    TableList,
    done_of,
    name_of,
)

if TYPE_CHECKING:
    from holi.server.web.app import Node

log = logging.getLogger(__name__)

LARGEST_NUMBER = 2**31 - 1

Since = Annotated[int, Query(ge=0, le=LARGEST_NUMBER, description="A version that you have.")]
Wait = Annotated[float, Query(ge=0, le=LONGEST_WAIT, allow_inf_nan=False, description="Seconds to wait for news.")]
After = Annotated[int, Query(ge=0, le=LARGEST_NUMBER, description="The number of a line that you have.")]


class Api:
    def __init__(self, node: Node) -> None:
        self._node = node
        self._visitors = Visitors(node)
        self._account = Account(node, self._visitors)
        self._log_in = LogIn(node, self._visitors)
        self._page = Page(node.settings.page or BUILT)

    def add_to(self, app: FastAPI) -> None:
        catalogue = Catalogue()
        for command, address in TWINS.items():
            self._add_twin(app, catalogue, command, address)
        for taken in (Claim, LogOut, NewPasskey, PasskeyAnswer, RemovedPasskey, RecoveryCode):
            catalogue.take(taken)

        def add(method: str, address: str, endpoint: Endpoint, sends: type[Part] | None, *statuses: int) -> None:
            answers = catalogue.answers(sends.__name__, lambda: sends, *statuses) if sends else text_answers(*statuses)
            app.add_api_route(address, endpoint, methods=[method], response_model=None, responses=answers)

        add("GET", "/api/me", self.me, Me)
        add("GET", "/api/me/tables", self.my_tables, TableList)
        self._account.add_to(add)
        self._log_in.add_to(add)
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
        visitor = self._visitors.visitor(request)
        self._node.limits.command(visitor.player)
        address = self._visitors.address(request)
        work = self._node.dispatcher.handle(visitor.player, command, address=address)
        try:
            # The guard charges the address.
            answer = await self._node.limits.costs.payer_alone(address, visitor.player).pay(work)
        except RefusedError as refusal:
            if refusal.code != "stale" or not isinstance(command, TableCommand):
                raise
            return _answered(*problem(refusal, state=await self._sync(visitor.player, command.table)))
        return self._visitors.json({"type": "done", "id": command.id, **answer}, visitor if visitor.new else None)

    async def _sync(self, player: str | None, table: str) -> dict[str, Any]:
        return (await self._node.rooms.get(table)).sync_of(player)

    async def me(self, request: Request) -> Response:
        """Who I am; somebody new gets an identity: a browser in a cookie, a program as a token."""
        return await self._visitors.me(request, self._visitors.visitor(request))

    # What is only read

    async def my_tables(self, request: Request) -> Response:
        """The tables where I sit."""
        player = self._visitors.player(request)
        return self._visitors.json({"tables": [] if player is None else await self._node.service.tables_of(player)})

    async def tables(self, request: Request) -> Response:
        """Listed tables that wait for players."""
        return self._visitors.json({"tables": await self._node.service.open_tables(self._visitors.player(request))})

    async def table(self, request: Request, table: TableId) -> Response:
        """A table whole, as I may know it."""
        return self._visitors.json(await self._sync(self._visitors.player(request), table))

    async def changes(self, request: Request, table: TableId, since: Since, wait: Wait = 0.0) -> Response:
        """The table whole as soon as it is beyond a version; null if it is not when the time is up."""
        player = self._visitors.player(request) or self._node.identities.new_player()
        with self._node.limits.polling(self._visitors.address(request)):
            return self._visitors.json(await self._node.pollers.changes(player, table, since, wait))

    async def chat(self, request: Request, table: TableId, after: After = 0) -> Response:
        """The last lines of chat, at most 100, beyond a number."""
        return self._visitors.json(
            {"chat": await self._node.service.chat(self._visitors.player(request), table, after)}
        )

    async def record(self, table: TableId) -> Response:
        """The record of a finished game, for `holi verify` and `holi replay`."""
        text = await self._node.service.record(table)
        headers = {"Content-Disposition": f'attachment; filename="{table}.holi"'}
        return Response(text, media_type="text/plain", headers=headers)

    async def health(self) -> Response:
        """Whether this node serves, and can write to its store."""
        await self._node.health.check()
        return self._visitors.json({"status": "ok", "store": "ok"})

    async def metrics(self) -> Response:
        """Figures for Prometheus."""
        return Response(self._node.metrics.text(), headers={"Content-Type": CONTENT_TYPE})

    async def elsewhere(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        file = self._page.find(request.url.path) if request.method in ("GET", "HEAD") else None
        if file is None:
            raise HTTPException(404)
        await file.answer(request)(scope, receive, send)


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
