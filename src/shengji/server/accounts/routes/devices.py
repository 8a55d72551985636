"""Endpoints of the caller's devices: listing, and signing out."""

from __future__ import annotations

import re
from typing import Final

from litestar.params import FromPath

from shengji.server.accounts.people import PeopleStore
from shengji.server.accounts.schemas import Device, Devices
from shengji.server.database.ids import device_of
from shengji.server.site.addresses import Addresses
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import PersonCaller
from shengji.server.site.presence import Presence

addresses = Addresses("people")

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
    """A description of a browser in two words, by which its owner recognizes it; empty: unknown.

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


@addresses.get("/api/me/devices")
async def devices(caller: PersonCaller) -> Devices:
    """My devices.

    The signed-in browsers of this person, last used first.
    """
    return await _devices(caller)


@addresses.delete("/api/me/devices")
async def sign_out_others(caller: PersonCaller) -> Devices:
    """Sign out all other devices.

    Signs out all browsers of this person except the calling one. Unused device links become
    invalid.
    """
    gone = await caller.services[PeopleStore].sign_out(
        caller.person.id, but=device_of(caller.secret)
    )
    caller.services[Presence].sign_out(caller.person.id, gone)
    return await _devices(caller)


@addresses.delete("/api/me/devices/{device:str}", faults="no-device")
async def sign_out(caller: PersonCaller, device: FromPath[str]) -> Devices:
    """Sign out one device."""
    gone = await caller.services[PeopleStore].sign_out(caller.person.id, only=device)
    if not gone:
        raise ApiError("no-device")
    caller.services[Presence].sign_out(caller.person.id, gone)
    return await _devices(caller)


async def _devices(caller: PersonCaller) -> Devices:
    here = device_of(caller.secret)
    return Devices(
        devices=tuple(
            Device(device=at.id, label=at.label, made=at.made, seen=at.seen, here=at.id == here)
            for at in await caller.services[PeopleStore].devices(caller.person.id)
        )
    )
