"""The cover: tables at which everybody sits once, with the fewest repeats; docs/night-draw.md."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

import numpy as np

from shengji.nights.division import FOURS, Fair, Kind, Sizes, Turns
from shengji.nights.pool import Made, People, drawn, fits, made, number_of, part_of, pool_of, shares
from shengji.nights.solver import SLACK, Columns, Indices, Numbers, bound, whole

MOST = 1000
"""How many tables the search in whole numbers is given at first."""

FEW = 30_000
"""Up to how many tables that could be made all are looked at from the beginning."""

FEW_NEAR = 140_000
"""The same, when tables are to be near in the standings."""

PART = 28
"""How many people are seated anew at once where not all tables can be looked at."""

PARTS_WITH = {5: 24, 6: 20}
"""The same, when a larger table is among theirs, by its size."""

_FIRST = 1500
"""With how many tables the linear program begins."""

_STEPS = 12
"""By how much the bound is raised at most, one by one."""

_SAMPLES = 4
"""How many samples of too many tables are searched, each of twice as many as the one before."""

_PARTS = 40
"""How many times a part of the people is seated anew at most."""

_IN_VAIN = 8
"""After how many such times without success that ends."""

_NEAR = 1000
"""How many tables the search for near ones is given."""

_NEAR_NODES = 20
"""Branches of the search for near tables, which is not always worth a proof."""

_WAITING = 4
"""How many units that sit out are among those who are seated anew."""


class Cover(NamedTuple):
    """Tables for everybody.

    Attributes:
        tables: the tables.
        out: the units that sit out.
        least: what the tables cost at the least, proven.
        spread_least: how far apart in the standings people of one table are, added up, at the least
            when repeats do not cost more, proven.
    """

    tables: tuple[Made, ...]
    out: tuple[int, ...]
    least: int
    spread_least: int

    @property
    def cost(self) -> int:
        """What the tables cost."""
        return sum(table.cost for table in self.tables)

    @property
    def spread(self) -> int:
        """How far apart in the standings people of one table are, added up."""
        return sum(table.spread for table in self.tables)


def cover(
    people: People, sizes: Sizes, turns: Fair, chance: np.random.Generator, *, near: bool
) -> Cover:
    """The cheapest tables, and among those of the same cost near ones in the standings.

    Args:
        people: who is here, neighbours in an order that is welcome.
        sizes: how many tables of each kind there are, and how many sit out.
        turns: whose turn it is to sit out and to play at a larger table.
        chance: decides between answers that are equally good.
        near: whether tables are to be near in the standings.
    """
    possible = sum(number_of(people, kind) for kind, _ in sizes.tables)
    if possible <= (FEW_NEAR if near else FEW):
        return _Program(people, sizes, turns, chance).solved(near=near)
    # Many people can mostly be seated without repeats, and that is found faster in parts.
    tables = tuple(made(people, group, 0) for group in pool_of(people, (), turns.tables, chance))
    out = tuple(int(unit) for unit in turns.out.example)
    least, spread_least = _least_share(people, sizes), _nearest(sizes) if near else 0
    found = Cover(tables, out, least, spread_least)
    found = _by_parts(people, turns, found, chance, near=near)
    settled = found.cost <= least and found.spread <= spread_least
    if fits(people, FOURS) and (found.cost > least or (near and not settled)):
        found = _Program(people, sizes, _with_example(turns, found), chance).solved(near=near)
        if not all(fits(people, kind) for kind, _ in sizes.tables):
            found = _by_parts(people, turns, found, chance, near=near)
    return found


def _with_example(turns: Fair, found: Cover) -> Fair:
    """The same turns with other tables as the example."""
    tables = tuple((table.kind, np.array(table.units)) for table in found.tables)
    larger = [unit for table in found.tables if table.kind != FOURS for unit in table.units]
    return Fair(
        turns.out._replace(example=np.array(found.out, dtype=np.int64)),
        turns.larger._replace(example=np.array(larger, dtype=np.int64)),
        tables,
    )


def _least_share(people: People, sizes: Sizes) -> int:
    """What tables cost at the least if everybody had the cheapest company there is for them."""
    by_kind = np.array([shares(people, kind) for kind, _ in sizes.tables])
    seated = np.sort(by_kind.min(axis=0))[: len(people.units) - sizes.out]
    return ceil(float(seated.sum()) - SLACK)


def _nearest(sizes: Sizes) -> int:
    """How far apart people of one table are at the least, all tables added up."""
    return sum(number * (kind.seats - 1) for kind, number in sizes.tables)


def _by_parts(
    people: People, turns: Fair, found: Cover, chance: np.random.Generator, *, near: bool
) -> Cover:
    """Seat those anew who meet again, with some others, as long as there are any and it helps.

    Each part is solved as a round of its own.
    """
    in_vain = 0
    for _ in range(_PARTS):
        if found.cost <= found.least or in_vain == _IN_VAIN:
            break
        tables, out = sorted(found.tables, key=lambda table: min(table.units)), found.out
        again = [index for index, table in enumerate(tables) if table.cost]
        centre = again[int(chance.integers(len(again)))]
        part = _around(tables, centre, chance, anywhere=in_vain > 0)
        waiting = chance.permutation(len(out))[:_WAITING]
        old_tables, old_out = [tables[i] for i in part], [out[i] for i in waiting]
        new = _anew(people, turns, old_tables, old_out, chance, near=near)
        in_vain = 0 if new.cost < sum(table.cost for table in old_tables) else in_vain + 1
        found = found._replace(
            tables=(*(t for i, t in enumerate(tables) if i not in part), *new.tables),
            out=(*(one for i, one in enumerate(out) if i not in waiting), *new.out),
        )
    return found


def _around(
    tables: Sequence[Made], centre: int, chance: np.random.Generator, *, anywhere: bool
) -> set[int]:
    """A table with others: the nearest ones, or any."""
    far = np.abs(np.arange(len(tables)) - centre) + chance.random(len(tables)) / 2
    if anywhere:
        far = chance.random(len(tables))
        far[centre] = -1
    part, seats, room = set[int](), 0, PART
    for index in np.argsort(far, kind="stable"):
        kind = tables[index].kind
        room = min(room, PARTS_WITH.get(kind.seats, PART))
        if seats + kind.seats <= room:
            part.add(int(index))
            seats += kind.seats
    return part


def _anew(
    people: People,
    turns: Fair,
    tables: Sequence[Made],
    out: Sequence[int],
    chance: np.random.Generator,
    *,
    near: bool,
) -> Cover:
    """Tables and those who sit out, seated anew without changing how fair that is."""
    units = sorted([unit for table in tables for unit in table.units] + list(out))
    index = {unit: i for i, unit in enumerate(units)}
    part, old = part_of(people, units)
    numbers = [(kind, [table.kind for table in tables].count(kind)) for kind in _kinds(tables)]
    sizes = Sizes(tuple(numbers), sum(len(people.units[unit]) for unit in out))
    larger = [unit for table in tables if table.kind != FOURS for unit in table.units]
    own = Fair(
        _turns_of(turns.out, units, out),
        _turns_of(turns.larger, units, larger),
        tuple((table.kind, np.array([index[unit] for unit in table.units])) for table in tables),
    )
    found = _Program(part, sizes, own, chance).solved(near=near, proven=False)
    return found._replace(
        tables=tuple(
            table._replace(
                units=tuple(units[unit] for unit in table.units),
                seats=tuple(old[one] for one in table.seats),
            )
            for table in found.tables
        ),
        out=tuple(units[unit] for unit in found.out),
    )


def _kinds(tables: Sequence[Made]) -> list[Kind]:
    return sorted({table.kind for table in tables})


def _turns_of(turns: Turns, units: Sequence[int], chosen: Sequence[int]) -> Turns:
    """Turns among some units of whom some were chosen."""
    example = np.array([units.index(unit) for unit in chosen], dtype=np.int64)
    return Turns(turns.prices[list(units)], int(turns.prices[list(chosen)].sum()), example)


class _Program:
    """The program of one round: a column for each table and for each unit that sits out.

    Attributes:
        least: what an answer costs at the least, proven.
        best: the best answer that is known, by columns.
    """

    def __init__(
        self, people: People, sizes: Sizes, turns: Fair, chance: np.random.Generator
    ) -> None:
        self.people, self.sizes, self.turns, self.chance = people, sizes, turns, chance
        self.larger = [kind for kind, _ in sizes.tables if kind != FOURS]
        known = [kind for kind, _ in sizes.tables if fits(people, kind)]
        self.unknown = [kind for kind in self.larger if kind not in known]
        # Whose turn a larger table may be: whose price is no higher than that of those chosen.
        dearest = turns.larger.prices[turns.larger.example].max(initial=0)
        may = np.flatnonzero(turns.larger.prices <= dearest)
        some = (group for kind in self.unknown for group in drawn(people, kind, may, chance))
        self.groups = (*some, *pool_of(people, known, turns.tables, chance))
        ends = np.cumsum([len(group.units) for group in self.groups])
        self.starts = ends - [len(group.units) for group in self.groups]
        self.tables = int(ends[-1])
        self.out = np.arange(len(people.units) if sizes.out else 0)
        nothing = np.zeros(len(self.out), dtype=np.int64)
        self.cost = np.concatenate([*(group.cost for group in self.groups), nothing])
        self.spread = np.concatenate([*(group.spread for group in self.groups), nothing])
        larger = [np.full(len(group.units), group.kind != FOURS) for group in self.groups]
        self.large = np.concatenate([*larger, np.zeros(len(self.out), dtype=bool)])
        self.columns, self.right = self._program()
        # The answer that is known before: neighbours sit together.
        known_tables = np.arange(self.tables - len(turns.tables), self.tables)
        outside = self.tables + turns.out.example if sizes.out else np.arange(0)
        self.best: Indices = np.concatenate([known_tables, outside])
        self.least, self.reduced, self.bound = self._linear()

    def solved(self, *, near: bool, proven: bool = True) -> Cover:
        """Search for what repeats cost at the least, and then among those in the standings.

        Args:
            near: whether the standings count.
            proven: whether it is worth while to prove the least.
        """
        self._search(proven=proven)
        spread_least = _nearest(self.sizes) if near else 0
        if near and self._spread_of(self.best) > spread_least:
            spread_least = max(spread_least, self._nearer())
        chosen = [int(one) for one in self.best if one < self.tables]
        of = np.searchsorted(self.starts, chosen, side="right") - 1
        return Cover(
            tables=tuple(
                made(self.people, self.groups[group], one - int(self.starts[group]))
                for group, one in zip(of, chosen, strict=True)
            ),
            out=tuple(int(one) - self.tables for one in self.best if one >= self.tables),
            least=self.least,
            spread_least=spread_least,
        )

    def _cost_of(self, answer: Indices) -> int:
        return int(self.cost[answer].sum())

    def _spread_of(self, answer: Indices) -> int:
        return int(self.spread[answer].sum())

    def _program(self) -> tuple[Columns, Numbers]:
        """The matrix: a row for each unit, and then for what is fixed of tables and turns."""
        sizes, turns, weights = self.sizes, self.turns, self.people.weights
        groups, number = self.groups, len(self.people.units)
        parts = [
            (group.units, np.full(len(group.units), number + self._row_of(group.kind)))
            for group in groups
        ]
        rows = [np.hstack([units, kind[:, None]]).ravel() for units, kind in parts]
        values = [np.ones(len(one)) for one in rows]
        long = [np.full(len(units), units.shape[1] + 1) for units, _ in parts]
        right = [1] * number + [tables for _, tables in sizes.tables]
        if self.larger:
            # The turns of larger tables come to the least; a table's price is that of its units.
            row = len(right)
            right.append(turns.larger.least)
            for index, group in enumerate(groups):
                if group.kind == FOURS:
                    continue
                price = turns.larger.prices[group.units].sum(axis=1)
                m, k = group.units.shape
                rows[index] = np.hstack(
                    [rows[index].reshape(m, k + 1), np.full((m, 1), row)]
                ).ravel()
                values[index] = np.hstack([np.ones((m, k + 1)), price[:, None]]).ravel()
                long[index] = long[index] + 1
        if sizes.out:
            row = len(right)
            right += [sizes.out, turns.out.least]
            at = np.stack([self.out, np.full(number, row), np.full(number, row + 1)], axis=1)
            rows.append(at.ravel())
            values.append(np.stack([np.ones(number), weights, turns.out.prices], axis=1).ravel())
            long.append(np.full(number, 3))
        start = np.concatenate(([0], np.cumsum(np.concatenate(long))))
        columns = Columns(start, np.concatenate(rows), np.concatenate(values).astype(float))
        return columns, np.array(right, dtype=float)

    def _row_of(self, kind: Kind) -> int:
        return [one for one, _ in self.sizes.tables].index(kind)

    def _linear(self) -> tuple[int, Numbers, float]:
        """What an answer costs at the least; how much more with each column; from what on.

        Where not all larger tables are known, each unit may take a place at one for its share of
        the cheapest: no table costs less than the shares of its units.
        """
        columns, right, cost = self.columns, self.right, self.cost.astype(float)
        if self.unknown:
            columns, right, cost = self._with_places()
        order = np.argsort(self.cost + self.chance.random(len(self.cost)), kind="stable")
        more = np.arange(len(self.cost), columns.number)
        first = np.unique(np.concatenate([order[:_FIRST], self.best, more]))
        found = bound(columns, cost, right, first)
        return ceil(found.least - SLACK), found.reduced[: len(self.cost)], found.least

    def _with_places(self) -> tuple[Columns, Numbers, Numbers]:
        """The program with places at larger tables instead of counting those tables.

        The rows that count larger tables become one that counts the people at them.
        """
        number, weights = len(self.people.units), self.people.weights
        counted = {number + self._row_of(kind): kind.seats for kind in self.larger}
        people_row = min(counted)
        seats = np.ones(int(self.columns.row.max()) + 1)
        moved = np.arange(len(seats))
        for one, size in counted.items():
            seats[one], moved[one] = size, people_row
        fair_row = number + len(self.sizes.tables)
        price = self.turns.larger.prices
        start, row, value = self.columns
        places = np.stack(
            [np.arange(number), np.full(number, people_row), np.full(number, fair_row)], axis=1
        )
        columns = Columns(
            np.concatenate([start, start[-1] + 3 * np.arange(1, number + 1)]),
            np.concatenate([moved[row], places.ravel()]),
            np.concatenate(
                [value * seats[row], np.stack([np.ones(number), weights, price], axis=1).ravel()]
            ),
        )
        right = self.right.copy()
        for one in counted:
            right[one] = 0
        right[people_row] = sum(n * kind.seats for kind, n in self.sizes.tables if kind != FOURS)
        least = np.array([shares(self.people, kind) for kind in self.unknown]).min(axis=0)
        return columns, right, np.concatenate([self.cost.astype(float), least])

    def _search(self, *, proven: bool) -> None:
        """Find an answer that costs the least, and raise what is proven where there is none."""
        most, steps = MOST, 0
        while self._cost_of(self.best) > self.least:
            # A table that adds more than this is in no answer that costs so little.
            useful = np.flatnonzero(self.reduced <= self.least - self.bound + SLACK)
            all_in = len(useful) <= most
            if not all_in:
                useful = self._first(self.chance.permutation(useful), most)
            certain = self._try(useful)
            if self._cost_of(self.best) <= self.least:
                break
            if proven and not all_in and most < MOST << (_SAMPLES - 1):
                most *= 2
            elif proven and all_in and certain and not self.unknown and steps < _STEPS:
                self.least, steps = self.least + 1, steps + 1
            else:
                noise = self.chance.random(len(self.reduced)) / 2
                self._try(self._first(np.argsort(self.reduced + noise, kind="stable"), MOST))
                break

    def _first(self, ordered: Indices, most: int) -> Indices:
        """The first of some columns; of larger tables, of which few are needed, at most a third."""
        large = self.large[ordered]
        picked = np.concatenate([ordered[large][: most // 3], ordered[~large][:most]])
        return np.sort(picked[:most])

    def _try(self, useful: Indices) -> bool:
        """Search among some columns; returns whether it is certain that none costs the least."""
        outside = np.arange(self.tables, len(self.cost))
        known = np.union1d(np.concatenate([useful, outside]), self.best)
        begin = np.isin(known, self.best).astype(np.int64)
        cost = self.cost[known].astype(float)
        found = whole(self.columns.only(known), cost, self.right, begin=begin)
        if found.chosen is not None and found.cost < self._cost_of(self.best):
            self.best = known[np.flatnonzero(found.chosen)]
        return found.least > self.least + SLACK

    def _nearer(self) -> int:
        """Among answers of the same cost, find one that is near; returns what is proven of that."""
        cost = self._cost_of(self.best)
        known = np.flatnonzero(self.reduced <= cost - self.bound + SLACK)
        known = np.union1d(known, self.best)
        columns = _with_row(self.columns.only(known), self.cost[known], len(self.right))
        right, spread = np.append(self.right, cost), self.spread[known].astype(float)
        begin = np.isin(known, self.best)
        first = np.union1d(np.argsort(spread, kind="stable")[:_FIRST], np.flatnonzero(begin))
        found = bound(columns, spread, right, first)
        # Again, a column that adds more than there is to gain is in no nearer answer.
        gain = self._spread_of(self.best) - found.least
        useful = np.flatnonzero(found.reduced <= gain + SLACK)
        useful = useful[np.argsort(found.reduced[useful], kind="stable")[:_NEAR]]
        useful = np.union1d(useful, np.flatnonzero(begin))
        nearest = whole(
            columns.only(useful),
            spread[useful],
            right,
            begin=begin[useful].astype(np.int64),
            nodes=_NEAR_NODES,
        )
        if nearest.chosen is not None and nearest.cost < self._spread_of(self.best):
            self.best = known[useful[np.flatnonzero(nearest.chosen)]]
        return 0 if self.unknown else ceil(found.least - SLACK)


def _with_row(columns: Columns, value: Indices, row: int) -> Columns:
    """One more row, the last one."""
    long = np.diff(columns.start)
    start = np.concatenate(([0], np.cumsum(long + 1)))
    rows = np.full(start[-1], row)
    values = np.repeat(value.astype(float), long + 1)
    old = np.ones(start[-1], dtype=bool)
    old[start[1:] - 1] = False
    rows[old], values[old] = columns.row, columns.value
    return Columns(start, rows, values)
