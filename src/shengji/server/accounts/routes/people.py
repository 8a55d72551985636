"""Who somebody is: a secret that only their browsers hold."""

from __future__ import annotations

import math
from typing import Any, Final

from litestar import Request, Response, get, patch, post
from litestar.params import FromPath, JSONBody

from shengji.server.accounts.guest_names import guest_name, tidy_name
from shengji.server.accounts.names import passes_for_house, skeletons
from shengji.server.accounts.people import PeopleStore
from shengji.server.accounts.sessions import DAY_MS, NAME_FAULTS, account_name, browser_of, known
from shengji.server.accounts.shapes import DeviceLink, Rename
from shengji.server.accounts.store import AccountStore
from shengji.server.database.errors import StorageConflict
from shengji.server.database.moments import milliseconds
from shengji.server.site.faults import ASKED_BY_A_PERSON, FaultError, answers
from shengji.server.site.me import Me
from shengji.server.site.person import Person
from shengji.server.site.presence import Presence
from shengji.server.site.services import (
    NamedPerson,
    NamedServices,
    Services,
    allowed,
    refuse_token,
    secret_in,
)

LINK_SECONDS: Final = 600
"""How long a device link is good."""


@post(
    "/api/me",
    status_code=200,
    tags=["people"],
    summary="Who am I",
    description="Tells who this browser belongs to. To one that is not known yet it gives a guest, "
    "by a cookie with a secret.",
    responses=answers("browsers-only", "origin", "too-many-requests"),
)
async def come(request: Request[Any, Any, Any], services: NamedServices) -> Response[Me]:
    """Know a browser again, or make a guest of it."""
    refuse_token(request)
    secret = secret_in(request.scope["headers"])
    person = await services.whose(secret)
    if person is None or secret is None:
        services.count_creation(request)
        languages = request.headers.get("accept-language", "")
        name = guest_name(languages, services.chance.of("names"))
        person, secret = await services[PeopleStore].new_person(name, browser_of(request))
    return await known(request, services, person, secret)


@get(
    "/api/me",
    tags=["people"],
    summary="Who am I, without becoming a guest",
    description="Tells who asks, and where they sit; also to a program, by its token. A browser "
    "that is not known stays so.",
    responses=answers("no-person", "no-token", "scope", "too-many-requests"),
    **allowed("profile", even_banned=True),
)
async def who(services: NamedServices, person: NamedPerson) -> Me:
    """Who asks."""
    return await services.me(person)


@patch(
    "/api/me",
    tags=["people"],
    summary="Take another name",
    description="Guests may be called alike, but not as an account is called. An account's name is "
    "its own, and can be changed once in a while.",
    responses=answers(
        *ASKED_BY_A_PERSON,
        "bad-name",
        *NAME_FAULTS,
        "muted",
        "renamed-lately",
        "too-many-requests",
    ),
)
async def rename(
    request: Request[Any, Any, Any],
    data: JSONBody[Rename],
    services: NamedServices,
    person: NamedPerson,
) -> Me:
    """Give a person another name."""
    if person.role is None:
        name = await _guests_name(services, data.name)
        services.count_creation(request)
        await services[PeopleStore].rename(person.id, name)
    else:
        name = account_name(data.name)
        if name != person.name:
            services.count_creation(request)
            await _rename_account(services, person, name)
    renamed = person._replace(name=name)
    await services[Presence].renamed(renamed)
    if person.bot and name != person.name:
        services[Presence].cut(person.id)  # it comes back by its new name
    return await services.me(renamed)


@post(
    "/api/me/link",
    status_code=200,
    tags=["people"],
    summary="Make a device link",
    description="Gives a link with which another browser becomes this person's. It is good once, "
    "for ten minutes.",
    responses=answers("no-person", "origin", "too-many-requests"),
)
async def make_link(
    request: Request[Any, Any, Any], services: NamedServices, person: NamedPerson
) -> DeviceLink:
    """Make a device link."""
    services.count_creation(request)
    token = await services[PeopleStore].new_link(person.id, LINK_SECONDS)
    return DeviceLink(token=token, seconds=LINK_SECONDS)


@post(
    "/api/link/{token:str}",
    status_code=200,
    tags=["people"],
    summary="Use a device link",
    description="Makes this browser the person's who made the link; it forgets whose it was.",
    responses=answers("browsers-only", "no-link", "origin", "too-many-requests"),
)
async def use_link(
    request: Request[Any, Any, Any], services: NamedServices, token: FromPath[str]
) -> Response[Me]:
    """Use a device link up."""
    refuse_token(request)
    services.count_creation(request)
    found = await services[PeopleStore].use_link(token, browser_of(request))
    if found is None:
        raise FaultError("no-link")
    person, secret = found
    return await known(request, services, person, secret)


async def _guests_name(services: Services, text: str) -> str:
    """A name for a guest: any that can be seen, and that is not an account's nor the house's."""
    name = tidy_name(text)
    if name is None:
        raise FaultError("bad-name")
    if passes_for_house(name):
        raise FaultError("name-reserved")
    if await services[AccountStore].is_taken(skeletons(name)):
        raise FaultError("name-taken")
    return name


async def _rename_account(services: Services, person: Person, name: str) -> None:
    """Give an account another name, unless it has had its name for too short a time."""
    account = await services[AccountStore].of(person.id)
    if account is None:
        raise FaultError("no-account")
    days = services.settings.renamed_after
    left = account.renamed / DAY_MS + days - milliseconds() / DAY_MS
    if account.renamed > account.made and left > 0:
        raise FaultError("renamed-lately", days=f"{days:g}", left=math.ceil(left))
    rename = services[AccountStore].rename
    try:
        if not await rename(person.id, name, skeletons(name), account.renamed):
            raise FaultError("name-taken")
    except StorageConflict:  # Another page of theirs was faster.
        await _rename_account(services, person, name)


people_routes = [come, who, rename, make_link, use_link]
