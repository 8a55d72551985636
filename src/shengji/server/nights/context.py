"""Shared dependencies of live nights: the tables of the site, and the stores."""

from __future__ import annotations

from dataclasses import dataclass, field

from shengji.ratings import Counted
from shengji.server.matches.recorder import Recorder
from shengji.server.nights.logs import without_name
from shengji.server.nights.store import NightStore
from shengji.server.site.chance import Chance
from shengji.server.site.club_source import ClubSource
from shengji.server.site.jobs import BackgroundRunner
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.store import TableStore


@dataclass(eq=False)
class NightContext:
    """Dependencies that all nights of a server share.

    Attributes:
        beside: runs draws in a process with lower priority than play.
        counted: unit of the ratings' results, for new nights.
        chance: random seeds of draws.
        follows: whether this server performs the side effects of events, such as opening tables.
        ratings: number of changes of the ratings since the start of the server.
    """

    hub: Hub
    store: NightStore
    clubs: ClubSource
    tables: TableStore
    recorder: Recorder
    beside: BackgroundRunner
    counted: Counted = "levels"
    chance: Chance = field(default_factory=Chance)
    follows: bool = True
    ratings: int = field(default=0, init=False)

    async def unname(self, night: str, person: str) -> None:
        """Remove a person's name from the log of a night that has no writer now."""
        kept = await self.store.load(night)
        if kept is not None:
            await self.store.rewrite(night, without_name(kept.bodies, person))
