"""Answering a question: what the rules say, through the functions that the game itself asks."""

from __future__ import annotations

from shengji.judge.answers import Answer
from shengji.judge.bids import answer_bids, answer_calls, answer_redeal
from shengji.judge.inputs import read_rules
from shengji.judge.plays import (
    answer_follow,
    answer_follows,
    answer_kitty,
    answer_lead,
    answer_order,
    answer_trick,
    answer_units,
)
from shengji.judge.questions import (
    Bids,
    Calls,
    Follow,
    Follows,
    Kitty,
    LeadQuestion,
    Order,
    Question,
    Redeal,
    Result,
    TrickQuestion,
    Units,
)
from shengji.judge.results import answer_result


def answer(question: Question) -> Answer:
    """Answer a question.

    Raises:
        JudgeError: when it cannot be answered.
    """
    rules = read_rules(question.rules)
    match question:
        case Order():
            return answer_order(rules, question)
        case Units():
            return answer_units(rules, question)
        case LeadQuestion():
            return answer_lead(rules, question)
        case Follow():
            return answer_follow(rules, question)
        case Follows():
            return answer_follows(rules, question)
        case TrickQuestion():
            return answer_trick(rules, question)
        case Kitty():
            return answer_kitty(rules, question)
        case Result():
            return answer_result(rules, question)
        case Bids():
            return answer_bids(rules, question)
        case Redeal():
            return answer_redeal(rules, question)
        case Calls():
            return answer_calls(rules, question)
