"""Guests without a browser: with a code that they are given they claim what they have played.

Whoever plays with a browser of their own is asked there to make an account, and nobody else can
claim what is theirs; so only those have codes whom an organiser has checked in.
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
    """The codes of those who were checked in at the desk and have no account, by person."""
    if not live.night.claims:
        command = OpenClaims(id="claims", by=SERVER, secret=new_secret())
        await live.alone(partial(live.carry_out, command))
    guests = (one.id for one in live.night.people.values() if one.desk and not one.account)
    return {person: code_of(live.night.claims, person) for person in guests}


def owner_of(live: LiveNight, code: str) -> str | None:
    """The guest with this code, however it was typed; `None`: nobody in this night."""
    secret, given = live.night.claims, plain_code(code).encode()
    if not secret:
        return None
    for person in (one.id for one in live.night.people.values() if one.desk):
        if hmac.compare_digest(plain_code(code_of(secret, person)).encode(), given):
            return person
    return None
