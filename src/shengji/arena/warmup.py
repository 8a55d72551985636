"""Preparation of measurements: all kernels read before, and work for several threads at once."""

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
    """Read all kernels now, or compile them, so that nobody who is measured has it to do."""
    for load in LOADS.values():
        load()


@cache
def load_for(rules: Rules, bots: tuple[str, ...]) -> None:
    """Read now what bots with these names, in the order of the seats, need to play.

    Where all answer at once a hand that they play reads it, in a tenth of the time that all
    kernels take.
    """
    if any(seconds_of(name) != 0 for name in bots):
        load_kernels()
        return
    players = {seat: make_bot(name, rules, seat) for seat, name in enumerate(bots)}
    # Whatever fails here fails again, and is told, where it counts.
    with suppress(Exception):
        Table(rules, players, Random(0)).play_hand()


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
