"""Guests who were merged into accounts, when they signed in to one.

Stored data of the guest is transferred at once. Data that is stored later, such as that of an
unfinished match, is transferred when it is stored, by the row of `heirs`.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Select, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.ids import PersonId
from shengji.server.database.schema import heirs


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


async def account_of(connection: AsyncConnection, person: PersonId) -> PersonId:
    """Return the account into which a guest was merged; for others their own public id."""
    return (await merged_owners(connection, [person])).get(person, person)


def merged_guests(owner: PersonId) -> Select[tuple[str]]:
    """Return the query of the public ids of all guests who were merged into an account."""
    return select(heirs.c.guest).where(heirs.c.owner == owner)
