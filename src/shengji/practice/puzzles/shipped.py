"""The puzzles that come with the program, and which of them is that of a day."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from datetime import date
from functools import cache
from pathlib import Path

from shengji.practice.puzzles.puzzle import Puzzle, decode

KEPT = Path(__file__).parent / "kept.jsonl.gz"
"""They, in the format of docs/puzzles.md; the same order always, new ones at the end."""
STRIDE = 89
"""The step from one day to the next: far enough for another kind and other rules."""


@cache
def kept() -> tuple[Puzzle, ...]:
    """The puzzles that come with the program."""
    with gzip.open(KEPT) as file:
        return tuple(map(decode, file))


@cache
def kept_by_id() -> Mapping[str, Puzzle]:
    """The same by id."""
    return {puzzle.id: puzzle for puzzle in kept()}


def daily(day: date) -> Puzzle:
    """The puzzle of a day, the same for everybody; none comes again before all others have."""
    puzzles = kept()
    return puzzles[day.toordinal() * STRIDE % len(puzzles)]
