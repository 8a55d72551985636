"""A bot worker: decides for tables of other servers, whoever of them asks."""

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
"""By how much bots come after other processes of the same machine, at which people wait."""


class BotWorker:
    """One of the bot workers of a site. It keeps nothing from one question to the next.

    Args:
        bus: by which it is asked.
        threads: so many decisions it makes at the same time; with more to do it is not asked.
        decided: hears of each decision how many seconds it took, and whether it failed.
    """

    def __init__(self, bus: Bus, threads: int, decided: Callable[[float, bool], None]) -> None:
        self._bus = bus
        self._threads = threads
        self._decided = decided
        self._pool = ThreadPoolExecutor(threads, "bot", _lower_priority)

    async def begin(self) -> None:
        """Be asked from now on."""
        await self._bus.join(Subject.DECISIONS, self._hear, self._threads)

    def close(self) -> None:
        """Give the threads back; to be called when the bus is closed."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _hear(self, message: bytes) -> bytes:
        began = perf_counter()
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(self._pool, answer_to, message)
        self._decided(perf_counter() - began, is_failed(answer))
        return answer


def _lower_priority() -> None:
    """Let this thread have what others leave of a machine; only Linux has that for threads."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
