"""Doors for drills of the rules: a question, and whether an answer is right."""

from __future__ import annotations

from functools import partial
from typing import Any

from litestar import Request, post
from litestar.params import JSONBody

from shengji.practice.drills import DrillError
from shengji.server.practice.drill_shapes import (
    MOST_SEEDS,
    AnswerDrill,
    AskDrill,
    DrillAnswered,
    DrillAsked,
)
from shengji.server.practice.drilling import answered_drill, asked_drill
from shengji.server.rules.routes import read_rules
from shengji.server.site.faults import ASKED_BY_A_PERSON, FaultError, answers
from shengji.server.site.services import NamedPerson, NamedServices, address_of

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
    job = partial(asked_drill, rules, data, seed)
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
    job = partial(answered_drill, read_rules(data.rules), data)
    try:
        return await services.worked(address_of(request.scope), person, job)
    except DrillError:
        raise FaultError("no-drill") from None


drill_routes = [ask_drill, answer_drill]
