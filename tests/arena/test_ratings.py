"""Ratings: right for known chances, with intervals that cover them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from shengji.arena.intervals import LEAST_DEALS
from shengji.arena.ratings import ratings

TRUE = np.array([150.0, 20.0, -50.0, -120.0])


Floats = NDArray[np.float64]


def played(deals: int, seed: int, true: Floats = TRUE) -> Floats:
    """Shares of two hands of each deal, won with the chances of the true ratings."""
    chance = np.random.default_rng(seed)
    odds = 1 / (1 + 10 ** ((true[None, :] - true[:, None]) / 400))
    wins = chance.binomial(2, odds, size=(deals, *odds.shape)) / 2
    lower = np.tril_indices(len(true), -1)
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
    assert first.mean == pytest.approx(-second.mean)


@pytest.mark.parametrize("deals", [1, 2, 4, LEAST_DEALS - 1])
def test_a_few_deals_say_nothing(deals: int) -> None:
    assert {(one.low, one.high) for one in ratings(played(deals, 3), 2)} == {(-np.inf, np.inf)}


def test_who_wins_all_may_be_far_stronger() -> None:
    wins = np.zeros((LEAST_DEALS, 2, 2))
    wins[:, 0, 1] = 1
    first, second = ratings(wins, 2)
    assert first.low < first.mean - 100
    assert first.high > first.mean + 500
    assert second.high > second.mean + 100
    assert second.low < second.mean - 500


@pytest.mark.parametrize("deals", [20, 100])
def test_intervals_cover_those_who_lose_nearly_all(deals: int) -> None:
    """Of a bot that wins a hand of a hundred, most runs show none that it won, or one."""
    true = np.array([400.0, -400.0])
    low = []
    for seed in range(60):
        first, second = ratings(played(deals, seed, true), 2)
        low.append((first.low <= true[0] <= first.high) and (second.low <= true[1] <= second.high))
    assert np.mean(low) > 0.85


def test_ratings_of_a_long_field_are_found() -> None:
    """Each wins all hands against all that stand behind it."""
    bots = 20
    wins = np.broadcast_to(np.triu(np.ones((bots, bots)), 1), (200, bots, bots))
    found = ratings(wins, 2)
    assert [one.mean for one in found] == sorted((one.mean for one in found), reverse=True)
    assert all(one.low < one.mean < one.high for one in found)
    assert sum(one.mean for one in found) == pytest.approx(0, abs=1e-6)


def test_the_seed_decides() -> None:
    assert ratings(played(30, 1), 2, 5) == ratings(played(30, 1), 2, 5)
