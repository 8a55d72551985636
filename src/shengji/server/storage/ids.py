"""Ids and secrets, which nobody can guess."""

from __future__ import annotations

import hashlib
import secrets
import string

_LETTERS = string.ascii_letters + string.digits


def new_id() -> str:
    """A public id of a person or a table: 71 bits, since who has a table's link may come in."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


def new_secret() -> str:
    """A secret of 256 bits."""
    return secrets.token_urlsafe(32)


def hashed(secret: str) -> bytes:
    """What is kept of a secret; it is long and random, so that a plain hash gives nothing away."""
    return hashlib.sha256(secret.encode()).digest()


def device_of(secret: str) -> str:
    """The id of the device that holds a secret, which gives nothing of it away."""
    return device_id(hashed(secret))


def device_id(kept: bytes) -> str:
    """The id of a device, from what is kept of its secret."""
    return kept[:9].hex()
