"""What a guest without a phone has played is claimed, with the code that they were given."""

from __future__ import annotations

from typing import Any

from litestar import Request, get, post
from litestar.params import FromPath, JSONBody

from shengji.nights.standings import standings
from shengji.server.database.moments import milliseconds_of
from shengji.server.nights import claims as night_claims
from shengji.server.nights.claim_shapes import AskClaim, ClaimCode, ClaimCodes, NightClaim
from shengji.server.nights.routes.nights import found_night
from shengji.server.site.faults import ASKED_BY_A_PERSON, FaultError, answers
from shengji.server.site.services import NamedHuman, NamedPerson, NamedServices


@get(
    "/api/nights/{night:str}/claims",
    tags=["nights"],
    summary="The codes of those without a browser",
    description="With its code a guest whom an organiser has checked in claims later what they "
    "have played. Who has a browser makes an account there. For organisers; a code is always the "
    "same.",
    responses=answers(
        "no-person", "no-night", "night-damaged", "not-your-night", "too-many-requests"
    ),
)
async def claim_codes(
    services: NamedServices, person: NamedPerson, night: FromPath[str]
) -> ClaimCodes:
    """The codes of those who were checked in at the desk and have no account."""
    live = await found_night(services, night)
    if not live.night.runs(person.id):
        raise FaultError("not-your-night")
    found = await night_claims.codes(live)
    return ClaimCodes(
        codes=tuple(
            ClaimCode(person=one, name=live.night.name(one), code=code)
            for one, code in found.items()
        )
    )


@post(
    "/api/nights/{night:str}/claim",
    status_code=200,
    tags=["nights"],
    summary="Claim what a guest has played",
    description="By the guest's code. Without `confirm` it is only told what would be claimed; "
    "with it what was played, and the ratings of it, are the asker's, who needs an account.",
    responses=answers(
        *ASKED_BY_A_PERSON,
        "no-night",
        "night-damaged",
        "bad-claim",
        "no-account",
        "bot-account",
        "too-many-requests",
    ),
)
async def claim_guest(
    request: Request[Any, Any, Any],
    data: JSONBody[AskClaim],
    services: NamedServices,
    human: NamedHuman,
    night: FromPath[str],
) -> NightClaim:
    """Claim what a guest has played, or be told what it is."""
    live = await found_night(services, night)
    services.count_sign_in(request)
    guest = night_claims.owner_of(live, data.code)
    if guest is None:
        raise FaultError("bad-claim")
    refusal = None
    if data.confirm and live.night.people[guest].account != human.id:
        if not human.has_account:
            raise FaultError("no-account")
        refusal = (await night_claims.claim(live, guest, human.id)).fault
    known = live.night.people[guest]
    row = next(row for row in standings(live.night) if row.person == guest)
    assert live.night.opened is not None, "it has been opened"
    return NightClaim(
        night=live.id,
        title=live.night.settings.title,
        opened=milliseconds_of(live.night.opened),
        person=guest,
        name=known.name,
        rounds=row.rounds,
        hands=row.hands,
        claimed=bool(known.account),
        yours=known.account == human.id,
        refusal=refusal,
    )


claims_routes = [claim_codes, claim_guest]
