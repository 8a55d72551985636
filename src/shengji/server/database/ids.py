"""Ids and secrets, which nobody can guess."""

from __future__ import annotations

import hashlib
import secrets
import string

_LETTERS = string.ascii_letters + string.digits


_LEGIBLE = "0123456789abcdefghjkmnpqrstvwxyz"
"""As Crockford's base 32 has them: none that is taken for another, and no u."""

_MISREAD = str.maketrans({"o": "0", "i": "1", "l": "1"})


def new_id() -> str:
    """A public id of a person or a table: 71 bits, since who has a table's link may come in."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


def new_secret() -> str:
    """A secret of 256 bits."""
    return secrets.token_urlsafe(32)


def new_code() -> str:
    """A code of 80 bits that a person can write down: sixteen letters and digits in fours."""
    letters = [secrets.choice(_LEGIBLE) for _ in range(16)]
    return "-".join("".join(letters[at : at + 4]) for at in range(0, 16, 4))


def code_from(number: int, letters: int = 12) -> str:
    """A code made of a number, as `new_code` has them: letters and digits in fours.

    >>> code_from(0), code_from(1027, 8)
    ('0000-0000-0000', '3010-0000')
    """
    found = [_LEGIBLE[number >> 5 * at & 31] for at in range(letters)]
    return "-".join("".join(found[at : at + 4]) for at in range(0, letters, 4))


def plain_code(text: str) -> str:
    """A code as it was given, however somebody typed it.

    >>> plain_code(" K3VD 8q2m-x7tw-hnSO ")
    'k3vd8q2mx7twhns0'
    """
    found = "".join(character for character in text.lower() if character.isalnum())
    return found.translate(_MISREAD)


def hashed(secret: str) -> bytes:
    """The hash kept of a secret; that is long and random, so a plain hash gives nothing away."""
    return hashlib.sha256(secret.encode()).digest()


def device_of(secret: str) -> str:
    """The id of the device that holds a secret, which gives nothing of it away."""
    return device_id(hashed(secret))


def device_id(kept: bytes) -> str:
    """The id of a device, from what is kept of its secret."""
    return kept[:9].hex()
