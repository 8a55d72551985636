"""Claim codes for guests whom an organiser has checked in at the desk.

A guest with a browser of their own creates the account there, so only guests without a browser have
a code.
"""

from __future__ import annotations

import hmac
from functools import partial
from hashlib import sha256
from typing import Final

from shengji.nights import ClaimGuest, OpenClaims
from shengji.nights.acts.act import SERVER
from shengji.server.database.ids import code_from, new_id, new_secret, plain_code
from shengji.server.nights.night_log import NightLog

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


async def codes(live: NightLog) -> dict[str, str]:
    """Claim codes of desk guests without an account, by person; creates a missing secret."""
    if not live.night.claims:
        command = OpenClaims(id="claims", by=SERVER, secret=new_secret())
        await live.alone(partial(live.carry_out, command))
    guests = (one.id for one in live.night.people.values() if one.desk and not one.account)
    return {person: code_of(live.night.claims, person) for person in guests}


def owner_of(live: NightLog, code: str) -> str | None:
    """The guest with a code, typed in any form; `None`: no guest of this night."""
    secret, given = live.night.claims, plain_code(code).encode()
    if not secret:
        return None
    for person in (one.id for one in live.night.people.values() if one.desk):
        if hmac.compare_digest(plain_code(code_of(secret, person)).encode(), given):
            return person
    return None
