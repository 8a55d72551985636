"""Spending work on a decision that was made: find what promises most, then compare that with it.

All answers are tried on the same deals, and the less promising half is left out again and again.
Those that are left are tried on fresh deals together with what was done: being the best of many
they looked better than they are. A gain counts as far as a second way of playing on agrees.

These deals choose: whether something was better, and what. How much better is told by others, that
share nothing with them: else of many decisions those would be told as the costliest that luck made
so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, log2
from typing import NamedTuple

import numpy as np

from shengji.bots.policy.numbers import NumberTable
from shengji.bots.search.perfect import LEAST_DOUBTED
from shengji.bots.search.verdict import Doubt, Trials, Tried, Z, agreed, estimate, joined
from shengji.record.reviews import SURE, Figure

MADE = 0
"""The place of the decision made: first among the answers."""
KEPT = 3
"""The number of others compared with it in the end."""
THERE = 0.8
"""The part of a gain that is there when bots play on that think, where both ways of playing on are
playouts: these make the same mistakes (docs/review.md has how it was found)."""
TOLD = 0.05
"""The least loss that counts, in levels; losses are told in tenths, a smaller one as nothing."""
LEAST_SCAN = 8
LEAST = 32
"""The least number of deals on which answers are tried, while they are scanned and in the end."""


class Gain(NamedTuple):
    """The levels by which one answer is better than another.

    Attributes:
        figure: as far as both ways of playing on agree.
        unsolved: whether perfect play was looked for and not found in time, so that both ways are
            playouts.
    """

    figure: Figure
    unsolved: bool = False


class Weighed(NamedTuple):
    """The result of weighing some answers.

    Attributes:
        kept: the answers that were compared in the end: what was done, then the others, the most
            promising first.
        tried: what came of them on the same fresh deals, in the same order.
        ahead: by how much each of the others is better than what was done, as far as both ways of
            playing on agree.
        weight: by how much the first of them was better on the deals that chose it; 0 where nothing
            was surely better.
        stake: by how much the best is better than the mean of all answers.
        unsolved: as in `Gain`, of the first of the others.
    """

    kept: tuple[int, ...]
    tried: Tried
    ahead: tuple[Figure, ...]
    weight: float
    stake: float
    unsolved: bool = False

    @property
    def cost(self) -> float:
        """The loss of the decision made against the one chosen as better; 0 below `TOLD`."""
        lost = self.ahead[0].mean if self.weight else 0.0
        return lost if lost >= TOLD else 0.0


def weigh(trials: Trials, others: Callable[[], Trials], number: int, work: int) -> Weighed:
    """Weigh `number` answers, of which the first was given, with about so much work.

    Args:
        trials: tries the answers out, on deals that choose.
        others: makes what tries them on deals that tell, from another chance.
        number: how many answers there are.
        work: how much work it is worth; telling how much better something is takes half as much
            again.
    """
    first, candidates, scanned, spent = _scan(trials, number, work // 2)
    kept = [MADE, *candidates]
    # Half of it stays for the end also where so many answers were scanned that it took more.
    left = max(work - spent, work // 2) // (trials.cost * len(kept))
    quarter = max(LEAST, left // 4)
    tried = trials.run(kept, quarter)
    if any(_open(figure) for figure in _by_playouts(tried)):
        # These deals still say which of the others is the best; how much better it is, fresh ones.
        so_far = joined(scanned, tried.of(list(range(1, len(kept)))))
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
    """The gain of each answer but the first over that one, as far as both ways agree.

    Args:
        trials: tries the answers by the second way of playing on.
        answers: the answers.
        tried: what came of them by the first, in the same order.
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
    """The gains; of one answer alone where perfect play of all is not found in time.

    Args:
        trials: as in `gains`.
        kept: the answers.
        tried: as in `gains`.
        best: the row of the answer that promises most; the others then gain nothing.
    """
    found = gains(trials, kept, tried)
    if len(kept) == 2 or not found[0].unsolved:
        return found
    (alone,) = gains(trials, (kept[0], kept[best]), tried.of([0, best]))
    none = [Gain(Figure(0.0, gain.figure.error)) for gain in found]
    return [*none[: best - 1], alone, *none[best:]]


def _agreed(played: Figure, doubt: Doubt, chains: int) -> Gain:
    """A gain by playouts, as far as the doubt of two answers agrees."""
    (doubted,) = _gains(doubt.worth, chains)
    gain = _smaller(played, doubted)
    return Gain(gain if doubt.perfect else _part(gain), doubt.unsolved)


def _by_playouts(tried: Tried) -> list[Figure]:
    """The same by playouts alone."""
    return _gains(tried.played, tried.chains)


def _gains(worth: NumberTable, chains: int) -> list[Figure]:
    known = _known(worth)
    return [figure(row - known[0], chains) for row in known[1:]]


def _known(worth: NumberTable) -> NumberTable:
    """The deals on which the worth of each answer is known."""
    return worth[:, ~np.isnan(worth).any(axis=0)]


def _smaller(first: Figure, second: Figure) -> Figure:
    """The smaller of two gains; none, as uncertain as the less certain, where signs differ."""
    mean = agreed(first.mean, second.mean)
    if not mean:
        return Figure(0.0, max(first.error, second.error))
    return first if mean == first.mean else second


def _part(gain: Figure) -> Figure:
    """The part of a gain that is there when stronger players play on."""
    return Figure(THERE * gain.mean, THERE * gain.error)


def _open(ahead: Figure) -> bool:
    """Whether something may still be better than what was done."""
    return ahead.mean + SURE * ahead.error > 0


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


def figure(values: NumberTable, chains: int) -> Figure:
    """The mean of some values and its standard error; deals of one chain are much alike."""
    found = estimate(values, chains)
    return Figure(found.mean, (found.high - found.mean) / Z)
