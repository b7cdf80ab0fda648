"""Who a client is: a random id, signed with its device and its age, in a cookie or a header. No account, no password.

The id itself is never sent to anyone but its owner, inside the token. No token is kept anywhere: the signature proves
it, its age ends it, and a device that was logged out is known by its id.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Literal, NamedTuple

COOKIE = "holi_player"
HOST_COOKIE = f"__Host-{COOKIE}"
"""Under TLS: browsers take a cookie of this name from this very host alone, not from one beside it."""

TOKEN_SEPARATOR = "."  # noqa: S105 - no secret
ID_BYTES = 12
DEVICE_BYTES = 8
LONGEST_TOKEN = 200
TRANSFER_SECONDS = 600
DAY = 24 * 3600
TOKEN_SECONDS = 180 * DAY
"""How long a token is good after it was made or renewed."""

RENEWED_AFTER = DAY
"""A token older than this is renewed when it is used."""


class Known(NamedTuple):
    """What a token says: whose it is, on which device, and when it was made or renewed, in seconds."""

    player: str
    device: str
    made: int


class Identities:
    def __init__(
        self,
        key: str,
        old_until: float = 0.0,
        clock: Callable[[], float] = time.time,
        check: Callable[[str], None] = lambda _: None,
    ) -> None:
        """`old_until` is how long tokens without a device are believed, which earlier versions gave.

        `check` refuses players who are banned.
        """
        self._key = key.encode()
        self._old_until = old_until
        self._clock = clock
        self._check = check
        self.ended: set[str] = set()
        """Devices that were logged out, and players who have erased themselves."""

    def new_player(self) -> str:
        return secrets.token_hex(ID_BYTES)

    def new(self, player: str | None = None) -> Known:
        """A device that is new to a player, who is new too if none is named."""
        return Known(player or self.new_player(), secrets.token_hex(DEVICE_BYTES), int(self._clock()))

    def token(self, player: str | Known) -> str:
        """The token of a player's device, with its own age; of a new device if only the player is given."""
        known = player if isinstance(player, Known) else self.new(player)
        text = TOKEN_SEPARATOR.join(map(str, known))
        return f"{text}{TOKEN_SEPARATOR}{self._signature(text)}"

    def known(self, token: str | None) -> Known | None:
        """What a token says; None if we did not sign it, it is too old, or its device was logged out."""
        if not token or len(token) > LONGEST_TOKEN or not token.isascii():
            return None
        text, _, signature = token.rpartition(TOKEN_SEPARATOR)
        if not text or not hmac.compare_digest(signature, self._signature(text)):
            return None
        parts = text.split(TOKEN_SEPARATOR)
        if len(parts) == 3 and parts[2].isdecimal():
            known = Known(parts[0], parts[1], int(parts[2]))
            good = self._clock() < known.made + TOKEN_SECONDS
        else:
            known = Known(text, _first_device(text), 0)
            good = len(parts) == 1 and self._clock() < self._old_until
        if not good or known.device in self.ended or known.player in self.ended:
            return None
        self._check(known.player)
        return known

    def player(self, token: str | None) -> str | None:
        known = self.known(token)
        return None if known is None else known.player

    def renewed(self, known: Known) -> Known:
        """The same with a new age, if it is time for that."""
        now = int(self._clock())
        return known if now < known.made + RENEWED_AFTER else known._replace(made=now)

    def _signature(self, text: str) -> str:
        return hmac.new(self._key, text.encode(), sha256).hexdigest()[:40]


def _first_device(player: str) -> str:
    """The device of a token that names none."""
    return sha256(f"holi-first-device:{player}".encode()).hexdigest()[: 2 * DEVICE_BYTES]


class Shown(NamedTuple):
    """The token in a request. Only programs and our own page can set a header; a cookie proves less."""

    token: str
    by: Literal["header", "cookie"]


def shown_token(headers: Iterable[tuple[bytes, bytes]], secure: bool = False) -> Shown | None:
    """The token in a request's headers: `Authorization: Bearer`, or else the cookie.

    Under TLS (`secure`) a cookie of the plain name may hold only a token of an earlier version, which names no device.
    """
    cookies = []
    for name, value in headers:
        text = value.decode("latin-1")
        if name == b"authorization" and text[:7].lower() == "bearer ":
            return Shown(text[7:].strip(), "header")
        if name == b"cookie":
            cookies.append(text)
    found: dict[str, str] = {}
    for pair in ";".join(cookies).split(";"):
        key, separator, value_text = pair.strip().partition("=")
        if separator:
            found.setdefault(key, value_text.strip('"'))
    if not secure:
        return Shown(found[COOKIE], "cookie") if COOKIE in found else None
    if HOST_COOKIE in found:
        return Shown(found[HOST_COOKIE], "cookie")
    earlier = found.get(COOKIE, "")
    return Shown(earlier, "cookie") if earlier.count(TOKEN_SEPARATOR) == 1 else None


def of_browser(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether a browser seems to ask: it gets cookies, and never a token that a script could read."""
    return any(name in (b"cookie", b"origin") or name.startswith(b"sec-fetch-") for name, _ in headers)


def cookie_header(token: str, secure: bool) -> str:
    """The cookie with a token; an empty one is forgotten at once."""
    age = TOKEN_SECONDS if token else 0
    pair = f"{HOST_COOKIE if secure else COOKIE}={token}"
    return f"{pair}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{'; Secure' if secure else ''}"


def transfer_digest(code: str) -> str:
    return sha256(code.encode()).hexdigest()
