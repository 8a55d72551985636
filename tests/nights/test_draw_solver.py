"""The solver, and the bounds that rest on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random

import numpy as np
import pytest

from shengji.nights import RoundSeats, Table, Wishes, draw_round, meetings_of
from shengji.nights.candidate_tables import CandidateTable, People, groups_of, shares
from shengji.nights.division import FOURS, Fair, Kind, Sizes, Turns, fair, sizes_for
from shengji.nights.pricing import Pricer, Prices, can_be_priced
from shengji.nights.seating_search import search_seating
from shengji.nights.solver import Columns, Effort, Linear, whole


def matrix(rows: list[list[int]]) -> Columns:
    given = np.array(rows)
    column, row = np.nonzero(given.T)
    start = np.searchsorted(column, np.arange(given.shape[1] + 1))
    return Columns(start, row, given.T[column, row].astype(float))


def test_a_triangle_is_covered_by_halves_but_not_by_whole_edges() -> None:
    """Three people in pairs: 1.5 pairs at 1 each; whole, one of them stays alone at 5."""
    columns = matrix([[1, 1, 0, 1, 0, 0], [1, 0, 1, 0, 1, 0], [0, 1, 1, 0, 0, 1]])
    cost, right = np.array([1.0, 1, 1, 5, 5, 5]), np.ones(3)
    linear = Linear(columns.only(np.array([3, 4, 5])), cost[3:], right, Effort(1))
    assert linear.duals() @ right == 15
    linear.add(columns.only(np.array([0, 1, 2])), cost[:3])
    assert linear.duals() @ right == 1.5
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
    found = fair(here.weights, sizes, nothing, nothing)
    assert found is not None
    return found


def test_shares_are_never_more_than_the_least_that_is_found() -> None:
    for seed in range(5):
        here = people(12, seed)
        for kind in (FOURS, Kind(6, "teams"), Kind(6, "friends")):
            sizes = Sizes(((kind, 12 // kind.seats),), 0)
            chance = np.random.default_rng(seed)
            found = search_seating(here, sizes, turns(here, sizes), chance, near=False)
            assert found.cost == found.least
            assert shares(here, kind).sum() <= found.cost


def seated_once(here: People, sizes: Sizes, tables: Sequence[CandidateTable]) -> bool:
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
    found = search_seating(here, sizes, turns(here, sizes), np.random.default_rng(1), near=False)
    assert seated_once(here, sizes, found.tables)
    assert (found.cost, found.least) == (0, 0)


@pytest.mark.parametrize("kind", [FOURS, Kind(5, "friends"), Kind(6, "friends"), Kind(6, "teams")])
def test_a_market_finds_the_tables_that_are_cheapest_for_what_units_are_worth(kind: Kind) -> None:
    """Of nine people with two pairs, compared with all tables of them."""
    here = people(9, 4)
    units = ((0, 3), (1,), (2, 8), (4,), (5,), (6,), (7,))
    here = here._replace(units=units, place=np.arange(9))
    worth = np.random.default_rng(1).integers(0, 9, len(units)).astype(float)
    every = [
        [*which, *[-1] * (kind.seats - number)]
        for number in range(1, kind.seats + 1)
        for which in combinations(range(len(units)), number)
        if here.weights[list(which)].sum() == kind.seats
    ]
    chance = np.random.default_rng(2)
    groups = groups_of(here, kind, np.array(every), chance)
    expected = {
        tuple(sorted(row)): cost
        for group in groups
        for row, cost in zip(
            group.units.tolist(),
            group.cost + 2 * group.spread - worth[group.units].sum(axis=1),
            strict=True,
        )
    }
    prices, market = Prices(1, 2, worth), Pricer(here, kind, chance, Effort(9))
    found = market.cheap(prices, np.inf, most=1000)
    assert {tuple(one for one in row if one >= 0) for row in found.units.tolist()} == set(expected)
    assert (found.least, found.complete) == (min(expected.values()), True)
    limit = sorted(expected.values())[5]
    few = market.cheap(prices, limit, most=1000)
    assert len(few.units) == sum(cost < limit for cost in expected.values())


def test_the_bound_of_larger_tables_is_what_they_cost() -> None:
    """All have met; of 38,760 sixes and 4,845 fours none is looked at but cheap ones."""
    here = people(20, 3)
    here = here._replace(partners=here.partners + 4, opponents=here.opponents + 1)
    sizes = Sizes(((FOURS, 2), (Kind(6, "friends"), 2)), 0)
    found = search_seating(here, sizes, turns(here, sizes), np.random.default_rng(1), near=False)
    assert seated_once(here, sizes, found.tables)
    # Four partnerships and eight oppositions at fours, thirty at sixes, one each at the least.
    assert 4 * 4 + 8 + 30 <= found.least == found.cost


def test_a_draw_ends_when_its_steps_are_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound holds then too, and the tables are those that were known."""
    monkeypatch.setattr("shengji.nights.seating_search.EFFORT", 1)
    here = people(16, 3)
    sizes = Sizes(((FOURS, 4),), 0)
    short = search_seating(here, sizes, turns(here, sizes), np.random.default_rng(1), near=False)
    assert seated_once(here, sizes, short.tables)
    monkeypatch.undo()
    long = search_seating(here, sizes, turns(here, sizes), np.random.default_rng(1), near=False)
    assert short.least <= long.least == long.cost < short.cost


def test_what_little_effort_is_left_for_is_not_begun() -> None:
    """The sixes of ninety people are asked for their prices only while there is work left."""
    many, few = people(90, 1), people(28, 1)
    six = Kind(6, "teams")
    assert can_be_priced(many, six, Effort(5_000))
    assert not can_be_priced(many, six, Effort(500))
    assert can_be_priced(few, six, Effort(1)) and can_be_priced(people(120, 1), FOURS, Effort(1))


def test_one_search_ends_before_all_effort_is_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    """The work of a search is limited; its iterations are counted, and it tells them in the end."""
    monkeypatch.setattr("shengji.nights.solver._A_SEARCH", 20)
    chance = np.random.default_rng(5)
    dense = chance.integers(0, 9, (12, 100))
    program, right = matrix(dense.tolist()), dense[:, :20].sum(axis=1).astype(float)
    costs = chance.integers(1, 50, 100).astype(float)
    effort = Effort(100_000)
    found = whole(program, costs, right, nodes=100_000, effort=effort, prepare=False)
    assert found.chosen is None or found.cost > found.least
    assert 20 <= 100_000 - effort.left < 2_000


def test_larger_tables_are_seated_in_parts_too() -> None:
    """Twenty-eight at sixes, after four rounds at random: more than are seated at once."""
    chance = Random(1)
    names = [f"p{index:02}" for index in range(28)]
    rounds = []
    for _ in range(4):
        chance.shuffle(names)
        sixes = (Table(tuple(names[i : i + 6])) for i in range(4, 28, 6))
        rounds.append(RoundSeats((Table(tuple(names[:4])), *sixes)))
    met, wishes = meetings_of(rounds), Wishes(remainder="larger-tables", tables=5)
    drawn = draw_round(names, seed=1, met=met, wishes=wishes)
    assert (drawn.repeats, drawn.bound) == (0, 0)


def test_turns_with_pairs_are_as_fair_as_they_can_be() -> None:
    """Five people with two pairs: the single one must sit out, whatever has been."""
    weights = np.array([2, 2, 1])
    nothing = np.zeros(3, dtype=np.int64)
    sizes = sizes_for(2, 1, [], None, may_sit_out=True)
    assert sizes == Sizes(((FOURS, 1),), 1)
    found = fair(weights, sizes, np.array([0, 0, 7]), nothing)
    assert found is not None
    assert (found.out.least, found.waiting.tolist()) == (7, [2])
    assert isinstance(found.out, Turns)


def test_a_pair_sits_out_together_when_that_is_fair() -> None:
    """Six people, one pair: two singles have sat out, so now it is the pair's turn."""
    sizes = sizes_for(1, 4, [], None, may_sit_out=True)
    assert sizes is not None
    prices = np.array([0, 1, 1, 1, 1])
    found = fair(np.array([2, 1, 1, 1, 1]), sizes, prices, np.zeros(5, dtype=np.int64))
    assert found is not None
    assert found.waiting.tolist() == [0]
