"""Merges of guests into accounts, when a guest signs in to one.

Stored data of the guest is transferred at once. Data that is stored later, such as that of an
unfinished match, is transferred when it is stored, by the row of `heirs`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TypeVar

from msgspec.structs import replace
from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.ids import PersonId
from shengji.server.database.schema import heirs
from shengji.server.matches.match_reader import FinishedMatch
from shengji.server.matches.schemas import HandSeat, MatchPlayer

P = TypeVar("P", HandSeat, MatchPlayer)


async def record_merge(connection: AsyncConnection, guest: PersonId, owner: PersonId) -> None:
    """Record that a guest was merged into an account, in a writing transaction."""
    await connection.execute(delete(heirs).where(heirs.c.guest == guest))
    await connection.execute(insert(heirs), {"guest": guest, "owner": owner})


async def merged_owners(
    connection: AsyncConnection, persons: Collection[PersonId]
) -> dict[str, str]:
    """Return the accounts of those people who are merged guests, by the guests' public ids."""
    query = select(heirs.c.guest, heirs.c.owner).where(heirs.c.guest.in_(persons))
    found = (await connection.execute(query)).all() if persons else ()
    return {row.guest: row.owner for row in found}


def with_merged_guests(over: FinishedMatch, heirs: Mapping[str, str]) -> FinishedMatch:
    """Replace merged guests in a match by their accounts, unless both have played in it.

    Args:
        over: the match.
        heirs: accounts by guest, as public ids.
    """
    seats = over.line.seats
    here = {at.person for at in seats}
    whose: dict[str | None, str] = {}
    for guest in dict.fromkeys(at.person for at in seats):
        owner = heirs.get(guest or "")
        if owner is not None and owner not in here:
            whose[guest] = owner
            here.add(owner)
    if not whose:
        return over

    def merged(held: Iterable[P]) -> tuple[P, ...]:
        return tuple(replace(at, person=whose.get(at.person, at.person)) for at in held)

    hands = tuple(replace(hand, seats=merged(hand.seats)) for hand in over.hands)
    return over._replace(line=replace(over.line, seats=merged(seats)), hands=hands)
