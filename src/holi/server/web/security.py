"""What stands before every request: whose page asks, how large and how often, and headers that browsers obey."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from contextlib import nullcontext, suppress
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from pydantic_core import from_json, to_json

from holi.game.errors import quoted
from holi.server.costs import Payer
from holi.server.identity import shown_token
from holi.server.limits import LARGEST_MESSAGE, Limits, address_of, check_items, check_size
from holi.server.metrics import Metrics
from holi.server.settings import Settings
from holi.server.table.refusals import RefusedError
from holi.server.web.built import CONTENT_SECURITY_POLICY
from holi.server.web.hosts import Hosts, UnannouncedProxy
from holi.server.wire.codes import CODES

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Coroutine[Any, Any, None]]

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
BODY_SECONDS = 20.0

RETRY_STATUSES = frozenset({429, 503})
RETRY_AFTER = 1.0

HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"content-security-policy", f"{CONTENT_SECURITY_POLICY}; frame-ancestors 'none'".encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
)
TLS_ONLY = (b"strict-transport-security", b"max-age=31536000")
NEVER_KEPT = (b"cache-control", b"no-store")
"""For all that does not say itself how long it may be kept."""


class Origins:
    """Whose pages may change something or connect.

    A browser says in `Origin` whose page asks. It must be ours, or one that the host allows. Programs send no `Origin`;
    they show their token in `Authorization`, which no page of another site can make a browser do. A cookie without an
    `Origin` proves nothing and is refused.
    """

    def __init__(self, settings: Settings) -> None:
        self.hosts = Hosts(settings)
        self._allowed = frozenset(origin.rstrip("/").lower() for origin in settings.origin or ())
        self._tls = settings.secure_cookies

    def check(self, scope: Scope) -> None:
        self.hosts.check(scope)
        headers = dict(scope["headers"])
        origin = headers.get(b"origin")
        if origin is not None:
            self._check_origin(origin.decode("latin-1"), headers.get(b"host", b"").decode("latin-1"))
            return
        shown = shown_token(scope["headers"], self._tls)
        if shown is not None and shown.by == "cookie":
            raise RefusedError("not-allowed", "a cookie alone is not enough; send an Origin, or the token as Bearer")

    def allowed_elsewhere(self, origin: str) -> bool:
        return origin.lower() in self._allowed

    def _check_origin(self, origin: str, host: str) -> None:
        if self.allowed_elsewhere(origin):
            return
        try:
            parts = urlsplit(origin.lower())
        except ValueError:
            parts = urlsplit("")
        schemes = ("https",) if self._tls else ("http", "https")
        if parts.scheme not in schemes or parts.netloc != host.lower():
            raise RefusedError("not-allowed", f"pages of {quoted(origin)} may not use this server")


class Guard:
    def __init__(self, application: Application, settings: Settings, limits: Limits, metrics: Metrics) -> None:
        self._application = application
        self._origins = Origins(settings)
        self._proxy = UnannouncedProxy(settings)
        self._limits = limits
        self._metrics = metrics
        self._trusted_proxies = settings.trusted_proxies
        self._headers = (*HEADERS, TLS_ONLY) if settings.secure_cookies else HEADERS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        send = self._with_headers(scope, send)
        self._proxy.look(scope)
        address = address_of(scope, self._trusted_proxies)
        payer = self._limits.costs.payer(address)
        try:
            self._limits.request(address)
            self._origins.hosts.check(scope)
            if scope["method"] == "OPTIONS" and await self._preflight(scope, send):
                return
            if scope["method"] not in SAFE_METHODS:
                self._origins.check(scope)
            received = await _with_body(receive, scope["path"], payer)
        except RefusedError as refusal:
            self._metrics.refusals.labels(refusal.code).inc()
            self._metrics.turned_away(refusal.code, address)
            status, headers, body = problem(refusal)
            headers.append((b"content-length", str(len(body)).encode()))
            if refusal.code in ("too-fast", "too-slow"):
                headers.append((b"connection", b"close"))
            await send({"type": "http.response.start", "status": status, "headers": headers})
            await send({"type": "http.response.body", "body": body})
            return
        if received is not None:
            for message in await self._answer(scope, received, payer):
                await send(message)

    async def _answer(self, scope: Scope, receive: Receive, payer: Payer) -> list[Message]:
        """What the application answers, in its turn; sent afterwards, so that a slow reader keeps no turn."""
        answer: list[Message] = []

        async def keep(message: Message) -> None:
            answer.append(message)

        waits_for_changes = scope["path"].endswith("/changes")
        async with nullcontext() if waits_for_changes else self._limits.costs.turn(payer):
            await payer.pay(self._application(scope, receive, keep))
        if any(message.get("status", 0) >= HTTPStatus.BAD_REQUEST for message in answer):
            payer.failure()
        return answer

    async def _preflight(self, scope: Scope, send: Send) -> bool:
        """Answer whether a page of another origin may send something."""
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1")
        if b"access-control-request-method" not in headers or not self._origins.allowed_elsewhere(origin):
            return False
        allowed = [
            (b"access-control-allow-methods", b"GET, POST"),
            (b"access-control-allow-headers", b"authorization, content-type"),
            (b"access-control-max-age", b"600"),
        ]
        await send({"type": "http.response.start", "status": 204, "headers": allowed})
        await send({"type": "http.response.body", "body": b""})
        return True

    def _with_headers(self, scope: Scope, send: Send) -> Send:
        origin = next((value for name, value in scope["headers"] if name == b"origin"), b"")
        elsewhere = bool(origin) and self._origins.allowed_elsewhere(origin.decode("latin-1"))

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                route = getattr(scope.get("route"), "path", "other")  # without the table's id
                self._metrics.requests.labels(route, message["status"]).inc()
                headers = [*message.get("headers", ()), *self._headers]
                if not any(name == b"cache-control" for name, _ in headers):
                    headers.append(NEVER_KEPT)
                if elsewhere:
                    headers += [(b"access-control-allow-origin", origin), (b"vary", b"Origin")]
                message = {**message, "headers": headers}
            await send(message)

        return send_with_headers


async def _with_body(receive: Receive, path: str, payer: Payer) -> Receive | None:
    """Read the body of a request, within bounds, and pass it on in one piece; None if the client has gone."""
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            more = True
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return None
                body += message.get("body", b"")
                more = message.get("more_body", False)
                if len(body) > LARGEST_MESSAGE:
                    raise RefusedError("too-large", f"the body is longer than {LARGEST_MESSAGE} bytes")
    except TimeoutError:
        raise RefusedError("too-slow", f"the body did not come within {BODY_SECONDS:.0f} seconds") from None
    payer.message(len(body))
    if body:
        check_size(_kind_at(path), len(body))
        with suppress(ValueError):  # what is no JSON is refused by the application
            check_items(from_json(bytes(body)))
    given = False

    async def receive_given() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": bytes(body), "more_body": False}

    return receive_given


def _kind_at(path: str) -> str:
    """The kind of command that is posted to an address."""
    return "create" if path == "/api/tables" else path.rpartition("/")[2]


def problem(refusal: RefusedError, **more: Any) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    status = CODES[refusal.code].status
    headers = [(b"content-type", b"application/json")]
    body: dict[str, Any] = {"code": refusal.code, "message": str(refusal)}
    if status in RETRY_STATUSES:
        headers.append((b"retry-after", str(round(RETRY_AFTER)).encode()))
        body["retry_after"] = RETRY_AFTER
    return status, headers, to_json({**body, **more})
