"""Drills of the rules: a question with its choices, made from a seed, answered by the judge."""

from shengji.practice.drills.drill import KINDS, Choice, Drill, DrillKind, Hinge, Pile
from shengji.practice.drills.drilling import DrillError, a_drill, kinds_for, make_drill

__all__ = [
    "KINDS",
    "Choice",
    "Drill",
    "DrillError",
    "DrillKind",
    "Hinge",
    "Pile",
    "a_drill",
    "kinds_for",
    "make_drill",
]
