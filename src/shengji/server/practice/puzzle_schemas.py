"""Puzzles: what is asked, what comes of an answer, and how a person gets on."""

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
from shengji.server.site.schemas import Shape, Text

Why = Literal["daily", "due", "new", "again", "asked"]
"""Why somebody is asked a puzzle: it is that of the day; it was missed, and is to be repeated; it
was never tried; all have been, and it was long ago; or it was asked for by its id."""


class PuzzleChoice(msgspec.Struct, frozen=True, kw_only=True):
    """One of the choices of a puzzle.

    Attributes:
        cards: the cards to lead, to follow with or to bury; none of whether a throw is safe.
        calls: the friends to call.
        words: the same in words; of a throw, yes or no.
    """

    cards: tuple[Card, ...]
    calls: tuple[Call, ...]
    words: Text


class PuzzleAsked(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle to be answered; nothing in it says which choice is right.

    Attributes:
        puzzle: its id.
        kind: what is asked: `lead` near the end, `follow`, `bury`, `call`, or `throw`: is it safe?
        why: why it is asked now.
        question: the same in words.
        rules: what is played.
        seat: whose decision it is.
        levels: the level of each seat before the hand.
        layout: the order of the cards under its trump.
        events: what the seat has seen of the hand.
        choices: what may be answered.
        throw: the cards of which it is asked whether they can be thrown safely; none otherwise.
        level: the level of which it is a puzzle of today; `None`: of none.
        rated: whether an answer would be rated: the first of each person is.
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


class AnswerPuzzle(Shape, frozen=True):
    """An answer; `choice` is the place of a choice, from 0."""

    choice: Count


class PuzzleDay(Shape, frozen=True):
    """A day on which a daily puzzle was answered, and whether the first answer was right."""

    day: str
    right: bool


class PuzzleStanding(Shape, frozen=True):
    """How a person gets on with puzzles.

    Attributes:
        rating: the rating in puzzles, which has nothing to do with that of play.
        deviation: how uncertain it is: the strength is within twice as much in 19 of 20 cases.
        provisional: whether that is still much.
        tried: how many puzzles were answered.
        right: how many of them were right at the first try.
        streak: how many days in a row a daily puzzle was answered, up to today or yesterday.
        longest: the most days in a row.
        today: whether the first daily puzzle answered today was right; `None`: none was answered.
        due: how many puzzles are to be repeated now.
        days: the last 14 days on which a daily puzzle was answered, the last one first.
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


class PuzzleRating(Shape, frozen=True):
    """The change by an answer: the person's rating before and after it."""

    before: float
    after: float


class PuzzleAnswered(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of an answer.

    Attributes:
        right: whether it was the best choice.
        best: the place of the best choice.
        values: what each choice is worth.
        unit: what that is: `levels` that the seat's side gains, less those of the others; of a
            throw the `share` of the deals on which the choice is true.
        reason: why the best is the best, in a sentence.
        rating: how the person's rating has changed; `None`: it was not the first answer.
        due: in how many days the puzzle is to be repeated; `None`: it is not.
        standing: how the person gets on now.
    """

    right: bool
    best: int
    values: tuple[Figure, ...]
    unit: Literal["levels", "share"]
    reason: Text
    rating: PuzzleRating | None
    due: int | None
    standing: PuzzleStanding
