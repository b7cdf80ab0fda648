"""An authenticator for tests: it keeps one passkey, and signs what a page would have it sign."""

from __future__ import annotations

import json
import secrets
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

from holi.server.passkeys import in_base64

USER_PRESENT, USER_VERIFIED, HAS_KEY = 0x01, 0x04, 0x40


class Authenticator:
    def __init__(self, origin: str = "http://localhost") -> None:
        self.origin = origin
        self.id = secrets.token_bytes(16)
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._uses = 0

    def make(self, question: dict[str, Any]) -> dict[str, str]:
        """A new passkey, as `POST /api/me/passkeys/add` takes it."""
        numbers = self._key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}  # COSE: EC2, ES256, P-256
        attested = bytes(16) + len(self.id).to_bytes(2) + self.id + cbor2.dumps(key)
        data = self._data(question["host"], HAS_KEY) + attested
        return {
            "id": in_base64(self.id),
            "client_data": in_base64(self._client_data("webauthn.create", question)),
            "attestation": in_base64(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})),
        }

    def answer(self, question: dict[str, Any]) -> dict[str, str]:
        """What `POST /api/log-in/passkey` takes."""
        self._uses += 1
        client_data, data = self._client_data("webauthn.get", question), self._data(question["host"])
        signature = self._key.sign(data + sha256(client_data).digest(), ec.ECDSA(SHA256()))
        return {
            "id": in_base64(self.id),
            "client_data": in_base64(client_data),
            "authenticator_data": in_base64(data),
            "signature": in_base64(signature),
        }

    def _client_data(self, kind: str, question: dict[str, Any]) -> bytes:
        said = {"type": kind, "challenge": question["challenge"], "origin": self.origin, "crossOrigin": False}
        return json.dumps(said).encode()

    def _data(self, host: str, flags: int = 0) -> bytes:
        present = (flags | USER_PRESENT | USER_VERIFIED).to_bytes(1)
        return sha256(host.encode()).digest() + present + self._uses.to_bytes(4)
