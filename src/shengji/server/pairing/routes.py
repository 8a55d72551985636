"""Being seated for a rated match with people of about one's rating."""

from __future__ import annotations

from typing import Any

from litestar import Request, delete, get, post
from litestar.params import JSONBody

from shengji.server.pairing.desk import Desk, PairingError
from shengji.server.pairing.shapes import AskPairing, PairingState
from shengji.server.site.faults import ASKED_BY_A_PERSON, FaultError, answers
from shengji.server.site.services import NamedOwner, NamedServices
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.routes.lobby import make_room


@post(
    "/api/pairing",
    status_code=200,
    tags=["ratings"],
    summary="Wait for a rated match",
    description="Alone, or as partners: the first one asks with `partner`, the others with the "
    "`code` from the answer, one where four play, up to two where six do. People near in rating "
    "are seated together; how near they have to be grows less the longer they wait. Whoever asks "
    "anew waits for that alone.",
    responses=answers(
        *ASKED_BY_A_PERSON,
        "no-account",
        "bad-rated",
        "no-pairs",
        "no-party",
        "bot-account",
        "plays-rated",
        "too-many-requests",
        "too-many-tables",
    ),
)
async def ask_pairing(
    request: Request[Any, Any, Any],
    data: JSONBody[AskPairing],
    services: NamedServices,
    owner: NamedOwner,
) -> PairingState:
    """Wait for a rated match."""
    if owner.bot:
        raise FaultError("bot-account")
    services.count_creation(request)
    rated = services[Hub].rated
    rules = rated.named(data.rules)
    try:
        await services[Desk].need_time(owner)
        if not await make_room(services, owner):
            raise FaultError("too-many-tables", most=services.settings.tables_per_person)
        if data.code is not None:
            return await services[Desk].join(owner, data.code)
        if rules is None:
            raise FaultError("bad-rated", rules=data.rules or "-", names=rated.names)
        return await services[Desk].ask(owner, rules, partner=data.partner)
    except PairingError as error:
        raise FaultError(error.code) from None


@get(
    "/api/pairing",
    tags=["ratings"],
    summary="How the wait for a rated match stands",
    description="To be asked every few seconds: who has not asked for 75 seconds waits no more. At "
    "`table` the match starts as soon as all have come, each by the socket of the table; who has "
    "not come within a minute is out, and the others wait on with their place kept.",
    responses=answers("no-person", "no-account", "too-many-requests"),
)
async def pairing(services: NamedServices, owner: NamedOwner) -> PairingState:
    """How the wait for a rated match stands."""
    return services[Desk].state(owner.id)


@delete(
    "/api/pairing",
    status_code=200,
    tags=["ratings"],
    summary="Wait no more",
    description="Nor does whoever came along as partner. A match that has started goes on.",
    responses=answers("no-person", "no-account", "origin", "too-many-requests"),
)
async def end_pairing(services: NamedServices, owner: NamedOwner) -> PairingState:
    """Wait no more for a rated match."""
    await services[Desk].drop(owner.id)
    return services[Desk].state(owner.id)


pairing_routes = [ask_pairing, pairing, end_pairing]
