"""One's own devices: which there are, and signing them out."""

from __future__ import annotations

import re
from typing import Any, Final

from litestar import Request, delete, get
from litestar.params import FromPath

from shengji.server.accounts.people import PeopleStore
from shengji.server.accounts.shapes import Device, Devices
from shengji.server.database.ids import device_of
from shengji.server.site.faults import FaultError, answers
from shengji.server.site.person import Person
from shengji.server.site.presence import Presence
from shengji.server.site.services import NamedPerson, NamedServices, Services, secret_in

_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("MicroMessenger", "WeChat"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def label_of(user_agent: str) -> str:
    """What a browser is, in two words that its person knows it again by; empty when unknown.

    >>> label_of("Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0")
    'Firefox · Android'
    >>> label_of("curl/8.5.0")
    ''
    """
    found = (
        next((name for part, name in parts if re.search(rf"\b{part}", user_agent)), "")
        for parts in (_BROWSERS, _SYSTEMS)
    )
    return " · ".join(filter(None, found))


@get(
    "/api/me/devices",
    tags=["people"],
    summary="My devices",
    description="The browsers that are this person's, those that were here last first.",
    responses=answers("no-person"),
)
async def devices(
    request: Request[Any, Any, Any], services: NamedServices, person: NamedPerson
) -> Devices:
    """The browsers of a person."""
    return await _devices(request, services, person)


@delete(
    "/api/me/devices",
    status_code=200,
    tags=["people"],
    summary="Sign out all other devices",
    description="All browsers of this person but the one that asks are nobody's from now on; links "
    "for devices that have not been used are void.",
    responses=answers("no-person", "origin"),
)
async def sign_out_others(
    request: Request[Any, Any, Any], services: NamedServices, person: NamedPerson
) -> Devices:
    """Sign out all devices but the one that asks."""
    gone = await services[PeopleStore].sign_out(person.id, but=_here(request))
    services[Presence].sign_out(person.id, gone)
    return await _devices(request, services, person)


@delete(
    "/api/me/devices/{device:str}",
    status_code=200,
    tags=["people"],
    summary="Sign out one device",
    description="The browser is nobody's from now on.",
    responses=answers("no-person", "no-device", "origin"),
)
async def sign_out(
    request: Request[Any, Any, Any],
    services: NamedServices,
    person: NamedPerson,
    device: FromPath[str],
) -> Devices:
    """Sign out one device."""
    gone = await services[PeopleStore].sign_out(person.id, only=device)
    if not gone:
        raise FaultError("no-device")
    services[Presence].sign_out(person.id, gone)
    return await _devices(request, services, person)


def _here(request: Request[Any, Any, Any]) -> str:
    """The device that asks."""
    secret = secret_in(request.scope["headers"])
    return "" if secret is None else device_of(secret)


async def _devices(request: Request[Any, Any, Any], services: Services, person: Person) -> Devices:
    here = _here(request)
    return Devices(
        devices=tuple(
            Device(device=at.id, label=at.label, made=at.made, seen=at.seen, here=at.id == here)
            for at in await services[PeopleStore].devices(person.id)
        )
    )


devices_routes = [devices, sign_out_others, sign_out]
