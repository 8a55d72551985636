"""Deterministic solver for linear and integer programs (HiGHS).

It uses one thread, a fixed seed, and limits in steps instead of seconds, so that the same program
has the same answer under any load.
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
"""Maximum number of branch-and-bound nodes; then the best known solution is returned."""

EXACT = 1e-6
"""Tolerance of the solver for integrality and for zero."""

SLACK = 100 * EXACT
"""Tolerance of the cost of a solution with some dozens of columns."""

_ROWS_SQUARED = 600
"""Divisor of the squared number of rows: steps between two interrupt callbacks."""

_COLUMNS_SQUARED = 10_000
"""Divisor of the squared number of columns: steps of presolving."""

_COLUMNS_A_STEP = 150
"""Number of columns read in one step without presolving."""

_ITERATIONS_A_STEP = 4
"""Number of simplex iterations per step; the solver reports them only at the end."""

_A_SEARCH = 250
"""Maximum number of steps of one search."""


class SolverError(RuntimeError):
    """The solver failed on a program that has a solution: a bug."""


class Columns(NamedTuple):
    """Sparse matrix by columns: the entries of column `j` begin at `start[j]`."""

    start: Indices
    row: Indices
    value: Numbers

    @property
    def number(self) -> int:
        """Number of columns."""
        return len(self.start) - 1

    def only(self, wanted: Indices) -> Columns:
        """A selection of the columns, in the given order."""
        long = np.diff(self.start)[wanted]
        start = np.concatenate(([0], np.cumsum(long)))
        at = np.repeat(self.start[wanted] - start[:-1], long) + np.arange(start[-1])
        return Columns(start, self.row[at], self.value[at])

    def prices(self, duals: Numbers) -> Numbers:
        """The sum of the dual values of each column's rows, weighted by its entries."""
        worth = np.concatenate(([0.0], np.cumsum(duals[self.row] * self.value)))
        found: Numbers = worth[self.start[1:]] - worth[self.start[:-1]]
        return found


class Effort:
    """Remaining budget, counted in steps of the solver instead of seconds.

    Attributes:
        left: remaining steps; a step takes about a millisecond.
    """

    def __init__(self, steps: int) -> None:
        self.left = steps

    @property
    def spent(self) -> bool:
        """Whether the budget is used up."""
        return self.left <= 0


class IntegerSolution(NamedTuple):
    """Result of an integer program.

    Attributes:
        chosen: value of each column; `None`: no solution found.
        cost: objective of `chosen`.
        least: proven lower bound of the objective.
    """

    chosen: Indices | None
    cost: int
    least: float

    @property
    def impossible(self) -> bool:
        """Whether it is proven infeasible."""
        return self.chosen is None and self.least == np.inf


class Linear:
    """A linear program that accepts more columns."""

    def __init__(self, columns: Columns, cost: Numbers, right: Numbers, effort: Effort) -> None:
        self._effort, self._steps = effort, len(right) // 6
        self._solver = _solver(columns, cost, right, whole=False)

    def duals(self) -> Numbers:
        """Solve it and return the dual value of each row."""
        self._effort.left -= self._steps
        self._solver.run()
        if self._solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            raise SolverError(f"the solver stopped: {self._solver.getModelStatus()}")
        return np.array(self._solver.getSolution().row_dual)

    def add(self, columns: Columns, cost: Numbers) -> None:
        """Add columns."""
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
    """Solve an integer program.

    Args:
        columns: the matrix.
        cost: integer cost of each column.
        right: right-hand side of each row.
        most: upper bound of the columns.
        begin: a known feasible solution.
        nodes: maximum number of branch-and-bound nodes.
        effort: budget that also limits the search; `None`: no limit.
        prepare: whether to presolve, which takes long for many mutually exclusive columns and
            cannot be interrupted.
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
    """Interrupt callback, called by the solver after a fixed amount of work."""
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
