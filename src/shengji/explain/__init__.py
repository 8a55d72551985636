"""Why an answer is better than another, and how a bot came to one.

What lives here: what one answer has over another in what its player can see, in words, which
reviews, hints and puzzles ask for (`lessons`, `wording`, `hints`); and a decision of a recorded
match, made again by a bot that says what it considered, as data (`decision`). What may not:
searching, and judging a play: what is proposed is a bot's, and all figures are its own
(`shengji.bots.thought`).
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
