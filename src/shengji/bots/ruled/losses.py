"""The cost in levels of an answer that the rules of play think is behind."""

from __future__ import annotations

from typing import NamedTuple

KNEE = 0.5
"""The distance to the best answer after which a further distance costs less."""

HELD = (8, 16)
"""Maximum number of cards in the hand for the first and for the second fit of a kind."""


class Fit(NamedTuple):
    """The cost of an answer, in levels for each unit of its distance: before KNEE, and beyond."""

    near: float
    far: float


# Printed by `python -m benchmarks.losses`, with `strong` as the judge: 2,546 decisions of the seeds
# 73001 and 73900, with 11,821 answers. Error of the mean costs, in levels: leads 0.071, 0.017 and
# 0.011, follows with one card 0.022, 0.015 and 0.017, with several 0.058, 0.034 and 0.010.
LEADS = (Fit(0.030, 0.374), Fit(0.046, 0.227), Fit(0.112, 0.075))
SINGLES = (Fit(0.064, 0.256), Fit(0.099, 0.171), Fit(0.147, 0.136))
SEVERAL = (Fit(0.269, 0.199), Fit(0.237, 0.205), Fit(0.203, 0.268))
"""The fits of leads, and of follows with one card and with several: each by the number of cards in
the hand (HELD)."""


def fit_of(lead: bool, size: int, held: int) -> Fit:
    """The fit of a lead, or of a follow of `size` cards, with `held` cards in the hand."""
    fits = LEADS if lead else SINGLES if size == 1 else SEVERAL
    return fits[sum(held > most for most in HELD)]


def loss(fit: Fit, behind: float) -> float:
    """The expected cost in levels of an answer that is so far behind.

    >>> loss(Fit(0.2, 0.1), 0.0), round(loss(Fit(0.2, 0.1), 1.0), 3)
    (0.0, 0.15)
    """
    return fit.near * min(behind, KNEE) + fit.far * max(0.0, behind - KNEE)
