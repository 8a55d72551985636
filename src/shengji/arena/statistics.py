"""Small statistics: a share and a mean, each with its 95 % interval."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

Z = 1.959964
"""The normal quantile that leaves 95 % between itself and its negative."""


def share_interval(hits: float, number: int, z: float = Z) -> tuple[float, float]:
    """The interval (Wilson's) of a share of `hits` in `number` independent trials.

    Hits may be parts of whole ones. `z` is the normal quantile: 95 % as it stands.

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


def mean_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean and its 95 % interval from independent values, at least one; normal.

    >>> [round(x, 2) for x in mean_interval([1, 2, 3, 4])]
    [2.5, 1.23, 3.77]
    """
    mean = fmean(values)
    half = Z * stdev(values) / sqrt(len(values)) if len(values) > 1 else float("inf")
    return mean, mean - half, mean + half


def clustered_interval(clusters: Sequence[tuple[int, int]]) -> tuple[float, float]:
    """The 95 % interval of a share of hits in trials that come in independent clusters.

    Each cluster has its hits and its trials, which may depend on each other: the seats of one hand,
    say. Nothing is known of a share in less than two clusters. Where all have the same share their
    spread says nothing, and each counts as one trial.

    >>> [round(x, 3) for x in clustered_interval([(3, 6), (2, 6), (4, 6), (3, 6)])]
    [0.367, 0.633]
    >>> clustered_interval([(3, 6)])
    (0.0, 1.0)
    >>> clustered_interval([(2, 2), (1, 1)]) == share_interval(2, 2)
    True
    """
    trials = sum(number for _, number in clusters)
    if len(clusters) < 2 or trials == 0:
        return 0.0, 1.0
    total = sum(hits for hits, _ in clusters)
    if all(hits * trials == total * number for hits, number in clusters):
        return share_interval(len(clusters) * total / trials, len(clusters))
    share = total / trials
    spread = sum((hits - share * number) ** 2 for hits, number in clusters)
    half = Z * sqrt(spread * len(clusters) / (len(clusters) - 1)) / trials
    return max(0.0, share - half), min(1.0, share + half)
