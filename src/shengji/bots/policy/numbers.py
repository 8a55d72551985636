"""Float arrays, with their types for the signatures of kernels."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from shengji.play.jit import Kind

Numbers: TypeAlias = npt.NDArray[np.float64]
"""Float64 numbers: values of cards, a table of levels."""
NUMBERS = Kind(lambda types: types.float64[::1])
NumberTable: TypeAlias = npt.NDArray[np.float64]
"""Rows of such numbers."""
NUMBER_TABLE = Kind(lambda types: types.float64[:, ::1])
Floats: TypeAlias = npt.NDArray[np.float32]
"""Float32 numbers of networks: the processor sums twice as many of these at a time."""
FLOATS = Kind(lambda types: types.float32[::1])
FloatTable: TypeAlias = npt.NDArray[np.float32]
"""Rows of such numbers."""
FLOAT_TABLE = Kind(lambda types: types.float32[:, ::1])
