"""What measuring needs: all kernels read before it, and work that several threads do at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cache
from threading import Barrier, Thread

from shengji.play.jit import LOADS


@cache
def load_kernels() -> None:
    """Read all kernels now, or compile them, so that nobody who is measured has it to do."""
    for load in LOADS:
        load()


def seconds_together(works: Sequence[Callable[[], object]]) -> float:
    """The seconds of wall time until all of these are done, each on a thread of its own."""
    ready = Barrier(len(works) + 1)

    def run(work: Callable[[], object]) -> None:
        ready.wait()
        work()

    threads = [Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    ready.wait()
    begun = time.perf_counter()
    for thread in threads:
        thread.join()
    return time.perf_counter() - begun
