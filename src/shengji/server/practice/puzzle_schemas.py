"""Schemas of puzzles: questions, results and standings."""

from __future__ import annotations

from typing import Literal

import msgspec

from shengji.cards import Card, Rank
from shengji.game import Call, Event
from shengji.practice.puzzles.puzzle import Kind
from shengji.practice.puzzles.shipped import Level
from shengji.review import Figure
from shengji.rules.bounds import Count
from shengji.server.rules.schemas import Layout, RulesState
from shengji.server.site.schemas import Schema, Text

Why = Literal["daily", "due", "new", "again", "asked"]
"""Reason for a puzzle: the puzzle of the day; missed before and due again; new to the person; tried
long ago, when no new one is left; or requested by id.
"""


class PuzzleChoice(msgspec.Struct, frozen=True, kw_only=True):
    """One of the choices of a puzzle.

    Attributes:
        cards: the cards to lead, to follow with or to bury; empty if the question is whether a
            throw is safe.
        words: the choice in words; yes or no for a throw.
    """

    cards: tuple[Card, ...]
    calls: tuple[Call, ...]
    words: Text


class PuzzleAsked(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle to answer, without the solution.

    Attributes:
        kind: the decision: `lead` near the end, `follow`, `bury`, `call`, or `throw` (is it safe?).
        levels: the level of each seat before the hand.
        layout: the order of the cards under its trump.
        events: the events of the hand as the seat saw them.
        throw: the cards of the throw to judge; empty for other kinds.
        level: the level for which it is today's puzzle, or `None`.
        rated: whether an answer would be rated: only a person's first answer is.
        difficulty: the rating of the puzzle.
    """

    puzzle: str
    kind: Kind
    why: Why
    question: Text
    rules: RulesState
    seat: int
    levels: tuple[Rank, ...]
    layout: Layout
    events: tuple[Event, ...]
    choices: tuple[PuzzleChoice, ...]
    throw: tuple[Card, ...]
    level: Level | None
    rated: bool
    difficulty: float


class AnswerPuzzle(Schema, frozen=True):
    """An answer; `choice` is an index, from 0."""

    choice: Count


class PuzzleDay(Schema, frozen=True):
    """A day on which a daily puzzle was answered, and whether the first answer was right."""

    day: str
    right: bool


class PuzzleStanding(Schema, frozen=True):
    """A person's results in puzzles.

    Attributes:
        rating: the rating in puzzles, separate from the rating in play.
        deviation: its uncertainty; the strength lies within twice this value in 19 of 20 cases.
        provisional: whether the deviation is still large.
        tried: the number of puzzles answered.
        right: the number answered right at the first try.
        streak: days in a row with an answered daily puzzle, up to today or yesterday.
        longest: the longest such streak, in days.
        today: whether today's first answer to a daily puzzle was right; `None` without an answer.
        due: the number of puzzles to repeat now.
        days: the last 14 days with an answered daily puzzle, the latest first.
    """

    rating: float
    deviation: float
    provisional: bool
    tried: int
    right: int
    streak: int
    longest: int
    today: bool | None
    due: int
    days: tuple[PuzzleDay, ...]


class PuzzleRating(Schema, frozen=True):
    """The person's rating before and after an answer."""

    before: float
    after: float


class PuzzleAnswered(msgspec.Struct, frozen=True, kw_only=True):
    """The result of an answer.

    Attributes:
        right: whether it was the best choice.
        best: the index of the best choice.
        values: the value of each choice.
        unit: of the values: `levels` gained by the seat's side, minus those of the other side; for
            a throw, the `share` of the deals on which the choice is right.
        reason: a sentence on why the best choice is the best.
        rating: the person's rating before and after; `None` if it was not the first answer.
        due: the days until the puzzle is due again, or `None`.
    """

    right: bool
    best: int
    values: tuple[Figure, ...]
    unit: Literal["levels", "share"]
    reason: Text
    rating: PuzzleRating | None
    due: int | None
    standing: PuzzleStanding
