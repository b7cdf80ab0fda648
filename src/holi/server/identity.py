"""Who a client is: a random id, signed, in a cookie or a header. No account, no password, nothing to look up.

The id itself is never sent to anyone but its owner, inside the token.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Literal, NamedTuple

COOKIE = "holi_player"
TOKEN_SEPARATOR = "."  # noqa: S105 - no secret
ID_BYTES = 12
LONGEST_TOKEN = 200
YEAR = 365 * 24 * 3600
TRANSFER_SECONDS = 600


class Identities:
    def __init__(self, key: str, check: Callable[[str], None] = lambda _: None) -> None:
        """`check` refuses players who are banned."""
        self._key = key.encode()
        self._check = check

    def new_player(self) -> str:
        return secrets.token_hex(ID_BYTES)

    def token(self, player: str) -> str:
        return f"{player}{TOKEN_SEPARATOR}{self._signature(player)}"

    def player(self, token: str | None) -> str | None:
        """The player of a token; None if we did not sign it."""
        if not token or len(token) > LONGEST_TOKEN or not token.isascii():
            return None
        player, separator, signature = token.partition(TOKEN_SEPARATOR)
        if not separator or not hmac.compare_digest(signature, self._signature(player)):
            return None
        self._check(player)
        return player

    def _signature(self, player: str) -> str:
        return hmac.new(self._key, player.encode(), sha256).hexdigest()[:40]


class Shown(NamedTuple):
    """The token in a request. Only programs and our own page can set a header; a cookie proves less."""

    token: str
    by: Literal["header", "cookie"]


def shown_token(headers: Iterable[tuple[bytes, bytes]]) -> Shown | None:
    """The token in a request's headers: `Authorization: Bearer`, or else the cookie."""
    cookies = []
    for name, value in headers:
        text = value.decode("latin-1")
        if name == b"authorization" and text[:7].lower() == "bearer ":
            return Shown(text[7:].strip(), "header")
        if name == b"cookie":
            cookies.append(text)
    for pair in ";".join(cookies).split(";"):
        key, separator, value_text = pair.strip().partition("=")
        if separator and key == COOKIE:
            return Shown(value_text.strip('"'), "cookie")
    return None


def cookie_header(token: str, secure: bool) -> str:
    return f"{COOKIE}={token}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{'; Secure' if secure else ''}"


def transfer_digest(code: str) -> str:
    return sha256(code.encode()).hexdigest()
