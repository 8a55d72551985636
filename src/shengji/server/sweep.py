"""Removing what nobody has used for long."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, exists, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.schema import (
    accounts,
    challenges,
    codes,
    entries,
    links,
    mails,
    people,
    reports,
    seats,
    tables,
    unrecorded,
)
from shengji.server.moderation.store import forget_reports

TABLE_DAYS = 90
"""After how many days without use a table goes where matches were played, if nothing is said."""

_DAY = 24 * 60 * 60 * 1000
_UNSTARTED = 7 * _DAY
_PEOPLE = 180 * _DAY
_REPORTS = 365 * _DAY  # after they were settled

# At once, so that nobody else waits long for the writer: a table may have thousands of entries.
_FEW = 20  # tables
_MANY = 200  # people


async def sweep(connection: AsyncConnection, now: int, busy: Collection[str], days: int) -> Swept:
    """See `Store.sweep`.

    Args:
        connection: in a transaction that writes.
        now: the time, in milliseconds since 1970.
        busy: tables that are kept.
        days: after how many days a table goes.
    """
    old = await _old_tables(connection, now, busy, days, ~_unfinished())
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
    await connection.execute(delete(reports).where(reports.c.closed < now - _REPORTS))
    for table in (links, codes, mails, challenges):
        await connection.execute(delete(table).where(table.c.expires <= now))
    return Swept(len(old), len(gone))


async def idle_tables(
    connection: AsyncConnection, now: int, busy: Collection[str], days: int
) -> list[str]:
    """See `Store.idle`; arguments as of `sweep`."""
    return await _old_tables(connection, now, busy, days, _unfinished())


def _unfinished() -> ColumnElement[bool]:
    """Whether a table has a match that is not recorded, be it over or not."""
    return tables.c.playing | exists().where(unrecorded.c.table == tables.c.id)


async def _old_tables(
    connection: AsyncConnection,
    now: int,
    busy: Collection[str],
    days: int,
    such: ColumnElement[bool],
) -> list[str]:
    # A table's row changes only with its summary; whether it is in use its log tells.
    last = (
        select(entries.c.at)
        .where(entries.c.table == tables.c.id)
        .order_by(entries.c.number.desc())
        .limit(1)
        .correlate(tables)
        .scalar_subquery()
    )
    shortest = min(_UNSTARTED, days * _DAY)
    idle = or_(last < now - days * _DAY, (last < now - _UNSTARTED) & ~tables.c.started)
    query = (
        select(tables.c.id)
        .where(tables.c.updated < now - shortest, idle, such, tables.c.id.not_in(busy))
        .order_by(tables.c.updated)
        .limit(_FEW)
    )
    return list((await connection.execute(query)).scalars())


class Swept(NamedTuple):
    """How much `Store.sweep` has removed."""

    tables: int
    people: int
