"""Endpoints of the queue for rated matches."""

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
async def ask_pairing(caller: AccountOwner, data: AskPairing) -> PairingState:
    """Queue for a rated match.

    Alone, or with partners: the first player asks with `partner`, further ones with the `code` of
    the answer (one for four players, up to two for six). Players of similar rating are seated
    together; the permitted distance grows with the wait. A new request replaces the earlier one.
    """
    if caller.person.bot:
        raise ApiError("bot-account")
    caller.services[Leader].need()
    caller.count_creation()
    rated = caller.services[Hub].rated
    rules = rated.named(data.rules)
    try:
        await caller.services[PairingQueue].need_time(caller.person)
        if not await make_room(caller):
            raise ApiError("too-many-tables", most=caller.services.settings.tables_per_person)
        if data.code is not None:
            return await caller.services[PairingQueue].join(caller.person, data.code)
        if rules is None:
            raise ApiError("bad-rated", rules=data.rules or "-", names=rated.names)
        return await caller.services[PairingQueue].ask(caller.person, rules, partner=data.partner)
    except PairingError as error:
        raise ApiError(error.code) from None


@addresses.get("/api/pairing", faults="too-many-requests")
async def pairing(caller: AccountOwner) -> PairingState:
    """The state of my wait for a rated match.

    Poll every few seconds: a player who has not polled for 75 seconds leaves the queue. At `table`
    the match starts once all players have connected to the table's socket. A player who has not
    connected within a minute leaves the queue; the rest keep their places.
    """
    caller.services[Leader].need()
    return caller.services[PairingQueue].state(caller.person.id)


@addresses.delete("/api/pairing", faults="too-many-requests")
async def end_pairing(caller: AccountOwner) -> PairingState:
    """Leave the queue for rated matches.

    Also removes the partners of my party. A match that has started goes on.
    """
    caller.services[Leader].need()
    await caller.services[PairingQueue].drop(caller.person.id)
    return caller.services[PairingQueue].state(caller.person.id)
