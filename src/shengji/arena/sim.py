"""Playing a whole plan, spread over processes.

Deals come back in order, so the result does not depend on how many processes there are.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import chain

from shengji.arena.games import HandLine, play_deal
from shengji.arena.plan import Plan
from shengji.arena.spread import in_order
from shengji.bots.registry import seconds_of

TOGETHER = 16
"""The most deals handed to a process at once, where all bots answer at once."""


def simulate(
    plan: Plan, jobs: int = 1, told: Callable[[int], None] = lambda deals: None
) -> list[HandLine]:
    """Play a plan with so many processes, this one alone when `jobs` is 1.

    `told` hears how many more deals are done. The lines are in the order of the deals.

    Raises:
        BotError: when a bot fails to answer.
    """
    lines: list[HandLine] = []
    pieces = pieces_of(plan, jobs)
    with closing(in_order(partial(_play, plan), pieces, min(jobs, len(pieces)))) as played:
        for deals, hands in zip(pieces, played, strict=True):
            lines += hands
            told(len(deals))
    return lines


def pieces_of(plan: Plan, jobs: int) -> list[range]:
    """The deals as they are handed to so many processes, in order.

    To hand over a deal of bots that answer at once takes a good part of what it takes to play it,
    and the process waits meanwhile; so it gets several, but none so many that another has to wait
    for it in the end.
    """
    together = 1
    if not plan.matches and all(seconds_of(name) == 0 for name in plan.bots):
        together = min(TOGETHER, max(1, plan.number // (8 * jobs)))
    starts = range(0, plan.number, together)
    return [range(first, min(first + together, plan.number)) for first in starts]


def _play(plan: Plan, deals: range) -> list[HandLine]:
    """The hands of some deals."""
    each = (play_deal(plan, deal) for deal in deals)
    return [line for line in chain.from_iterable(each) if isinstance(line, HandLine)]
