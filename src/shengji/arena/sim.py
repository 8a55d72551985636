"""Simulation: play of a whole plan, spread over processes.

Deals are returned in order, so the result does not depend on the number of processes.
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
"""Maximum number of deals per task, where all bots answer at once."""


def simulate(
    plan: Plan, jobs: int = 1, on_deals: Callable[[int], None] = lambda deals: None
) -> list[HandLine]:
    """Play a plan with `jobs` processes; 1 uses this process alone.

    `on_deals` receives the number of further deals done. The lines are in the order of the deals.

    Raises:
        BotError: a bot failed to answer.
    """
    lines: list[HandLine] = []
    pieces = pieces_of(plan, jobs)
    with closing(in_order(partial(_play, plan), pieces, min(jobs, len(pieces)))) as played:
        for deals, hands in zip(pieces, played, strict=True):
            lines += hands
            on_deals(len(deals))
    return lines


def pieces_of(plan: Plan, jobs: int) -> list[range]:
    """Split the deals into tasks for `jobs` processes, in order.

    The transfer of one deal takes a considerable part of the time to play it, if all bots answer at
    once, and the process is idle meanwhile. So such a task has several deals, but few enough to
    keep all processes busy until the end.
    """
    together = 1
    if not plan.matches and all(seconds_of(name) == 0 for name in plan.bots):
        together = min(TOGETHER, max(1, plan.number // (8 * jobs)))
    starts = range(0, plan.number, together)
    return [range(first, min(first + together, plan.number)) for first in starts]


def _play(plan: Plan, deals: range) -> list[HandLine]:
    each = (play_deal(plan, deal) for deal in deals)
    return [line for line in chain.from_iterable(each) if isinstance(line, HandLine)]
