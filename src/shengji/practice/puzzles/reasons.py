"""Reasons why the best choice of a puzzle is better than another one, in a player's terms."""

from __future__ import annotations

from collections.abc import Sequence

from shengji.explain.lessons import BARE, OF_OTHER, SLIGHT, lessons
from shengji.practice.puzzles.puzzle import DECISIONS, Kind
from shengji.practice.puzzles.trying import units_at_risk
from shengji.record.reviews import Lesson
from shengji.review import Choice
from shengji.review.reviewer import Reviewer


def reason(reviewer: Reviewer, kind: Kind, other: Choice, best: Choice) -> Lesson | None:
    """The most important difference between a choice and the best one, or `None`.

    Args:
        reviewer: a reviewer that has observed the events of the seat.
        kind: the kind of puzzle; for a throw see `reason_of_throw`.
        other: a choice that is not as good.
        best: the best choice.
    """
    found = lessons(reviewer, DECISIONS[kind], other, best)
    return found[0] if found else None


def is_explained(reviewer: Reviewer, kind: Kind, best: Choice, others: Sequence[Choice]) -> bool:
    """Whether a major reason speaks for the best choice, or against each other one."""
    found = [
        {lesson.key for lesson in lessons(reviewer, DECISIONS[kind], other, best)} - BARE - SLIGHT
        for other in others
    ]
    return any(keys - OF_OTHER for keys in found) or all(found)


def reason_of_throw(reviewer: Reviewer, throw: Choice) -> Lesson:
    """Why a throw is safe, or which part of it may be beaten."""
    at_risk = units_at_risk(reviewer, throw.cards)
    return Lesson("throw-risky", at_risk[-1]) if at_risk else Lesson("throw-sure", throw.cards)
