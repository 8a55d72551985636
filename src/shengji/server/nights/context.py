"""The surroundings of a night under way: the tables, and what is kept."""

from __future__ import annotations

from dataclasses import dataclass, field

from shengji.ratings import Counted
from shengji.server.matches.recorder import Recorder
from shengji.server.nights.logs import without_name
from shengji.server.nights.series_store import SeriesStore
from shengji.server.nights.store import NightStore
from shengji.server.site.chance import Chance
from shengji.server.site.jobs import BackgroundRunner
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.store import TableStore


@dataclass(eq=False)
class NightContext:
    """Things that all nights of a server share.

    Attributes:
        hub: the tables of the site.
        store: keeps the nights.
        series: keeps the series of nights.
        tables: keeps what happens at their tables.
        recorder: rates what is to be rated.
        beside: has draws worked out beside play.
        counted: what counts for ratings in nights that are made.
        chance: gives seeds to draws where none are asked for.
        follows: whether what follows from events is done here, such as opening tables.
        ratings: how often ratings have changed since the server began.
    """

    hub: Hub
    store: NightStore
    series: SeriesStore
    tables: TableStore
    recorder: Recorder
    beside: BackgroundRunner
    counted: Counted = "levels"
    chance: Chance = field(default_factory=Chance)
    follows: bool = True
    ratings: int = field(default=0, init=False)

    async def unname(self, night: str, person: str) -> None:
        """Take the name of somebody out of the log of a night that nobody writes to meanwhile."""
        kept = await self.store.load(night)
        if kept is not None:
            await self.store.rewrite(night, without_name(kept.bodies, person))
