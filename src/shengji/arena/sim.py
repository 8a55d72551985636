"""Playing a whole plan, spread over processes.

Deals come back in order, so the result does not depend on how many processes there are.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial

from shengji.arena.games import HandLine, play_deal
from shengji.arena.plan import Plan
from shengji.arena.spread import in_order


def simulate(
    plan: Plan, jobs: int = 1, told: Callable[[int], None] = lambda deals: None
) -> list[HandLine]:
    """Play a plan with so many processes, this one alone when `jobs` is 1.

    `told` hears how many more deals are done. The lines are in the order of the deals.

    Raises:
        BotError: when a bot fails to answer.
    """
    lines: list[HandLine] = []
    play, deals = partial(_play, plan), range(plan.number)
    with closing(in_order(play, deals, min(jobs, plan.number))) as played:
        for hands in played:
            lines += hands
            told(1)
    return lines


def _play(plan: Plan, deal: int) -> list[HandLine]:
    """The hands of a deal."""
    return [line for line in play_deal(plan, deal) if isinstance(line, HandLine)]
