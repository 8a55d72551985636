"""Bits of a word; within kernels these are single instructions (`shengji.play.compiler`)."""

from __future__ import annotations


def popcount(word: int) -> int:
    """How many bits are set.

    >>> popcount(0b1011)
    3
    """
    return int(word).bit_count()


def highest_bit(word: int) -> int:
    """The number of the highest bit that is set, from 0; -1 when none is.

    >>> highest_bit(0b1011), highest_bit(0)
    (3, -1)
    """
    return int(word).bit_length() - 1
