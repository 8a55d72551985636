"""Endpoints of people: guests, names, and device links."""

from __future__ import annotations

import math
from typing import Final

from litestar import Response
from litestar.params import FromPath

from shengji.server.accounts.guest_names import guest_name, tidy_name
from shengji.server.accounts.names import passes_for_house, skeletons
from shengji.server.accounts.people import PeopleStore
from shengji.server.accounts.schemas import DeviceLink, Rename
from shengji.server.accounts.sessions import (
    DAY_MS,
    NAME_FAULTS,
    account_name,
    browser_of,
    connect_again,
    signed_in_response,
)
from shengji.server.accounts.store import AccountStore
from shengji.server.database.errors import StorageConflict
from shengji.server.database.ids import device_of
from shengji.server.database.moments import milliseconds
from shengji.server.site.addresses import Addresses
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import BrowserCaller, PersonCaller
from shengji.server.site.me import Me
from shengji.server.site.person import Person
from shengji.server.site.presence import Presence
from shengji.server.site.services import (
    Services,
)

addresses = Addresses("people")

LINK_SECONDS: Final = 600
"""Validity of a device link, in seconds."""


@addresses.post("/api/me", faults="too-many-requests", makes=True)
async def come(caller: BrowserCaller) -> Response[Me]:
    """Get my profile, as a new guest if this browser is unknown.

    Returns the person of this browser. An unknown browser becomes a new guest, and gets a cookie
    with its secret.
    """
    secret = caller.secret
    person = await caller.services.whose(secret)
    if person is None:
        caller.count_creation()
        languages = caller.request.headers.get("accept-language", "")
        name = guest_name(languages, caller.services.chance.of("names"))
        person, secret = await caller.services[PeopleStore].new_person(name, browser_of(caller))
    return await signed_in_response(caller, person, secret)


@addresses.get("/api/me", scope="profile", even_banned=True)
async def who(caller: PersonCaller) -> Me:
    """Get my profile.

    Returns the authenticated person and their tables, also to a program with a token. An unknown
    browser does not become a guest.
    """
    return await caller.services.me(caller.person)


@addresses.patch("/api/me", faults=f"bad-name, {NAME_FAULTS}, renamed-lately, too-many-requests")
async def rename(caller: PersonCaller, data: Rename) -> Me:
    """Change my name.

    Guests may share a name, but not that of an account. The name of an account is unique, and can
    be changed only after some days.
    """
    if caller.person.role is None:
        name = await _guests_name(caller.services, data.name)
        caller.count_creation()
        await caller.services[PeopleStore].rename(caller.person.id, name)
    else:
        name = account_name(data.name)
        if name != caller.person.name:
            caller.count_creation()
            await _rename_account(caller.services, caller.person, name)
    renamed = caller.person._replace(name=name)
    await caller.services[Presence].renamed(renamed)
    if caller.person.bot and name != caller.person.name:
        caller.services[Presence].cut(caller.person.id)  # the bot connects again under its new name
    return await caller.services.me(renamed)


@addresses.post("/api/me/link", faults="too-many-requests", makes=True)
async def make_link(caller: PersonCaller) -> DeviceLink:
    """Make a device link.

    Another browser that opens the link is signed in as this person. It is valid once, for ten
    minutes.
    """
    caller.count_creation()
    token = await caller.services[PeopleStore].new_link(caller.person.id, LINK_SECONDS)
    return DeviceLink(token=token, seconds=LINK_SECONDS)


@addresses.post("/api/link/{token:str}", faults="no-link, too-many-requests", makes=True)
async def use_link(caller: BrowserCaller, token: FromPath[str]) -> Response[Me]:
    """Use a device link.

    Signs this browser in as the person who made the link, and out of its previous person.
    """
    caller.count_creation()
    services, before = caller.services, caller.secret
    person = await services.whose(before)
    found = await services[PeopleStore].use_link(token, browser_of(caller), before)
    if found is None:
        raise ApiError("no-link")
    response = await signed_in_response(caller, *found)
    if person is not None:
        response.background = connect_again(services, person.id, device_of(before))
    return response


async def _guests_name(services: Services, text: str) -> str:
    """A valid name for a guest: visible, no account's, and not that of a bot or the site."""
    name = tidy_name(text)
    if name is None:
        raise ApiError("bad-name")
    if passes_for_house(name):
        raise ApiError("name-reserved")
    if await services[AccountStore].is_taken(skeletons(name)):
        raise ApiError("name-taken")
    return name


async def _rename_account(services: Services, person: Person, name: str) -> None:
    """Rename an account, unless it was renamed too recently."""
    account = await services[AccountStore].of(person.id)
    if account is None:
        raise ApiError("no-account")
    days = services.settings.renamed_after
    left = account.renamed / DAY_MS + days - milliseconds() / DAY_MS
    if account.renamed > account.made and left > 0:
        raise ApiError("renamed-lately", days=f"{days:g}", left=math.ceil(left))
    rename = services[AccountStore].rename
    try:
        if not await rename(person.id, name, skeletons(name), account.renamed):
            raise ApiError("name-taken")
    except StorageConflict:  # Another page of the person was faster.
        await _rename_account(services, person, name)
