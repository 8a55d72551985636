"""Constraint rows of a round's integer program: one column per table and per unit sitting out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from shengji.nights.candidate_tables import Group, People
from shengji.nights.division import FOURS, Fair, Kind, Sizes
from shengji.nights.solver import Columns, Indices, Numbers


class Rows:
    """The equality constraints: a row for each unit, then for table counts and turns.

    Attributes:
        kinds: the kinds of tables, in the order of their rows.
        right: the right-hand side of each row.
        marks: limits on tables: each with the mask of its units, and the maximum number of tables
            with any of them. They are real cards, and groups that sit at one table.
    """

    def __init__(self, people: People, sizes: Sizes, turns: Fair) -> None:
        self.weights, self.turns, self.number = people.weights, turns, len(people.units)
        self.kinds = [kind for kind, _ in sizes.tables]
        right = [1] * self.number + [tables for _, tables in sizes.tables]
        self._larger = len(right)
        if any(kind != FOURS for kind in self.kinds):
            right.append(turns.larger.least)
        self._out = len(right) if sizes.out else None
        if sizes.out:
            right += [sizes.out, turns.out.least]
        self.marks = marks_of(people, sizes)
        self._marks = len(right)
        right += [most for _, most in self.marks]
        self.right: Numbers = np.array(right, dtype=float)

    def tables(self, group: Group) -> Columns:
        """A column for each table: its units, its kind, and the turns that it uses."""
        rows = [group.units, np.full((len(group.units), 1), self._row_of(group.kind))]
        values = [np.ones((len(group.units), group.units.shape[1] + 1))]
        if group.kind != FOURS:
            rows.append(np.full((len(group.units), 1), self._larger))
            values.append(self.turns.larger.prices[group.units].sum(axis=1, keepdims=True))
        for row, (mask, _) in enumerate(self.marks, self._marks):
            rows.append(np.full((len(group.units), 1), row))
            values.append(mask[group.units].max(axis=1, keepdims=True))
        return _even(np.hstack(rows), np.hstack(values))

    def spare(self) -> Columns:
        """Slack columns: a limit of tables need not be reached."""
        rows = np.array(self._spare_marks, dtype=np.int64)[:, None] + self._marks
        return _even(rows, np.ones(rows.shape))

    def unused(self, tables: Sequence[Indices]) -> Indices:
        """Indices of the slack columns that some tables leave unused."""
        left = [most - sum(bool(mask[one].any()) for one in tables) for mask, most in self.marks]
        of, found = self._spare_marks, list[int]()
        for mark, number in enumerate(left):
            found += [at for at, one in enumerate(of) if one == mark][:number]
        return np.array(found, dtype=np.int64)

    @property
    def _spare_marks(self) -> list[int]:
        """The limit of each slack column."""
        return [mark for mark, (_, most) in enumerate(self.marks) for _ in range(most)]

    def outside(self) -> Columns:
        """A column for each unit that may sit out; none if no unit does."""
        units = np.arange(0 if self._out is None else self.number)
        out = self._out or 0
        rows = np.stack([units, np.full_like(units, out), np.full_like(units, out + 1)])
        prices = self.turns.out.prices[units]
        return _even(rows.T, np.stack([np.ones(len(units)), self.weights[units], prices]).T)

    def counted(self, columns: Columns, cost: Indices) -> Columns:
        """The columns with one more, last row, which holds their cost."""
        long = np.diff(columns.start)
        start = np.concatenate(([0], np.cumsum(long + 1)))
        old = np.ones(start[-1], dtype=bool)
        old[start[1:] - 1] = False
        row = np.full(start[-1], len(self.right))
        value = np.repeat(cost.astype(float), long + 1)
        row[old], value[old] = columns.row, columns.value
        return Columns(start, row, value)

    def mark_prices(self, duals: Numbers) -> tuple[float, ...]:
        """The dual price of a table by limit."""
        return tuple(max(0.0, -float(duals[self._marks + at])) for at in range(len(self.marks)))

    def worth(self, duals: Numbers, kind: Kind) -> tuple[Numbers, float]:
        """The dual value of each unit at a table of a kind, and of the table itself."""
        worth = duals[: self.number]
        if kind != FOURS:
            worth = worth + duals[self._larger] * self.turns.larger.prices
        return worth, float(duals[self._row_of(kind)])

    def _row_of(self, kind: Kind) -> int:
        return self.number + self.kinds.index(kind)


def marks_of(people: People, sizes: Sizes) -> list[tuple[Indices, int]]:
    """The limits on tables, as `Rows.marks`."""
    tied = people.tied
    cards = [(tied, sizes.cards)] if sizes.cards is not None and tied.any() else []
    return cards + [(mask, 1) for mask in people.groups if mask.sum() > 1]


def _even(rows: Indices, values: Numbers) -> Columns:
    """Columns with equally many rows each."""
    number, long = rows.shape
    return Columns(np.arange(number + 1) * long, rows.ravel(), values.astype(float).ravel())


def concatenate_columns(parts: Sequence[Columns]) -> Columns:
    """Concatenate columns."""
    long = np.concatenate([np.diff(one.start) for one in parts])
    return Columns(
        np.concatenate(([0], np.cumsum(long))),
        np.concatenate([one.row for one in parts]),
        np.concatenate([one.value for one in parts]),
    )
