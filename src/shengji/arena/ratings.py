"""Ratings from who won how often against whom, with intervals from resampled deals."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from shengji.arena.stopping import Interval

Floats = NDArray[np.float64]

POINTS_PER_E = 400 / np.log(10)
"""A difference of so many points makes the odds of a win e times as high, as in Elo's scale."""
SAMPLES = 1000
"""How often the deals are drawn anew for the intervals."""

_DRAWN = 1.0
"""So many hands of each pair count as drawn, so that whoever won all of them has a rating."""
_STEPS = 100


def ratings(wins: Floats, hands_each: int, seed: int = 0) -> list[Interval]:
    """The ratings of bots that all met on the same deals, on Elo's scale; their mean is 0.

    They are those of Bradley and Terry (Biometrika 39, 1952), under which the shares of the hands
    that were won are likeliest. The interval comes from drawing the deals anew with replacement,
    the same ones for all pairs (Efron's bootstrap); where all deals agree nothing is known.

    Args:
        wins: for each deal, bot and other bot, the share of the hands of the deal that the bot won
            against the other; shape (deals, bots, bots), the diagonal is not read.
        hands_each: how many hands a pair played on a deal.
        seed: what the drawing starts from.

    >>> wins = np.full((50, 2, 2), 0.5)
    >>> [round(one.mean) for one in ratings(wins, 2)]
    [0, 0]
    >>> wins[:, 0, 1], wins[:, 1, 0] = 0.76, 0.24
    >>> [round(one.mean) for one in ratings(wins, 2)]
    [99, -99]
    """
    deals = len(wins)
    chance = np.random.default_rng(seed)
    drawn = chance.multinomial(deals, np.full(deals, 1 / deals), size=SAMPLES) / deals
    means = np.concatenate([wins.mean(axis=0)[None], np.einsum("sd,dij->sij", drawn, wins)])
    fitted = _fitted(means, deals * hands_each)
    low, high = np.quantile(fitted[1:], (0.025, 0.975), axis=0)
    unknown = np.ptp(fitted[1:], axis=0) < 1e-6
    low[unknown], high[unknown] = -np.inf, np.inf
    return [Interval(*map(float, one)) for one in zip(fitted[0], low, high, strict=True)]


def _fitted(shares: Floats, hands: int) -> Floats:
    """The ratings that fit shares of wins best: for each sample by row, Newton's method."""
    bots = shares.shape[1]
    pairs = 1.0 - np.eye(bots)
    won = (shares * hands + _DRAWN / 2) * pairs
    total = won + won.transpose(0, 2, 1)
    strength = np.zeros(shares.shape[:2])
    for _ in range(_STEPS):
        expected = 1 / (1 + np.exp(strength[:, None, :] - strength[:, :, None]))
        slope = (won - total * expected).sum(axis=2)
        spread = total * expected * (1 - expected)
        curve = np.eye(bots) * spread.sum(axis=2)[:, :, None] - spread
        # Only differences matter; this holds the sum of all at 0.
        step = np.linalg.solve(curve + 1.0, slope[:, :, None])[:, :, 0]
        strength += np.clip(step, -1.0, 1.0)
        if np.abs(step).max() < 1e-8:
            break
    fitted: Floats = (strength - strength.mean(axis=1, keepdims=True)) * POINTS_PER_E
    return fitted
