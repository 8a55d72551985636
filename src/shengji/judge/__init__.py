"""The judge: answers questions about the rules, as JSON (docs/judge.md).

The package holds the types of questions and answers, the parsing of questions, and the calls to the
rules. It has no rules: every answer comes from `shengji.play` and `shengji.game`, as in a game.
"""

from shengji.judge.answers import Answer
from shengji.judge.inputs import JudgeError, read_question
from shengji.judge.lines import judge_line, judge_stream
from shengji.judge.questions import Question
from shengji.judge.rulings import answer

__all__ = [
    "Answer",
    "JudgeError",
    "Question",
    "answer",
    "judge_line",
    "judge_stream",
    "read_question",
]
