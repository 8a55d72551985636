"""Seating search: an exact cover by tables with the fewest repeats; see docs/night-draw.md."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

import numpy as np

from shengji.nights.candidate_tables import (
    CandidateTable,
    Group,
    People,
    groups_of,
    made,
    part_of,
    shares,
)
from shengji.nights.division import FOURS, Fair, Kind, Sizes, Turns
from shengji.nights.pricing import FINE, Pricer, Prices, can_be_priced
from shengji.nights.program import Rows, concatenate_columns
from shengji.nights.solver import SLACK, Columns, Effort, Indices, Linear, Numbers, whole

EFFORT = 1300
"""Maximum number of steps of a draw; after the last one the best known seating is returned."""

_LEFT = 350
"""Steps reserved for proofs, if many people are seated in parts."""

_A_PART = 200
"""Maximum number of steps to reseat one part of the people."""

MOST = 1000
"""Number of tables in the first integer program."""

PREPARED = 500
PREPARED_LARGER = 1100
"""Maximum number of columns for presolving; beyond it, presolving takes longer than the search.
`PREPARED_LARGER` applies to the search for fewest repeats with larger tables."""

MOST_WHOLE = 64
"""Maximum number of people to seat at once after the search in parts."""

PART = 28
"""Maximum number of people in a part."""

PARTS_WITH = {5: 24, 6: 20}
"""Maximum number of people in a part with a larger table, by the size of that table."""

_FIRST = 1500
"""Initial number of tables of each kind in the linear program."""

_AT_ONCE = 300
"""Maximum number of tables of each kind to add in one round of column generation."""

_ROUNDS = 15
"""Maximum number of rounds of column generation."""

_STEPS = 12
"""Maximum number of times to raise the bound by one."""

_SAMPLES = 2
"""Maximum number of attempts with a sample of the tables; each sample is twice as large."""

_IN_VAIN = 8
"""Number of consecutive failures that ends the search in parts."""

_WAITING = 4
"""Maximum number of units sitting out in a part."""


class SeatingPlan(NamedTuple):
    """A complete seating.

    Attributes:
        out: the units that sit out.
        least: proven lower bound of the cost.
        spread_least: proven lower bound of the spread, if repeats do not cost more.
    """

    tables: tuple[CandidateTable, ...]
    out: tuple[int, ...]
    least: int
    spread_least: int

    @property
    def cost(self) -> int:
        """Total cost of the tables."""
        return sum(table.cost for table in self.tables)

    @property
    def spread(self) -> int:
        """Total spread of the tables in the standings, in places."""
        return sum(table.spread for table in self.tables)

    def settled(self, *, near: bool) -> bool:
        """Whether it is proven optimal."""
        return self.cost <= self.least and (not near or self.spread <= self.spread_least)


def search_seating(
    people: People, sizes: Sizes, turns: Fair, chance: np.random.Generator, *, near: bool
) -> SeatingPlan:
    """The cheapest seating; among equally cheap ones the one with the smallest spread.

    Args:
        people: the people, ordered so that neighbours suit each other.
        sizes: the number of tables of each kind and with real cards, and of people sitting out.
        turns: the turns to sit out, and to play at a larger table.
        chance: decides between equally good seatings.
        near: whether to minimise the spread in the standings.
    """
    effort = Effort(EFFORT)
    at_once = min(PARTS_WITH.get(kind.seats, PART) for kind, _ in sizes.tables)
    if len(people.place) <= at_once:
        return _Program(people, sizes, turns, chance, effort).solved(near=near)
    # Many people can mostly be seated without repeats, which the search in parts finds faster.
    tables = tuple(
        made(people, group, 0)
        for kind, units in turns.tables
        for group in groups_of(people, kind, units[None], chance)
    )
    out = tuple(int(unit) for unit in turns.waiting)
    found = SeatingPlan(tables, out, _least_share(people, sizes), _nearest(sizes) if near else 0)
    effort.left -= _LEFT
    found = _by_parts(people, sizes, turns, found, chance, effort, near=near)
    effort.left += _LEFT
    priced = all(can_be_priced(people, kind, effort) for kind, _ in sizes.tables)
    if priced and not found.settled(near=near):
        program = _Program(people, sizes, _beginning_with(found, turns), chance, effort)
        found = program.solved(near=near, search=len(people.place) <= MOST_WHOLE)
    return _by_parts(people, sizes, turns, found, chance, effort, near=near)


def _beginning_with(found: SeatingPlan, turns: Fair) -> Fair:
    """The turns with the tables and the waiting units of a plan."""
    return turns._replace(
        waiting=np.array(found.out, dtype=np.int64),
        tables=tuple((table.kind, np.array(table.units)) for table in found.tables),
    )


def _least_share(people: People, sizes: Sizes) -> int:
    """Lower bound of the cost: each unit with the cheapest possible company."""
    by_kind = np.array([shares(people, kind) for kind, _ in sizes.tables])
    seated = np.sort(by_kind.min(axis=0))[: len(people.units) - sizes.out]
    return ceil(float(seated.sum()) - SLACK)


def _nearest(sizes: Sizes) -> int:
    """Lower bound of the spread: each table seats consecutive places."""
    return sum(number * (kind.seats - 1) for kind, number in sizes.tables)


def _by_parts(
    people: People,
    sizes: Sizes,
    turns: Fair,
    found: SeatingPlan,
    chance: np.random.Generator,
    effort: Effort,
    *,
    near: bool,
) -> SeatingPlan:
    """Improve a plan by reseating tables with repeats together with other tables.

    Each part is solved as a round of its own, until no repeats are left or attempts keep failing.
    """
    in_vain, tied = 0, people.tied
    tied_to = _mates(people)
    while in_vain < _IN_VAIN and not (effort.spent or found.settled(near=near)):
        tables, out = sorted(found.tables, key=lambda table: min(table.units)), found.out
        again = [index for index, table in enumerate(tables) if table.cost]
        far = [index for index, table in enumerate(tables) if table.spread >= table.kind.seats]
        centre = int(chance.choice(again if found.cost > found.least else far))
        part = _around(tables, centre, chance, anywhere=in_vain > 0)
        elsewhere = [set(table.units) for i, table in enumerate(tables) if i not in part]
        free = [
            i for i, one in enumerate(out) if not any(tied_to[one] & them for them in elsewhere)
        ]
        waiting = chance.permutation(np.array(free, dtype=np.int64))[:_WAITING]
        old = SeatingPlan(tuple(tables[i] for i in part), tuple(out[i] for i in waiting), 0, 0)
        own = Effort(min(effort.left, _A_PART))
        effort.left -= own.left
        cards = sizes.cards
        if cards is not None:
            others = (table for i, table in enumerate(tables) if i not in part)
            cards -= sum(bool(tied[list(table.units)].any()) for table in others)
        new = _anew(people, cards, turns, old, chance, own, near=near)
        effort.left += own.left
        better = (new.cost, near and new.spread) < (old.cost, near and old.spread)
        in_vain = 0 if better else in_vain + 1
        found = found._replace(
            tables=(*(t for i, t in enumerate(tables) if i not in part), *new.tables),
            out=(*(one for i, one in enumerate(out) if i not in waiting), *new.out),
        )
    return found


def _mates(people: People) -> list[set[int]]:
    """The units that must sit at the same table as each unit, unless one of them sits out."""
    groups = [set(np.flatnonzero(mask).tolist()) for mask in people.groups]
    return [
        set().union(*(group for group in groups if unit in group)) - {unit}
        for unit in range(len(people.units))
    ]


def _around(
    tables: Sequence[CandidateTable], centre: int, chance: np.random.Generator, *, anywhere: bool
) -> set[int]:
    """Indices of a part: a table with its nearest tables, or with random ones."""
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
    cards: int | None,
    turns: Fair,
    old: SeatingPlan,
    chance: np.random.Generator,
    effort: Effort,
    *,
    near: bool,
) -> SeatingPlan:
    """Reseat a part without changing the fairness of its turns.

    `cards`: number of its tables with real cards; `None`: all, or no person needs them.
    """
    tables, out = old.tables, old.out
    units = sorted([unit for table in tables for unit in table.units] + list(out))
    index = {unit: i for i, unit in enumerate(units)}
    part, numbers = part_of(people, units)
    kinds = [table.kind for table in tables]
    counted = tuple((kind, kinds.count(kind)) for kind in sorted(set(kinds)))
    sizes = Sizes(counted, sum(len(people.units[unit]) for unit in out), cards)
    larger = [unit for table in tables if table.kind != FOURS for unit in table.units]
    own = Fair(
        _turns_of(turns.out, units, out),
        _turns_of(turns.larger, units, larger),
        np.array([index[unit] for unit in out], dtype=np.int64),
        tuple((table.kind, np.array([index[unit] for unit in table.units])) for table in tables),
    )
    found = _Program(part, sizes, own, chance, effort).solved(near=near)
    return found._replace(
        tables=tuple(
            table._replace(
                units=tuple(units[unit] for unit in table.units),
                seats=tuple(numbers[one] for one in table.seats),
            )
            for table in found.tables
        ),
        out=tuple(units[unit] for unit in found.out),
    )


def _turns_of(turns: Turns, units: Sequence[int], chosen: Sequence[int]) -> Turns:
    """The turns of some units; `chosen`: the units that take a turn now."""
    return Turns(turns.prices[list(units)], int(turns.prices[list(chosen)].sum()))


class _Bound(NamedTuple):
    """A lower bound with its dual values.

    Attributes:
        least: lower bound of the objective.
        duals: dual value of each row.
        prices: the prices of each kind of table.
        table: the dual value of a table, by kind.
    """

    least: float
    duals: Numbers
    prices: tuple[Prices, ...]
    table: tuple[float, ...]


class _Program:
    """The set-partitioning program of a round, solved by column generation.

    It has a column for each unit that may sit out and for each known table; cheap tables are added
    as they are found.

    Attributes:
        least: proven lower bound of the cost.
        best: the best known solution, as indices of columns.
    """

    def __init__(
        self,
        people: People,
        sizes: Sizes,
        turns: Fair,
        chance: np.random.Generator,
        effort: Effort,
    ) -> None:
        self.people, self.sizes, self.chance, self.effort = people, sizes, chance, effort
        self.rows = Rows(people, sizes, turns)
        out, spare = self.rows.outside(), self.rows.spare()
        self.columns = concatenate_columns([out, spare])
        self.units_out, self.outside = out.number, self.columns.number
        self.cost = np.zeros(self.outside, dtype=np.int64)
        self.spread = self.cost.copy()
        self.tables: list[tuple[Group, int]] = []
        self.kinds: list[Kind] = [FOURS] * self.outside
        self.known = set[tuple[Kind, bytes]]()
        for kind, units in turns.tables:
            self._add(kind, np.sort(units)[None])
        # The known feasible solution.
        free = self.units_out + self.rows.unused([units for _, units in turns.tables])
        tables = np.arange(self.outside, len(self.cost))
        self.best: Indices = np.concatenate([turns.waiting, free, tables])
        self.least = _least_share(people, sizes)
        marks = [mask for mask, _ in self.rows.marks]
        self.markets = [Pricer(people, kind, chance, effort, marks) for kind in self.rows.kinds]

    def _add(self, kind: Kind, units: Indices) -> None:
        """Add columns for tables."""
        rows = [row.tobytes() for row in units]
        new = [(kind, row) not in self.known for row in rows]
        self.known.update((kind, row) for row in rows)
        groups = list(groups_of(self.people, kind, units[new], self.chance))
        self.columns = concatenate_columns(
            [self.columns, *(self.rows.tables(group) for group in groups)]
        )
        self.cost = np.concatenate([self.cost, *(group.cost for group in groups)])
        self.spread = np.concatenate([self.spread, *(group.spread for group in groups)])
        self.kinds += [kind] * sum(new)
        self.tables += [(group, one) for group in groups for one in range(len(group.units))]

    def solved(self, *, near: bool, search: bool = True) -> SeatingPlan:
        """Minimise the cost of repeats, and then the spread in the standings.

        Args:
            near: whether to minimise the spread.
            search: whether to search for solutions, or only to prove lower bounds.
        """
        if self._value(near=False) > self.least:
            self.least = self._search(search, near=False)
        spread_least = _nearest(self.sizes) if near else 0
        if near and self._value(near=True) > spread_least and self._value(near=False) <= self.least:
            spread_least = max(spread_least, self._search(search, near=True))
        tables = [self.tables[one - self.outside] for one in self.best if one >= self.outside]
        return SeatingPlan(
            tables=tuple(made(self.people, group, index) for group, index in tables),
            out=tuple(int(one) for one in self.best if one < self.units_out),
            least=self.least,
            spread_least=spread_least,
        )

    def _value(self, *, near: bool) -> int:
        return int((self.spread if near else self.cost)[self.best].sum())

    def _search(self, search: bool, *, near: bool) -> int:
        """Search for an optimal solution; returns the proven lower bound."""
        bound = self._bound(near=near)
        known = 0 if near else self.least
        least, most, steps = max(known, ceil(bound.least - SLACK)), MOST, 0
        while search and self._value(near=near) > least and not self.effort.spent:
            # A table with a larger reduced cost is in no solution at this bound.
            useful, all_in = self._useful(bound, least - bound.least + SLACK, most, near=near)
            certain = self._try(useful, near=near) > least + SLACK
            if self._value(near=near) <= least:
                break
            if not all_in and most < MOST << (_SAMPLES - 1):
                most *= 2
            elif all_in and certain and steps < _STEPS:
                least, steps = least + 1, steps + 1
            else:
                gain = self._value(near=near) - 1 - bound.least
                self._try(self._useful(bound, gain + SLACK, MOST, near=near)[0], near=near)
                break
        return least

    def _bound(self, *, near: bool) -> _Bound:
        """Solve the linear relaxation by column generation.

        For any dual values, their total together with the reduced costs of the cheapest tables is a
        lower bound.
        """
        right = np.append(self.rows.right, self._value(near=False)) if near else self.rows.right
        if not near:
            nothing = Prices(1, self.people.near, np.zeros(len(self.people.units)))
            for market in self.markets:
                cheap = market.cheap(nothing, np.inf, most=_FIRST, each=True)
                self._add(market.kind, cheap.units)
        columns, cost = self._columns(near=near)
        linear = Linear(columns, cost, right, self.effort)
        if near:  # A slack column: fewer repeats than the limit are feasible.
            linear.add(
                Columns(np.array([0, 1]), np.array([len(right) - 1]), np.ones(1)), np.zeros(1)
            )
        best: _Bound | None = None
        for _ in range(_ROUNDS):
            duals = np.floor(linear.duals() * FINE) / FINE
            prices, tables = self._prices(duals, near=near)
            least = float(duals @ right) - float(
                columns.only(np.arange(self.outside)).prices(duals).clip(0).sum()
            )
            before = len(self.cost)
            for market, price, table, (_, number) in zip(
                self.markets, prices, tables, self.sizes.tables, strict=True
            ):
                cheap = market.cheap(price, table - SLACK, most=_AT_ONCE, each=True)
                least += number * (cheap.least - table)
                self._add(market.kind, cheap.units)
            if best is None or least > best.least:
                best = _Bound(least, duals, prices, tables)
            if before == len(self.cost) or self.effort.spent:
                break
            columns, cost = self._columns(near=near)
            new = np.arange(before, len(self.cost))
            linear.add(columns.only(new), cost[new])
        assert best is not None
        return best

    def _columns(self, *, near: bool) -> tuple[Columns, Numbers]:
        if near:
            return self.rows.counted(self.columns, self.cost), self.spread.astype(float)
        return self.columns, self.cost.astype(float)

    def _prices(
        self, duals: Numbers, *, near: bool
    ) -> tuple[tuple[Prices, ...], tuple[float, ...]]:
        worths = [self.rows.worth(duals, kind) for kind in self.rows.kinds]
        repeats, spread = (max(0.0, -float(duals[-1])), 1) if near else (1.0, self.people.near)
        marks = self.rows.mark_prices(duals)
        prices = tuple(Prices(repeats, spread, worth, marks) for worth, _ in worths)
        return prices, tuple(table for _, table in worths)

    def _useful(
        self, bound: _Bound, above: float, most: int, *, near: bool
    ) -> tuple[Indices, bool]:
        """Tables with a reduced cost up to `above`, at most `most`; and whether these are all."""
        complete = True
        for market, price, table in zip(self.markets, bound.prices, bound.table, strict=True):
            few = most if market.kind == FOURS else most // 3
            cheap = market.cheap(price, table + above, most=few)
            complete = complete and cheap.complete
            self._add(market.kind, cheap.units)
        columns, cost = self._columns(near=near)
        reduced = cost - columns.prices(bound.duals)
        reduced[: self.outside] = 0
        useful = np.flatnonzero(reduced <= above)
        if len(useful) > most:
            noise = self.chance.random(len(useful)) / 2
            useful = useful[np.argsort(reduced[useful] + noise, kind="stable")]
            # A solution has few larger tables.
            large = np.array([kind != FOURS for kind in self.kinds])[useful]
            useful = np.concatenate([useful[large][: most // 3], useful[~large][:most]])[:most]
            complete = False
        return useful, complete

    def _try(self, useful: Indices, *, near: bool) -> float:
        """Solve the integer program over some columns; returns its lower bound."""
        known = np.union1d(np.concatenate([useful, np.arange(self.outside)]), self.best)
        columns, cost = self._columns(near=near)
        right = np.append(self.rows.right, self._value(near=False)) if near else self.rows.right
        simple = all(
            len(self.people.place) <= PARTS_WITH.get(k.seats, PART) for k in self.rows.kinds
        )
        found = whole(
            columns.only(known),
            cost[known],
            right,
            begin=np.isin(known, self.best).astype(np.int64),
            effort=self.effort,
            prepare=len(known) <= (PREPARED if near or simple else PREPARED_LARGER),
        )
        if found.chosen is not None and found.cost < self._value(near=near):
            self.best = known[np.flatnonzero(found.chosen)]
        return found.least
