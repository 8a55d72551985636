"""Measurement of the server time that an awaitable takes, without the time it waits."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Generator
from functools import partial
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class LoopTimer(Awaitable[T], Generic[T]):
    """An awaitable that measures how long it keeps the event loop busy; awaited once.

    Work in other threads or tasks does not count.

    Args:
        work: returns the awaitable to measure.
        clock: returns the CPU seconds of this thread.

    Attributes:
        seconds: CPU seconds so far.
    """

    def __init__(
        self, work: Callable[[], Awaitable[T]], clock: Callable[[], float] = time.thread_time
    ) -> None:
        self.seconds = 0.0
        self._work = work
        self._clock = clock

    def __await__(self) -> Generator[Any, Any, T]:
        """Await it."""
        steps: Any = self._work().__await__()
        resume: Callable[[], Any] = partial(next, steps)
        while True:
            began = self._clock()
            try:
                waits_for = resume()
            except StopIteration as end:
                found: T = end.value
                return found
            finally:
                self.seconds += self._clock() - began
            try:
                yield waits_for
            except BaseException as error:  # for example a cancellation, which it handles itself
                resume = partial(steps.throw, error)
            else:
                resume = partial(next, steps)
