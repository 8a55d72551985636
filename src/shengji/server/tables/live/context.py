"""Services shared by all live tables: storage, threads, time, randomness and counters."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from typing import Protocol

import msgspec

from shengji.ratings import Pool, Rating
from shengji.server.site.chance import Chance
from shengji.server.site.metrics import Tally
from shengji.server.site.settings import ServerSettings
from shengji.server.site.ties import TieSource
from shengji.server.site.time import Time
from shengji.server.tables.bots.roster import BotPorts
from shengji.server.tables.core.rated import NOTHING_RATED, RatedTerms
from shengji.server.tables.state import Pace
from shengji.server.tables.store import TableStore


class LiveSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a server for its live tables.

    Attributes:
        absent_after: seconds without a connection after which a bot covers a person's seat.
        host_after: seconds without a connection after which another person becomes the host.
        unload_after: seconds without a listener after which a table is unloaded.
        presence_delay: seconds by which changes of presence are delayed, so that a page reload goes
            unnoticed.
        declare_window: seconds for the last chance to declare, if the table has no clock and
            several people play.
        remind_after: seconds without a clock after which a person without a visible page gets a
            push notification.
        next_after: seconds after which the next hand starts without everyone's `Next`, if several
            people play.
        read_most: maximum seconds for which that timer is paused while players read the hand, so
            that an absent reader does not block the table.
        thinking: seconds after which the stand-in answers for a bot.
        commands: the operator's programs: by name the command to run.
        leave_after: seconds of absence after which a player has left a rated match.
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

    @classmethod
    def of(cls, settings: ServerSettings) -> LiveSettings:
        """The part of a server's settings for its tables."""
        return cls(
            absent_after=settings.absent_after,
            threads=settings.thinking_threads,
            thinking=settings.thinking_seconds,
            commands=settings.bot_commands,
            leave_after=settings.rated_grace,
        )


class RatingsOf(Protocol):
    """The source of people's ratings."""

    async def of(self, persons: Collection[str], pool: Pool) -> dict[str, Rating]:
        """Return the ratings of some people in a pool, by public ids."""


@dataclass(slots=True)
class Context:
    """Services shared by all live tables of a hub.

    Attributes:
        wait_rated: waits until finished matches have been rated; returns whether they are.
        throttle: the lock held by throttled senders, one at a time.
    """

    store: TableStore
    ratings: RatingsOf
    settings: LiveSettings
    bots: BotPorts
    chance: Chance
    time: Time
    wait_rated: Callable[[], Awaitable[bool]]
    ties: TieSource
    rated: RatedTerms = NOTHING_RATED
    tally: Tally = field(default_factory=Tally)
    throttle: asyncio.Lock = field(default_factory=asyncio.Lock)
