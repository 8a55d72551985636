"""Retention: the selection of tables that have not been used for long."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from sqlalchemy import ColumnElement, exists, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.moments import UnixMs
from shengji.server.database.schema import entries, tables, unrecorded

TABLE_DAYS: Final = 90
"""Default number of unused days after which a table with matches is deleted."""

_DAY: Final = 24 * 60 * 60 * 1000
_UNSTARTED: Final = 7 * _DAY
_FEW: Final = 20
"""Maximum tables per call, since one may have thousands of entries and blocks the writer."""


async def idle_tables(
    connection: AsyncConnection,
    now: UnixMs,
    busy: Collection[str],
    days: int,
    *,
    unfinished: bool,
) -> list[str]:
    """Return a batch of tables that have not been used for long.

    Args:
        connection: a connection to read with.
        now: the time.
        busy: ids of tables to leave out.
        days: days after which a table is idle if a match has started there; else 7.
        unfinished: whether to select tables with an unrecorded match, finished or not, or all other
            tables.
    """
    # A table's row changes only with its summary; its last use is the time of its last entry.
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
    """Return the condition that a table has an unrecorded match, finished or not."""
    return tables.c.playing | exists().where(unrecorded.c.table == tables.c.id)
