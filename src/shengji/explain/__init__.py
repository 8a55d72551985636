"""Explanations: why one answer is better than another, and how a bot reached its decision.

`lessons`, `wording` and `hints` name the advantages of an answer that its player can see, for
reviews, hints and puzzles. `decision` lets a bot repeat a decision of a recorded match and returns
its considerations as data. This package neither searches nor judges plays: proposals and figures
come from bots (`shengji.bots.thought`).
"""

from shengji.explain.decision import Answer, Explanation, Laid, explain_decision
from shengji.explain.hints import Advantage, Hint, Teacher, Why
from shengji.explain.lessons import lessons
from shengji.record.reviews import Lesson

__all__ = [
    "Advantage",
    "Answer",
    "Explanation",
    "Hint",
    "Laid",
    "Lesson",
    "Teacher",
    "Why",
    "explain_decision",
    "lessons",
]
