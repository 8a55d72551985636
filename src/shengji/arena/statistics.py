"""Small statistics: shares with their 95 % intervals."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

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


def clustered_interval(clusters: Sequence[tuple[int, int]]) -> tuple[float, float]:
    """The 95 % interval of a share of hits in trials that come in independent clusters.

    Each cluster has its hits and its trials, which may depend on each other: the seats of one hand,
    say. Nothing is known of a share in less than two clusters that have several trials. Where all
    have the same share their spread says nothing, and each counts as one trial.

    >>> [round(x, 3) for x in clustered_interval([(3, 6), (2, 6), (4, 6), (3, 6)])]
    [0.367, 0.633]
    >>> clustered_interval([(3, 6)])
    (0.0, 1.0)
    >>> clustered_interval([(2, 2), (1, 1)]) == share_interval(2, 2)
    True
    >>> clustered_interval([(1, 1), (0, 1), (1, 1)]) == share_interval(2, 3)
    True
    """
    trials = sum(number for _, number in clusters)
    if trials == len(clusters) == sum(number == 1 for _, number in clusters):
        return share_interval(sum(hits for hits, _ in clusters), trials)
    if len(clusters) < 2 or trials == 0:
        return 0.0, 1.0
    total = sum(hits for hits, _ in clusters)
    if all(hits * trials == total * number for hits, number in clusters):
        return share_interval(len(clusters) * total / trials, len(clusters))
    share = total / trials
    spread = sum((hits - share * number) ** 2 for hits, number in clusters)
    half = Z * sqrt(spread * len(clusters) / (len(clusters) - 1)) / trials
    return max(0.0, share - half), min(1.0, share + half)
