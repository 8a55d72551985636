"""Operations on rows of bytes: clear, copy, count cards."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from shengji.play.bits import popcount
from shengji.play.jit import MATRIX, NOTHING, WORDS, Kind, Matrix, Words, compiled_part
from shengji.play.space import CARD

Bytes: TypeAlias = npt.NDArray[np.int8]
"""Small integers, in one or two dimensions."""
BYTES = Kind(lambda types: types.int8[::1])
BYTE_ROWS = Kind(lambda types: types.int8[:, ::1])


@compiled_part(NOTHING, BYTES)
def clear_bytes(target: Bytes) -> None:
    """Fill a row with zeros."""
    for entry in range(target.shape[0]):
        target[entry] = 0


@compiled_part(NOTHING, BYTES, BYTES)
def copy_bytes(source: Bytes, target: Bytes) -> None:
    """Copy a row to another one of equal length."""
    for entry in range(source.shape[0]):
        target[entry] = source[entry]


@compiled_part(NOTHING, MATRIX, WORDS, BYTES)
def count_kinds(space: Matrix, words: Words, target: Bytes) -> None:
    """Add the cards of a set to the counts by kind."""
    for k in range(words.shape[0]):
        left = words[k]
        while left != 0:
            target[space[CARD, popcount((left & -left) - 1)]] += 1
            left &= left - 1
