"""Passkeys: challenges that are signed and not kept, and what an authenticator answers."""

from __future__ import annotations

import hmac
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from hashlib import sha256
from typing import Any, Literal, NamedTuple

from holi.server.table.refusals import RefusedError

CHALLENGE_SECONDS = 300
NONCE_BYTES, TIME_BYTES = 16, 8
MOST_PASSKEYS = 10

CODES = 10
CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
CODE_GROUPS, GROUP_LETTERS = 4, 4
"""A recovery code has 16 letters of 20: 69 bits, so that a plain digest of it tells nothing."""

Purpose = Literal["add", "log-in"]


class Place(NamedTuple):
    """Where a page is, as the browser and the checked `Host` say: passkeys belong to the name of the host."""

    host: str
    origin: str


def in_base64(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def from_base64(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Challenges:
    """Challenges for one device and one purpose. They are signed, so none is kept until it is answered."""

    def __init__(self, key: str, now: Callable[[], int]) -> None:
        self._key = sha256(f"holi-challenges:{key}".encode()).digest()
        self._now = now

    def make(self, purpose: Purpose, device: str) -> str:
        expires = self._now() + CHALLENGE_SECONDS * 1000
        text = secrets.token_bytes(NONCE_BYTES) + expires.to_bytes(TIME_BYTES)
        return in_base64(text + self._signature(text, purpose, device))

    def expiry(self, challenge: bytes, purpose: Purpose, device: str) -> int | None:
        """When a challenge ends; None if we did not make it for this device and purpose, or it has ended."""
        text, signature = challenge[: NONCE_BYTES + TIME_BYTES], challenge[NONCE_BYTES + TIME_BYTES :]
        if not hmac.compare_digest(signature, self._signature(text, purpose, device)):
            return None
        expires = int.from_bytes(text[NONCE_BYTES:])
        return expires if self._now() < expires else None

    def _signature(self, text: bytes, purpose: Purpose, device: str) -> bytes:
        return hmac.new(self._key, f"{purpose}:{device}:".encode() + text, sha256).digest()


def wrong() -> RefusedError:
    return RefusedError("no-log-in", "this passkey or code is not known here, was used, or came too late")


def challenge_in(client_data: str) -> bytes:
    """The challenge that an answer is to."""
    try:
        return from_base64(json.loads(from_base64(client_data))["challenge"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise wrong() from None


class Registered(NamedTuple):
    public_key: str
    uses: int


def registered(passkey: str, client_data: str, attestation: str, challenge: bytes, place: Place) -> Registered:
    """Check a new passkey, and return what to keep of it."""
    from webauthn import verify_registration_response  # a quarter of a second, and few need it

    answer = {"clientDataJSON": client_data, "attestationObject": attestation}
    try:
        made = verify_registration_response(
            credential=_credential(passkey, answer),
            expected_challenge=challenge,
            expected_rp_id=place.host,
            expected_origin=place.origin,
        )
    except Exception:  # noqa: BLE001 - whatever is wrong with bytes of a stranger, they prove nothing
        raise wrong() from None
    return Registered(in_base64(made.credential_public_key), made.sign_count)


def answered(
    passkey: str, answer: dict[str, str], challenge: bytes, place: Place, *, public_key: str, uses: int
) -> int:
    """Check what a passkey signed, and return how often it says that it was used."""
    from webauthn import verify_authentication_response

    try:
        return verify_authentication_response(
            credential=_credential(passkey, answer),
            expected_challenge=challenge,
            expected_rp_id=place.host,
            expected_origin=place.origin,
            credential_public_key=from_base64(public_key),
            credential_current_sign_count=uses,
        ).new_sign_count
    except Exception:  # noqa: BLE001 - as above
        raise wrong() from None


def _credential(passkey: str, answer: dict[str, str]) -> dict[str, Any]:
    return {"id": passkey, "rawId": passkey, "type": "public-key", "response": answer}


def new_codes() -> list[str]:
    def group() -> str:
        return "".join(secrets.choice(CODE_LETTERS) for _ in range(GROUP_LETTERS))

    return ["-".join(group() for _ in range(CODE_GROUPS)) for _ in range(CODES)]


def code_digest(code: str) -> str:
    """The digest of a recovery code, however it was typed."""
    letters = "".join(letter for letter in code.upper() if letter in CODE_LETTERS)
    return sha256(f"holi-recovery:{letters}".encode()).hexdigest()
