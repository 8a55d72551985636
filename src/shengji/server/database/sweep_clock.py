"""Sweeping waits for a person where the clock may have jumped."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, delete, func, insert, select

from shengji.server.database.schema import people, sweeps, tables

LONGEST_GAP_MS: Final = 30 * 24 * 60 * 60 * 1000
"""Maximum time between two sweeps, and between the first and the newest entry, in milliseconds."""

_NAME: Final = "site"


def gap_since(connection: Connection, now: int) -> int | None:
    """The time of the last sweep where now lies so far beyond it that nothing may be swept.

    Before the first sweep it is the time of the newest entry. A clock that is wrong and a server
    that was off cannot be told apart, so that a person has to confirm the clock.

    Args:
        connection: to read with.
        now: the time, in milliseconds since 1970; the result likewise.

    Returns:
        `None` where sweeping may go on.
    """
    last = connection.execute(select(sweeps.c.at)).scalar()
    if last is None:
        newest = (
            connection.execute(select(func.max(column))).scalar()
            for column in (people.c.seen, tables.c.updated)
        )
        last = max((at for at in newest if at is not None), default=now)
    return int(last) if now - last > LONGEST_GAP_MS else None


def note_sweep(connection: Connection, now: int) -> int | None:
    """Note that a sweep begins; as `gap_since`, and nothing is noted where it may not."""
    gap = gap_since(connection, now)
    if gap is None:
        confirm_clock(connection, now)
    return gap


def confirm_clock(connection: Connection, now: int) -> None:
    """Let sweeping go on from this time, because the clock is right."""
    connection.execute(delete(sweeps))
    connection.execute(insert(sweeps).values(name=_NAME, at=now))
