"""Spending work on a decision that was made: find what promises most, then compare that with it.

All answers are tried on the same deals, and the less promising half is left out again and again.
Those that are left are tried on fresh deals together with what was done: being the best of many
they looked better than they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log2
from typing import NamedTuple

import numpy as np

from shengji.bots.policy.numbers import NumberTable
from shengji.bots.search.verdict import Trials, Tried, Z, estimate
from shengji.record.reviews import Figure

MADE = 0
"""What was done is the first of the answers."""
KEPT = 3
"""So many others are compared with it in the end."""
LEAST_SCAN = 8
LEAST = 32
"""On so many deals answers are tried at least while they are scanned, and in the end."""


class Weighed(NamedTuple):
    """What came of weighing some answers.

    Attributes:
        kept: the answers that were compared in the end: what was done, then the others, the most
            promising first.
        tried: what came of them on the same fresh deals, in the same order.
        stake: by how much the best is better than the mean of all answers.
    """

    kept: tuple[int, ...]
    tried: Tried
    stake: float

    def ahead(self, row: int) -> Figure:
        """By how much the answer in a row is better than what was done, in pairs."""
        worth = self.tried.worth
        return figure(worth[row] - worth[MADE], self.tried.chains)


def weigh(trials: Trials, number: int, work: int) -> Weighed:
    """Weigh `number` answers, of which the first was given, with about so much work."""
    first, others, scanned, spent = _scan(trials, number, work // 2)
    kept = (MADE, *others)
    # Half of it stays for the end also where so many answers were scanned that it took more.
    left = max(work - spent, work // 2) // (trials.cost * len(kept))
    quarter = max(LEAST, left // 4)
    tried = trials.run(kept, quarter)
    if _open(Weighed(kept, tried, 0.0)):
        # These deals still say which of the others is the best; how much better it is, fresh ones.
        so_far = joined(scanned, tried.of(list(range(1, len(kept)))))
        order = np.argsort(-so_far.worth.mean(axis=1), kind="stable").tolist()
        kept = (MADE, *(others[row] for row in order))
        tried = trials.run(kept, max(LEAST, left - quarter))
    weighed = Weighed(kept, tried, 0.0)
    best = kept[1] if weighed.ahead(1).sure else MADE
    means = first.worth.mean(axis=1)
    return weighed._replace(stake=max(0.0, float(means[best] - means.mean())))


def _open(weighed: Weighed) -> bool:
    """Whether any other answer may still be better than what was done."""
    ahead = [weighed.ahead(row) for row in range(1, len(weighed.kept))]
    return any(found.mean + 2 * found.error > 0 for found in ahead)


def _scan(trials: Trials, number: int, work: int) -> tuple[Tried, list[int], Tried, int]:
    """Try all answers, then the better half again and again.

    Returns what came of all on the first deals; the most promising others, best first; what came
    of these; and the work that it took.
    """
    alive = list(range(number))
    rounds = max(1, ceil(log2(max(1, number - 1) / KEPT)))
    first: Tried | None = None
    found: Tried | None = None
    spent = 0
    while True:
        each = trials.cost * len(alive)
        batch = max(LEAST_SCAN, work // rounds // each)
        fresh = trials.run(alive, batch)
        spent += batch * each
        first = fresh if first is None else first
        found = fresh if found is None else joined(found, fresh)
        order = np.argsort(-found.worth.mean(axis=1), kind="stable").tolist()
        others = [row for row in order if alive[row] != MADE]
        most = max(KEPT, len(others) // 2)
        done = len(others) <= most or most == KEPT
        rows = others[:most]
        if not done:
            rows = [alive.index(MADE), *rows]
        alive, found = [alive[row] for row in rows], found.of(rows)
        if done:
            return first, alive, found, spent


def joined(one: Tried, other: Tried) -> Tried:
    """What came of the same answers on the deals of both."""
    return one._replace(
        levels=np.concatenate((one.levels, other.levels), axis=1),
        points=np.concatenate((one.points, other.points), axis=1),
    )


def figure(values: NumberTable, chains: int) -> Figure:
    """The mean of some values and its standard error; deals of one chain are much alike."""
    found = estimate(values, chains)
    return Figure(found.mean, (found.high - found.mean) / Z)


def figures(table: NumberTable, chains: int) -> Sequence[Figure]:
    """The same for each row."""
    return [figure(row, chains) for row in table]
