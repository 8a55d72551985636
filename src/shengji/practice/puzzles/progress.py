"""How a person gets on with puzzles: ratings, the days in a row, and what is to be repeated."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

from shengji.practice.puzzles.puzzle import Puzzle
from shengji.ratings import Rating, Result, Scale, pool_of, rate, season_of
from shengji.record.header import rules_of

SCALE = Scale(spread=400.0, lead=0.0, noise=1.0)
"""The scale of ratings: 400 points above a puzzle, answers are right ten times as often as
wrong."""

PUZZLE_DEVIATION = 120.0
"""How far the difficulty of a puzzle may lie from what its margin lets expect, as a standard
deviation."""

BOXES = (1, 3, 7, 21)
"""The days after which a wrong answer comes again: one day at first, and each time it is then
answered right, as many as the next box says; after the last it is known."""


SURE = 2.0
"""The standard deviations by which a puzzle is easier than its solver is thought to be strong."""


class Rated(NamedTuple):
    """The changes by an answer: the ratings of the person and of the puzzle after it."""

    person: Rating
    puzzle: Rating


def rated(puzzle: Puzzle, person: Rating, difficulty: Rating, right: bool, at: datetime) -> Rated:
    """The ratings after an answer, by the same formula as those of play.

    A person who answers right has won against the puzzle, and else has lost.

    Args:
        puzzle: the puzzle.
        person: the rating of the person in puzzles.
        difficulty: the rating of the puzzle.
        right: whether the answer was the best one.
        at: when it was given.
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
    """The rating of a puzzle that nobody has answered yet."""
    return Rating(puzzle.difficulty, PUZZLE_DEVIATION)


class Box(NamedTuple):
    """Where a puzzle to be repeated stands: in which of `BOXES`, and when it is due."""

    box: int
    due: date


def next_box(box: Box | None, right: bool, today: date) -> Box | None:
    """Where a puzzle goes after an answer; `None`: it need not be repeated.

    Args:
        box: where it stood; `None`: nowhere.
        right: whether the answer was right.
        today: the day of the answer; one given before it was due moves nothing if it was right.

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
    """How many days in a row, up to today or yesterday, are among these.

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
    """The most days in a row among these.

    >>> longest_streak([date(2026, 1, day) for day in (1, 3, 4, 5)])
    3
    """
    return max((streak(days, day) for day in days), default=0)


def suiting(person: Rating) -> float:
    """The difficulty at which a person is asked: what they can surely do.

    Nobody begins in the middle: as long as little is known of somebody, that is an easy one.

    >>> suiting(Rating()), suiting(Rating(1500.0, 60.0))
    (1100.0, 1380.0)
    """
    return person.value - SURE * person.deviation


def nearest(puzzles: Sequence[Puzzle], ratings: Sequence[float], wanted: float) -> Puzzle:
    """The puzzle whose rating is nearest to the one that is wanted; of several, the first."""
    return min(zip(puzzles, ratings, strict=True), key=lambda pair: abs(pair[1] - wanted))[0]
