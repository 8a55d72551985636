"""Playing a whole plan, spread over processes.

A process gets some deals at a time and gives back what is kept of their hands. Deals come back in
order, so the result does not depend on how many processes there are.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context

from shengji.arena.plan import Plan
from shengji.arena.playing import HandLine, play_deal

HANDS_AT_ONCE = 20
"""A process gets at most so many hands at a time; whoever stops the program waits for them."""


def simulate(
    plan: Plan, jobs: int = 1, told: Callable[[int], None] = lambda deals: None
) -> list[HandLine]:
    """Play a plan with so many processes, this one alone when `jobs` is 1.

    `told` hears how many more deals are done. The lines are in the order of the deals.
    """
    lines: list[HandLine] = []
    for deals, played in _played(plan, jobs):
        lines += played
        told(deals)
    return lines


def _played(plan: Plan, jobs: int) -> Iterator[tuple[int, list[HandLine]]]:
    """How many deals, and their hands, chunk by chunk in order."""
    if jobs == 1:
        for number in range(plan.number):
            yield 1, list(play_deal(plan, number))
        return
    # Fresh processes: a fork would copy whatever threads this one has.
    pool = ProcessPoolExecutor(
        min(jobs, plan.number), mp_context=get_context("spawn"), initializer=leave_signals
    )
    chunks = _chunks(plan, jobs)
    # Only a few chunks wait at a time, however many there are.
    waiting = deque((chunk, pool.submit(_play, plan, chunk)) for chunk in islice(chunks, 4 * jobs))
    try:
        while waiting:
            chunk, future = waiting.popleft()
            lines = future.result()
            waiting.extend((more, pool.submit(_play, plan, more)) for more in islice(chunks, 1))
            yield len(chunk), lines
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _chunks(plan: Plan, jobs: int) -> Iterator[range]:
    """The numbers of the deals, a few at a time."""
    most = 1 if plan.matches else HANDS_AT_ONCE // len(plan.rotations)
    size = max(1, min(most, plan.number // (4 * jobs)))
    for first in range(0, plan.number, size):
        yield range(first, min(first + size, plan.number))


def _play(plan: Plan, deals: range) -> list[HandLine]:
    return [line for number in deals for line in play_deal(plan, number)]


def leave_signals() -> None:
    """A stop from the keyboard is for the process that the user started."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
