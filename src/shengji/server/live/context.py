"""What all live tables share: the store, the threads for bots, time, chance, and the counts."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random, SystemRandom
from typing import Protocol

from shengji.server.live.roster import Roster
from shengji.server.live.settings import LiveSettings
from shengji.server.live.thinker import Thinker
from shengji.server.storage import Cause, Logged, Stored, Summary


class Log(Protocol):
    """What live tables need of `shengji.server.storage.Store`."""

    async def open_table(
        self, table: str, bodies: Sequence[bytes], at: int, cause: Cause | None, summary: Summary
    ) -> None:
        """Make a table with the first entries of its log."""

    async def append(
        self,
        table: str,
        first: int,
        bodies: Sequence[bytes],
        at: int,
        cause: Cause | None = None,
        summary: Summary | None = None,
        checkpoint: bytes | None = None,
    ) -> None:
        """Append to a table's log; durable when it returns."""

    async def read(self, table: str, since: int = 0) -> list[Stored]:
        """The entries after number `since`; none: no such table."""

    async def load(self, table: str) -> Logged:
        """The log from its last checkpoint on."""


class Time:
    """The time of the running loop; tests put a faster one in its place."""

    def now(self) -> float:
        """Seconds from some moment on; never set back."""
        return asyncio.get_running_loop().time()

    def wall(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def call_later(self, seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        """Call something after so many seconds."""
        return asyncio.get_running_loop().call_later(seconds, call)

    async def sleep(self, seconds: float) -> None:
        """Wait so many seconds; not at all when that is not more than none."""
        if seconds > 0:
            await asyncio.sleep(seconds)


@dataclass(slots=True)
class Tally:
    """What has been counted since the start; see `Counts`."""

    entries: int = 0
    messages: int = 0
    slow: int = 0
    faults: int = 0
    late: int = 0


@dataclass(slots=True)
class Context:
    """What all live tables of a hub share.

    Attributes:
        store: keeps the logs.
        settings: how tables are run.
        thinker: where bots think.
        chance: shuffles the decks.
        time: what time it is.
        tally: what is counted.
        roster: the bots that can be seated.
    """

    store: Log
    settings: LiveSettings
    thinker: Thinker
    chance: Random = field(default_factory=SystemRandom)
    time: Time = field(default_factory=Time)
    tally: Tally = field(default_factory=Tally)
    roster: Roster = field(default_factory=Roster)
