"""The deals of the lessons: each hand is decided by the skill that its lesson teaches."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

LessonName: TypeAlias = Literal["declaring", "leading", "partners", "counting"]
"""A lesson after the introduction: declaring and the kitty, what to lead, passing the lead and
feeding, counting (Z21 §5, Z16 §6)."""

DEALS: Final[dict[LessonName, int]] = {
    "declaring": 674,
    "leading": 970,
    "partners": 1778,
    "counting": 69,
}
"""The seed of each lesson's deck in the default game, in which the learner sits in seat 0.

`medium` in seat 0 wins each hand, and gains less or loses where it disregards the lesson.
"""
