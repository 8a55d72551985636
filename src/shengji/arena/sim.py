"""Playing a whole plan, spread over processes.

A process gets some deals at a time and gives back what is kept of their hands. Deals come back in
order, so the result does not depend on how many processes there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial

from shengji.arena.games import HandLine, play_deal
from shengji.arena.plan import Plan
from shengji.arena.spread import in_order

HANDS_AT_ONCE = 20
"""A process gets at most so many hands at a time, so that whoever watches sees them done."""


def simulate(
    plan: Plan, jobs: int = 1, told: Callable[[int], None] = lambda deals: None
) -> list[HandLine]:
    """Play a plan with so many processes, this one alone when `jobs` is 1.

    `told` hears how many more deals are done. The lines are in the order of the deals.

    Raises:
        BotError: when a bot fails to answer.
    """
    lines: list[HandLine] = []
    chunks = _chunks(plan, jobs)
    with closing(in_order(partial(_play, plan), chunks, min(jobs, plan.number))) as parts:
        for deals, played in parts:
            lines += played
            told(deals)
    return lines


def _chunks(plan: Plan, jobs: int) -> Iterator[range]:
    """The numbers of the deals, a few at a time."""
    most = 1 if plan.matches else HANDS_AT_ONCE // len(plan.rotations)
    # Alone, one at a time: whoever watches sees each deal done.
    size = 1 if jobs == 1 else max(1, min(most, plan.number // (4 * jobs)))
    for first in range(0, plan.number, size):
        yield range(first, min(first + size, plan.number))


def _play(plan: Plan, deals: range) -> tuple[int, list[HandLine]]:
    """How many deals these are, and their hands."""
    played = (line for number in deals for line in play_deal(plan, number))
    return len(deals), [line for line in played if isinstance(line, HandLine)]
