"""Matches that are shared by a link: whoever has it sees the hands that are over.

The names of who played are told as far as everybody may know them: in a match that is not open,
that of who shares it alone.
"""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response, delete, get, post
from litestar.params import FromPath
from msgspec.structs import replace

from shengji.server.matches.routes.history import LINES, HandWanted, hand_in, replay_of
from shengji.server.matches.shapes import MatchShare
from shengji.server.matches.shares import ShareStore
from shengji.server.matches.store import KeptRecord, MatchStore
from shengji.server.site.faults import FaultError, answers
from shengji.server.site.parameters import NumberInPath
from shengji.server.site.services import NamedPerson, NamedServices, Services, address_of, is_id
from shengji.server.tables.replay_shapes import HandReplay, MatchLine, MatchPlayer, ReplayMatch

_ASKED: Final = ("no-person", "no-match", "too-many-requests")
_SHARED: Final = ("bad-request", "no-person", "no-share", "too-many-requests")


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


@get(
    "/api/shared/{token:str}/hands",
    tags=["matches"],
    summary="The hands of a match that is shared",
    description="For whoever has the link. Of a match that is not open to everybody, no names are "
    "told but that of who shares it.",
    responses=answers(*_SHARED, "no-hand"),
)
async def hands_of_share(
    request: Request[Any, Any, Any],
    services: NamedServices,
    person: NamedPerson,
    token: FromPath[str],
    hand: HandWanted = None,
) -> ReplayMatch:
    """The hands of a match that is shared."""
    line, record = await shared_match(services, token)
    address = address_of(request.scope)
    return replace(await replay_of(services, address, person, record, line, hand), line=None)


@get(
    "/api/shared/{token:str}/hands/{hand:int}",
    tags=["matches"],
    summary="A hand of a match that is shared",
    description="All that happened in it, with all cards.",
    responses=answers(*_SHARED, "no-hand"),
)
async def hand_of_share(
    request: Request[Any, Any, Any],
    services: NamedServices,
    person: NamedPerson,
    token: FromPath[str],
    hand: NumberInPath,
) -> HandReplay:
    """A hand of a match that is shared."""
    _, record = await shared_match(services, token)
    return await hand_in(services, address_of(request.scope), person, record, hand)


@get(
    "/api/shared/{token:str}/record",
    tags=["matches"],
    summary="The record of a match that is shared",
    description="In the format of docs/record-format.md.",
    media_type=LINES,
    responses=answers(*_SHARED),
)
async def record_of_share(
    request: Request[Any, Any, Any],
    services: NamedServices,
    person: NamedPerson,
    token: FromPath[str],
) -> Response[bytes]:
    """The record of a match that is shared."""
    _, record = await shared_match(services, token)
    return Response(
        await services.worked(address_of(request.scope), person, record.packed.lines),
        media_type=LINES,
        headers={"content-disposition": 'attachment; filename="shengji-shared.jsonl"'},
    )


async def shared_match(services: Services, token: str) -> tuple[MatchLine, KeptRecord]:
    """What a link leads to, with the names that may be told.

    Raises:
        FaultError: it leads nowhere.
    """
    share = await services[ShareStore].find(token) if is_id(token) else None
    found = None if share is None else await services[MatchStore].at(share.place)
    if share is None or found is None:
        raise FaultError("no-share")
    line, record = found
    if line.open:
        return line, record
    seats = tuple(_unnamed(player, share.person) for player in line.seats)
    names = tuple(player.name for player in seats if not player.first)
    packed = record.packed._replace(names=names)
    return replace(line, seats=seats), record._replace(packed=packed)


def _unnamed(player: MatchPlayer, but: str) -> MatchPlayer:
    """Who held a seat, without the name unless it is that of this person, or of a bot."""
    if player.bot is not None or player.person == but:
        return player
    return replace(player, name="", person=None)


sharing_routes = [own_share, share, end_share, hands_of_share, hand_of_share, record_of_share]
