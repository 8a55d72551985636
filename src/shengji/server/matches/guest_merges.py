"""Guests who have become part of an account, by signing in to it.

What is kept of a guest by then is made the owner's at once. What is still on its way, such as a
match that is not over, or over and not kept yet, is when it comes: the guest has an heir.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec.structs import replace
from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.schema import heirs
from shengji.server.tables.core.match_reader import FinishedMatch


async def record_merge(connection: AsyncConnection, guest: str, owner: str) -> None:
    """Let an owner be the heir of a guest, in a transaction that writes."""
    await connection.execute(delete(heirs).where(heirs.c.guest == guest))
    await connection.execute(insert(heirs), {"guest": guest, "owner": owner})


async def merged_owners(connection: AsyncConnection, persons: Collection[str]) -> dict[str, str]:
    """The heirs of those of some people who have one, by public ids."""
    query = select(heirs.c.guest, heirs.c.owner).where(heirs.c.guest.in_(persons))
    found = (await connection.execute(query)).all() if persons else ()
    return {row.guest: row.owner for row in found}


def with_merged_guests(over: FinishedMatch, heirs: Mapping[str, str]) -> FinishedMatch:
    """A match as the heirs of those who played it have it; where both have, it stays as it is.

    Args:
        over: the match.
        heirs: who has become whose, by public ids.
    """
    here = {at.person for at in over.holders}
    whose: dict[str | None, str] = {}
    for guest in dict.fromkeys(at.person for at in over.holders):
        owner = heirs.get(guest or "")
        if owner is not None and owner not in here:
            whose[guest] = owner
            here.add(owner)
    if not whose:
        return over
    holders = tuple(replace(at, person=whose.get(at.person, at.person)) for at in over.holders)
    hands = tuple(
        hand._replace(
            seats=tuple(at._replace(person=whose.get(at.person, at.person)) for at in hand.seats)
        )
        for hand in over.hands
    )
    return over._replace(holders=holders, hands=hands)
