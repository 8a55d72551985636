"""Drills of the rules: a question, and whether an answer is right.

Nothing is kept: a question is made again from its rules, its kind and its seed.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from litestar import Request, post
from litestar.params import JSONBody

from shengji.judge.questions import TrumpGiven
from shengji.practice.drills import Drill, DrillError, a_drill, kinds_for, make_drill
from shengji.rules import Rules
from shengji.server.http.faults import ASKED_BY_A_PERSON, FaultError, answers
from shengji.server.http.rules import read_rules
from shengji.server.http.services import NamedPerson, NamedServices, address_of
from shengji.server.shapes import (
    AnswerDrill,
    AskDrill,
    DrillAnswered,
    DrillAsked,
    DrillChoice,
    DrillHinge,
    DrillPile,
    DrillTrump,
)
from shengji.server.shapes.drill_shapes import MOST_SEEDS
from shengji.server.states import Text
from shengji.server.table.sheets import rules_state
from shengji.server.words import words
from shengji.words import Text as Authored

_FAULTS = (*ASKED_BY_A_PERSON, "rules", "no-drill", "too-many-requests")


@post(
    "/api/drills",
    status_code=200,
    tags=["practice"],
    summary="A question about the rules",
    description="For any rules, of the kinds that are wanted. The same rules, kind and seed give "
    "the same question.",
    responses=answers(*_FAULTS),
)
async def ask_drill(
    request: Request[Any, Any, Any],
    data: JSONBody[AskDrill],
    services: NamedServices,
    person: NamedPerson,
) -> DrillAsked:
    """A question about the rules."""
    rules = read_rules(data.rules)
    seed = data.seed
    if seed is None:
        seed = services.chance.of("drills").randrange(MOST_SEEDS)
    job = partial(_asked, rules, data, seed)
    try:
        return await services.worked(address_of(request.scope), person, job)
    except DrillError:
        raise FaultError("no-drill") from None


@post(
    "/api/drills/answer",
    status_code=200,
    tags=["practice"],
    summary="Whether an answer is right, and why",
    description="Of a question that `POST /api/drills` gave.",
    responses=answers(*_FAULTS),
)
async def answer_drill(
    request: Request[Any, Any, Any],
    data: JSONBody[AnswerDrill],
    services: NamedServices,
    person: NamedPerson,
) -> DrillAnswered:
    """Whether an answer is right."""
    job = partial(_answered, read_rules(data.rules), data)
    try:
        return await services.worked(address_of(request.scope), person, job)
    except DrillError:
        raise FaultError("no-drill") from None


def _asked(rules: Rules, data: AskDrill, seed: int) -> DrillAsked:
    return _without_answer(rules, a_drill(rules, data.kinds, seed))


def _without_answer(rules: Rules, drill: Drill) -> DrillAsked:
    return DrillAsked(
        kind=drill.kind,
        seed=drill.seed,
        heading=rules_state(rules).heading,
        kinds=kinds_for(rules),
        trump=None if drill.trump is None else _trump(drill.trump),
        prompt=_said(drill.prompt),
        piles=tuple(DrillPile(label=_said(pile.label), cards=pile.cards) for pile in drill.piles),
        choices=tuple(
            DrillChoice(label=one.label and _said(one.label), cards=one.cards)
            for one in drill.choices
        ),
        several=drill.several,
    )


def _trump(given: TrumpGiven) -> DrillTrump:
    return DrillTrump(rank=given.rank, suit=given.suit)


def _answered(rules: Rules, data: AnswerDrill) -> DrillAnswered:
    drill = make_drill(rules, data.kind, data.seed)
    return DrillAnswered(
        right=drill.is_right(data.chosen),
        rights=drill.right,
        reasons=tuple(one.reason and _said(one.reason) for one in drill.choices),
        explanation=_said(drill.explanation),
        source=drill.source,
        hinges=tuple(
            DrillHinge(
                option=hinge.option,
                title=_said(hinge.title),
                value=_said(hinge.value),
                source=hinge.source,
            )
            for hinge in drill.hinges
        ),
    )


def _said(text: Authored) -> Text:
    return words(text.en, text.zh)


drill_routes = [ask_drill, answer_drill]
