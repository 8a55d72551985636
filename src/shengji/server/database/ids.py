"""Random ids, secrets and codes."""

from __future__ import annotations

import hashlib
import secrets
import string
from typing import TypeAlias

PersonId: TypeAlias = str
"""The public id of a person, with an account or a guest."""

_LETTERS = string.ascii_letters + string.digits


_LEGIBLE = "0123456789abcdefghjkmnpqrstvwxyz"
"""The alphabet of Crockford's base 32: no characters that look alike, and no u."""

_MISREAD = str.maketrans({"o": "0", "i": "1", "l": "1"})


def new_id() -> str:
    """Return a random public id of 71 bits; a table's id is also its invitation link."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


def new_secret() -> str:
    """Return a random secret of 256 bits."""
    return secrets.token_urlsafe(32)


def new_code() -> str:
    """Return a random code of 80 bits for writing down: sixteen characters in groups of four."""
    letters = [secrets.choice(_LEGIBLE) for _ in range(16)]
    return "-".join("".join(letters[at : at + 4]) for at in range(0, 16, 4))


def code_from(number: int, letters: int = 12) -> str:
    """Encode a number in the format of `new_code`: characters in groups of four.

    >>> code_from(0), code_from(1027, 8)
    ('0000-0000-0000', '3010-0000')
    """
    found = [_LEGIBLE[number >> 5 * at & 31] for at in range(letters)]
    return "-".join("".join(found[at : at + 4]) for at in range(0, letters, 4))


def plain_code(text: str) -> str:
    """Normalize a code as typed: case, spaces, hyphens and look-alike characters.

    >>> plain_code(" K3VD 8q2m-x7tw-hnSO ")
    'k3vd8q2mx7twhns0'
    """
    found = "".join(character for character in text.lower() if character.isalnum())
    return found.translate(_MISREAD)


def hashed(secret: str) -> bytes:
    """Return the hash to store; secrets are long and random, so a plain hash is enough."""
    return hashlib.sha256(secret.encode()).digest()


def device_of(secret: str) -> str:
    """Return the public id of the device with this secret."""
    return device_id(hashed(secret))


def device_id(kept: bytes) -> str:
    """Return the public id of a device from the stored hash of its secret."""
    return kept[:9].hex()
