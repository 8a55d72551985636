"""Matches that are shared by a link, which its person can take back."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.base_store import Store
from shengji.server.database.ids import new_id
from shengji.server.database.schema import matches, shares
from shengji.server.matches.filters import PageCursor, place_of


class Share(NamedTuple):
    """A match that is shared by a link.

    Attributes:
        place: where the match stands among all.
        person: who shares it, by public id.
    """

    place: PageCursor
    person: str


class CreatedShare(NamedTuple):
    """A link that a person has made.

    Attributes:
        match: the match, by public id.
        token: with what the link leads there.
        made: when, in milliseconds since 1970.
    """

    match: str
    token: str
    made: int


class ShareStore(Store):
    """The links in the database; see `Store`."""

    async def make(self, match: str, person: str) -> str | None:
        """Share a match by a link; who has shared it has the same link again.

        Returns:
            The token of the link; `None`: there is no such match for this person.
        """
        token, now = new_id(), self._clock()

        async def work(connection: AsyncConnection) -> str | None:
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

        return await self._writer.write(work)

    async def end(self, match: str, person: str) -> bool:
        """Take back the link by which a person shares a match; whether there was one."""
        key = select(matches.c.key).where(matches.c.id == match).scalar_subquery()
        gone = delete(shares).where(shares.c.match == key, shares.c.person == person)

        async def work(connection: AsyncConnection) -> bool:
            return bool((await connection.execute(gone)).rowcount)

        return await self._writer.write(work)

    async def of(self, person: str) -> list[CreatedShare]:
        """The links that a person has made and not taken back, in the order in which they were."""
        query = select(matches.c.id, shares.c.token, shares.c.made)
        query = query.join_from(shares, matches, shares.c.match == matches.c.key)
        query = query.where(shares.c.person == person).order_by(shares.c.made, shares.c.token)
        async with self._reading() as connection:
            return [CreatedShare(*row) for row in await connection.execute(query)]

    async def find(self, token: str) -> Share | None:
        """The match to which a link leads; `None`: nowhere, or not any more."""
        query = select(matches.c.ended, matches.c.key, shares.c.person)
        query = query.join_from(shares, matches, shares.c.match == matches.c.key)
        async with self._reading() as connection:
            found = await connection.execute(query.where(shares.c.token == token))
            row = found.one_or_none()
            return None if row is None else Share(PageCursor(row.ended, row.key), row.person)

    async def merge_guest(self, guest: str, owner: str) -> None:
        """Let the links of a guest be another's, who is the same somebody.

        A match that both share keeps the owner's link.
        """
        both = select(shares.c.match).where(shares.c.person == owner).scalar_subquery()
        moved = update(shares).where(shares.c.person == guest, shares.c.match.not_in(both))

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(moved.values(person=owner))

        await self._writer.write(work)
