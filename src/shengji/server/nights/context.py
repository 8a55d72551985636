"""The surroundings of a night under way: the tables, what is kept, and the work that goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

from shengji.ratings import Counted
from shengji.server.matches.recorder import Recorder
from shengji.server.nights.logs import without_name
from shengji.server.nights.store import NightStore
from shengji.server.site.chance import Chance
from shengji.server.site.jobs import Beside
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.store import TableStore

T = TypeVar("T")


@dataclass(eq=False)
class NightContext:
    """What all nights of a server share.

    Attributes:
        hub: the tables of the site.
        store: keeps the nights.
        tables: keeps what happens at their tables.
        recorder: rates what is to be rated.
        beside: has draws worked out beside play.
        counted: what counts for ratings in nights that are made.
        chance: gives seeds to draws where none are asked for.
        closed: whether nothing is done any more.
        ratings: how often ratings have changed since the server began.
    """

    hub: Hub
    store: NightStore
    tables: TableStore
    recorder: Recorder
    beside: Beside
    counted: Counted = "levels"
    chance: Chance = field(default_factory=Chance)
    closed: bool = field(default=False, init=False)
    ratings: int = field(default=0, init=False)
    _work: set[asyncio.Task[Any]] = field(default_factory=set, init=False)

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
