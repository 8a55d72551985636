"""HTTP handlers of shared links to matches; `ByLink` serves the links."""

from __future__ import annotations

from typing import Final

from litestar.params import FromPath

from shengji.server.matches.schemas import MatchShare
from shengji.server.matches.shares import ShareStore
from shengji.server.matches.store import MatchStore
from shengji.server.site.addresses import Addresses
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import PersonCaller
from shengji.server.site.services import is_id

addresses = Addresses("matches")

_PATH: Final = "/api/matches/{match:str}/share"


@addresses.get(_PATH, faults="no-match, too-many-requests")
async def own_share(caller: PersonCaller, match: FromPath[str]) -> MatchShare:
    """Get my link to a match.

    The link works without signing in.
    """
    services, person = caller.services, caller.person.id
    if not is_id(match) or await services[MatchStore].one(match, person) is None:
        raise ApiError("no-match")
    return MatchShare(token=await services[ShareStore].token(match, person))


@addresses.post(_PATH, faults="no-match, too-many-requests")
async def share(caller: PersonCaller, match: FromPath[str]) -> MatchShare:
    """Share a match by a link.

    The link shows the finished hands until it is deleted. Repeated requests return the same link.
    Allowed for matches that `/api/matches` shows to the caller.
    """
    caller.count_creation()
    shares = caller.services[ShareStore]
    token = await shares.make(match, caller.person.id) if is_id(match) else None
    if token is None:
        raise ApiError("no-match")
    return MatchShare(token=token)


@addresses.delete(_PATH, faults="no-share, too-many-requests")
async def end_share(caller: PersonCaller, match: FromPath[str]) -> None:
    """Delete my link to a match.

    The link stops working.
    """
    if not is_id(match) or not await caller.services[ShareStore].end(match, caller.person.id):
        raise ApiError("no-share")
