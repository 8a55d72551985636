"""The book of what those who keep the site have done."""

from __future__ import annotations

import msgspec
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.schema import audit


async def note_act(
    connection: AsyncConnection, at: int, by: str, act: str, about: str, **detail: object
) -> None:
    """Write into the book what a keeper does, in the transaction that does it."""
    row = {"at": at, "by": by, "act": act, "about": about, "detail": msgspec.json.encode(detail)}
    await connection.execute(insert(audit), row)
