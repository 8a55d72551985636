"""The program of a round: what each table, and each unit that sits out, is counted for."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from shengji.nights.division import FOURS, Fair, Kind, Sizes
from shengji.nights.pool import Group, People
from shengji.nights.solver import Columns, Indices, Numbers


class Rows:
    """What must come out: a row for each unit, and then for what is fixed of tables and turns.

    Attributes:
        kinds: the kinds of tables, in the order of their rows.
        right: what each row must come to.
    """

    def __init__(self, people: People, sizes: Sizes, turns: Fair) -> None:
        self.weights, self.turns, self.number = people.weights, turns, len(people.units)
        self.kinds = [kind for kind, _ in sizes.tables]
        right = [1] * self.number + [tables for _, tables in sizes.tables]
        self._larger = len(right)
        if any(kind != FOURS for kind in self.kinds):
            right.append(turns.larger.least)
        self._out = len(right)
        if sizes.out:
            right += [sizes.out, turns.out.least]
        self.right: Numbers = np.array(right, dtype=float)

    def tables(self, group: Group) -> Columns:
        """A column for each table: its units, that it is one, and whose turn it is."""
        rows = [group.units, np.full((len(group.units), 1), self._row_of(group.kind))]
        values = [np.ones((len(group.units), group.units.shape[1] + 1))]
        if group.kind != FOURS:
            rows.append(np.full((len(group.units), 1), self._larger))
            values.append(self.turns.larger.prices[group.units].sum(axis=1, keepdims=True))
        return _even(np.hstack(rows), np.hstack(values))

    def outside(self) -> Columns:
        """A column for each unit that may sit out; none where nobody does."""
        units = np.arange(self.number if self._out < len(self.right) else 0)
        rows = np.stack([units, np.full_like(units, self._out), np.full_like(units, self._out + 1)])
        prices = self.turns.out.prices[units]
        return _even(rows.T, np.stack([np.ones(len(units)), self.weights[units], prices]).T)

    def counted(self, columns: Columns, cost: Indices) -> Columns:
        """The same columns with what they cost in one more row, the last one."""
        long = np.diff(columns.start)
        start = np.concatenate(([0], np.cumsum(long + 1)))
        old = np.ones(start[-1], dtype=bool)
        old[start[1:] - 1] = False
        row = np.full(start[-1], len(self.right))
        value = np.repeat(cost.astype(float), long + 1)
        row[old], value[old] = columns.row, columns.value
        return Columns(start, row, value)

    def worth(self, duals: Numbers, kind: Kind) -> tuple[Numbers, float]:
        """What each unit is worth at a table of a kind, and the table itself."""
        worth = duals[: self.number]
        if kind != FOURS:
            worth = worth + duals[self._larger] * self.turns.larger.prices
        return worth, float(duals[self._row_of(kind)])

    def _row_of(self, kind: Kind) -> int:
        return self.number + self.kinds.index(kind)


def _even(rows: Indices, values: Numbers) -> Columns:
    """Columns that all have as many rows."""
    number, long = rows.shape
    return Columns(np.arange(number + 1) * long, rows.ravel(), values.astype(float).ravel())


def joined(parts: Sequence[Columns]) -> Columns:
    """Columns, one after the other."""
    long = np.concatenate([np.diff(one.start) for one in parts])
    return Columns(
        np.concatenate(([0], np.cumsum(long))),
        np.concatenate([one.row for one in parts]),
        np.concatenate([one.value for one in parts]),
    )
