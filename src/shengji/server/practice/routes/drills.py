"""HTTP endpoints of drills: ask a question about the rules, and check an answer."""

from __future__ import annotations

from functools import partial
from typing import Final

from shengji.practice.drills import DrillError
from shengji.server.practice.drill_schemas import (
    MOST_SEEDS,
    AnswerDrill,
    AskDrill,
    DrillAnswered,
    DrillAsked,
)
from shengji.server.practice.drilling import answered_drill, asked_drill
from shengji.server.rules.routes import read_rules
from shengji.server.site.addresses import Addresses
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import PersonCaller

addresses = Addresses("practice")

_FAULTS: Final = "rules, no-drill, too-many-requests"


@addresses.post("/api/drills", faults=_FAULTS)
async def ask_drill(caller: PersonCaller, data: AskDrill) -> DrillAsked:
    """A question about the rules.

    For any rules, of the requested kinds. The same rules, kind and seed give the same question.
    """
    rules = read_rules(data.rules)
    seed = data.seed
    if seed is None:
        seed = caller.services.chance.of("drills").randrange(MOST_SEEDS)
    try:
        return await caller.worked(partial(asked_drill, rules, data, seed))
    except DrillError:
        raise ApiError("no-drill") from None


@addresses.post("/api/drills/answer", faults=_FAULTS)
async def answer_drill(caller: PersonCaller, data: AnswerDrill) -> DrillAnswered:
    """Check an answer: whether it is right, and why.

    The question must come from `POST /api/drills`.
    """
    try:
        return await caller.worked(partial(answered_drill, read_rules(data.rules), data))
    except DrillError:
        raise ApiError("no-drill") from None
