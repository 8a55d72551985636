"""An authenticator in software: makes passkeys and signs with them, as a browser would."""

from __future__ import annotations

import hashlib
import os
from typing import Any

import cbor2
import msgspec
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

Json = dict[str, Any]

_PRESENT, _VERIFIED, _HAS_KEY = 0x01, 0x04, 0x40


class Authenticator:
    """A device with one passkey.

    Args:
        origin: the page on which it is used.
        domain: for which it makes and uses the passkey; `None`: whatever it is asked for.
        counts: whether it counts how often it has signed.
    """

    def __init__(self, origin: str, domain: str | None = None, *, counts: bool = True) -> None:
        self.origin = origin
        self.domain = domain
        self.counts = counts
        self.signs = 0
        self.id = os.urandom(16)
        self.user = b""
        self._key = ec.generate_private_key(ec.SECP256R1())

    def make(self, options: Json) -> Json:
        """Answer what `navigator.credentials.create` is asked."""
        self.user = base64url_to_bytes(options["user"]["id"])
        numbers = self._key.public_key().public_numbers()
        point = {-2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        key = cbor2.dumps({1: 2, 3: -7, -1: 1, **point})
        data = self._data(self.domain or options["rp"]["id"], _HAS_KEY)
        data += bytes(16) + len(self.id).to_bytes(2, "big") + self.id + key
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options["challenge"])
        return self._credential(
            clientDataJSON=client, attestationObject=attestation, transports=["internal"]
        )

    def sign(self, options: Json) -> Json:
        """Answer what `navigator.credentials.get` is asked."""
        self.signs += self.counts
        data = self._data(self.domain or options["rpId"])
        client = self._client("webauthn.get", options["challenge"])
        signed = data + hashlib.sha256(client).digest()
        signature = self._key.sign(signed, ec.ECDSA(hashes.SHA256()))
        return self._credential(
            clientDataJSON=client,
            authenticatorData=data,
            signature=signature,
            userHandle=self.user,
        )

    def _data(self, domain: str, flags: int = 0) -> bytes:
        flags |= _PRESENT | _VERIFIED
        hashed = hashlib.sha256(domain.encode()).digest()
        return hashed + bytes([flags]) + self.signs.to_bytes(4, "big")

    def _client(self, kind: str, challenge: str) -> bytes:
        data = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return msgspec.json.encode(data)

    def _credential(self, **response: Any) -> Json:
        coded = {
            name: bytes_to_base64url(value) if isinstance(value, bytes) else value
            for name, value in response.items()
        }
        id_ = bytes_to_base64url(self.id)
        return {"id": id_, "rawId": id_, "type": "public-key", "response": coded}
