"""A time that a test lets leap, so that minutes of a table take no time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from shengji.server.site.time import Time
from shengji.server.tables.live.hub import Hub

if TYPE_CHECKING:
    from tests.server.http.site import Site


class _Alarm:
    """Something that is to be called at a time, as an `asyncio.TimerHandle` is."""

    def __init__(self, time: LeapingTime, at: float, call: Callable[[], None]) -> None:
        self._time = time
        self._at = at
        self._call = call
        self._timer: asyncio.TimerHandle | None = None
        self.wind()

    def wind(self) -> None:
        """Wait for what is left of the time."""
        if self._timer is not None:
            self._timer.cancel()
        left = max(0.0, self._at - self._time.now())
        self._timer = asyncio.get_running_loop().call_later(left, self._ring)

    def cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._time.alarms.discard(self)

    def _ring(self) -> None:
        self._time.alarms.discard(self)
        self._call()


class LeapingTime(Time):
    """The time of a loop, and what a test has let pass besides.

    Attributes:
        alarms: what waits.
    """

    def __init__(self) -> None:
        self._ahead = 0.0
        self.alarms: set[_Alarm] = set()

    def now(self) -> float:
        return super().now() + self._ahead

    def wall(self) -> int:
        return super().wall() + round(self._ahead * 1000)

    def call_later(self, seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        alarm = _Alarm(self, self.now() + seconds, call)
        self.alarms.add(alarm)
        return cast(asyncio.TimerHandle, alarm)

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            return
        rung = asyncio.Event()
        alarm = self.call_later(seconds, rung.set)
        try:
            await rung.wait()
        finally:
            alarm.cancel()

    def leap(self, seconds: float) -> None:
        """Let so many seconds pass; to be called on the loop."""
        self._ahead += seconds
        for alarm in tuple(self.alarms):
            alarm.wind()


class Leaps:
    """Lets time leap at the tables of a server in another thread.

    Args:
        site: the server, before a table was opened there.
    """

    def __init__(self, site: Site) -> None:
        self._time = LeapingTime()
        self._loop = site.loop
        site.server.app.state.services[Hub]._context.time = self._time

    def leap(self, seconds: float) -> None:
        """Let so many seconds pass, and have done what is due then."""

        async def leap() -> None:
            self._time.leap(seconds)

        asyncio.run_coroutine_threadsafe(leap(), self._loop).result(10)
