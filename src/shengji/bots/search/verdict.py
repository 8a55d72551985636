"""Spends work on a decision: nominates an alternative, and confirms it against the anchor.

The anchor is the default answer: the rule's choice, or that of an earlier search. Answers are tried
on common deals, and compared in pairs. First the answers are halved repeatedly, on more and more
deals, until one is left beside the anchor: the nominee. As the best of many its result is biased
upwards; so it is compared again on new deals, and chosen only when it is ahead by more than chance.

The result of a playout depends on one player, with its mistakes. So a second way of playing on also
has to confirm a gain; a review reports it as far as both agree (`agreed`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np

from shengji.bots.policy.numbers import Numbers, NumberTable
from shengji.bots.search.effort import Effort
from shengji.bots.thought import Decided, Estimate

RULE = 0
"""The index of the rule's choice among the answers."""
SLOPE = 0.004
"""The value of a point in levels, in addition to the levels that it decides."""
ENOUGH = 64
"""Minimum number of new deals for an early decision in favour of the nominee."""
PARTS, EACH = 12, 2
"""Minimum number of parts for the error of an estimate from chains of deals, and number of parts of
each chain."""
Z = 1.96


class Tried(NamedTuple):
    """The results of some answers on some deals.

    Attributes:
        levels: the signed levels of the deciding seat's side; (answers, deals).
        points: its points minus the other side's; (answers, deals).
        chains: as in `Deals`.
        perfect: the value of each under perfect play, in the unit of `played`, NaN where unknown;
            (answers, deals). `None` where it was not computed.
    """

    levels: NumberTable
    points: NumberTable
    chains: int = 0
    perfect: NumberTable | None = None

    def of(self, answers: list[int]) -> Tried:
        """The results of some answers, given by their rows."""
        perfect = None if self.perfect is None else self.perfect[answers]
        return Tried(self.levels[answers], self.points[answers], self.chains, perfect)

    @property
    def played(self) -> NumberTable:
        """The values of the playouts: levels, and a little for the points."""
        return self.levels + SLOPE * self.points

    @property
    def worth(self) -> NumberTable:
        """The values to compare: the mean of playouts and perfect play, where it is known."""
        played = self.played
        if self.perfect is None:
            return played
        return np.where(np.isnan(self.perfect), played, (played + self.perfect) / 2)


def merge_tried(one: Tried, other: Tried) -> Tried:
    """The results of the same answers on the deals of both."""
    perfect = None
    if one.perfect is not None and other.perfect is not None:
        perfect = np.concatenate((one.perfect, other.perfect), axis=1)
    return Tried(
        np.concatenate((one.levels, other.levels), axis=1),
        np.concatenate((one.points, other.points), axis=1),
        one.chains,
        perfect,
    )


class Doubt(NamedTuple):
    """The results of some answers by a second way of playing on.

    Attributes:
        worth: the value of each on each deal; (answers, deals).
        perfect: whether all seats play on perfectly.
        unsolved: whether perfect play was not found in time, and was replaced by playouts.
    """

    worth: NumberTable
    perfect: bool
    unsolved: bool = False


class Trials(Protocol):
    """Trials of answers."""

    @property
    def cost(self) -> int:
        """The work of one answer on one deal."""

    @property
    def playouts_ns(self) -> int:
        """The CPU time of the playouts so far, in nanoseconds."""

    def run(self, answers: Sequence[int], deals: int) -> Tried:
        """Try these answers on a number of new deals, the same for all."""

    def doubt(self, answers: Sequence[int], deals: int) -> Doubt:
        """Try these answers by a second way of playing on, on at most a number of new deals."""


class Verdict(NamedTuple):
    """The decision and its grounds.

    Attributes:
        chosen: the index of the answer.
        tried: the results of each answer; `None` where it was not tried.
    """

    chosen: int
    decided: Decided
    tried: list[Tried | None]
    deals: int
    work: int

    def after(self, earlier: Verdict) -> Verdict:
        """The verdict of both searches, where this one began with the earlier one's choice."""
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
    """Choose among `number` answers, beginning with the rule's, with an amount of work.

    An answer replaces the `anchor` only when it is ahead by more than `margin`.
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
    """The best alternative, or the anchor when none comes near; the deals and work used."""
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
        found = fresh if found is None else merge_tried(found, fresh)
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
    """The rows to keep: the anchor's, and the better half of the rest, if not clearly worse."""
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
    """Whether the second of two is ahead of the first on new deals; the deals and work used."""
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
        found = fresh if found is None else merge_tried(found, fresh)
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
    ahead = bool(mean - effort.confidence * error > 0 and mean > margin)
    if ahead and effort.doubts:
        doubt = trials.doubt(pair, effort.doubts)
        worth = doubt.worth
        deals, spent = deals + worth.shape[1], spent + worth.shape[1] * each
        mean, error = mean_and_error(worth[1] - worth[0])
        # A smaller loss in playouts is no loss when a better player plays on (docs/review.md).
        ahead = bool(mean > 0 if doubt.perfect else mean >= -error)
    return ahead, deals, spent


def mean_and_error(values: Numbers) -> tuple[float, float]:
    """The mean of some values, and its standard error."""
    if values.shape[0] < 2:
        return float(values.mean()), float("inf")
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(values.shape[0]))


def estimate(values: NumberTable, chains: int = 0) -> Estimate:
    """The mean result of one answer, with its 95 % interval.

    Deals of one chain are much alike, and their mean is less certain than that of independent
    deals: so the error is computed from the means of long parts of each chain.
    """
    row = values.reshape(-1)
    mean = float(row.mean())
    batch = len(row) // max(EACH * chains, PARTS) if chains else 1
    if batch > 1:
        whole = len(row) // (batch * chains) * batch * chains
        row = row[:whole].reshape(-1, batch, chains).mean(axis=1).reshape(-1)
    _, error = mean_and_error(row)
    return Estimate(mean, mean - Z * error, mean + Z * error)


def agreed(first: float, second: float) -> float:
    """The gain on which two ways of playing on agree: the smaller; 0 when their signs differ.

    >>> [agreed(*both) for both in ((0.5, 0.2), (-0.1, -0.3), (0.5, -0.2))]
    [0.2, -0.1, 0.0]
    """
    if first * second <= 0:
        return 0.0
    return min(first, second, key=abs)
