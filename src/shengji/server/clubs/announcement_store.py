"""The store of announcements to the members of clubs."""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.nights.copies import made_from
from shengji.server.clubs.member_store import lock_club, set_line
from shengji.server.clubs.schemas import Announcement
from shengji.server.database.base_store import Store, writes
from shengji.server.database.ids import PersonId, new_id
from shengji.server.database.moments import UnixMs
from shengji.server.database.schema import (
    accounts,
    announcements,
    club_members,
    club_persons,
    clubs,
    people,
)

MOST: Final = 3
"""Maximum number of announcements of a club in `WEEK_MS`."""

WEEK_MS: Final = 7 * 24 * 3600 * 1000

_KEPT: Final = 100
"""Maximum number of announcements of a club that are listed; older ones are deleted."""

_BATCH: Final = 20
"""Number of lines that are claimed at once. If a server stops meanwhile, they receive nothing."""


class Receiver(NamedTuple):
    """A person who receives an announcement.

    Attributes:
        mail: the confirmed address; `None`: none.
    """

    person: PersonId
    mail: str | None


class Sending(NamedTuple):
    """An announcement, with a batch of receivers that nobody else sends it to.

    Attributes:
        name: name of the author; empty: deleted.
    """

    club: str
    title: str
    by: PersonId | None
    name: str
    text: str
    receivers: tuple[Receiver, ...]


class AnnouncementStore(Store):
    """The store of announcements."""

    async def of(self, club: str) -> list[Announcement]:
        """The announcements of a club, latest first."""
        query = (
            select(announcements, people.c.name)
            .outerjoin(people, people.c.id == announcements.c.by)
            .where(announcements.c.club == club, announcements.c.removed.is_(False))
            .order_by(announcements.c.at.desc(), announcements.c.id)
            .limit(_KEPT)
        )
        async with self._reading() as connection:
            rows = (await connection.execute(query)).all()
        return [
            made_from(Announcement, row, announcement=row.id, name=row.name or "") for row in rows
        ]

    async def next_possible(self, club: str) -> UnixMs:
        """The time from which the club may send the next announcement."""
        async with self._reading() as connection:
            return await _next_possible(connection, club)

    @writes
    async def announce(
        self, connection: AsyncConnection, club: str, by: PersonId, text: str
    ) -> UnixMs | None:
        """Store an announcement, to be sent; or return the time from which it is possible."""
        await lock_club(connection, club)
        possible, now = await _next_possible(connection, club), self._clock()
        if possible > now:
            return possible
        row = {"id": new_id(), "club": club, "at": now, "by": by, "text": text, "pending": True}
        await connection.execute(insert(announcements), row)
        own = announcements.c.club == club
        old = announcements.c.removed & (announcements.c.at <= now - WEEK_MS)
        await connection.execute(delete(announcements).where(own, old))
        query = select(announcements.c.id).where(own).order_by(announcements.c.at.desc())
        beyond = (await connection.execute(query.offset(_KEPT))).scalars().all()
        await connection.execute(delete(announcements).where(announcements.c.id.in_(beyond)))
        return None

    @writes
    async def remove(self, connection: AsyncConnection, club: str, announcement: str) -> bool:
        """Remove an announcement, and stop sending it; returns whether there was one."""
        own = (announcements.c.club == club) & (announcements.c.id == announcement)
        change = update(announcements).where(own, announcements.c.removed.is_(False))
        values = {"removed": True, "pending": False, "text": ""}
        return bool((await connection.execute(change.values(values))).rowcount)

    @writes
    async def set_announced(self, connection: AsyncConnection, line: str, *, on: bool) -> None:
        """Set whether the persons of a line receive announcements."""
        await set_line(connection, line, announced=on)

    async def pending(self) -> list[str]:
        """The ids of the announcements that are still being sent, oldest first."""
        query = select(announcements.c.id).where(announcements.c.pending)
        async with self._reading() as connection:
            found = await connection.execute(query.order_by(announcements.c.at))
            return list(found.scalars())

    @writes
    async def claim(self, connection: AsyncConnection, announcement: str) -> Sending | None:
        """Claim the next receivers of an announcement; `None`: it has been sent to all.

        A receiver is claimed once, so that no message is sent twice.
        """
        query = (
            select(announcements, clubs.c.name.label("title"), people.c.name)
            .join(clubs, clubs.c.id == announcements.c.club)
            .outerjoin(people, people.c.id == announcements.c.by)
            .where(announcements.c.id == announcement, announcements.c.pending)
            .with_for_update(of=announcements)
        )
        row = (await connection.execute(query)).one_or_none()
        if row is None:
            return None
        lines = select(club_members.c.id).where(
            club_members.c.club == row.club,
            club_members.c.state == "in",
            club_members.c.id > row.reached,
        )
        ids = (await connection.execute(lines.order_by("id").limit(_BATCH))).scalars().all()
        own = update(announcements).where(announcements.c.id == announcement)
        if not ids:
            await connection.execute(own.values(pending=False))
            return None
        await connection.execute(own.values(reached=ids[-1]))
        found = (
            select(people.c.id, accounts.c.mail)
            .join_from(club_persons, club_members, club_members.c.id == club_persons.c.line)
            .join(people, people.c.id == club_persons.c.person)
            .outerjoin(accounts, accounts.c.person == people.c.id)
            .where(club_persons.c.line.in_(ids), club_members.c.announced)
            .where(people.c.id != (row.by or ""))
        )
        receivers = tuple(Receiver(*at) for at in await connection.execute(found))
        return Sending(row.club, row.title, row.by, row.name or "", row.text, receivers)


async def _next_possible(connection: AsyncConnection, club: str) -> UnixMs:
    query = select(announcements.c.at).where(announcements.c.club == club)
    query = query.order_by(announcements.c.at.desc()).offset(MOST - 1).limit(1)
    third = (await connection.execute(query)).scalar_one_or_none()
    return 0 if third is None else third + WEEK_MS
