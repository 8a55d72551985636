"""Weighing a decision: find the most promising answers, then compare them with the actual one.

All answers are tried on shared deals, and the less promising half is dropped in each round. The
remaining ones and the actual answer are then tried on fresh deals, because the best of many looks
better than it is. A gain counts as far as a second method of playing on agrees.

These deals decide whether an answer was better, and which one. Its gain is estimated on other,
independent deals; otherwise luck would determine which of many decisions appear the costliest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, log2
from typing import NamedTuple

import numpy as np

from shengji.bots.policy.numbers import NumberTable
from shengji.bots.search.perfect import LEAST_DOUBTED
from shengji.bots.search.verdict import Doubt, Trials, Tried, Z, agreed, estimate, merge_tried
from shengji.record.reviews import SURE, Figure

MADE = 0
"""Index of the decision made among the answers."""
KEPT = 3
"""Number of alternatives compared in the end."""
THERE = 0.8
"""Fraction of a gain by playouts that remains when bots that search play on.

It applies if both methods are playouts, which share their mistakes (docs/review.md has its
measurement).
"""
TOLD = 0.05
"""Minimum loss that counts, in levels; losses are displayed in tenths."""
LEAST_SCAN = 8
LEAST = 32
"""Minimum numbers of deals on which answers are tried, in a scan and in the end."""


class Gain(NamedTuple):
    """The gain of one answer over another, in levels.

    Attributes:
        figure: the gain as far as both methods of playing on agree.
        unsolved: whether perfect play was not found in time, so that both methods are playouts.
    """

    figure: Figure
    unsolved: bool = False


class Weighed(NamedTuple):
    """The result of weighing some answers.

    Attributes:
        kept: the answers compared in the end: the actual one, then the alternatives, the most
            promising first.
        tried: their results on shared fresh deals, in the order of `kept`.
        ahead: the gain of each alternative over the actual answer, as far as both methods agree.
        weight: the gain of the first alternative on the deals that selected it; 0 if none was
            certainly better.
        stake: the gain of the best answer over the mean of all answers.
        unsolved: as in `Gain`, for the first alternative.
    """

    kept: tuple[int, ...]
    tried: Tried
    ahead: tuple[Figure, ...]
    weight: float
    stake: float
    unsolved: bool = False

    @property
    def cost(self) -> float:
        """The loss of the actual answer against the selected better one; 0 below `TOLD`."""
        lost = self.ahead[0].mean if self.weight else 0.0
        return lost if lost >= TOLD else 0.0


def weigh(trials: Trials, others: Callable[[], Trials], number: int, work: int) -> Weighed:
    """Weigh `number` answers, of which the first is the actual one, with about `work` work.

    Args:
        trials: tries the answers on the deals for selection.
        others: creates trials on the deals for estimation, with another random seed.
        number: the number of answers.
        work: the amount of work; the estimation of a gain takes half as much in addition.
    """
    first, candidates, scanned, spent = _scan(trials, number, work // 2)
    kept = [MADE, *candidates]
    # Reserve half of the work for the end, even if the scan of many answers took more.
    left = max(work - spent, work // 2) // (trials.cost * len(kept))
    quarter = max(LEAST, left // 4)
    tried = trials.run(kept, quarter)
    if any(_open(figure) for figure in _by_playouts(tried)):
        # These deals still select the best alternative; fresh ones estimate its gain.
        so_far = merge_tried(scanned, tried.of(list(range(1, len(kept)))))
        order = np.argsort(-so_far.worth.mean(axis=1), kind="stable").tolist()
        kept = [MADE, *(candidates[row] for row in order)]
        tried = trials.run(kept, max(LEAST, left - quarter))
    ahead = _by_playouts(tried)
    weight, unsolved = 0.0, False
    if any(figure.sure for figure in ahead):
        promising = 1 + int(np.argmax([figure.mean * figure.sure for figure in ahead]))
        ahead = [gain.figure for gain in _gains_of_best(trials, kept, tried, promising)]
        surest = [figure.mean if figure.sure else 0.0 for figure in ahead]
        weight = max(surest)
        if weight:
            best = 1 + surest.index(weight)
            kept = [MADE, kept[best], *(answer for answer in kept[1:] if answer != kept[best])]
            telling = others()
            tried = telling.run(kept, tried.levels.shape[1])
            told = _gains_of_best(telling, kept, tried, 1)
            ahead, unsolved = [gain.figure for gain in told], told[0].unsolved
    means = first.worth.mean(axis=1)
    best = kept[1] if weight else MADE
    stake = max(0.0, float(means[best] - means.mean()))
    return Weighed(tuple(kept), tried, tuple(ahead), weight, stake, unsolved)


def gains(trials: Trials, answers: Sequence[int], tried: Tried) -> list[Gain]:
    """The gain of each answer over the first one, as far as both methods agree.

    Args:
        trials: tries the answers with the second method of playing on.
        answers: the answers.
        tried: their results with the first method, in the order of `answers`.
    """
    worth, rows = tried.perfect, range(1, len(answers))
    if worth is not None and _known(worth).shape[1] >= LEAST_DOUBTED:
        doubt = Doubt(worth, perfect=True)
    else:
        doubt = trials.doubt(answers, tried.levels.shape[1])
    pairs = (doubt._replace(worth=doubt.worth[[0, row]]) for row in rows)
    both = zip(_by_playouts(tried), pairs, strict=True)
    return [_agreed(played, pair, tried.chains) for played, pair in both]


def _gains_of_best(trials: Trials, kept: Sequence[int], tried: Tried, best: int) -> list[Gain]:
    """The gains; that of one answer alone if perfect play of all is not found in time.

    Args:
        trials: as in `gains`.
        kept: the answers.
        tried: as in `gains`.
        best: the row of the most promising answer; the gains of the rest are then 0.
    """
    found = gains(trials, kept, tried)
    if len(kept) == 2 or not found[0].unsolved:
        return found
    (alone,) = gains(trials, (kept[0], kept[best]), tried.of([0, best]))
    none = [Gain(Figure(0.0, gain.figure.error)) for gain in found]
    return [*none[: best - 1], alone, *none[best:]]


def _agreed(played: Figure, doubt: Doubt, chains: int) -> Gain:
    """A gain by playouts, as far as the second method agrees."""
    (doubted,) = _gains(doubt.worth, chains)
    gain = _smaller(played, doubted)
    return Gain(gain if doubt.perfect else _part(gain), doubt.unsolved)


def _by_playouts(tried: Tried) -> list[Figure]:
    return _gains(tried.played, tried.chains)


def _gains(worth: NumberTable, chains: int) -> list[Figure]:
    known = _known(worth)
    return [figure(row - known[0], chains) for row in known[1:]]


def _known(worth: NumberTable) -> NumberTable:
    """The deals on which the value of each answer is known."""
    return worth[:, ~np.isnan(worth).any(axis=0)]


def _smaller(first: Figure, second: Figure) -> Figure:
    """The smaller of two gains; 0 with the larger error if their signs differ."""
    mean = agreed(first.mean, second.mean)
    if not mean:
        return Figure(0.0, max(first.error, second.error))
    return first if mean == first.mean else second


def _part(gain: Figure) -> Figure:
    """The fraction of a gain that remains when stronger players play on."""
    return Figure(THERE * gain.mean, THERE * gain.error)


def _open(ahead: Figure) -> bool:
    """Whether an alternative may still be better than the actual answer."""
    return ahead.mean + SURE * ahead.error > 0


def _scan(trials: Trials, number: int, work: int) -> tuple[Tried, list[int], Tried, int]:
    """Try all answers, then the better half in each round.

    Returns the results of all answers on the first deals; the most promising alternatives, best
    first; their results; and the work spent.
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
        found = fresh if found is None else merge_tried(found, fresh)
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


def figure(values: NumberTable, chains: int) -> Figure:
    """The mean of some values and its standard error; deals of one chain are correlated."""
    found = estimate(values, chains)
    return Figure(found.mean, (found.high - found.mean) / Z)
