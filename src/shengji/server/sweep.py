"""Deletion of data that has not been used for long."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from sqlalchemy import delete, exists, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.accounts.removal import forget_reports
from shengji.server.database.moments import UnixMs
from shengji.server.database.schema import (
    accounts,
    challenges,
    club_members,
    club_persons,
    codes,
    evenings,
    invitations,
    kept_answers,
    links,
    mails,
    night_events,
    night_people,
    nights,
    people,
    reports,
    seats,
    tables,
)
from shengji.server.evenings.store import deserted
from shengji.server.nights.logs import without_name
from shengji.server.site.stored_responses import KEPT_MS
from shengji.server.tables.aging import idle_tables

_DAY: Final = 24 * 60 * 60 * 1000
_PEOPLE: Final = 180 * _DAY
_REPORTS: Final = 365 * _DAY
"""Age in milliseconds at which settled reports are deleted."""

_INVITATIONS: Final = _DAY
"""Age in milliseconds at which ended invitations are deleted."""

_MEMBERS: Final = 730 * _DAY
"""Time in milliseconds since the last night after which a club's member without an account is
deleted."""

_MANY: Final = 200
"""Maximum number of people deleted at once, so that other writes are not delayed."""


_FEW: Final = 20
"""Maximum number of members deleted at once, since events of their nights are rewritten."""


class Swept(NamedTuple):
    """Numbers of rows that `Stores.sweep` has deleted."""

    tables: int
    people: int


async def sweep(
    connection: AsyncConnection, now: UnixMs, busy: Collection[str], days: int
) -> Swept:
    """Delete a batch; see `Stores.sweep`.

    Args:
        connection: in a write transaction.
        now: the time.
        busy: ids of tables to keep.
        days: age in days at which an unused table is deleted.
    """
    old = await idle_tables(connection, now, busy, days, unfinished=False)
    if old:
        await connection.execute(delete(tables).where(tables.c.id.in_(old)))
    seated = exists().where(seats.c.person == people.c.id)
    known = exists().where(accounts.c.person == people.c.id)
    idle = people.c.seen < now - _PEOPLE
    query = select(people.c.id).where(idle, ~seated, ~known).limit(_MANY)
    gone = list((await connection.execute(query)).scalars())
    if gone:
        await connection.execute(delete(people).where(people.c.id.in_(gone)))
        await forget_reports(connection, gone, now)
        await connection.execute(delete(evenings).where(deserted()))
    await connection.execute(delete(reports).where(reports.c.closed < now - _REPORTS))
    await connection.execute(delete(invitations).where(invitations.c.until < now - _INVITATIONS))
    await connection.execute(delete(kept_answers).where(kept_answers.c.at <= now - KEPT_MS))
    await _forget_members(connection, now)
    for table in (links, codes, mails, challenges):
        await connection.execute(delete(table).where(table.c.expires <= now))
    return Swept(len(old), len(gone))


async def _forget_members(connection: AsyncConnection, now: UnixMs) -> None:
    """Delete members without an account who have not come for long, with their names in nights.

    Lines that are merged count as one, and go together.
    """
    line = club_members.c
    pointed = club_persons.c.line == line.id
    stays = or_(
        line.since >= now - _MEMBERS,
        exists().where(pointed, accounts.c.person == club_persons.c.person),
        exists().where(
            pointed,
            night_people.c.person == club_persons.c.person,
            nights.c.id == night_people.c.night,
            nights.c.opened >= now - _MEMBERS,
        ),
    )
    above = select(line.merged.label("id")).where(line.merged.is_not(None), stays)
    kept = above.cte(recursive=True)
    kept = kept.union(select(line.merged).where(line.id == kept.c.id, line.merged.is_not(None)))
    query = select(line.id).where(line.merged.is_(None), ~stays, line.id.not_in(select(kept.c.id)))
    gone = list((await connection.execute(query.limit(_FEW))).scalars())
    merged = gone
    while merged:
        parts = select(line.id).where(line.merged.in_(merged))
        merged = list((await connection.execute(parts)).scalars())
        gone += merged
    if not gone:
        return
    of_lines = select(club_persons.c.club, club_persons.c.person).where(
        club_persons.c.line.in_(gone), ~exists().where(people.c.id == club_persons.c.person)
    )
    for club, person in (await connection.execute(of_lines)).all():
        played = select(nights.c.id).where(
            nights.c.club == club,
            nights.c.id == night_people.c.night,
            night_people.c.person == person,
        )
        for night in list((await connection.execute(played.distinct())).scalars()):
            bodies = select(night_events.c.body).where(night_events.c.night == night)
            found = (await connection.execute(bodies.order_by(night_events.c.number))).scalars()
            for number, body in without_name(tuple(found), person).items():
                own = (night_events.c.night == night) & (night_events.c.number == number)
                await connection.execute(update(night_events).where(own).values(body=body))
    await connection.execute(delete(club_members).where(line.id.in_(gone)))
