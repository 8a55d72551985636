"""Operations on the bits of a word; single instructions in kernels (`shengji.play.compiler`)."""

from __future__ import annotations


def popcount(word: int) -> int:
    """Number of set bits.

    >>> popcount(0b1011)
    3
    """
    return int(word).bit_count()


def highest_bit(word: int) -> int:
    """Index of the highest set bit, from 0; -1 for 0.

    >>> highest_bit(0b1011), highest_bit(0)
    (3, -1)
    """
    return int(word).bit_length() - 1
