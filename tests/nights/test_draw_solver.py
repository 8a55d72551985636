"""The solver, and the bounds that rest on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

from shengji.nights.cover import cover
from shengji.nights.division import FOURS, Fair, Kind, Sizes, Turns, fair, sizes_for
from shengji.nights.pool import Made, People, shares
from shengji.nights.solver import Columns, bound, whole


def matrix(rows: list[list[int]]) -> Columns:
    given = np.array(rows)
    column, row = np.nonzero(given.T)
    start = np.searchsorted(column, np.arange(given.shape[1] + 1))
    return Columns(start, row, given.T[column, row].astype(float))


def test_a_triangle_is_covered_by_halves_but_not_by_whole_edges() -> None:
    """Three people in pairs: 1.5 pairs at 1 each; whole, one of them stays alone at 5."""
    columns = matrix([[1, 1, 0, 1, 0, 0], [1, 0, 1, 0, 1, 0], [0, 1, 1, 0, 0, 1]])
    cost, right = np.array([1.0, 1, 1, 5, 5, 5]), np.ones(3)
    found = bound(columns, cost, right, np.array([3, 4, 5]))
    assert found.least == 1.5
    assert found.reduced.min() >= -1e-6
    best = whole(columns, cost, right)
    assert (best.cost, best.least) == (6, 6)
    assert best.chosen is not None
    assert best.chosen.sum() == 2


def test_what_has_no_answer_is_impossible() -> None:
    assert whole(matrix([[2, 2]]), np.ones(2), np.array([3.0])).impossible


def people(number: int, seed: int) -> People:
    random = np.random.default_rng(seed)
    partners, opponents = (np.triu(random.integers(0, 3, (number, number)), 1) for _ in range(2))
    units = tuple((one,) for one in range(number))
    nothing = np.zeros(number, dtype=np.int64)
    return People(units, 4 * (partners + partners.T), opponents + opponents.T, nothing)


def turns(here: People, sizes: Sizes) -> Fair:
    nothing = np.zeros(len(here.units), dtype=np.int64)
    return fair(here.weights, sizes, nothing, nothing)


def test_shares_are_never_more_than_the_least_that_is_found() -> None:
    for seed in range(5):
        here = people(12, seed)
        for kind in (FOURS, Kind(6, "teams"), Kind(6, "friends")):
            sizes = Sizes(((kind, 12 // kind.seats),), 0)
            chance = np.random.default_rng(seed)
            found = cover(here, sizes, turns(here, sizes), chance, near=False)
            assert found.cost == found.least
            assert shares(here, kind).sum() <= found.cost


def seated_once(here: People, sizes: Sizes, tables: Sequence[Made]) -> bool:
    kinds = Counter(table.kind for table in tables)
    people = sorted(one for table in tables for one in table.seats)
    return kinds == dict(sizes.tables) and people == list(range(len(here.place)))


def test_parts_of_many_people_are_seated_anew_until_nobody_meets_again() -> None:
    """Forty-eight people of whom each has had one partner and two opponents at random."""
    order = np.random.default_rng(5).permutation(48)
    partners, opponents = (np.zeros((48, 48), dtype=np.int64) for _ in range(2))
    for a, b, c, d in order.reshape(-1, 4):
        for one, other in ((a, c), (b, d)):
            partners[one, other] = partners[other, one] = 4
        for one, other in ((a, b), (b, c), (c, d), (d, a)):
            opponents[one, other] = opponents[other, one] = 1
    nothing = np.zeros(48, dtype=np.int64)
    here = People(tuple((int(one),) for one in order), partners, opponents, nothing)
    sizes = Sizes(((FOURS, 12),), 0)
    found = cover(here, sizes, turns(here, sizes), np.random.default_rng(1), near=False)
    assert seated_once(here, sizes, found.tables)
    assert (found.cost, found.least) == (0, 0)


def test_where_not_all_larger_tables_are_looked_at_the_bound_still_holds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All have met, so that no table is free; of the 38,760 sixes some are drawn."""
    monkeypatch.setattr("shengji.nights.pool.ALL", 5000)
    here = people(20, 3)
    here = here._replace(partners=here.partners + 4, opponents=here.opponents + 1)
    sizes = Sizes(((FOURS, 2), (Kind(6, "friends"), 2)), 0)
    found = cover(here, sizes, turns(here, sizes), np.random.default_rng(1), near=False)
    assert seated_once(here, sizes, found.tables)
    # Four partnerships and eight oppositions at fours, thirty at sixes, one each at the least.
    assert 4 * 4 + 8 + 30 <= found.least <= found.cost <= 1.5 * found.least


def test_turns_with_pairs_are_as_fair_as_they_can_be() -> None:
    """Five people with two pairs: the single one must sit out, whatever has been."""
    weights = np.array([2, 2, 1])
    nothing = np.zeros(3, dtype=np.int64)
    sizes = sizes_for(2, 1, [], None, may_sit_out=True)
    assert sizes == Sizes(((FOURS, 1),), 1)
    found = fair(weights, sizes, np.array([0, 0, 7]), nothing)
    assert (found.out.least, found.out.example.tolist()) == (7, [2])
    assert isinstance(found.out, Turns)


def test_a_pair_sits_out_together_when_that_is_fair() -> None:
    """Six people, one pair: two singles have sat out, so now it is the pair's turn."""
    sizes = sizes_for(1, 4, [], None, may_sit_out=True)
    assert sizes is not None
    prices = np.array([0, 1, 1, 1, 1])
    found = fair(np.array([2, 1, 1, 1, 1]), sizes, prices, np.zeros(5, dtype=np.int64))
    assert found.out.example.tolist() == [0]
