"""Estimates from many noisy verdicts together."""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, sqrt
from typing import NamedTuple

import numpy as np


class Verdict(NamedTuple):
    """The levels by which something was found to be better, and the standard error of that."""

    mean: float
    error: float

    @property
    def sure(self) -> bool:
        """Whether it is better by more than chance, at about 95 %."""
        return self.mean > 1.96 * self.error

    @property
    def refuted(self) -> bool:
        """Whether it is no better, as surely; or it made no difference on any deal."""
        return self.mean < -1.96 * self.error or self.mean == self.error == 0.0


def verdict(differences: Sequence[float]) -> Verdict:
    """The mean of independent differences, and its standard error."""
    values = np.array(differences)
    if len(values) < 2:
        return Verdict(float(values.mean()), float("inf"))
    return Verdict(float(values.mean()), float(values.std(ddof=1) / sqrt(len(values))))


class Shrunk(NamedTuple):
    """The estimates of the true values behind some verdicts.

    Attributes:
        mean: their mean.
        error: its standard error.
        spread: their standard deviation.
        none: the fraction of them that are not above 0.
    """

    mean: float
    error: float
    spread: float
    none: float


def shrunk(verdicts: Sequence[Verdict]) -> Shrunk:
    """The true values behind some verdicts, as if they were normally distributed.

    Each verdict is drawn towards the mean of all, the more the less certain it is.

    >>> found = shrunk([Verdict(0.5, 0.01), Verdict(0.3, 0.01), Verdict(-0.2, 0.01), Verdict(0, 0)])
    >>> round(found.none, 2)
    0.5
    """
    means = np.array([one.mean for one in verdicts])
    errors = np.array([one.error for one in verdicts])
    number = len(verdicts)
    mean = float(means.mean())
    varying = float(means.var(ddof=1)) if number > 1 else 0.0
    own = max(0.0, varying - float((errors**2).mean()))
    none = 0.0
    for found, error in verdicts:
        weight = own / (own + error**2) if error else 1.0
        centre, wide = mean + weight * (found - mean), sqrt(weight) * error
        none += 0.5 * (1 - erf(centre / wide / sqrt(2))) if wide else float(centre <= 0)
    return Shrunk(mean, sqrt(varying / number), sqrt(own), none / number)
