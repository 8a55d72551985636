"""How what is pushed is encrypted for one browser (RFC 8291), and signed by this server (RFC 8292).

The libraries take a moment to load, so whoever calls these does so in a thread.
"""

from __future__ import annotations

import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final
from urllib.parse import urlsplit

_POINT: Final = 65
_AUTH: Final = 16
_HOURS: Final = 12
"""How long a signature is good; push services take none of more than a day."""

NOBODY: Final = "https://localhost"
"""The contact of push services, where the server has no address of its own."""


def base64url(data: bytes) -> str:
    """Bytes as they stand in what browsers and push services are told, without `=`.

    >>> base64url(b"~~~~")
    'fn5-fg'
    """
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    """The bytes again.

    Raises:
        ValueError: it is not written so.

    >>> from_base64url("fn5-fg")
    b'~~~~'
    """
    data = urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
    if base64url(data) != text.rstrip("="):
        raise ValueError(f"{text!r} is no base64url")
    return data


def browser_keys(p256dh: str, auth: str) -> tuple[bytes, bytes]:
    """The keys of a browser, as it gives them.

    Args:
        p256dh: its public key, an uncompressed point of P-256, in base64url.
        auth: its secret, 16 bytes.

    Raises:
        ValueError: they are no such keys.
    """
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

    point, secret = from_base64url(p256dh), from_base64url(auth)
    if len(point) != _POINT or len(secret) != _AUTH:
        raise ValueError(f"expected {_POINT} and {_AUTH} bytes")
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    return point, secret


def fresh_key() -> bytes:
    """A private key for `Signer`, of 32 bytes."""
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_numbers().private_value.to_bytes(32)


def sealed(payload: bytes, p256dh: bytes, auth: bytes) -> bytes:
    """A payload as only one browser can read it.

    Args:
        payload: at most some 3,900 bytes.
        p256dh: the browser's public key.
        auth: its secret.
    """
    import http_ece  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

    once = ec.generate_private_key(ec.SECP256R1())
    body: bytes = http_ece.encrypt(payload, private_key=once, dh=p256dh, auth_secret=auth)
    return body


class Signer:
    """Says to push services that it is always the same server.

    Args:
        private: its private key, of 32 bytes.
        contact: an https address, at which push services find whoever runs the server.

    Attributes:
        public: the public key, as browsers ask push services for an endpoint with it.
    """

    def __init__(self, private: bytes, contact: str) -> None:
        from cryptography.hazmat.primitives.serialization import (  # noqa: PLC0415
            Encoding,
            PublicFormat,
        )
        from py_vapid import Vapid02  # noqa: PLC0415

        self._vapid = Vapid02.from_raw(base64url(private).encode())
        self._contact = contact
        point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public = base64url(point)

    def signature(self, origin: str) -> str:
        """The header `Authorization` for a push service.

        Args:
            origin: its scheme, host and port.
        """
        claims = {
            "aud": origin,
            "exp": int(time.time()) + _HOURS * 3600,
            "sub": self._contact,
        }
        header: str = self._vapid.sign(claims)["Authorization"]
        return header


def contact_of(urls: tuple[str, ...]) -> str:
    """The contact of push services: the server's own address, as far as it has one.

    Args:
        urls: the addresses under which browsers know the site.

    >>> contact_of(("http://cards.lan", "https://cards.example.org:8443"))
    'https://cards.example.org'
    >>> contact_of(())
    'https://localhost'
    """
    for url in urls:
        parts = urlsplit(url)
        if parts.scheme == "https" and "." in (parts.hostname or ""):
            return f"https://{parts.hostname}"
    return NOBODY
