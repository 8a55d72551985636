"""The judge: one question about the rules in, one answer out, both as JSON (docs/judge.md).

What lives here: the types of questions and answers, reading a question, and asking the rules. What
may not: rules; every answer comes from `shengji.play` and `shengji.game`, as in a game.
"""

from shengji.terminal.judging.answering import answer
from shengji.terminal.judging.answers import Answer
from shengji.terminal.judging.asking import judge_line, judge_stream
from shengji.terminal.judging.questions import Question
from shengji.terminal.judging.reading import JudgeError, read_question

__all__ = [
    "Answer",
    "JudgeError",
    "Question",
    "answer",
    "judge_line",
    "judge_stream",
    "read_question",
]
