"""The networks are judged as plain arithmetic has it, compiled or not."""

from __future__ import annotations

import numpy as np
import pytest
from numba import types

from shengji.bots.policy.judging import COUNTS, KINDS, NETWORK, OFFSETS
from shengji.bots.policy.networks import DEFAULT, LEADS, NAMES, SEVERAL, SINGLES, networks_in
from shengji.bots.policy.position import DESCRIBED, FLOATS, Floats
from shengji.bots.policy.vectors import HIDDEN, WIDTH, add_rows, sum_positive
from shengji.play.jit import INT, NOTHING, compiled_lean


@compiled_lean(NOTHING, FLOATS, FLOATS, INT, INT, FLOATS, FLOATS)
def compiled_sums(
    rows: Floats, weights: Floats, first: int, last: int, start: Floats, sums: Floats
) -> None:
    add_rows(rows, weights, first, last, start, sums)


@compiled_lean(types.float64, FLOATS, FLOATS, FLOATS)
def compiled_sum(sums: Floats, offsets: Floats, weights: Floats) -> float:
    return sum_positive(sums, offsets, weights)


def some(number: int, seed: int) -> Floats:
    return np.random.default_rng(seed).standard_normal(number).astype(np.float32)


@pytest.mark.parametrize(("first", "last"), [(0, 12), (12, 44), (5, 6), (7, 7)])
def test_sums_side_by_side(first: int, last: int) -> None:
    rows, weights, start = some(44 * WIDTH, 1), some(44, 2), some(44, 3)
    wanted = start[:WIDTH] + weights[first:last] @ rows.reshape(44, WIDTH)[first:last]
    for add in (add_rows, compiled_sums):
        sums = np.full(44, 7.0, dtype=np.float32)
        add(rows, weights, first, last, start, sums)
        assert sums[:WIDTH] == pytest.approx(wanted, abs=1e-4)
        assert (sums[WIDTH:] == 7.0).all()


def test_sums_what_is_positive() -> None:
    sums, offsets, weights = some(44, 4), some(50, 5), some(60, 6)
    numbers = np.maximum(sums[:HIDDEN] + offsets[:HIDDEN], 0.0)
    wanted = float(numbers @ weights[:HIDDEN])
    assert sum_positive(sums, offsets, weights) == pytest.approx(wanted, abs=1e-4)
    assert compiled_sum(sums, offsets, weights) == pytest.approx(wanted, abs=1e-4)


@pytest.mark.parametrize(("name", "begins"), [*zip(NAMES, (LEADS, SINGLES, SEVERAL), strict=True)])
@pytest.mark.parametrize("side", range(2))
def test_networks_are_those_of_the_files(name: str, begins: int, side: int) -> None:
    hidden, offsets, counts, direct = networks_in(name)[side]
    network = DEFAULT[begins + side * NETWORK :][:NETWORK]
    marks = some(DESCRIBED, 7)
    for kind in range(KINDS):
        numbers = marks @ hidden + offsets[kind]
        wanted = np.maximum(numbers, 0.0) @ counts + marks @ direct[kind]
        sums = np.zeros(WIDTH, dtype=np.float32)
        add_rows(network, marks, 0, DESCRIBED, sums, sums)
        value = sums[HIDDEN + kind]
        value += sum_positive(sums, network[OFFSETS + kind * HIDDEN :], network[COUNTS:])
        assert value == pytest.approx(wanted, abs=1e-4)
