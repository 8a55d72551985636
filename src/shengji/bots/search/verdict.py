"""Spending work on a decision: nominate an alternative, then confirm it against the anchor.

The anchor is what would be given as an answer else: the rule's choice, or what an earlier search
has found. What is tried is tried on deals that all answers have in common, and compared in pairs.
First the answers are halved again and again, on more and more deals, until one is left beside the
anchor: the nominee. Being the best of many it looks better than it is; so it is compared on fresh
deals, and given only when these say that it is ahead by more than chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np

from shengji.bots.policy.numbers import Numbers, NumberTable
from shengji.bots.search.effort import Effort
from shengji.bots.thought import Decided, Estimate

RULE = 0
"""The rule's choice is the first of the answers."""
SLOPE = 0.004
"""What a point is worth in levels besides the levels that it decides."""
ENOUGH = 64
"""On fewer fresh deals nothing is called evident."""
IN_A_ROW = 8
"""So many deals of a chain count as one when it is said how certain an estimate is."""
Z = 1.96


class Tried(NamedTuple):
    """What came of some answers on some deals.

    Attributes:
        levels: signed levels of the side of the seat that decides; (answers, deals).
        points: its points less those of the others; (answers, deals).
        chains: as in `Deals`.
    """

    levels: NumberTable
    points: NumberTable
    chains: int = 0

    def of(self, answers: list[int]) -> Tried:
        """What came of these answers alone, by their rows."""
        return self._replace(levels=self.levels[answers], points=self.points[answers])

    @property
    def worth(self) -> NumberTable:
        """What is compared: levels, and a little for the points."""
        return self.levels + SLOPE * self.points


class Trials(Protocol):
    """Tries answers out."""

    @property
    def cost(self) -> int:
        """The work of one answer on one deal."""

    def run(self, answers: Sequence[int], deals: int) -> Tried:
        """Try these answers on so many fresh deals, the same for all."""


class Verdict(NamedTuple):
    """What was decided.

    Attributes:
        chosen: the answer.
        decided: what decided.
        tried: what is known of each answer; `None` where it was not tried.
        deals: how many deals were considered.
        work: the work that was spent.
    """

    chosen: int
    decided: Decided
    tried: list[Tried | None]
    deals: int
    work: int

    def after(self, earlier: Verdict) -> Verdict:
        """What both have shown, of which this one has begun with what the earlier one chose."""
        tried = [
            old if new is None else new for old, new in zip(earlier.tried, self.tried, strict=True)
        ]
        return self._replace(
            tried=tried, deals=earlier.deals + self.deals, work=earlier.work + self.work
        )


def choose(
    trials: Trials,
    number: int,
    effort: Effort,
    work: int,
    anchor: int = RULE,
    margin: float = 0.0,
) -> Verdict:
    """Choose among `number` answers, of which the first is the rule's, with so much work.

    Only one that is ahead of the `anchor` by more than `margin` is chosen instead.
    """
    tried: list[Tried | None] = [None] * number
    if number == 1:
        return Verdict(RULE, "forced", tried, 0, 0)
    chosen = anchor
    nominee, deals, spent = _nominate(trials, tried, anchor, effort, int(work * effort.nominating))
    if nominee != anchor:
        pair = (anchor, nominee)
        ahead, more, extra = _confirm(trials, tried, pair, effort, work - spent, margin)
        deals, spent = deals + more, spent + extra
        if ahead:
            chosen = nominee
    return Verdict(chosen, "anchor" if chosen == RULE else "search", tried, deals, spent)


def _nominate(
    trials: Trials, tried: list[Tried | None], anchor: int, effort: Effort, work: int
) -> tuple[int, int, int]:
    """The best alternative, or the anchor when none comes near; the deals and the work it took."""
    alive = [anchor, *(answer for answer in range(len(tried)) if answer != anchor)]
    found: Tried | None = None
    deals = spent = 0
    batch = effort.first
    while True:
        each = trials.cost * len(alive)
        batch = min(batch, (work - spent) // each)
        if batch < effort.first // 2 and found is not None:
            break
        batch = max(batch, effort.first // 2)
        fresh = trials.run(alive, batch)
        found = fresh if found is None else _joined(found, fresh)
        deals, spent = deals + batch, spent + batch * each
        for row, answer in enumerate(alive):
            tried[answer] = found.of([row])
        worth = found.worth
        kept = _best_half(worth)
        alive = [alive[row] for row in kept]
        found = found.of(kept)
        if len(alive) <= 2:
            break
        batch *= 2
    if len(alive) == 1:
        return anchor, deals, spent
    worth = found.worth
    best = 1 + int(np.argmax(worth[1:].mean(axis=1)))
    mean, error = mean_and_error(worth[best] - worth[0])
    return alive[best] if mean + effort.hopeless * error > 0 else anchor, deals, spent


def _best_half(worth: NumberTable) -> list[int]:
    """The rows that stay: the anchor's, and of the others the better half, if not clearly worse."""
    means = worth.mean(axis=1)
    order = np.argsort(-means[1:], kind="stable") + 1
    leader = int(np.argmax(means))
    kept = [0]
    for row in order[: max(1, len(order) // 2)]:
        mean, error = mean_and_error(worth[row] - worth[leader])
        if mean + 3.0 * error >= 0 or row == leader:
            kept.append(int(row))
    return kept


def _confirm(
    trials: Trials,
    tried: list[Tried | None],
    pair: Sequence[int],
    effort: Effort,
    work: int,
    margin: float,
) -> tuple[bool, int, int]:
    """Whether the second of two is ahead of the first on fresh deals; the deals and the work."""
    found: Tried | None = None
    each = 2 * trials.cost
    deals = spent = 0
    batch = ENOUGH // 2
    while True:
        batch = min(batch, (work - spent) // each)
        if batch < ENOUGH // 4 and found is not None:
            break
        batch = max(batch, ENOUGH // 4)
        fresh = trials.run(pair, batch)
        found = fresh if found is None else _joined(found, fresh)
        deals, spent = deals + batch, spent + batch * each
        worth = found.worth
        mean, error = mean_and_error(worth[1] - worth[0])
        if mean + effort.hopeless * error <= max(effort.least, margin):
            break
        if deals >= ENOUGH and mean - effort.evident * error > 0:
            break
        batch = deals
    for row, answer in enumerate(pair):
        tried[answer] = found.of([row])
    worth = found.worth
    mean, error = mean_and_error(worth[1] - worth[0])
    return bool(mean - effort.confidence * error > 0 and mean > margin), deals, spent


def _joined(one: Tried, other: Tried) -> Tried:
    return one._replace(
        levels=np.concatenate((one.levels, other.levels), axis=1),
        points=np.concatenate((one.points, other.points), axis=1),
    )


def mean_and_error(values: Numbers) -> tuple[float, float]:
    """The mean of some values, and its standard error."""
    if values.shape[0] < 2:
        return float(values.mean()), float("inf")
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(values.shape[0]))


def estimate(values: NumberTable, chains: int = 0) -> Estimate:
    """The mean of what came of one answer, with its 95 % interval.

    Deals of one chain are much alike, and their mean is less certain than that of as many others:
    so the means of several deals in a row of a chain are taken for the values.
    """
    row = values.reshape(-1)
    batch = IN_A_ROW if chains else 1
    while batch > 1 and len(row) < 2 * batch * chains:
        batch //= 2
    means = row
    if batch > 1:
        whole = len(row) // (batch * chains) * batch * chains
        means = row[:whole].reshape(-1, batch, chains).mean(axis=1).reshape(-1)
    mean = float(row.mean())
    _, error = mean_and_error(means)
    return Estimate(mean, mean - Z * error, mean + Z * error)
