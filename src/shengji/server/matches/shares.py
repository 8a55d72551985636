"""The store of shared links to matches."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import delete, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.base_store import Store, writes
from shengji.server.database.ids import PersonId, new_id
from shengji.server.database.merged_guests import merged_guests
from shengji.server.database.schema import matches, shares
from shengji.server.matches.filters import PageCursor, place_of


class Share(NamedTuple):
    """A shared match.

    Attributes:
        place: the place of the match in the order of end times.
    """

    place: PageCursor
    person: PersonId


class ShareStore(Store):
    """The store of shared links."""

    @writes
    async def make(self, connection: AsyncConnection, match: str, person: PersonId) -> str | None:
        """Create a link to a match, or return the person's existing link.

        Returns:
            The token of the link, or `None` if the person may not see such a match.
        """
        token, now = new_id(), self._clock()
        place = (await connection.execute(place_of(match, person))).one_or_none()
        if place is None:
            return None
        own = (shares.c.match == place.key) & (shares.c.person == person)
        known = select(shares.c.token).where(own)
        found: str | None = (await connection.execute(known)).scalar_one_or_none()
        if found is None:
            row = {"token": token, "match": place.key, "person": person, "made": now}
            await connection.execute(insert(shares).values(row))
        return found or token

    @writes
    async def end(self, connection: AsyncConnection, match: str, person: PersonId) -> bool:
        """Delete a person's link to a match; return whether there was one.

        A guest and their account may both have had one, which both work after the merge: both end.
        """
        key = select(matches.c.key).where(matches.c.id == match).scalar_subquery()
        guests = merged_guests(person)
        own = or_(shares.c.person == person, shares.c.person.in_(guests))
        gone = delete(shares).where(shares.c.match == key, own)
        return bool((await connection.execute(gone)).rowcount)

    async def token(self, match: str, person: PersonId) -> str | None:
        """Return the token of a person's link to a match; `None`: there is no link."""
        query = select(shares.c.token).join(matches, shares.c.match == matches.c.key)
        query = query.where(matches.c.id == match, shares.c.person == person)
        async with self._reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def export(self, person: PersonId) -> list[dict[str, Any]]:
        """Return a person's links in the order of creation, for their export."""
        query = select(matches.c.id.label("match"), shares.c.token, shares.c.made)
        query = query.join_from(shares, matches, shares.c.match == matches.c.key)
        query = query.where(shares.c.person == person).order_by(shares.c.made, shares.c.token)
        async with self._reading() as connection:
            return [row._asdict() for row in await connection.execute(query)]

    async def find(self, token: str) -> Share | None:
        """Return the match of a link, or `None` if there is no such link."""
        query = select(matches.c.ended, matches.c.key, shares.c.person)
        query = query.join_from(shares, matches, shares.c.match == matches.c.key)
        async with self._reading() as connection:
            found = await connection.execute(query.where(shares.c.token == token))
            row = found.one_or_none()
            return None if row is None else Share(PageCursor(row.ended, row.key), row.person)
