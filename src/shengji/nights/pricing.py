"""Pricing problem: finds the tables with the lowest reduced cost for given dual values.

A table consists of two sides without a common unit. Its cost is the cost of each side plus the cost
between the two, so the cheapest tables are found without enumerating all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shengji.nights.candidate_tables import People
from shengji.nights.division import FOURS, Kind
from shengji.nights.solver import Effort, Indices, Numbers

MOST_SIDES = 140_000
"""Maximum number of sides of a kind: all sixes of 95 people in teams, or of 44 at friends."""

_FEW_SIDES = 40_000
"""Number of sides that is always feasible: all sixes of 63 people in teams, or of 32 at Finding
Friends."""

FINE = 1 << 20
"""Dual values are rounded to multiples of 1 / FINE, so that sums are exact on every machine."""

_TWICE = 1 << 24
"""Price of a unit on both sides, above the cost of any table."""

_CELLS = 250_000
"""Number of tables evaluated at once."""

_CELLS_A_STEP = 50_000
"""Number of tables evaluated per step."""

_BLOCKS = 96
"""Maximum number of blocks of `_CELLS` tables."""

_WAYS = 10
"""Usual number of ways to split the same people into two sides."""

_THREES = (3, 3)
_SIDES = {FOURS: (2, 2), Kind(5, "friends"): (3, 2), Kind(6, "friends"): (4, 2)}
"""Sizes of the two sides; in Finding Friends they exist only in this module."""


class Prices(NamedTuple):
    """Prices that define the reduced cost of a table.

    Attributes:
        repeats: price of a unit of repeat cost.
        spread: price of each place between the first and the last of a table in the standings.
        worth: dual value of each unit, which is subtracted.
        marks: price of a table by limit (`Rows.marks`).
    """

    repeats: float
    spread: float
    worth: Numbers
    marks: tuple[float, ...] = ()


class CheapTables(NamedTuple):
    """The cheapest tables found.

    Attributes:
        units: units of each table, sorted and padded with -1.
        least: lower bound of the reduced cost of all tables of the kind.
        complete: whether they include all tables below the limit.
    """

    units: Indices
    least: float
    complete: bool


class Pricer:
    """Finds the cheapest tables of one kind."""

    def __init__(
        self,
        people: People,
        kind: Kind,
        chance: np.random.Generator,
        effort: Effort,
        marks: Sequence[Indices] = (),
    ) -> None:
        self.people, self.kind, self.chance, self.effort = people, kind, chance, effort
        self.unit_of = np.empty(len(people.place), dtype=np.int64)
        for number, unit in enumerate(people.units):
            self.unit_of[list(unit)] = number
        sizes = _SIDES.get(kind, _THREES)
        # Shuffled, so that no table is favoured.
        some = [people.units[one] for one in chance.permutation(len(people.units))]
        self.left, self.right = (
            self._allowed(np.array(list(_sides(some, size)), dtype=np.int64).reshape(-1, size))
            for size in sizes
        )
        self.left_cost, self.right_cost = self._within(self.left), self._within(self.right)
        self.first = [people.place[side].min(axis=1) for side in (self.left, self.right)]
        self.last = [people.place[side].max(axis=1) for side in (self.left, self.right)]
        self.marked: tuple[tuple[NDArray[np.bool_], ...], ...] = tuple(
            tuple(
                np.any(mask.astype(bool)[self.unit_of][side], axis=1)
                for side in (self.left, self.right)
            )
            for mask in marks
        )
        self.against: Numbers = np.zeros((len(self.left), len(people.place)))
        self.same = np.zeros(self.against.shape, dtype=bool)
        for one in range(sizes[0]):
            self.against += people.opponents[self.left[:, one]]
            self.same[np.arange(len(self.left)), self.left[:, one]] = True
            if people.apart is not None:
                self.same |= people.apart[self.left[:, one]].astype(bool)
        effort.left -= 2 * self.against.size // _CELLS_A_STEP

    def _allowed(self, sides: Indices) -> Indices:
        """The sides without two people who may not sit at one table."""
        apart = self.people.apart
        if apart is None:
            return sides
        twos = combinations(range(sides.shape[1]), 2)
        wrong = [apart[sides[:, a], sides[:, b]].astype(bool) for a, b in twos]
        allowed: Indices = sides[~np.logical_or.reduce(wrong)]
        return allowed

    def _within(self, sides: Indices) -> Numbers:
        """The cost of repeats within each side."""
        people = self.people
        cost = people.partners if self.kind.sort == "teams" else people.opponents
        total = np.zeros(len(sides))
        for a, b in combinations(range(sides.shape[1]), 2):
            one, other = sides[:, a], sides[:, b]
            total += np.where(self.unit_of[one] == self.unit_of[other], 0, cost[one, other])
        return total

    def cheap(self, prices: Prices, below: float, *, most: int, each: bool = False) -> CheapTables:
        """The tables of lowest reduced cost.

        Args:
            prices: the prices, in multiples of 1 / `FINE`.
            below: upper limit of the reduced cost, exclusive.
            most: maximum number of tables.
            each: whether to return only the cheapest table for each left side.
        """
        if not len(self.left) or not len(self.right):
            return CheapTables(np.zeros((0, self.kind.seats), dtype=np.int64), below, complete=True)
        self.effort.left -= self.against.size // _CELLS_A_STEP
        own = (prices.worth / self.people.weights)[self.unit_of]
        left = prices.repeats * self.left_cost - own[self.left].sum(axis=1)
        right = prices.repeats * self.right_cost - own[self.right].sum(axis=1)
        against = prices.repeats * self.against + _TWICE * self.same
        # Lower bound: each left side with the cheapest possible right side.
        number = self.right.shape[1]
        others = np.partition(against - own, number - 1, axis=1)[:, :number].sum(axis=1)
        apart = np.maximum(self.last[0] - self.first[0], self.kind.seats - 1)
        at_least = left + others + prices.spread * apart
        for price, (marked, _) in zip(prices.marks, self.marked, strict=False):
            at_least += price * marked
        below = least = min(below, _TWICE / 2)
        order = np.argsort(at_least, kind="stable")
        order = order[: int(np.searchsorted(at_least[order], below))]
        found: list[tuple[Indices, Indices, Numbers]] = []
        looked, complete = 0, not each
        for _ in range(_BLOCKS):
            rows = order[looked : looked + max(1, _CELLS // len(right))]
            if not len(rows) or (each and sum(len(some) for some, _, _ in found) >= most):
                break
            looked += len(rows)
            self.effort.left -= len(rows) * len(right) // _CELLS_A_STEP
            by_person = np.ascontiguousarray(against[rows].T)
            cost = by_person[self.right[:, 0]]
            for one in range(1, number):
                cost += by_person[self.right[:, one]]
            cost += left[rows]
            cost += right[:, None]
            if prices.spread:
                last = np.maximum(self.last[0][rows], self.last[1][:, None])
                cost += prices.spread * (
                    last - np.minimum(self.first[0][rows], self.first[1][:, None])
                )
            for price, (in_left, in_right) in zip(prices.marks, self.marked, strict=False):
                if price:
                    cost += price * (in_left[rows] | in_right[:, None])
            least = min(least, float(cost.min()))
            if each:
                with_whom, which = cost.argmin(axis=0), np.arange(len(rows))
                few = cost[with_whom, which] < below
                with_whom, which = with_whom[few], which[few]
            else:
                with_whom, which = np.nonzero(cost < below)
                if len(which) > _WAYS * most:
                    few = np.argpartition(cost[with_whom, which], _WAYS * most)[: _WAYS * most]
                    with_whom, which, complete = with_whom[few], which[few], False
            found.append((rows[which], with_whom, cost[with_whom, which]))
        if looked < len(order):
            least = min(least, float(at_least[order[looked]]))
            complete = False
        if not found:
            return CheapTables(np.zeros((0, self.kind.seats), dtype=np.int64), least, complete)
        lefts, rights, costs = (np.concatenate(one) for one in zip(*found, strict=True))
        # Keep the cheapest way to split the same people.
        by_cost = np.argsort(costs, kind="stable")
        lefts, rights, costs = lefts[by_cost], rights[by_cost], costs[by_cost]
        units = self._units(np.hstack([self.left[lefts], self.right[rights]]))
        units, where = np.unique(units, axis=0, return_index=True)
        noise = 0 if each else self.chance.random(len(where)) / 2
        cheapest = np.argsort(costs[where] + noise, kind="stable")
        return CheapTables(units[cheapest[:most]], least, complete and len(units) <= most)

    def _units(self, sat: Indices) -> Indices:
        units = np.sort(self.unit_of[sat], axis=1)
        units[:, 1:][units[:, 1:] == units[:, :-1]] = -1
        return units


def can_be_priced(people: People, kind: Kind, effort: Effort) -> bool:
    """Whether a kind has few enough sides, and enough effort is left for two calls."""
    size = max(_SIDES.get(kind, _THREES))
    pairs = int((people.weights == 2).sum())
    singles = len(people.units) - pairs
    sides = sum(comb(pairs, p) * comb(singles, size - 2 * p) for p in range(size // 2 + 1))
    steps = (4 * sides * len(people.place) + 2 * _BLOCKS * _CELLS) // _CELLS_A_STEP
    return sides <= MOST_SIDES and (sides <= _FEW_SIDES or steps <= effort.left)


def _sides(units: Sequence[tuple[int, ...]], size: int) -> Iterator[tuple[int, ...]]:
    """The sides of this size; pairs are not separated."""
    pairs = [unit for unit in units if len(unit) == 2]
    singles = [unit[0] for unit in units if len(unit) == 1]
    for number in range(size // 2 + 1):
        for some in combinations(pairs, number):
            for others in combinations(singles, size - 2 * number):
                yield (*(one for unit in some for one in unit), *others)
