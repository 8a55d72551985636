"""Clean-up of other people's data about deleted people."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.schema import reports


async def forget_reports(connection: AsyncConnection, gone: Collection[str], now: int) -> None:
    """Close reports about deleted people, without their text, and unsign their own reports."""
    about = update(reports).where(reports.c.about.in_(gone))
    await connection.execute(about.where(reports.c.closed.is_(None)).values(closed=now))
    await connection.execute(about.values(text="", outcome=""))
    unsign = update(reports).where(reports.c.by.in_(gone)).values(by="")
    await connection.execute(unsign)
