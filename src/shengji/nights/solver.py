"""The solver, HiGHS: linear programs and programs in whole numbers, always with the same answer.

One thread, a fixed seed, and limits that count steps and not seconds: the same program gives the
same answer on a machine that is busy.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from shengji.extras import require

require("site", "highspy")
import highspy  # noqa: E402 - after the check that it is there

Numbers: TypeAlias = NDArray[np.float64]
Indices: TypeAlias = NDArray[np.int64]

NODES = 300
"""Branches of a search in whole numbers before it ends with the best that it has."""

EXACT = 1e-6
"""How far from a whole number the solver may call something whole, and from zero, zero."""

SLACK = 100 * EXACT
"""How far from what it is the cost of an answer of some dozen columns may be for that."""

_ROWS_SQUARED = 600
"""The square of the rows of a program for which the solver takes a step between its questions."""

_COLUMNS_SQUARED = 10_000
"""The square of the columns of a program for which it takes a step to prepare it."""

_COLUMNS_A_STEP = 150
"""How many columns it takes in in one step without preparing them."""

_ITERATIONS_A_STEP = 4
"""How many iterations it makes in one step, which are told only in the end."""

_A_SEARCH = 250
"""How many steps one search may take."""


class SolverError(RuntimeError):
    """The solver gave no answer where there must be one: a fault of this program."""


class Columns(NamedTuple):
    """The matrix of a program by columns: those of column `j` stand from `start[j]`."""

    start: Indices
    row: Indices
    value: Numbers

    @property
    def number(self) -> int:
        """How many columns there are."""
        return len(self.start) - 1

    def only(self, wanted: Indices) -> Columns:
        """Some of the columns, in the order in which they are named."""
        long = np.diff(self.start)[wanted]
        start = np.concatenate(([0], np.cumsum(long)))
        at = np.repeat(self.start[wanted] - start[:-1], long) + np.arange(start[-1])
        return Columns(start, self.row[at], self.value[at])

    def prices(self, duals: Numbers) -> Numbers:
        """The worth of the rows of each column together."""
        worth = np.concatenate(([0.0], np.cumsum(duals[self.row] * self.value)))
        found: Numbers = worth[self.start[1:]] - worth[self.start[:-1]]
        return found


class Effort:
    """How much work there may still be, counted in steps of the solver and not in seconds.

    Attributes:
        left: how many steps; a step takes about a millisecond.
    """

    def __init__(self, steps: int) -> None:
        self.left = steps

    @property
    def spent(self) -> bool:
        """Whether it is time to end with the best that is known."""
        return self.left <= 0


class IntegerSolution(NamedTuple):
    """The answer in whole numbers.

    Attributes:
        chosen: how often each column is taken; `None` when none was found.
        cost: what it costs.
        least: no answer costs less.
    """

    chosen: Indices | None
    cost: int
    least: float

    @property
    def impossible(self) -> bool:
        """Whether it is certain that there is no answer."""
        return self.chosen is None and self.least == np.inf


class Linear:
    """A linear program that can be given more columns: the cheapest answer in fractions."""

    def __init__(self, columns: Columns, cost: Numbers, right: Numbers, effort: Effort) -> None:
        self._effort, self._steps = effort, len(right) // 6
        self._solver = _solver(columns, cost, right, whole=False)

    def duals(self) -> Numbers:
        """The worth of each row: the columns come to their rows' worth or cost more."""
        self._effort.left -= self._steps
        self._solver.run()
        if self._solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            raise SolverError(f"the solver stopped: {self._solver.getModelStatus()}")
        return np.array(self._solver.getSolution().row_dual)

    def add(self, columns: Columns, cost: Numbers) -> None:
        """Give it more columns."""
        self._solver.addCols(
            columns.number,
            cost.astype(float),
            np.zeros(columns.number),
            np.full(columns.number, highspy.kHighsInf),
            len(columns.row),
            columns.start[:-1].astype(np.int32),
            columns.row.astype(np.int32),
            columns.value,
        )


def whole(
    columns: Columns,
    cost: Numbers,
    right: Numbers,
    *,
    most: int | Sequence[int] | Indices = 1,
    begin: Indices | None = None,
    nodes: int = NODES,
    effort: Effort | None = None,
    prepare: bool = True,
) -> IntegerSolution:
    """The cheapest answer in whole numbers.

    Args:
        columns: the program.
        cost: of each column, whole.
        right: what each row must come to.
        most: how often each column may be taken.
        begin: an answer that is known.
        nodes: how many branches are looked at.
        effort: what else ends the search.
        prepare: whether the solver is to make the program smaller first. That takes long where
            there are many columns of which most exclude each other, and cannot be interrupted.
    """
    solver = _solver(columns, cost, right, whole=True, most=most)
    begun = 0
    if effort is not None:
        begun, number = effort.left, columns.number
        effort.left -= number**2 // _COLUMNS_SQUARED if prepare else number // _COLUMNS_A_STEP
        end = effort.left - _A_SEARCH
        steps = 1 + len(right) ** 2 // _ROWS_SQUARED
        solver.cbMipInterrupt += partial(_asked, effort, steps, max(0, end))
    if not prepare:
        solver.setOptionValue("presolve", "off")
    solver.setOptionValue("mip_max_nodes", nodes)
    if begin is not None:
        known = highspy.HighsSolution()
        known.col_value = begin.astype(float).tolist()
        solver.setSolution(known)
    solver.run()
    info, status = solver.getInfo(), solver.getModelStatus()
    if effort is not None:
        made = int(info.simplex_iteration_count) // _ITERATIONS_A_STEP
        effort.left = min(effort.left, begun - made)
    if status == highspy.HighsModelStatus.kInfeasible:
        return IntegerSolution(None, 0, np.inf)
    least = float(info.mip_dual_bound)
    if info.primal_solution_status != highspy.SolutionStatus.kSolutionStatusFeasible:
        return IntegerSolution(None, 0, least)
    chosen = np.rint(np.array(solver.getSolution().col_value)).astype(np.int64)
    return IntegerSolution(chosen, int(np.rint(cost @ chosen)), least)


def _asked(effort: Effort, steps: int, end: int, event: Any) -> None:
    """The solver asks, after some work that is always the same, whether it is to go on."""
    effort.left -= steps
    if effort.left <= end:
        event.interrupt()


def _solver(
    columns: Columns,
    cost: Numbers,
    right: Numbers,
    *,
    whole: bool,
    most: int | Sequence[int] | Indices = 1,
) -> highspy.Highs:
    number = columns.number
    program = highspy.HighsLp()
    program.num_col_, program.num_row_ = number, len(right)
    program.col_cost_ = cost.astype(float)
    program.col_lower_ = np.zeros(number)
    program.col_upper_ = (
        np.broadcast_to(np.asarray(most, dtype=float), number).copy()
        if whole
        else np.full(number, highspy.kHighsInf)
    )
    program.row_lower_ = program.row_upper_ = right.astype(float)
    matrix: Any = program.a_matrix_
    matrix.format_ = highspy.MatrixFormat.kColwise
    matrix.start_ = columns.start.astype(np.int32)
    matrix.index_ = columns.row.astype(np.int32)
    matrix.value_ = columns.value.astype(float)
    if whole:
        program.integrality_ = [highspy.HighsVarType.kInteger] * number
    solver = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("parallel", "off")
    solver.setOptionValue("random_seed", 0)
    solver.setOptionValue("mip_rel_gap", 0.0)
    solver.passModel(program)
    return solver
