"""Dispatches questions to the functions of the game that decide them."""

from __future__ import annotations

from functools import cache

from shengji.judge import bids, course, plays, questions, results
from shengji.judge.answers import Answer
from shengji.judge.inputs import read_rules
from shengji.judge.questions import Question
from shengji.play.compiling import compile_meanwhile
from shengji.rules import Rules


def answer(question: Question, rules: Rules | None = None) -> Answer:
    """Answer a question.

    The kernels run in Python at first, while their compilation goes on in the background.

    Args:
        question: the question.
        rules: the rules named in the question, if already parsed, or a substitute for them.

    Raises:
        JudgeError: the question cannot be answered.
    """
    _compile_meanwhile()
    if rules is None:
        rules = read_rules(question.rules)
    match question:
        case questions.Order():
            return plays.answer_order(rules, question)
        case questions.Units():
            return plays.answer_units(rules, question)
        case questions.LeadQuestion():
            return plays.answer_lead(rules, question)
        case questions.Follow():
            return plays.answer_follow(rules, question)
        case questions.Follows():
            return plays.answer_follows(rules, question)
        case questions.TrickQuestion():
            return plays.answer_trick(rules, question)
        case questions.Kitty():
            return plays.answer_kitty(rules, question)
        case questions.Result():
            return results.answer_result(rules, question)
        case questions.Bids():
            return bids.answer_bids(rules, question)
        case questions.Redeal():
            return bids.answer_redeal(rules, question)
        case questions.Calls():
            return bids.answer_calls(rules, question)
        case questions.Made():
            return bids.answer_made(rules, question)
        case questions.First():
            return course.answer_first(rules, question)
        case questions.LandTurns():
            return course.answer_land(rules, question)
        case questions.Joins():
            return course.answer_joins(rules, question)
        case questions.BuryQuestion():
            return course.answer_bury(rules, question)
        case questions.Points():
            return course.answer_points(rules, question)


@cache
def _compile_meanwhile() -> None:
    """Start the compilation once per process."""
    compile_meanwhile()
