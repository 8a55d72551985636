"""Guard of the sweeps against a wrong system clock."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, delete, func, insert, select

from shengji.server.database.moments import UnixMs
from shengji.server.database.schema import people, sweeps, tables

LONGEST_GAP_MS: Final = 30 * 24 * 60 * 60 * 1000
"""Maximum gap between two sweeps, or between the newest row and the first sweep."""

_NAME: Final = "site"


def gap_since(connection: Connection, now: UnixMs) -> int | None:
    """Return the time of the last sweep if the gap since then is too long to sweep safely.

    Before the first sweep, the time of the newest row is used. The gap may come from a wrong clock
    or from an outage, so an operator has to confirm the clock.

    Args:
        connection: the connection for reading.
        now: current time.

    Returns:
        Unix milliseconds, or `None` if sweeping may continue.
    """
    last = connection.execute(select(sweeps.c.at)).scalar()
    if last is None:
        newest = (
            connection.execute(select(func.max(column))).scalar()
            for column in (people.c.seen, tables.c.updated)
        )
        last = max((at for at in newest if at is not None), default=now)
    return int(last) if now - last > LONGEST_GAP_MS else None


def record_sweep(connection: Connection, now: int) -> int | None:
    """Record the start of a sweep, unless `gap_since` returns a gap; return that result."""
    gap = gap_since(connection, now)
    if gap is None:
        confirm_clock(connection, now)
    return gap


def confirm_clock(connection: Connection, now: int) -> None:
    """Accept the current time as correct, so that sweeping continues."""
    connection.execute(delete(sweeps))
    connection.execute(insert(sweeps).values(name=_NAME, at=now))
