"""Ratings from who won how often against whom, with intervals from resampled deals."""

from __future__ import annotations

import numpy as np

from shengji.arena.intervals import LEAST_DEALS, Floats, Interval

POINTS_PER_E = 400 / np.log(10)
"""A difference of so many points makes the odds of a win e times as high, as in Elo's scale."""
SAMPLES = 1000
"""How often the deals are drawn anew for the intervals."""

_DRAWN = 1.0
"""The number of hands of each pair that count as drawn: a bot that won all has a rating, too."""
_SMALLEST = 1e-4
"""The least number of those that each sample has won, and lost, so that it has ratings."""
_STEPS = 100


def ratings(wins: Floats, hands_each: int, seed: int = 0) -> list[Interval]:
    """The ratings of bots that all met on the same deals, on Elo's scale; their mean is 0.

    They are those of Bradley and Terry (Biometrika 39, 1952), under which the shares of the hands
    that were won are likeliest, with half a hand of each pair added to either side. The interval
    comes from weighing the deals at random, the same for all pairs (Rubin's Bayesian bootstrap,
    Ann. Stat. 9, 1981), and these halves with them, each for itself. Deals that all say the same
    would seem to leave nothing open; but the half hand that a bot won which lost all others may
    weigh next to nothing, and then its rating is far below. Of few deals nothing is known.

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
    deals, bots, _ = wins.shape
    half = _DRAWN / 2 / hands_each
    means = _fitted(wins.sum(axis=0)[None] + half)[0]
    if deals < LEAST_DEALS:
        return [Interval(float(mean), -np.inf, np.inf) for mean in means]
    chance = np.random.default_rng(seed)
    weighed = np.tensordot(chance.standard_exponential((SAMPLES, deals)), wins, 1)
    halves = chance.standard_gamma(half, (SAMPLES, bots, bots))
    fitted = _fitted(weighed + np.maximum(halves, _SMALLEST))
    low, high = np.quantile(fitted, (0.025, 0.975), axis=0)
    return [Interval(*map(float, one)) for one in zip(means, low, high, strict=True)]


def _fitted(won: Floats) -> Floats:
    """The ratings that fit best to how many deals each won against each, by sample and bot.

    Newton's method finds them.
    """
    bots = won.shape[1]
    won = won * (1.0 - np.eye(bots))
    total = won + won.transpose(0, 2, 1)
    strength = np.zeros(won.shape[:2])
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
