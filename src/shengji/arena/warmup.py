"""Preparation of measurements: loading of kernels, and work started on several threads at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from random import Random
from threading import Barrier, Thread

from shengji.bots import Table, make_bot
from shengji.bots.registry import seconds_of
from shengji.play.jit import LOADS
from shengji.rules import Rules


@cache
def load_kernels() -> None:
    """Load or compile all kernels now, so that no measurement includes it."""
    for load in LOADS.values():
        load()


@cache
def load_for(rules: Rules, bots: tuple[str, ...]) -> None:
    """Load the code that these bots, in the order of the seats, need to play.

    If all of them answer at once, one hand loads it, in a tenth of the time of all kernels.
    """
    if any(seconds_of(name) != 0 for name in bots):
        load_kernels()
        return
    players = {seat: make_bot(name, rules, seat) for seat, name in enumerate(bots)}
    # A failure here occurs again, and is reported, in the measured run.
    with suppress(Exception):
        Table(rules, players, Random(0)).play_hand()


def seconds_together(works: Sequence[Callable[[], object]]) -> float:
    """Wall time in seconds to run all functions, each on its own thread."""
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
