"""Routes for claiming the results of a guest without a browser, with the guest's code."""

from __future__ import annotations

from litestar.params import FromPath

from shengji.nights.standings import standings
from shengji.server.nights import claims as night_claims
from shengji.server.nights.routes.nights import OF_A_NIGHT, found_night
from shengji.server.nights.schemas import AskClaim, ClaimCode, ClaimCodes, NightClaim
from shengji.server.site.addresses import Addresses
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import HumanCaller, PersonCaller

addresses = Addresses("nights")


@addresses.get("/api/nights/{night:str}/claims", faults=f"{OF_A_NIGHT}, not-your-night")
async def claim_codes(caller: PersonCaller, night: FromPath[str]) -> ClaimCodes:
    """List the claim codes of a night's guests without a browser.

    With the code, a guest whom an organiser has checked in claims their results later. Guests with
    a browser create an account there instead. For organisers; a guest's code never changes.
    """
    live = await found_night(caller, night)
    if not live.night.runs(caller.person.id):
        raise ApiError("not-your-night")
    found = await night_claims.codes(live)
    return ClaimCodes(
        codes=tuple(
            ClaimCode(person=one, name=live.night.name(one), code=code)
            for one, code in found.items()
        )
    )


@addresses.post(
    "/api/nights/{night:str}/claim", faults=f"{OF_A_NIGHT}, bad-claim, no-account, bot-account"
)
async def claim_guest(caller: HumanCaller, data: AskClaim, night: FromPath[str]) -> NightClaim:
    """Claim a guest's results.

    Requires the guest's code. Without `confirm`, the response only shows the results; with it,
    results and ratings are transferred to the caller's account.
    """
    live = await found_night(caller, night)
    caller.count_sign_in()
    guest = night_claims.owner_of(live, data.code)
    if guest is None:
        raise ApiError("bad-claim")
    refusal = None
    if data.confirm and live.night.people[guest].account != caller.person.id:
        if not caller.person.has_account:
            raise ApiError("no-account")
        refusal = (await live.claim(guest, caller.person.id)).fault
    known = live.night.people[guest]
    row = next(row for row in standings(live.night) if row.person == guest)
    assert live.night.opened is not None, "it has been opened"
    return NightClaim(
        night=live.id,
        title=live.night.settings.title,
        opened=live.night.opened,
        person=guest,
        name=known.name,
        rounds=row.rounds,
        hands=row.hands,
        claimed=bool(known.account),
        yours=known.account == caller.person.id,
        refusal=refusal,
    )
