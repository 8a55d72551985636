"""Confidence intervals of shares and means, also for repeated looks.

A test that looks at a 95 % interval after every deal and stops when it excludes zero is wrong far
more often than one time in twenty. So a duel that may stop early is examined only at checkpoints
fixed before the first deal, with wider intervals: those of Wang and Tsiatis (Biometrics 43, 1987;
shape 0.25). They lie between the bounds of O'Brien and Fleming, which hardly ever stop early, and
those of Pocock, which make the last look expensive. The intervals at all checkpoints together hold
with 95 % (repeated confidence intervals: Jennison and Turnbull, J. R. Stat. Soc. B 51, 1989). So
the interval at which a duel stops is valid for any bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import inf, sqrt
from statistics import fmean, stdev
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Z = 1.959964
"""The two-sided 95 % quantile of the normal distribution."""
LOOKS = 10
"""The number of checkpoints at equal distances, without an additional first one."""
LEAST_DEALS = 20
"""The default number of deals before the first checkpoint."""

Floats = NDArray[np.float64]

_SHAPE = 0.25
_NODES = 80


class Interval(NamedTuple):
    """A mean over deals with its bounds, which are infinite if unknown."""

    mean: float
    low: float
    high: float


def checkpoints(number: int, least: int = LEAST_DEALS) -> tuple[int, ...]:
    """The checkpoints of a duel of at most `number` deals, its end included.

    Args:
        number: the maximum number of deals.
        least: the number of deals before the first checkpoint.

    >>> checkpoints(500)
    (20, 50, 100, 150, 200, 250, 300, 350, 400, 450, 500)
    >>> checkpoints(500, least=150)
    (150, 200, 250, 300, 350, 400, 450, 500)
    >>> checkpoints(30), checkpoints(10)
    ((20, 21, 24, 27, 30), (10,))
    """
    looks = {round(number * k / LOOKS) for k in range(1, LOOKS + 1)}
    first = min(least, number)
    return tuple(sorted({first, *(look for look in looks if look >= first)} - {0}))


@cache
def quantiles(looks: tuple[int, ...]) -> tuple[float, ...]:
    """The half-width of the interval at each checkpoint, in standard errors.

    With one checkpoint it is the usual one.

    >>> [round(z, 2) for z in quantiles((500,))]
    [1.96]
    >>> [round(z, 2) for z in quantiles((100, 200, 300, 400, 500))]
    [3.19, 2.69, 2.43, 2.26, 2.14]
    """
    if len(looks) == 1:
        return (Z,)
    times = [look / looks[-1] for look in looks]
    low, high = Z, 2 * Z
    while high - low > 1e-4:
        middle = (low + high) / 2
        if _stays(times, middle) < 0.95:
            low = middle
        else:
            high = middle
    return tuple(high * time ** (_SHAPE - 0.5) for time in times)


def _stays(times: Sequence[float], width: float) -> float:
    """The probability that Brownian motion is within `width` t^0.25 of zero at all these times."""
    points, weights = np.polynomial.legendre.leggauss(_NODES)
    bound = width * times[0] ** _SHAPE
    at = bound * points
    density = _normal(at, times[0])
    for before, time in pairwise(times):
        mass = density * weights * bound
        bound = width * time**_SHAPE
        after = bound * points
        density = _normal(after[:, None] - at[None, :], time - before) @ mass
        at = after
    return float(np.sum(density * weights * bound))


def _normal(at: Floats, variance: float) -> Floats:
    """The normal density of mean zero."""
    density: Floats = np.exp(-at * at / (2 * variance)) / sqrt(2 * np.pi * variance)
    return density


class Stopping(NamedTuple):
    """The checkpoints and bounds of an early stop.

    Attributes:
        looks: the checkpoints, in numbers of deals; the last is the end.
        bounds: the duel stops when the interval of the levels excludes each of these; empty for no
            early stop.
    """

    looks: tuple[int, ...]
    bounds: tuple[float, ...] = ()

    def stops(self, levels: Sequence[float]) -> bool:
        """Whether the duel ends here, by the levels of each deal so far."""
        done = len(levels)
        if done >= self.looks[-1]:
            return True
        if not self.bounds or done not in self.looks:
            return False
        found = self.interval(levels)
        return not any(found.low <= bound <= found.high for bound in self.bounds)

    def interval(self, values: Sequence[float], unit: float = 1.0) -> Interval:
        """The mean of a value per deal, with its interval at the latest checkpoint.

        For `unit` see `interval`.
        """
        return interval(values, self.z(len(values)), unit)

    def z(self, deals: int) -> float:
        """The half-width of an interval after `deals` deals, in standard errors.

        It is that of the latest checkpoint; infinite before the first.
        """
        if not self.bounds:
            return Z
        widths = zip(self.looks, quantiles(self.looks), strict=True)
        return min((z for look, z in widths if look <= deals), default=inf)


def stopping(number: int, bounds: Sequence[float] = (), least: int = LEAST_DEALS) -> Stopping:
    """The stopping rule of a duel of at most `number` deals.

    >>> stopping(500)
    Stopping(looks=(500,), bounds=())
    """
    if not bounds:
        return Stopping((number,))
    return Stopping(checkpoints(number, least), tuple(sorted(set(bounds))))


def interval(values: Sequence[float], z: float = Z, unit: float = 1.0) -> Interval:
    """The mean of independent values, with its confidence interval.

    `z` is a normal quantile; it is widened by Student's distribution for the number of values. The
    interval of a single value is infinite, as is that of a few equal values. From LEAST_DEALS equal
    values on, other values are assumed to be off by `unit` and no more frequent than an event that
    did not occur in as many trials (Wilson's interval).

    >>> [round(x, 2) for x in interval([1, 2, 3, 4])]
    [2.5, 0.46, 4.54]
    >>> interval([1, 1, 1, 1])
    Interval(mean=1.0, low=-inf, high=inf)
    """
    mean, number = fmean(values), len(values)
    if number < 2 or z == inf:
        return Interval(mean, -inf, inf)
    spread = stdev(values)
    if spread == 0:
        half = unit * share_interval(0, number, z)[1] if number >= LEAST_DEALS else inf
        return Interval(mean, mean - half, mean + half)
    half = _student(z, number - 1) * spread / sqrt(number)
    return Interval(mean, mean - half, mean + half)


def share(shares: Sequence[float], z: float = Z) -> Interval:
    """The mean of shares with its interval; for equal shares, the interval of single trials.

    >>> [round(x, 2) for x in share([1, 1, 1, 1])]
    [1, 0.51, 1.0]
    """
    if len(set(shares)) > 1:
        return interval(shares, z)
    if z == inf:
        return Interval(shares[0], -inf, inf)
    return Interval(shares[0], *share_interval(sum(shares), len(shares), z))


def _student(z: float, freedom: int) -> float:
    """The quantile of Student's distribution for a normal one (Abramowitz and Stegun 26.7.5)."""
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def share_interval(hits: float, number: int, z: float = Z) -> tuple[float, float]:
    """The Wilson interval of a share of `hits` in `number` independent trials.

    Hits may be fractional. `z` is the normal quantile, by default for 95 %.

    >>> [round(x, 3) for x in share_interval(9, 10)]
    [0.596, 0.982]
    >>> share_interval(0, 0)
    (0.0, 1.0)
    """
    if number == 0:
        return 0.0, 1.0
    share, z2 = hits / number, z * z / number
    middle = (share + z2 / 2) / (1 + z2)
    half = z * sqrt(share * (1 - share) / number + z2 / (4 * number)) / (1 + z2)
    return max(0.0, middle - half), min(1.0, middle + half)


def clustered_interval(clusters: Sequence[tuple[int, int]]) -> tuple[float, float]:
    """The 95 % interval of a share of hits in trials that come in independent clusters.

    Each cluster is its hits and its trials, which may depend on each other, as the seats of one
    hand. The interval is 0 to 1 for fewer than two clusters with several trials each. Where all
    clusters have the same share, their spread is no estimate, and each counts as one trial.

    >>> [round(x, 3) for x in clustered_interval([(3, 6), (2, 6), (4, 6), (3, 6)])]
    [0.367, 0.633]
    >>> clustered_interval([(3, 6)])
    (0.0, 1.0)
    >>> clustered_interval([(2, 2), (1, 1)]) == share_interval(2, 2)
    True
    >>> clustered_interval([(1, 1), (0, 1), (1, 1)]) == share_interval(2, 3)
    True
    """
    total = sum(hits for hits, _ in clusters)
    trials = sum(number for _, number in clusters)
    if all(number == 1 for _, number in clusters):
        return share_interval(total, trials)
    if len(clusters) < 2 or trials == 0:
        return 0.0, 1.0
    if all(hits * trials == total * number for hits, number in clusters):
        return share_interval(len(clusters) * total / trials, len(clusters))
    share = total / trials
    spread = sum((hits - share * number) ** 2 for hits, number in clusters)
    half = Z * sqrt(spread * len(clusters) / (len(clusters) - 1)) / trials
    return max(0.0, share - half), min(1.0, share + half)
