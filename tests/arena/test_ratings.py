"""Ratings: right for known chances, with intervals that cover them."""

from __future__ import annotations

import numpy as np
import pytest

from shengji.arena.ratings import ratings

TRUE = np.array([150.0, 20.0, -50.0, -120.0])


def played(deals: int, seed: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Shares of two hands of each deal, won with the chances of the true ratings."""
    chance = np.random.default_rng(seed)
    odds = 1 / (1 + 10 ** ((TRUE[None, :] - TRUE[:, None]) / 400))
    wins = chance.binomial(2, odds, size=(deals, 4, 4)) / 2
    lower = np.tril_indices(4, -1)
    wins[:, lower[0], lower[1]] = 1 - wins[:, lower[1], lower[0]]
    return wins


def test_known_ratings_are_found() -> None:
    found = ratings(played(4000, 1), 2)
    assert [one.mean for one in found] == pytest.approx(list(TRUE), abs=10)


def test_intervals_cover() -> None:
    covered = 0
    for seed in range(25):
        found = ratings(played(60, seed), 2)
        covered += sum(one.low <= at <= one.high for one, at in zip(found, TRUE, strict=True))
    assert covered >= 88


def test_who_wins_all_has_a_rating() -> None:
    wins = np.zeros((10, 2, 2))
    wins[:, 0, 1] = 1
    first, second = ratings(wins, 2)
    assert 300 < first.mean - second.mean < 1000
    assert first.mean == -second.mean
    assert (first.low, first.high) == (-np.inf, np.inf)  # All deals agree.


def test_the_seed_decides() -> None:
    assert ratings(played(30, 1), 2, 5) == ratings(played(30, 1), 2, 5)
