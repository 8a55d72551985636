"""A bot worker: makes decisions for tables of other servers."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Final

from shengji.server.cluster.bus import Bus
from shengji.server.cluster.subjects import Subject
from shengji.server.tables.live.bot_questions import answer_to, is_failed

_NICENESS: Final = 5
"""Nice value of the bots' threads, below other processes of the machine."""


class BotWorker:
    """A stateless worker for bots' decisions.

    Args:
        bus: the message bus for requests.
        threads: the maximum number of concurrent decisions; further requests go to other workers.
        decided: called after each decision with its seconds and whether it failed.
    """

    def __init__(self, bus: Bus, threads: int, decided: Callable[[float, bool], None]) -> None:
        self._bus = bus
        self._threads = threads
        self._decided = decided
        self._pool = ThreadPoolExecutor(threads, "bot", _lower_priority)

    async def begin(self) -> None:
        """Subscribe to requests for decisions."""
        await self._bus.join(Subject.DECISIONS, self._hear, self._threads)

    def close(self) -> None:
        """Release the threads; must be called after the bus has been closed."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _hear(self, message: bytes) -> bytes:
        began = perf_counter()
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(self._pool, answer_to, message)
        self._decided(perf_counter() - began, is_failed(answer))
        return answer


def _lower_priority() -> None:
    """Lower the priority of this thread, which only Linux supports."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
