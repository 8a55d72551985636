"""Division of the people: number and sizes of tables, and turns to sit out.

Both are small integer programs, solved to optimality before the seating; see docs/night-draw.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import NamedTuple, TypeAlias

import numpy as np

from shengji.nights.meetings import USUAL, Sort
from shengji.nights.solver import Columns, Indices, SolverError, whole


class Kind(NamedTuple):
    """A kind of table: its number of people, and their game."""

    seats: int
    sort: Sort


FOURS = Kind(USUAL, "teams")
LARGER = (Kind(5, "friends"), Kind(6, "friends"), Kind(6, "teams"))
"""Allowed kinds of larger tables (Z21 §6.4, §6.5)."""

Mixture: TypeAlias = tuple[int, int]
"""Number of fixed pairs, and number of single people, at a table."""


def mixtures(kind: Kind) -> tuple[Mixture, ...]:
    """The mixtures that let a table keep its fixed pairs on one team, or at least at one table.

    >>> mixtures(FOURS)
    ((0, 4), (1, 2), (2, 0))
    >>> mixtures(Kind(6, "teams"))
    ((0, 6), (1, 4), (2, 2))
    """
    most = 2 if kind.sort == "teams" else kind.seats // 2
    return tuple((pairs, kind.seats - 2 * pairs) for pairs in range(most + 1))


class Sizes(NamedTuple):
    """The number of tables by kind, and the number of people sitting out.

    Attributes:
        tables: each kind with its number of tables.
        cards: number of tables with real cards; `None`: all, or no person needs them.
    """

    tables: tuple[tuple[Kind, int], ...]
    out: int
    cards: int | None = None


class Turns(NamedTuple):
    """Costs of turns to sit out, or to play at a larger table.

    Attributes:
        prices: cost of a turn, by unit.
        least: minimum cost of this round's turns.
    """

    prices: Indices
    least: int


def sizes_for(
    pairs: int, singles: int, larger: Sequence[Kind], tables: int | None, *, may_sit_out: bool
) -> Sizes | None:
    """Choose table sizes: fewest people sitting out, then fewest larger tables, then small ones.

    Args:
        pairs: number of fixed pairs.
        singles: number of people without one.
        larger: allowed kinds of larger tables.
        tables: maximum number of tables; `None`: unlimited.
        may_sit_out: whether people may sit out.

    Returns:
        `None` if there is no division.

    >>> sizes_for(0, 10, [], None, may_sit_out=True)
    Sizes(tables=((Kind(seats=4, sort='teams'), 2),), out=2, cards=None)
    >>> sizes_for(0, 7, [Kind(5, "friends")], None, may_sit_out=False) is None
    True
    """
    kinds = (FOURS, *larger)
    made = [(kind, mixture) for kind in kinds for mixture in mixtures(kind)]
    people = 2 * pairs + singles
    room = people // USUAL if tables is None else min(tables, people // USUAL)
    # Columns: each mixture, pairs sitting out, singles sitting out, unused tables.
    rows = [[*(mixture[0] for _, mixture in made), 1, 0, 0]]
    rows.append([*(mixture[1] for _, mixture in made), 0, 1, 0])
    rows.append([1] * len(made) + [0, 0, 1])
    out = (people + 1) ** 2
    cost = [0 if kind == FOURS else people + kind.seats for kind, _ in made] + [2 * out, out, 0]
    most = [room] * len(made) + [pairs if may_sit_out else 0, singles if may_sit_out else 0, room]
    found = _solved(np.array(rows), np.array(cost), np.array([pairs, singles, room]), most)
    if found is None:
        return None
    numbers = {
        kind: sum(int(n) for n, (of, _) in zip(found, made, strict=False) if of == kind)
        for kind in kinds
    }
    wanted = tuple((kind, number) for kind, number in numbers.items() if number)
    return Sizes(wanted, int(2 * found[-3] + found[-2]))


class Fair(NamedTuple):
    """A fair choice of the people to sit out and to play at larger tables.

    Attributes:
        out: the turns to sit out.
        larger: the turns to play at a larger table, among the people seated.
        waiting: units that sit out at minimum cost.
        tables: one possible division of the other units into tables.
    """

    out: Turns
    larger: Turns
    waiting: Indices
    tables: tuple[tuple[Kind, Indices], ...]


class Limits(NamedTuple):
    """Limits on the tables of single units.

    Attributes:
        apart: pairs of units that may not sit at one table.
        together: groups of units that sit at one table, as far as they do not sit out.
    """

    apart: tuple[tuple[int, int], ...] = ()
    together: tuple[tuple[int, ...], ...] = ()

    @property
    def units(self) -> list[int]:
        """The units with limits, in order."""
        return sorted({unit for units in (*self.apart, *self.together) for unit in units})


NO_LIMITS = Limits()


class _Mix(NamedTuple):
    """Composition of a table: its number of units of each class (`_class_of`)."""

    kind: Kind
    units: tuple[int, int, int, int]

    @property
    def tied(self) -> bool:
        """Whether a unit at it can only play with real cards."""
        return bool(self.units[2] + self.units[3])


def _class_of(weights: Indices, tied: Indices) -> Indices:
    """The class of each unit: pair or single, plus 2 if it can only play with real cards."""
    found: Indices = (weights == 1).astype(np.int64) + 2 * tied.astype(np.int64)
    return found


def _mixes(kinds: Sequence[Kind], *, tied: bool) -> list[_Mix]:
    """All compositions of tables; `tied`: whether units may need real cards."""
    return [
        _Mix(kind, (pairs - tied_pairs, singles - tied_singles, tied_pairs, tied_singles))
        for kind in kinds
        for pairs, singles in mixtures(kind)
        for tied_pairs in range(pairs + 1 if tied else 1)
        for tied_singles in range(singles + 1 if tied else 1)
    ]


class _SmallProgram:
    """An integer program under construction; a row is a mapping from columns to coefficients."""

    def __init__(self) -> None:
        self.most: list[int] = []
        self.rows: list[tuple[Mapping[int, int], int]] = []

    def column(self, most: int) -> int:
        """Add a column; returns its index."""
        self.most.append(most)
        return len(self.most) - 1

    def columns(self, number: int) -> list[int]:
        """Add columns of 0 or 1."""
        return [self.column(1) for _ in range(number)]

    def equal(self, row: Mapping[int, int], right: int) -> None:
        """Add an equality."""
        self.rows.append((row, right))

    def at_most(self, row: Mapping[int, int], right: int) -> None:
        """Add an upper limit."""
        spare = right - sum(min(0, value) * self.most[column] for column, value in row.items())
        self.equal({**row, self.column(spare): 1}, right)

    def solved(self, cost: Mapping[int, int]) -> Indices | None:
        """The optimum; `None`: infeasible."""
        matrix = np.zeros((len(self.rows), len(self.most)), dtype=np.int64)
        for index, (row, _) in enumerate(self.rows):
            for column, value in row.items():
                matrix[index, column] = value
        costs = np.zeros(len(self.most), dtype=np.int64)
        costs[list(cost)] = list(cost.values())
        return _solved(matrix, costs, np.array([right for _, right in self.rows]), self.most)


class _OwnTable(NamedTuple):
    """A table with its own columns, for units with limits.

    Attributes:
        mixes: column of each possible composition.
        units: column of each unit with limits.
    """

    mixes: Mapping[_Mix, int]
    units: Mapping[int, int]


def fair(
    weights: Indices,
    sizes: Sizes,
    out: Indices,
    larger: Indices,
    tied: Indices | None = None,
    limits: Limits = NO_LIMITS,
) -> Fair | None:
    """Choose the units to sit out at minimum cost, and then the units for larger tables.

    Args:
        weights: number of people of each unit: 1, or 2 for a fixed pair.
        sizes: the tables.
        out: integer cost of a unit's sitting out.
        larger: integer cost of its playing at a larger table.
        tied: mask of the units that can only play with real cards; `None`: none.
        limits: units that may not sit at one table, or that only sit at the same one.

    Returns:
        `None` if there is not enough room at tables with real cards, or no way to keep the limits.
    """
    number = len(weights)
    bound = np.zeros(number, dtype=np.int64) if tied is None or sizes.cards is None else tied
    limited = bool(bound.any())
    classes = _class_of(weights, bound)
    made = _mixes([kind for kind, _ in sizes.tables], tied=limited)
    of_tables = dict(sizes.tables)
    program = _SmallProgram()
    # Columns: unit in a four, unit at a larger table, unit out, and each composition.
    fours, large, outside = (program.columns(number) for _ in range(3))
    mixes = {mix: program.column(of_tables[mix.kind]) for mix in made}
    for three in zip(fours, large, outside, strict=True):
        program.equal(dict.fromkeys(three, 1), 1)
    for place in (fours, large):
        for which in range(4 if limited else 2):
            row = {place[unit]: 1 for unit in np.flatnonzero(classes == which)}
            for mix, column in mixes.items():
                if (mix.kind == FOURS) == (place is fours):
                    row[column] = -mix.units[which]
            program.equal(row, 0)
    program.equal(dict(zip(outside, weights.tolist(), strict=True)), sizes.out)
    for kind, wanted in sizes.tables:
        program.equal({c: 1 for mix, c in mixes.items() if mix.kind == kind}, wanted)
    if limited:
        program.at_most({c: 1 for mix, c in mixes.items() if mix.tied}, sizes.cards or 0)
    own = _own_tables(program, sizes, mixes, classes, (fours, large, outside), limits)
    cost_out = dict(zip(outside, out.tolist(), strict=True))
    cost_larger = dict(zip(large, larger.tolist(), strict=True))
    found = program.solved(cost_out)
    if found is None and (limited or own):
        return None
    if found is None:
        raise SolverError("people who can be divided cannot be chosen: a fault of this program")
    least = sum(cost * int(found[column]) for column, cost in cost_out.items())
    if any(kind != FOURS for kind in of_tables):
        program.equal(cost_out, least)
        found = program.solved(cost_larger)
        if found is None:
            raise SolverError("the fairest who sit out cannot: a fault of this program")
    used = sum(cost * int(found[column]) for column, cost in cost_larger.items())
    begun = [
        (mix, [unit for unit, at in table.units.items() if found[at]])
        for table in own
        for mix, column in table.mixes.items()
        if found[column]
    ]
    at_fours, at_large, waiting = (np.flatnonzero(found[at]) for at in (fours, large, outside))
    numbers = {mix: int(found[column]) for mix, column in mixes.items()}
    tables = _tables(classes, at_fours, at_large, numbers, begun)
    return Fair(Turns(out, least), Turns(larger, used), waiting, tuple(tables))


def _own_tables(
    program: _SmallProgram,
    sizes: Sizes,
    mixes: Mapping[_Mix, int],
    classes: Indices,
    places: tuple[list[int], list[int], list[int]],
    limits: Limits,
) -> list[_OwnTable]:
    """Add tables for the units with limits, as many as these can fill."""
    fours, large, outside = places
    units = limits.units
    own: list[_OwnTable] = []
    seated: dict[bool, list[_OwnTable]] = {}
    for kind, number in sizes.tables:
        of_kind = {mix: column for mix, column in mixes.items() if mix.kind == kind}
        added = [
            # The first of the units sits at the first table, as tables of a kind are alike.
            _OwnTable(
                {mix: program.column(1) for mix in of_kind},
                {unit: program.column(1) for unit in units[index:]},
            )
            for index in range(min(number, len(units)))
        ]
        for table in added:
            program.equal(dict.fromkeys(table.mixes.values(), 1), 1)
            for which in range(4):
                row = {at: 1 for unit, at in table.units.items() if classes[unit] == which}
                row |= {at: -mix.units[which] for mix, at in table.mixes.items()}
                program.at_most(row, 0)
        for mix, column in of_kind.items():
            program.at_most({table.mixes[mix]: 1 for table in added} | {column: -1}, 0)
        own += added
        seated.setdefault(kind == FOURS, []).extend(added)
    for in_four, added in seated.items():
        for unit in units:
            at = {table.units[unit]: 1 for table in added if unit in table.units}
            program.equal(at | {(fours if in_four else large)[unit]: -1}, 0)
    for table in own:
        for one, other in limits.apart:
            twos = [table.units[unit] for unit in (one, other) if unit in table.units]
            program.at_most(dict.fromkeys(twos, 1), 1)
        for group in limits.together:
            for one, other in permutations(group, 2):
                if one in table.units:
                    with_other = {table.units[other]: -1} if other in table.units else {}
                    program.at_most({table.units[one]: 1, outside[other]: -1, **with_other}, 0)
    return own


def _tables(
    classes: Indices,
    fours: Indices,
    large: Indices,
    numbers: Mapping[_Mix, int],
    begun: Sequence[tuple[_Mix, list[int]]],
) -> list[tuple[Kind, Indices]]:
    """Tables of neighbouring units, in the order of the units; `begun` have some of them."""
    placed = {unit for _, units in begun for unit in units}
    waiting = {
        (place, which): [
            int(unit) for unit in units if classes[unit] == which and unit not in placed
        ]
        for place, units in ((True, fours), (False, large))
        for which in range(4)
    }
    left = Counter(numbers) - Counter(mix for mix, _ in begun)
    tables = []
    others = ((mix, list[int]()) for mix, number in left.items() for _ in range(number))
    for mix, first in (*begun, *others):
        units = list[int]()
        for which, count in enumerate(mix.units):
            own = [unit for unit in first if classes[unit] == which]
            of = waiting[mix.kind == FOURS, which]
            units += own + of[: count - len(own)]
            del of[: count - len(own)]
        tables.append((mix.kind, np.array(units, dtype=np.int64)))
    return tables


def _solved(matrix: Indices, cost: Indices, right: Indices, most: Sequence[int]) -> Indices | None:
    """The optimum of a small integer program; `None`: infeasible."""
    column, row = np.nonzero(matrix.T)
    start = np.searchsorted(column, np.arange(matrix.shape[1] + 1))
    columns = Columns(start, row, matrix.T[column, row].astype(float))
    found = whole(columns, cost.astype(float), right.astype(float), most=most, nodes=10_000)
    if found.impossible:
        return None
    if found.chosen is None or found.cost > found.least + 0.5:
        raise SolverError("a small program was not solved to the end")
    return found.chosen
