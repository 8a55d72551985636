"""The surroundings of a night under way: the tables, what is kept, and the work that goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

import structlog

from shengji.ratings import Counted
from shengji.server.matches.recorder import Recorder
from shengji.server.nights.logs import without_name
from shengji.server.nights.store import NightStore
from shengji.server.site.chance import Chance
from shengji.server.site.jobs import Beside
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.store import TableStore

_MOST: Final = 500
"""So many nights are kept in memory; of more, those go that are over."""

_logger = structlog.get_logger()

T = TypeVar("T")


class NightContext:
    """What all nights of a server share.

    Args:
        hub: the tables of the site.
        store: keeps the nights.
        tables: keeps what happens at their tables.
        recorder: rates what is to be rated.
        beside: has draws worked out beside play.
        counted: what counts for ratings in nights that are made.
        chance: gives seeds to draws where none are asked for.

    Attributes:
        hub: likewise; `store`, `tables`, `recorder`, `beside`, `counted` and `chance` likewise.
        closed: whether nothing is done any more.
        ratings: how often ratings have changed since the server began.
    """

    def __init__(
        self,
        hub: Hub,
        store: NightStore,
        tables: TableStore,
        recorder: Recorder,
        beside: Beside,
        counted: Counted = "levels",
        chance: Chance | None = None,
    ) -> None:
        self.hub, self.store, self.tables = hub, store, tables
        self.recorder, self.counted = recorder, counted
        self.beside = beside
        self.chance = chance or Chance()
        self.closed = False
        self.ratings = 0
        self._work: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin something that goes on by itself."""
        task = asyncio.get_running_loop().create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        return task

    async def unname(self, night: str, person: str) -> None:
        """Take the name of somebody out of the log of a night that nobody writes to meanwhile."""
        kept = await self.store.load(night)
        if kept is not None:
            await self.store.rewrite(night, without_name(kept.bodies, person))
