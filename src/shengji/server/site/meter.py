"""How much of the server's time something takes, without the time for which it waits."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Generator
from functools import partial
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class LoopTimer(Awaitable[T], Generic[T]):
    """Something to be awaited, once, that measures how long the loop is busy with it.

    What it has others do, in threads and tasks of their own, is not in it.

    Args:
        work: gives what is awaited.
        clock: tells the time in seconds for which this thread has been busy.

    Attributes:
        seconds: how long it has been busy so far.
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
            except BaseException as error:  # such as that it is cancelled, which is its matter
                resume = partial(steps.throw, error)
            else:
                resume = partial(next, steps)
