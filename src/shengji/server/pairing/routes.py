"""Being seated for a rated match with people of about one's rating."""

from __future__ import annotations

from shengji.server.database.site_duty import Duty
from shengji.server.pairing.queue import PairingError, PairingQueue
from shengji.server.pairing.shapes import AskPairing, PairingState
from shengji.server.site.addresses import Addresses
from shengji.server.site.askers import ByOwner
from shengji.server.site.faults import FaultError
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.routes.lobby import make_room

addresses = Addresses("ratings")


@addresses.post(
    "/api/pairing",
    faults="bad-rated, no-pairs, no-party, bot-account, plays-rated, too-many-requests, "
    "too-many-tables",
)
async def ask_pairing(asked: ByOwner, data: AskPairing) -> PairingState:
    """Wait for a rated match.

    Alone, or as partners: the first one asks with `partner`, the others with the `code` from the
    answer, one where four play, up to two where six do. People near in rating are seated together;
    how near they have to be grows less the longer they wait. Whoever asks anew waits for that
    alone.
    """
    if asked.person.bot:
        raise FaultError("bot-account")
    asked.services[Duty].need()
    asked.count_creation()
    rated = asked.services[Hub].rated
    rules = rated.named(data.rules)
    try:
        await asked.services[PairingQueue].need_time(asked.person)
        if not await make_room(asked):
            raise FaultError("too-many-tables", most=asked.services.settings.tables_per_person)
        if data.code is not None:
            return await asked.services[PairingQueue].join(asked.person, data.code)
        if rules is None:
            raise FaultError("bad-rated", rules=data.rules or "-", names=rated.names)
        return await asked.services[PairingQueue].ask(asked.person, rules, partner=data.partner)
    except PairingError as error:
        raise FaultError(error.code) from None


@addresses.get("/api/pairing", faults="too-many-requests")
async def pairing(asked: ByOwner) -> PairingState:
    """How the wait for a rated match stands.

    To be asked every few seconds: who has not asked for 75 seconds waits no more. At `table` the
    match starts as soon as all have come, each by the socket of the table; who has not come within
    a minute is out, and the others wait on with their place kept.
    """
    asked.services[Duty].need()
    return asked.services[PairingQueue].state(asked.person.id)


@addresses.delete("/api/pairing", faults="too-many-requests")
async def end_pairing(asked: ByOwner) -> PairingState:
    """Wait no more.

    Nor does whoever came along as partner. A match that has started goes on.
    """
    asked.services[Duty].need()
    await asked.services[PairingQueue].drop(asked.person.id)
    return asked.services[PairingQueue].state(asked.person.id)
