"""Early stopping keeps its promise: a true value is excluded in one run of twenty at most."""

from __future__ import annotations

import numpy as np
import pytest

from shengji.arena.intervals import LEAST_DEALS, checkpoints, interval, quantiles, stopping


def test_all_checkpoints_hold_together() -> None:
    chance = np.random.default_rng(1)
    looks = checkpoints(200)
    bounds = np.array(quantiles(looks))
    sums = chance.normal(size=(20_000, 200)).cumsum(axis=1)
    at = np.array(looks)
    outside = np.abs(sums[:, at - 1] / np.sqrt(at)) > bounds
    assert 0.045 < outside.any(axis=1).mean() < 0.055


def test_it_stops_only_at_checkpoints_and_when_all_bounds_are_excluded() -> None:
    stops = stopping(100, (0.0, 0.3), 10)
    values = [1.0, 1.2] * 50
    assert stops.looks == (10, 20, 30, 40, 50, 60, 70, 80, 90, 100)
    assert [n for n in range(1, 60) if stops.stops(values[:n])] == [10, 20, 30, 40, 50]
    assert not stops.stops([-0.5, 0.7] * 20)
    assert not stops.stops([-1.0, 1.6] * 20)
    assert stops.stops([0.1, 0.2] * 20)
    assert stops.stops([-1.0, -1.2] * 5)
    assert stops.stops([0.0] * 100)
    assert not any(stopping(100).stops(values[:n]) for n in range(1, 100))


def test_what_a_few_values_say() -> None:
    assert interval([1.0]).low == float("-inf")
    assert interval([2.0, 2.0, 2.0]).low == float("-inf")
    same = interval([2.0] * LEAST_DEALS)
    assert same.mean == 2 and same.high - 2 == pytest.approx(2 - same.low) == pytest.approx(
        0.161, abs=0.001
    )
    assert interval([2.0] * LEAST_DEALS, unit=10).high == pytest.approx(3.61, abs=0.01)
    # That nothing has differed so far does not say that nothing will.
    assert not stopping(100, (0.05,), 20).stops([0.0] * 20)
    assert stopping(100, (0.0,), 20).stops([-3.0] * 20)
    assert not stopping(500, (0.0,), 2).stops([1.0, 1.0])
    narrow, wide = interval([0.0, 1.0] * 50), interval([0.0, 1.0])
    assert wide.high - wide.low > 10 * (narrow.high - narrow.low)
    assert stopping(50, (0.0,), 20).interval([1.0, 2.0]).high == float("inf")


@pytest.mark.parametrize(("number", "least"), [(1, 20), (7, 3), (20, 20), (21, 20), (1000, 1)])
def test_checkpoints(number: int, least: int) -> None:
    looks = checkpoints(number, least)
    assert looks[-1] == number
    assert looks[0] == min(least, number)
    assert list(looks) == sorted(set(looks))
