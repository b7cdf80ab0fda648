"""How a WebSocket begins: whose it is, or why it is refused, as an HTTP answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from http import HTTPStatus
from typing import Any, NamedTuple
from urllib.parse import unquote

from starlette.exceptions import HTTPException

from holi.server.identity import Identities, Known, cookie_header, shown_token
from holi.server.limits import Limits, address_of
from holi.server.metrics import Metrics
from holi.server.settings import Settings
from holi.server.socket.frames import accept_of
from holi.server.table.refusals import RefusedError
from holi.server.web.security import Origins, problem

SOCKET_PATH = "/api/socket"
VERSION = b"13"

Headers = list[tuple[bytes, bytes]]


class Admitted(NamedTuple):
    """Who connects, what to release when the connection ends, and the answer to the handshake."""

    known: Known
    until_closed: ExitStack | None
    answer: bytes
    address: str | None = None


class Reception:
    """Checks handshakes: form, address, origin, number of connections, identity."""

    def __init__(
        self,
        settings: Settings,
        limits: Limits,
        identities: Callable[[], Identities],
        metrics: Metrics,
        seen: Callable[[Known, Headers], None] = lambda _known, _headers: None,
    ) -> None:
        """`seen` hears of every device that shows its token."""
        self._origins = Origins(settings)
        self._trusted_proxies = settings.trusted_proxies
        self._limits = limits
        self._identities = identities
        self._seen = seen
        self._refusals = metrics.refusals
        self._turned_away = metrics.turned_away
        self._secure_cookies = settings.secure_cookies

    def admit(self, head: bytes, client: Any) -> Admitted | bytes:
        """Who connects, with a new identity if the token is none of ours; or the HTTP answer of a refusal."""
        with ExitStack() as unless_admitted:
            address = None
            try:
                path, headers = _parts_of(head)
                accept = _accept_of(headers)
                if path.rstrip("/") != SOCKET_PATH:
                    raise RefusedError("not-found", f"the WebSocket is at {SOCKET_PATH}")
                scope = {"headers": headers, "client": client}
                address = address_of(scope, self._trusted_proxies)
                self._limits.request(address)
                self._origins.check(scope)
                unless_admitted.enter_context(self._limits.connection(address))
                known, cookies = self._known_as(headers, address)
            except RefusedError as refusal:
                self._refusals.labels(refusal.code).inc()
                self._turned_away(refusal.code, address)
                status, problem_headers, body = problem(refusal)
                return _refused(HTTPStatus(status), problem_headers, body)
            except HTTPException as bad:
                bad_headers = {"content-type": "text/plain", **(bad.headers or {})}.items()
                encoded = [(name.encode(), value.encode()) for name, value in bad_headers]
                return _refused(HTTPStatus(bad.status_code), encoded, f"{bad.detail}\n".encode())
            counted = unless_admitted.pop_all()
        upgrade = [(b"upgrade", b"websocket"), (b"connection", b"Upgrade"), (b"sec-websocket-accept", accept)]
        return Admitted(
            known,
            counted if address is not None else None,  # those of this machine itself are not counted
            _head(HTTPStatus.SWITCHING_PROTOCOLS, [*upgrade, *cookies]),
            address,
        )

    def _known_as(self, headers: Headers, address: str | None) -> tuple[Known, Headers]:
        identities = self._identities()
        shown = shown_token(headers, self._secure_cookies)
        found = None if shown is None else identities.known(shown.token)
        if found is None:
            self._limits.newcomer(address)
            known = identities.new()
        else:
            known = identities.renewed(found)
            self._seen(known, headers)
        if known == found:
            return known, []
        return known, [(b"set-cookie", cookie_header(identities.token(known), self._secure_cookies).encode())]


def _parts_of(head: bytes) -> tuple[str, Headers]:
    """Path and headers of a request that uvicorn has found well-formed."""
    first, *lines = head.removesuffix(b"\r\n\r\n").split(b"\r\n")
    method, target, version = first.split(b" ", 2)
    if version != b"HTTP/1.1":
        raise HTTPException(HTTPStatus.BAD_REQUEST, "a WebSocket begins with HTTP/1.1")
    if method != b"GET":
        raise HTTPException(HTTPStatus.METHOD_NOT_ALLOWED, "a WebSocket begins with GET", {"allow": "GET"})
    headers = []
    for line in lines:
        name, _, value = line.partition(b":")
        headers.append((name.lower(), value.strip()))
    return unquote(target.partition(b"?")[0].decode("latin-1")), headers


def _accept_of(headers: Headers) -> bytes:
    versions = [value for name, value in headers if name == b"sec-websocket-version"]
    if versions != [VERSION]:
        need = {"sec-websocket-version": VERSION.decode()}
        raise HTTPException(HTTPStatus.UPGRADE_REQUIRED, "the version of the WebSocket is 13", need)
    keys = [value for name, value in headers if name == b"sec-websocket-key"]
    accept = accept_of(keys[0]) if len(keys) == 1 else None
    if accept is None:
        raise HTTPException(HTTPStatus.BAD_REQUEST, "a WebSocket begins with one key of 16 bytes")
    return accept


def _head(status: HTTPStatus, headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    lines = [f"HTTP/1.1 {status.value} {status.phrase}".encode(), *(b"%b: %b" % header for header in headers)]
    return b"\r\n".join([*lines, b"", b""])


def _refused(status: HTTPStatus, headers: Iterable[tuple[bytes, bytes]], body: bytes) -> bytes:
    more = ((b"content-length", str(len(body)).encode()), (b"connection", b"close"))
    return _head(status, [*headers, *more]) + body
