"""Arrays of numbers that are weighed, and their types for the signature of a kernel."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from shengji.play.jit import Kind

Numbers: TypeAlias = npt.NDArray[np.float64]
"""Numbers that are weighed: what cards are worth, a table of levels."""
NUMBERS = Kind(lambda types: types.float64[::1])
NumberTable: TypeAlias = npt.NDArray[np.float64]
"""Rows of such numbers."""
NUMBER_TABLE = Kind(lambda types: types.float64[:, ::1])
Floats: TypeAlias = npt.NDArray[np.float32]
"""The numbers of networks and of their judgements: twice as many of these are summed at a time."""
FLOATS = Kind(lambda types: types.float32[::1])
FloatTable: TypeAlias = npt.NDArray[np.float32]
"""Rows of such numbers."""
FLOAT_TABLE = Kind(lambda types: types.float32[:, ::1])
