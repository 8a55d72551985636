"""Ratings from pairwise wins, with intervals from resampled deals."""

from __future__ import annotations

import numpy as np

from shengji.arena.intervals import LEAST_DEALS, Floats, Interval

POINTS_PER_E = 400 / np.log(10)
"""On Elo's scale, the difference that makes the odds of a win e times as high."""
SAMPLES = 1000
"""Number of resamplings for the intervals."""

_DRAWN = 1.0
"""Number of hands of each pair added as draws, so that a bot that won all has a rating."""
_SMALLEST = 1e-4
"""Minimum of the resampled draws; it keeps each sample's ratings finite."""
_STEPS = 100


def ratings(wins: Floats, hands_each: int, seed: int = 0) -> list[Interval]:
    """The ratings of bots that all met on the same deals, on Elo's scale, with mean 0.

    Ratings are those of Bradley and Terry (Biometrika 39, 1952): the likeliest ones for the shares
    of the hands won, with half a hand of each pair added to either side. Intervals come from random
    weights of the deals, equal for all pairs (Rubin's Bayesian bootstrap, Ann. Stat. 9, 1981), and
    independent weights of the half hands. Equal results in all deals would otherwise give an
    interval without width. The half hand of a bot without wins may weigh almost nothing, which puts
    its lower bound far below. Intervals of fewer than LEAST_DEALS deals are infinite.

    Args:
        wins: for each deal, bot and other bot, the share of the hands of the deal that the bot won
            against the other; shape (deals, bots, bots); the diagonal is not read.
        hands_each: the number of hands of a pair per deal.
        seed: the seed of the resampling.

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
    """The maximum-likelihood ratings by sample and bot, found by Newton's method."""
    bots = won.shape[1]
    won = won * (1.0 - np.eye(bots))
    total = won + won.transpose(0, 2, 1)
    strength = np.zeros(won.shape[:2])
    for _ in range(_STEPS):
        expected = 1 / (1 + np.exp(strength[:, None, :] - strength[:, :, None]))
        slope = (won - total * expected).sum(axis=2)
        spread = total * expected * (1 - expected)
        curve = np.eye(bots) * spread.sum(axis=2)[:, :, None] - spread
        # Only differences matter; this keeps the sum of all ratings at 0.
        step = np.linalg.solve(curve + 1.0, slope[:, :, None])[:, :, 0]
        strength += np.clip(step, -1.0, 1.0)
        if np.abs(step).max() < 1e-8:
            break
    fitted: Floats = (strength - strength.mean(axis=1, keepdims=True)) * POINTS_PER_E
    return fitted
