"""Tables that nobody has used for long."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from sqlalchemy import ColumnElement, exists, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.schema import entries, tables, unrecorded

TABLE_DAYS: Final = 90
"""After how many days without use a table goes where matches were played, if nothing is said."""

_DAY: Final = 24 * 60 * 60 * 1000
_UNSTARTED: Final = 7 * _DAY
_FEW: Final = 20
"""So many tables at once, so that nobody waits long for the writer: one may have thousands of
entries."""


async def idle_tables(
    connection: AsyncConnection,
    now: int,
    busy: Collection[str],
    days: int,
    *,
    unfinished: bool,
) -> list[str]:
    """Some of the tables that nobody has used for long.

    Args:
        connection: to read with.
        now: the time, in milliseconds since 1970.
        busy: tables that are not wanted.
        days: after how many days a table is idle where a match has started; else after 7.
        unfinished: whether those with a match that is not recorded, be it over or not, or the
            others.
    """
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
    wanted = _unfinished() if unfinished else ~_unfinished()
    query = (
        select(tables.c.id)
        .where(tables.c.updated < now - shortest, idle, wanted, tables.c.id.not_in(busy))
        .order_by(tables.c.updated)
        .limit(_FEW)
    )
    return list((await connection.execute(query)).scalars())


def _unfinished() -> ColumnElement[bool]:
    """Whether a table has a match that is not recorded, be it over or not."""
    return tables.c.playing | exists().where(unrecorded.c.table == tables.c.id)
