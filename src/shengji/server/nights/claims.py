"""Codes of a night: for guests whom an organiser has checked in, and for devices of tables.

A guest with a browser of their own creates the account there, so only guests without a browser have
a code.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from functools import partial
from hashlib import sha256
from typing import Final

from shengji.nights import ClaimGuest, OpenClaims
from shengji.nights.acts.act import SERVER
from shengji.nights.devices import giver_of
from shengji.server.database.ids import code_from, new_id, new_secret, plain_code
from shengji.server.nights.device_store import TableDevice
from shengji.server.nights.night_log import NightLog

_BYTES: Final = 8
"""Number of bytes of the digest that make a code of sixty bits."""


def code_of(secret: str, subject: str) -> str:
    """The code of a guest or a device, stable within a night, so that it can be printed again.

    >>> code_of("a secret", "guest-1")
    'erv3-x4gc-6zpf'
    """
    made = hmac.new(secret.encode(), subject.encode(), sha256).digest()[:_BYTES]
    return code_from(int.from_bytes(made))


def subject_of(device: TableDevice) -> str:
    """The text from which the latest code of a table's device is made; no person has this id."""
    return giver_of(device.table, str(device.codes))


def is_code(live: NightLog, code: str, device: TableDevice) -> bool:
    """Whether a code, typed in any form, is the latest of a table's device."""
    return _is_code(live.night.claims, code, subject_of(device))


def claiming(guest: str, account: str) -> ClaimGuest:
    """A new command that claims a guest's results, also those of a guest released before."""
    return ClaimGuest(id=f"claim:{new_id()}", by=SERVER, person=guest, account=account)


async def codes(live: NightLog) -> dict[str, str]:
    """Claim codes of desk guests without an account, by person."""
    secret = await secret_of(live)
    guests = (one.id for one in live.night.people.values() if one.desk and not one.account)
    return {person: code_of(secret, person) for person in guests}


async def secret_of(live: NightLog) -> str:
    """The secret of a night's codes, which is created when it is first needed."""
    if not live.night.claims:
        command = OpenClaims(id="claims", by=SERVER, secret=new_secret())
        await live.alone(partial(live.carry_out, command))
    return live.night.claims


def owner_of(live: NightLog, code: str) -> str | None:
    """The guest with a code, typed in any form; `None`: no guest of this night."""
    secret, people = live.night.claims, live.night.people.values()
    return matching({one.id: secret for one in people if one.desk}, code)


def matching(secrets: Mapping[str, str], code: str) -> str | None:
    """The id with a code, typed in any form; `None`: none of them.

    Args:
        secrets: the secret of the code of each id; empty: no code was made.
        code: the code.
    """
    for person, secret in secrets.items():
        if _is_code(secret, code, person):
            return person
    return None


def _is_code(secret: str, code: str, subject: str) -> bool:
    given, right = plain_code(code), plain_code(code_of(secret, subject))
    return bool(secret) and hmac.compare_digest(given.encode(), right.encode())
