"""Deletion of data that has not been used for long."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from sqlalchemy import delete, exists, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.accounts.removal import forget_reports
from shengji.server.database.moments import UnixMs
from shengji.server.database.schema import (
    accounts,
    challenges,
    codes,
    evenings,
    invitations,
    kept_answers,
    links,
    mails,
    people,
    reports,
    seats,
    tables,
)
from shengji.server.evenings.store import deserted
from shengji.server.site.stored_responses import KEPT_MS
from shengji.server.tables.aging import idle_tables

_DAY: Final = 24 * 60 * 60 * 1000
_PEOPLE: Final = 180 * _DAY
_REPORTS: Final = 365 * _DAY
"""Age in milliseconds at which settled reports are deleted."""

_INVITATIONS: Final = _DAY
"""Age in milliseconds at which ended invitations are deleted."""

_MANY: Final = 200
"""Maximum number of people deleted at once, so that other writes are not delayed."""


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
    for table in (links, codes, mails, challenges):
        await connection.execute(delete(table).where(table.c.expires <= now))
    return Swept(len(old), len(gone))
