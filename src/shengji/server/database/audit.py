"""Audit log of moderators' actions."""

from __future__ import annotations

import msgspec
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.schema import audit


async def record_act(
    connection: AsyncConnection, at: int, by: str, act: str, about: str, **detail: object
) -> None:
    """Add an entry to the audit log, in the transaction of the action."""
    row = {"at": at, "by": by, "act": act, "about": about, "detail": msgspec.json.encode(detail)}
    await connection.execute(insert(audit), row)
