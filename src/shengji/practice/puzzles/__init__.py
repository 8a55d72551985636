"""Puzzles: decisions with one clearly best answer (docs/puzzles.md)."""

from shengji.practice.puzzles.making import DEPTH, LONGER, make, make_from
from shengji.practice.puzzles.puzzle import (
    KINDS,
    Kind,
    Offered,
    Puzzle,
    PuzzleError,
    decode,
    encode,
    position_of,
)
from shengji.practice.puzzles.shipped import shipped_puzzles

__all__ = [
    "DEPTH",
    "KINDS",
    "LONGER",
    "Kind",
    "Offered",
    "Puzzle",
    "PuzzleError",
    "decode",
    "encode",
    "make",
    "make_from",
    "position_of",
    "shipped_puzzles",
]
