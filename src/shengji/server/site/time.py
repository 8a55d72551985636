"""The time, in whose place tests put another one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from shengji.server.database.moments import milliseconds


class Time:
    """The time of the running loop; tests put a faster one in its place."""

    def now(self) -> float:
        """Seconds from some moment on; never set back."""
        return asyncio.get_running_loop().time()

    def wall(self) -> int:
        """Milliseconds since 1970."""
        return milliseconds()

    def call_later(self, seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        """Call something after so many seconds."""
        return asyncio.get_running_loop().call_later(seconds, call)

    async def sleep(self, seconds: float) -> None:
        """Wait so many seconds; not at all when that is not more than none."""
        if seconds > 0:
            await asyncio.sleep(seconds)
