"""The context of all live tables: the store, the threads for bots, time, chance, the counts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from typing import Protocol

import msgspec

from shengji.ratings import Pool, Rating
from shengji.server.site.chance import Chance
from shengji.server.site.metrics import Tally
from shengji.server.site.ties import TieSource
from shengji.server.site.time import Time
from shengji.server.tables.core.rated import NOTHING_RATED, RatedTerms
from shengji.server.tables.live.bot_executor import BotExecutor
from shengji.server.tables.live.roster import Roster
from shengji.server.tables.live.searching import SearchPool
from shengji.server.tables.state import Pace
from shengji.server.tables.store import TableStore


class LiveSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a server for its live tables.

    Attributes:
        absent_after: seconds without a connection until a bot covers a person's seat.
        host_after: seconds without a connection until another person becomes the host.
        unload_after: seconds without a listener until a table is put out of memory.
        presence_delay: seconds by which news of who is there are held back, so that a page that is
            loaded again goes unnoticed.
        declare_window: seconds for the last moment to declare, where the table has no clock and
            several people play.
        remind_after: seconds for which a decision without a clock is waited for until a person who
            does not see the page is called.
        next_after: seconds after which the next hand starts although somebody has not said `Next`,
            where several people play.
        read_most: seconds for which that time stands still at most while somebody reads how the
            hand went, so that nobody who has walked away keeps the others.
        threads: how many bots may think at the same time.
        thinking: seconds after which the stand-in answers for a bot that has not.
        commands: the operator's own bots: by name the command that plays.
        leave_after: seconds after which whoever is away has left a rated match.
        night_pace: how fast it goes at tables of nights.
    """

    absent_after: float = 20.0
    host_after: float = 120.0
    unload_after: float = 60.0
    presence_delay: float = 0.5
    declare_window: float = 12.0
    remind_after: float = 15.0
    next_after: float = 90.0
    read_most: float = 300.0
    threads: int = 2
    thinking: float = 15.0
    commands: dict[str, str] = {}
    leave_after: float = 300.0
    night_pace: Pace = "normal"


class RatingsOf(Protocol):
    """Where it is known how strong people are."""

    async def of(self, persons: Collection[str], pool: Pool) -> dict[str, Rating]:
        """The ratings of some people in a pool, by public ids."""


@dataclass(slots=True)
class Context:
    """Things that all live tables of a hub share.

    Attributes:
        store: keeps the logs.
        ratings: how strong people are.
        settings: how tables are run.
        thinker: where bots think.
        searching: where those decide that search.
        chance: shuffles the decks, and gives bots their seeds.
        time: what time it is.
        roster: the bots that can be seated.
        wait_rated: waits until what is over is rated; whether it is.
        ties: knows who is to be kept apart from whom.
        rated: what may be rated.
        tally: what is counted.
        line: held by whoever waits because a message of theirs has taken long, one at a time.
    """

    store: TableStore
    ratings: RatingsOf
    settings: LiveSettings
    thinker: BotExecutor
    searching: SearchPool
    chance: Chance
    time: Time
    roster: Roster
    wait_rated: Callable[[], Awaitable[bool]]
    ties: TieSource
    rated: RatedTerms = NOTHING_RATED
    tally: Tally = field(default_factory=Tally)
    line: asyncio.Lock = field(default_factory=asyncio.Lock)
