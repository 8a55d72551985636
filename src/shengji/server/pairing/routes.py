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
async def ask_pairing(asked: AccountOwner, data: AskPairing) -> PairingState:
    """Queue for a rated match.

    Alone, or with partners: the first player asks with `partner`, further ones with the `code` of
    the answer (one for four players, up to two for six). Players of similar rating are seated
    together; the permitted distance grows with the wait. A new request replaces the earlier one.
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
    """The state of my wait for a rated match.

    Poll every few seconds: a player who has not polled for 75 seconds leaves the queue. At `table`
    the match starts once all players have connected to the table's socket. A player who has not
    connected within a minute leaves the queue; the rest keep their places.
    """
    asked.services[Leader].need()
    return asked.services[PairingQueue].state(asked.person.id)


@addresses.delete("/api/pairing", faults="too-many-requests")
async def end_pairing(asked: AccountOwner) -> PairingState:
    """Leave the queue for rated matches.

    Also removes the partners of my party. A match that has started goes on.
    """
    asked.services[Leader].need()
    await asked.services[PairingQueue].drop(asked.person.id)
    return asked.services[PairingQueue].state(asked.person.id)
