"""Claim codes of guests, and the command that claims their results."""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import Final

from shengji.nights import ClaimGuest
from shengji.nights.acts.act import SERVER
from shengji.server.database.ids import code_from, new_id

_BYTES: Final = 8
"""Number of bytes of the digest that make a code of sixty bits."""


def code_of(secret: str, person: str) -> str:
    """The code of a guest, stable within a night, so that it can be printed again.

    >>> code_of("a secret", "guest-1")
    'erv3-x4gc-6zpf'
    """
    made = hmac.new(secret.encode(), person.encode(), sha256).digest()[:_BYTES]
    return code_from(int.from_bytes(made))


def claiming(guest: str, account: str) -> ClaimGuest:
    """A new command that claims a guest's results, also those of a guest released before."""
    return ClaimGuest(id=f"claim:{new_id()}", by=SERVER, person=guest, account=account)
