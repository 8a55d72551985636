"""The judge: one question about the rules in, one answer out, both as JSON (docs/judge.md).

What lives here: the types of questions and answers, reading a question, and asking the rules. What
may not: rules; every answer comes from `shengji.play` and `shengji.game`, as in a game.
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
