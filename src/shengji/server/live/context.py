"""What all live tables share: the store, the threads for bots, time, chance, and the counts."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random, SystemRandom

from shengji.server.live.roster import Roster
from shengji.server.live.settings import LiveSettings
from shengji.server.live.thinker import Thinker
from shengji.server.storage import Store


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

    store: Store
    settings: LiveSettings
    thinker: Thinker
    chance: Random = field(default_factory=SystemRandom)
    time: Time = field(default_factory=Time)
    tally: Tally = field(default_factory=Tally)
    roster: Roster = field(default_factory=Roster)
