"""Claim codes for guests whom an organiser has checked in at the desk.

A guest with a browser of their own creates the account there, so only guests without a browser have
a code.
"""

from __future__ import annotations

import hmac
from functools import partial

from shengji.nights import OpenClaims
from shengji.nights.acts.act import SERVER
from shengji.server.database.ids import new_secret, plain_code
from shengji.server.nights.claim_codes import code_of
from shengji.server.nights.live_night import LiveNight


async def codes(live: LiveNight) -> dict[str, str]:
    """Claim codes of desk guests without an account, by person; creates a missing secret."""
    if not live.night.claims:
        command = OpenClaims(id="claims", by=SERVER, secret=new_secret())
        await live.alone(partial(live.carry_out, command))
    guests = (one.id for one in live.night.people.values() if one.desk and not one.account)
    return {person: code_of(live.night.claims, person) for person in guests}


def owner_of(live: LiveNight, code: str) -> str | None:
    """The guest with a code, typed in any form; `None`: no guest of this night."""
    secret, given = live.night.claims, plain_code(code).encode()
    if not secret:
        return None
    for person in (one.id for one in live.night.people.values() if one.desk):
        if hmac.compare_digest(plain_code(code_of(secret, person)).encode(), given):
            return person
    return None
