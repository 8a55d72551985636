"""The codes by which guests claim what they have played, and the command that does so."""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import Final

from shengji.nights import ClaimGuest
from shengji.nights.acts.act import SERVER
from shengji.server.database.ids import code_from, new_id

_BYTES: Final = 8
"""So many bytes of what is made of the secret make a code, which has sixty bits of them."""


def code_of(secret: str, person: str) -> str:
    """The code of a guest, always the same for a night: it can be printed again.

    >>> code_of("a secret", "guest-1")
    'erv3-x4gc-6zpf'
    """
    made = hmac.new(secret.encode(), person.encode(), sha256).digest()[:_BYTES]
    return code_from(int.from_bytes(made))


def claiming(guest: str, account: str) -> ClaimGuest:
    """The command by which that is so; whoever was released can be claimed again by another."""
    return ClaimGuest(id=f"claim:{new_id()}", by=SERVER, person=guest, account=account)
