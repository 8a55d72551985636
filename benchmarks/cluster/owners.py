"""The owners of all tables and nights, watched from outside while a site runs."""

from __future__ import annotations

import asyncio
import time
from typing import Final, NamedTuple

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database import schema
from shengji.server.database.database import Database
from shengji.server.database.errors import StorageError

LOOK: Final = 0.2
"""Seconds until it is looked again."""

_LOGS: Final = (schema.tables, schema.nights, schema.duties)


class _Owned(NamedTuple):
    owner: str | None
    epoch: int


class Owners:
    """Watches who owns what; use `watch`.

    Attributes:
        wrong: what cannot be: an epoch that fell, or another owner in the same one.
        moved: when each log was seen to have changed hands, by its id.
    """

    def __init__(self) -> None:
        self.wrong: list[str] = []
        self.moved: dict[str, list[float]] = {}
        self._known: dict[tuple[str, str], _Owned] = {}

    async def watch(self, database: Database) -> None:
        """Look again and again; to be cancelled."""
        while True:
            try:
                async with database.reading() as connection:
                    await self._look(connection)
            except StorageError:  # it is hurt, too
                pass
            await asyncio.sleep(LOOK)

    async def _look(self, connection: AsyncConnection) -> None:
        now = time.monotonic()
        for logs in _LOGS:
            columns = logs.c
            for id_, *rest in await connection.execute(
                select(columns.id, columns.owner, columns.epoch)
            ):
                found, place = _Owned(*rest), (logs.name, id_)
                before = self._known.get(place, found)
                self._known[place] = found
                if found.epoch < before.epoch:
                    self.wrong.append(f"{place}: epoch {before.epoch} fell to {found.epoch}")
                if found.epoch > before.epoch:
                    self.moved.setdefault(id_, []).append(now)
                elif found.owner not in (before.owner, None) and before.owner is not None:
                    self.wrong.append(f"{place}: two owners in epoch {found.epoch}")

    def moves(self, id_: str, since: float) -> list[float]:
        """When a log was seen to have changed hands, since a moment."""
        return [at for at in self.moved.get(id_, ()) if at > since]
