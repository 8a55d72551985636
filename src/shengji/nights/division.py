"""How people are divided: how many tables of which size, and whose turn it is to sit out.

Both are small programs in whole numbers, solved to the end before anybody is seated; see
docs/night-draw.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from shengji.nights.meetings import USUAL, Sort
from shengji.nights.solver import Columns, Indices, SolverError, whole


class Kind(NamedTuple):
    """A kind of table: how many sit at it, and what they play."""

    seats: int
    sort: Sort


FOURS = Kind(USUAL, "teams")
LARGER = (Kind(5, "friends"), Kind(6, "friends"), Kind(6, "teams"))
"""The kinds of larger tables that there are (Z21 §6.4, §6.5)."""

Mixture: TypeAlias = tuple[int, int]
"""How many fixed pairs and how many single people are at a table."""


def mixtures(kind: Kind) -> tuple[Mixture, ...]:
    """Of whom a table can be made so that fixed pairs are partners, or at least at one table.

    >>> mixtures(FOURS)
    ((0, 4), (1, 2), (2, 0))
    >>> mixtures(Kind(6, "teams"))
    ((0, 6), (1, 4), (2, 2))
    """
    most = 2 if kind.sort == "teams" else kind.seats // 2
    return tuple((pairs, kind.seats - 2 * pairs) for pairs in range(most + 1))


class Sizes(NamedTuple):
    """How many tables of each kind, and how many people sit out."""

    tables: tuple[tuple[Kind, int], ...]
    out: int


class Turns(NamedTuple):
    """Whose turn something is.

    Attributes:
        prices: of each unit, what it costs when it is its members' turn.
        least: what the turns of this round come to at the least.
        example: units with which they do.
    """

    prices: Indices
    least: int
    example: Indices


def sizes_for(
    pairs: int, singles: int, larger: Sequence[Kind], tables: int | None, *, may_sit_out: bool
) -> Sizes | None:
    """Fewest people sit out; then there are fewest larger tables; then those are small.

    Args:
        pairs: how many pairs stay together.
        singles: how many people are in none.
        larger: the kinds of larger tables that are allowed.
        tables: how many tables there are at most.
        may_sit_out: whether anybody may sit out.

    Returns:
        `None`: it cannot be done.

    >>> sizes_for(0, 10, [], None, may_sit_out=True)
    Sizes(tables=((Kind(seats=4, sort='teams'), 2),), out=2)
    >>> sizes_for(0, 7, [Kind(5, "friends")], None, may_sit_out=False) is None
    True
    """
    kinds = (FOURS, *larger)
    made = [(kind, mixture) for kind in kinds for mixture in mixtures(kind)]
    people = 2 * pairs + singles
    room = people // USUAL if tables is None else min(tables, people // USUAL)
    # Columns: each mixture, pairs that sit out, singles that do, and tables that are not used.
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
    told = tuple((kind, number) for kind, number in numbers.items() if number)
    return Sizes(told, int(2 * found[-3] + found[-2]))


class Fair(NamedTuple):
    """Who sits out and who plays at larger tables, as it is fair.

    Attributes:
        out: whose turn it is to sit out.
        larger: whose turn it is to play at a larger table, among those who do not sit out.
        tables: one way to make the tables: each with its kind and its units.
    """

    out: Turns
    larger: Turns
    tables: tuple[tuple[Kind, Indices], ...]


def fair(weights: Indices, sizes: Sizes, out: Indices, larger: Indices) -> Fair:
    """Who sits out costs least; among all such ways, who plays at larger tables does.

    Args:
        weights: how many people each unit has: 1, or 2 for a fixed pair.
        sizes: how many tables there are.
        out: what it costs when a unit sits out, whole.
        larger: what it costs when it plays at a larger table, whole.
    """
    number = len(weights)
    kinds = [kind for kind, _ in sizes.tables]
    made = [(kind, mixture) for kind in kinds for mixture in mixtures(kind)]
    # Columns: unit in a four, unit at a larger table, unit out, and each mixture. Rows: each unit
    # is in one of them; pairs and singles in fours, and at larger tables; people out; tables.
    pair = (weights == 2).astype(int)
    single = 1 - pair
    nothing = np.zeros(number, dtype=int)
    rows = [np.hstack([np.eye(number, dtype=int)] * 3 + [np.zeros((number, len(made)), dtype=int)])]
    right = [1] * number
    for place in (0, 1):
        for which, part in ((pair, 0), (single, 1)):
            units = [nothing] * 3
            units[place] = which
            used = [-mix[part] if (kind != FOURS) == bool(place) else 0 for kind, mix in made]
            rows.append(np.hstack([*units, used])[None])
            right.append(0)
    rows.append(np.hstack([nothing, nothing, weights, np.zeros(len(made), dtype=int)])[None])
    right.append(sizes.out)
    for kind, wanted in sizes.tables:
        which_made = [int(of == kind) for of, _ in made]
        rows.append(np.hstack([nothing, nothing, nothing, which_made])[None])
        right.append(wanted)
    most = [1] * (3 * number) + [n for of, _ in made for kind, n in sizes.tables if kind == of]
    nothing_made = np.zeros(len(made), dtype=int)
    cost_out = np.hstack([nothing, nothing, out, nothing_made])
    cost_larger = np.hstack([nothing, larger, nothing, nothing_made])
    matrix = np.vstack(rows)
    found = _solved(matrix, cost_out, np.array(right), most)
    if found is None:
        raise SolverError("people who can be divided cannot be chosen: a fault of this program")
    least = round(float(cost_out @ found))
    if any(kind != FOURS for kind in kinds):
        matrix = np.vstack([matrix, cost_out[None]])
        found = _solved(matrix, cost_larger, np.array([*right, least]), most)
        if found is None:
            raise SolverError("the fairest who sit out cannot: a fault of this program")
    fours, large, outside = (np.flatnonzero(found[i * number : (i + 1) * number]) for i in range(3))
    numbers = found[3 * number :].tolist()
    tables = _tables(weights, fours, large, list(zip(made, numbers, strict=True)))
    return Fair(
        Turns(out, least, outside),
        Turns(larger, round(float(cost_larger @ found)), large),
        tuple(tables),
    )


def _tables(
    weights: Indices,
    fours: Indices,
    large: Indices,
    made: Sequence[tuple[tuple[Kind, Mixture], int]],
) -> list[tuple[Kind, Indices]]:
    """Tables of neighbours in the order of the units."""
    waiting = {
        (place, weight): [int(unit) for unit in units if weights[unit] == weight]
        for place, units in ((True, fours), (False, large))
        for weight in (1, 2)
    }
    tables = []
    for (kind, (pairs, singles)), number in made:
        of_pairs, of_singles = waiting[kind == FOURS, 2], waiting[kind == FOURS, 1]
        for _ in range(int(number)):
            units = of_pairs[:pairs] + of_singles[:singles]
            del of_pairs[:pairs], of_singles[:singles]
            tables.append((kind, np.array(units, dtype=np.int64)))
    return tables


def _solved(matrix: Indices, cost: Indices, right: Indices, most: Sequence[int]) -> Indices | None:
    """The cheapest answer of a small program, surely; `None`: there is none."""
    column, row = np.nonzero(matrix.T)
    start = np.searchsorted(column, np.arange(matrix.shape[1] + 1))
    columns = Columns(start, row, matrix.T[column, row].astype(float))
    found = whole(columns, cost.astype(float), right.astype(float), most=most, nodes=10_000)
    if found.impossible:
        return None
    if found.chosen is None or found.cost > found.least + 0.5:
        raise SolverError("a small program was not solved to the end")
    return found.chosen
