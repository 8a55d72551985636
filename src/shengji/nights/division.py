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
    """The mixtures of people whose table has fixed pairs as partners, or at least together.

    >>> mixtures(FOURS)
    ((0, 4), (1, 2), (2, 0))
    >>> mixtures(Kind(6, "teams"))
    ((0, 6), (1, 4), (2, 2))
    """
    most = 2 if kind.sort == "teams" else kind.seats // 2
    return tuple((pairs, kind.seats - 2 * pairs) for pairs in range(most + 1))


class Sizes(NamedTuple):
    """The tables of a round by kind, and the number of people who sit out.

    Attributes:
        tables: the kinds, each with how many there are.
        out: how many people sit out.
        cards: how many of the tables have real cards, for who can only play with these; `None`:
            all, or everybody can play at any.
    """

    tables: tuple[tuple[Kind, int], ...]
    out: int
    cards: int | None = None


class Turns(NamedTuple):
    """The cost of giving people a turn, to sit out or to play at a larger table.

    Attributes:
        prices: of each unit, what it costs when it is its members' turn.
        least: what the turns of this round come to at the least.
    """

    prices: Indices
    least: int


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
    Sizes(tables=((Kind(seats=4, sort='teams'), 2),), out=2, cards=None)
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
    """The fair choice of people who sit out and who play at larger tables.

    Attributes:
        out: whose turn it is to sit out.
        larger: whose turn it is to play at a larger table, among those who do not sit out.
        waiting: units that sit out at the least cost.
        tables: one way to make tables of the others: each with its kind and its units.
    """

    out: Turns
    larger: Turns
    waiting: Indices
    tables: tuple[tuple[Kind, Indices], ...]


class _Mix(NamedTuple):
    """A table by whom it is made of: how many units of each class, as `_class_of` numbers them."""

    kind: Kind
    units: tuple[int, int, int, int]

    @property
    def tied(self) -> bool:
        """Tell whether somebody at it can only play with real cards."""
        return bool(self.units[2] + self.units[3])


def _class_of(weights: Indices, tied: Indices) -> Indices:
    """The class of each unit: pair or single, and 2 more if it can only play with real cards."""
    found: Indices = (weights == 1).astype(np.int64) + 2 * tied.astype(np.int64)
    return found


def _mixes(kinds: Sequence[Kind], *, tied: bool) -> list[_Mix]:
    """All tables by whom they are made of; `tied`: whether some can only play with real cards."""
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
    """Choose who sits out at the least cost; among all such ways, who plays at larger tables.

    Args:
        weights: how many people each unit has: 1, or 2 for a fixed pair.
        sizes: how many tables there are.
        out: what it costs when a unit sits out, whole.
        larger: what it costs when it plays at a larger table, whole.
        tied: which units can only play with real cards; `None`: none.

    Returns:
        `None`: those who can only play with real cards have not room enough.
    """
    number = len(weights)
    nothing = np.zeros(number, dtype=np.int64)
    bound = nothing if tied is None or sizes.cards is None else tied
    limited = bool(bound.any())
    classes = _class_of(weights, bound)
    made = _mixes([kind for kind, _ in sizes.tables], tied=limited)
    # Columns: unit in a four, unit at a larger table, unit out, each mix, and tables with real
    # cards at which nobody must sit. Rows: each unit is in one of them; the units of each class in
    # fours, and at larger tables; people out; tables; tables with real cards.
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
    """Tables of neighbours in the order of the units."""
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
