"""A person's progress in puzzles: ratings, streaks of days, and puzzles to repeat."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

from shengji.practice.puzzles.puzzle import Puzzle
from shengji.ratings import Rating, Result, Scale, pool_of, rate, season_of
from shengji.record.header import rules_of

SCALE = Scale(spread=400.0, lead=0.0, noise=1.0)
"""The scale of ratings: with 400 points more than a puzzle, a person answers right ten times as
often as wrong.
"""

PUZZLE_DEVIATION = 120.0
"""The standard deviation of a puzzle's difficulty around the estimate from its margin."""

BOXES = (1, 3, 7, 21)
"""Days until a missed puzzle is due again: one at first, and the next interval after each right
answer; after the last interval the puzzle is done.
"""


SURE = 2.0
"""Offset of a suitable puzzle below the person's rating, in standard deviations."""


class Rated(NamedTuple):
    """The new ratings of the person and the puzzle after an answer."""

    person: Rating
    puzzle: Rating


def rated(puzzle: Puzzle, person: Rating, difficulty: Rating, right: bool, at: datetime) -> Rated:
    """Rate an answer, by the same formula as play.

    A right answer counts as a win of the person against the puzzle, a wrong one as a loss.

    Args:
        puzzle: the puzzle.
        person: the person's rating in puzzles.
        difficulty: the rating of the puzzle.
        right: whether the answer was the best one.
        at: the time of the answer.
    """
    result = Result(
        match=puzzle.id,
        number=1,
        at=at,
        pool=pool_of(rules_of(puzzle.header)),
        season=season_of(at),
        sides=(("person",), ("puzzle",)),
        scores=(float(right), float(not right)),
        scale=SCALE,
    )
    one, other = rate(result, {"person": person, "puzzle": difficulty})
    return Rated(one.after, other.after)


def first_difficulty(puzzle: Puzzle) -> Rating:
    """The rating of a puzzle without answers."""
    return Rating(puzzle.difficulty, PUZZLE_DEVIATION)


class Box(NamedTuple):
    """The place of a puzzle to repeat: its index in `BOXES`, and its due date."""

    box: int
    due: date


def next_box(box: Box | None, right: bool, today: date) -> Box | None:
    """The place of a puzzle after an answer; `None` if it need not be repeated.

    Args:
        box: its place before; `None` if it had none.
        right: whether the answer was right.
        today: the date of the answer; a right answer before the due date changes nothing.

    >>> missed = next_box(None, False, date(2026, 1, 1))
    >>> missed
    Box(box=0, due=datetime.date(2026, 1, 2))
    >>> next_box(missed, True, date(2026, 1, 2))
    Box(box=1, due=datetime.date(2026, 1, 5))
    >>> next_box(Box(3, date(2026, 2, 1)), True, date(2026, 2, 1)) is None
    True
    """
    if not right:
        return Box(0, today + timedelta(days=BOXES[0]))
    if box is None or box.due > today:
        return box
    if box.box + 1 == len(BOXES):
        return None
    return Box(box.box + 1, today + timedelta(days=BOXES[box.box + 1]))


def streak(days: Collection[date], today: date) -> int:
    """The number of consecutive days among these, up to today or yesterday.

    >>> days = [date(2026, 1, day) for day in (1, 3, 4, 5)]
    >>> [streak(days, date(2026, 1, day)) for day in (5, 6, 7)]
    [3, 3, 0]
    """
    day = today if today in days else today - timedelta(days=1)
    found = 0
    while day - timedelta(days=found) in days:
        found += 1
    return found


def longest_streak(days: Collection[date]) -> int:
    """The maximum number of consecutive days among these.

    >>> longest_streak([date(2026, 1, day) for day in (1, 3, 4, 5)])
    3
    """
    return max((streak(days, day) for day in days), default=0)


def suiting(person: Rating) -> float:
    """The difficulty of a suitable puzzle, which the person can very likely solve.

    It is low for a person whose rating is still uncertain.

    >>> suiting(Rating()), suiting(Rating(1500.0, 60.0))
    (1100.0, 1380.0)
    """
    return person.value - SURE * person.deviation


def nearest(puzzles: Sequence[Puzzle], ratings: Sequence[float], wanted: float) -> Puzzle:
    """The puzzle with the rating nearest to `wanted`; of several, the first."""
    return min(zip(puzzles, ratings, strict=True), key=lambda pair: abs(pair[1] - wanted))[0]
