"""Division of the people: number and sizes of tables, and turns to sit out.

Both are small integer programs, solved to optimality before the seating; see docs/night-draw.md.
"""

from __future__ import annotations

from collections.abc import Sequence
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


def fair(
    weights: Indices, sizes: Sizes, out: Indices, larger: Indices, tied: Indices | None = None
) -> Fair | None:
    """Choose the units to sit out at minimum cost, and then the units for larger tables.

    Args:
        weights: number of people of each unit: 1, or 2 for a fixed pair.
        sizes: the tables.
        out: integer cost of a unit's sitting out.
        larger: integer cost of its playing at a larger table.
        tied: mask of the units that can only play with real cards; `None`: none.

    Returns:
        `None` if there is not enough room at tables with real cards.
    """
    number = len(weights)
    nothing = np.zeros(number, dtype=np.int64)
    bound = nothing if tied is None or sizes.cards is None else tied
    limited = bool(bound.any())
    classes = _class_of(weights, bound)
    made = _mixes([kind for kind, _ in sizes.tables], tied=limited)
    # Columns: unit in a four, unit at a larger table, unit out, each composition, and unused tables
    # with real cards. Rows: each unit is in one of them; the units of each class in fours, and at
    # larger tables; people out; tables; tables with real cards.
    spare = [0] if limited else []
    none_made = np.zeros(len(made) + len(spare), dtype=int)
    rows = [
        np.hstack([np.eye(number, dtype=int)] * 3 + [np.tile(none_made, (number, 1))]),
    ]
    right = [1] * number
    for place in (0, 1):
        for which in range(4 if limited else 2):
            units = [nothing] * 3
            units[place] = (classes == which).astype(int)
            used = [-mix.units[which] * ((mix.kind != FOURS) == bool(place)) for mix in made]
            rows.append(np.hstack([*units, used, spare])[None])
            right.append(0)
    rows.append(np.hstack([nothing, nothing, weights, none_made])[None])
    right.append(sizes.out)
    for kind, wanted in sizes.tables:
        of_kind = [int(mix.kind == kind) for mix in made]
        rows.append(np.hstack([nothing, nothing, nothing, of_kind, spare])[None])
        right.append(wanted)
    if limited:
        at_cards = [int(mix.tied) for mix in made]
        rows.append(np.hstack([nothing, nothing, nothing, at_cards, [1]])[None])
        right.append(sizes.cards or 0)
    of_tables = dict(sizes.tables)
    most = [1] * (3 * number) + [of_tables[mix.kind] for mix in made]
    most += [sizes.cards or 0] if limited else []
    cost_out = np.hstack([nothing, nothing, out, none_made])
    cost_larger = np.hstack([nothing, larger, nothing, none_made])
    matrix = np.vstack(rows)
    found = _solved(matrix, cost_out, np.array(right), most)
    if found is None and limited:
        return None
    if found is None:
        raise SolverError("people who can be divided cannot be chosen: a fault of this program")
    least = round(float(cost_out @ found))
    if any(kind != FOURS for kind in of_tables):
        matrix = np.vstack([matrix, cost_out[None]])
        found = _solved(matrix, cost_larger, np.array([*right, least]), most)
        if found is None:
            raise SolverError("the fairest who sit out cannot: a fault of this program")
    fours, large, outside = (np.flatnonzero(found[i * number : (i + 1) * number]) for i in range(3))
    numbers = found[3 * number : 3 * number + len(made)].tolist()
    tables = _tables(classes, fours, large, list(zip(made, numbers, strict=True)))
    return Fair(
        Turns(out, least), Turns(larger, round(float(cost_larger @ found))), outside, tuple(tables)
    )


def _tables(
    classes: Indices, fours: Indices, large: Indices, made: Sequence[tuple[_Mix, int]]
) -> list[tuple[Kind, Indices]]:
    """Tables of neighbouring units, in the order of the units."""
    waiting = {
        (place, which): [int(unit) for unit in units if classes[unit] == which]
        for place, units in ((True, fours), (False, large))
        for which in range(4)
    }
    tables = []
    for mix, number in made:
        for _ in range(int(number)):
            units = list[int]()
            for which, count in enumerate(mix.units):
                of = waiting[mix.kind == FOURS, which]
                units += of[:count]
                del of[:count]
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
