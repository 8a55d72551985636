"""Being seated for a rated match with people of about one's rating."""

from __future__ import annotations

from shengji.server.database.leader import Leader
from shengji.server.pairing.queue import PairingError, PairingQueue
from shengji.server.pairing.schemas import AskPairing, PairingState
from shengji.server.site.addresses import Addresses
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import AccountOwner
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.routes.lobby import make_room

addresses = Addresses("ratings")


@addresses.post(
    "/api/pairing",
    faults="bad-rated, no-pairs, no-party, bot-account, plays-rated, too-many-requests, "
    "too-many-tables",
)
async def ask_pairing(asked: AccountOwner, data: AskPairing) -> PairingState:
    """Wait for a rated match.

    Alone, or as partners: the first one asks with `partner`, the others with the `code` from the
    answer, one where four play, up to two where six do. People near in rating are seated together;
    how near they have to be grows less the longer they wait. Whoever asks anew waits for that
    alone.
    """
    if asked.person.bot:
        raise ApiError("bot-account")
    asked.services[Leader].need()
    asked.count_creation()
    rated = asked.services[Hub].rated
    rules = rated.named(data.rules)
    try:
        await asked.services[PairingQueue].need_time(asked.person)
        if not await make_room(asked):
            raise ApiError("too-many-tables", most=asked.services.settings.tables_per_person)
        if data.code is not None:
            return await asked.services[PairingQueue].join(asked.person, data.code)
        if rules is None:
            raise ApiError("bad-rated", rules=data.rules or "-", names=rated.names)
        return await asked.services[PairingQueue].ask(asked.person, rules, partner=data.partner)
    except PairingError as error:
        raise ApiError(error.code) from None


@addresses.get("/api/pairing", faults="too-many-requests")
async def pairing(asked: AccountOwner) -> PairingState:
    """How the wait for a rated match stands.

    To be asked every few seconds: who has not asked for 75 seconds waits no more. At `table` the
    match starts as soon as all have come, each by the socket of the table; who has not come within
    a minute is out, and the others wait on with their place kept.
    """
    asked.services[Leader].need()
    return asked.services[PairingQueue].state(asked.person.id)


@addresses.delete("/api/pairing", faults="too-many-requests")
async def end_pairing(asked: AccountOwner) -> PairingState:
    """Wait no more.

    Nor does whoever came along as partner. A match that has started goes on.
    """
    asked.services[Leader].need()
    await asked.services[PairingQueue].drop(asked.person.id)
    return asked.services[PairingQueue].state(asked.person.id)
