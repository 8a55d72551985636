"""Encryption (RFC 8291) and VAPID signatures (RFC 8292) of push messages.

The libraries load slowly, so call these functions in a thread.
"""

from __future__ import annotations

import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final
from urllib.parse import urlsplit

_POINT: Final = 65
_AUTH: Final = 16
_HOURS: Final = 12
"""Validity of a signature in hours; push services accept at most 24."""

NOBODY: Final = "https://localhost"
"""Contact for push services if the server has no public https address."""


def base64url(data: bytes) -> str:
    """Encode bytes as base64url without padding, as browsers and push services expect.

    >>> base64url(b"~~~~")
    'fn5-fg'
    """
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    """Decode unpadded or padded base64url.

    Raises:
        ValueError: the text is not canonical base64url.

    >>> from_base64url("fn5-fg")
    b'~~~~'
    """
    data = urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
    if base64url(data) != text.rstrip("="):
        raise ValueError(f"{text!r} is no base64url")
    return data


def browser_keys(p256dh: str, auth: str) -> tuple[bytes, bytes]:
    """Decode and check the keys of a browser.

    Args:
        p256dh: its public key, an uncompressed point of P-256, in base64url.
        auth: its secret, 16 bytes in base64url.

    Raises:
        ValueError: a key is malformed.
    """
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

    point, secret = from_base64url(p256dh), from_base64url(auth)
    if len(point) != _POINT or len(secret) != _AUTH:
        raise ValueError(f"expected {_POINT} and {_AUTH} bytes")
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    return point, secret


def fresh_key() -> bytes:
    """Generate a private key for `Signer`, of 32 bytes."""
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_numbers().private_value.to_bytes(32)


def sealed(payload: bytes, p256dh: bytes, auth: bytes) -> bytes:
    """Encrypt a payload for one browser.

    Args:
        payload: at most about 3,900 bytes.
        p256dh: the browser's public key.
        auth: the browser's secret.
    """
    import http_ece  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

    once = ec.generate_private_key(ec.SECP256R1())
    body: bytes = http_ece.encrypt(payload, private_key=once, dh=p256dh, auth_secret=auth)
    return body


class Signer:
    """Identifies this server to push services (VAPID).

    Args:
        private: the private key, of 32 bytes.
        contact: the https address at which push services find the operator.

    Attributes:
        public: the public key in base64url, for browsers' subscriptions.
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
        """The `Authorization` header for a push service.

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
    """The contact for push services: the first public https address of the site, or `NOBODY`.

    Args:
        urls: the addresses of the site.

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
