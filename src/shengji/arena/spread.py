"""Spreading work over processes, with results in the order of the work."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from functools import partial
from itertools import islice
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Protocol, TypeVar

Work = TypeVar("Work")
Result = TypeVar("Result")


class Spread(Protocol):
    """A way to spread work: what a function makes of each piece, in the order of the pieces.

    Whoever stops early waits for no more of them.
    """

    def __call__(
        self, function: Callable[[Work], Result], work: Iterable[Work], /
    ) -> Iterator[Result]:
        """The results, in order."""
        ...


def alone(function: Callable[[Work], Result], work: Iterable[Work], /) -> Iterator[Result]:
    """Do all the work in this process."""
    return map(function, work)


def over_processes(jobs: int) -> Spread:
    """Spread work over so many processes of this machine."""
    return partial(in_order, jobs=jobs)


def in_order(
    function: Callable[[Work], Result], work: Iterable[Work], jobs: int
) -> Iterator[Result]:
    """What a function makes of each piece of work, in order, with so many processes.

    With one job this process does it all. `work` may be endless: only a few pieces wait at a time.
    Whoever stops early waits for none of them.
    """
    if jobs == 1:
        yield from map(function, work)
        return
    # Fresh processes: a fork would copy whatever threads this one has.
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_set_up)
    pieces = iter(work)
    waiting: deque[Future[Result]] = deque(
        pool.submit(function, piece) for piece in islice(pieces, 4 * jobs)
    )
    try:
        while waiting:
            result = waiting.popleft().result()
            waiting.extend(pool.submit(function, piece) for piece in islice(pieces, 1))
            yield result
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _set_up() -> None:
    """Leave a stop from the keyboard to the process that the user started, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the process that the user started to end, which may be killed at any moment."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
