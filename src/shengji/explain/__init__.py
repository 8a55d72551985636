"""Explanations: why one answer is better than another, and how a bot reached its decision.

`lessons`, `wording` and `hints` name the advantages of an answer that its player can see, for
reviews, hints and puzzles. `decision` lets a bot repeat a decision of a recorded match and returns
its considerations as data. `thoughts` puts a stored thought of a bot into the words of a hint. This
package neither searches nor judges plays: proposals and figures come from bots
(`shengji.bots.thought`).
"""

from shengji.explain.decision import Answer, Explanation, Laid, explain_decision
from shengji.explain.hints import Advantage, Hint, Teacher, Why
from shengji.explain.lessons import lessons
from shengji.explain.thoughts import Cost, ToldThought, tell_thought
from shengji.record.reviews import Lesson

__all__ = [
    "Advantage",
    "Answer",
    "Cost",
    "Explanation",
    "Hint",
    "Laid",
    "Lesson",
    "Teacher",
    "ToldThought",
    "Why",
    "explain_decision",
    "lessons",
    "tell_thought",
]
