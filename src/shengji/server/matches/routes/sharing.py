"""Links by which a person shares a match; `ByLink` tells of what they lead to."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, delete, get, post
from litestar.params import FromPath

from shengji.server.matches.shapes import MatchShare
from shengji.server.matches.shares import ShareStore
from shengji.server.matches.store import MatchStore
from shengji.server.site.faults import FaultError, answers
from shengji.server.site.services import NamedPerson, NamedServices, is_id

_ASKED: Final = ("no-person", "no-match", "too-many-requests")


@get(
    "/api/matches/{match:str}/share",
    tags=["matches"],
    summary="Whether one shares a match",
    description="By a link that others open without being signed in.",
    responses=answers(*_ASKED),
)
async def own_share(
    services: NamedServices, person: NamedPerson, match: FromPath[str]
) -> MatchShare:
    """The link by which a person shares a match."""
    if not is_id(match) or await services[MatchStore].one(match, person.id) is None:
        raise FaultError("no-match")
    made = await services[ShareStore].of(person.id)
    return MatchShare(token=next((one.token for one in made if one.match == match), None))


@post(
    "/api/matches/{match:str}/share",
    status_code=200,
    tags=["matches"],
    summary="Share a match by a link",
    description="Whoever has the link sees the hands that are over, until it is taken back. Who "
    "shares the match already is told the same link again. For whom `/api/matches` tells of it.",
    responses=answers(*_ASKED, "origin"),
)
async def share(
    request: Request[Any, Any, Any],
    services: NamedServices,
    person: NamedPerson,
    match: FromPath[str],
) -> MatchShare:
    """Share a match."""
    services.count_creation(request)
    token = await services[ShareStore].make(match, person.id) if is_id(match) else None
    if token is None:
        raise FaultError("no-match")
    return MatchShare(token=token)


@delete(
    "/api/matches/{match:str}/share",
    status_code=204,
    tags=["matches"],
    summary="Share a match no longer",
    description="The link that one has made leads nowhere from now on.",
    responses=answers("no-person", "no-share", "too-many-requests", "origin"),
)
async def end_share(services: NamedServices, person: NamedPerson, match: FromPath[str]) -> None:
    """Take a link back."""
    if not is_id(match) or not await services[ShareStore].end(match, person.id):
        raise FaultError("no-share")


sharing_routes = [own_share, share, end_share]
