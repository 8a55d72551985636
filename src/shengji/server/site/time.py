"""The clock, which tests replace."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from shengji.server.database.moments import milliseconds


class Time:
    """The clock of the running event loop; tests use a faster one."""

    def now(self) -> float:
        """Monotonic time in seconds."""
        return asyncio.get_running_loop().time()

    def wall(self) -> int:
        """Milliseconds since 1970."""
        return milliseconds()

    def call_later(self, seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        """Call a function after this many seconds."""
        return asyncio.get_running_loop().call_later(seconds, call)

    async def sleep(self, seconds: float) -> None:
        """Sleep for this many seconds; return at once if not positive."""
        if seconds > 0:
            await asyncio.sleep(seconds)
