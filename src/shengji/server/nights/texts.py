"""Sanitising of texts that people write into a night: names, settings and messages."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from shengji.nights import ChangeSettings, CheckIn, NightSettings
from shengji.server.accounts.guest_names import tidy_name
from shengji.server.accounts.names import passes_for_house, skeletons
from shengji.server.accounts.store import AccountStore
from shengji.server.nights.live_night import GUEST, LiveNight
from shengji.server.nights.schemas import AskedOfNight
from shengji.server.site.characters import visible
from shengji.server.site.errors import ApiError
from shengji.server.site.person import Person
from shengji.server.site.sanctions import sanction_parameters
from shengji.server.site.schemas import Fault
from shengji.server.site.services import Services
from shengji.words.others import as_before, rewrite_texts

MOST_PEOPLE: Final = 500
"""Maximum number of people of a night; only organisers can check in more."""

MOST_EVENTS: Final = 50_000
"""Number of events from which a night accepts commands of organisers only."""


def tidy_night(settings: NightSettings) -> NightSettings:
    """The settings without invisible characters in their texts."""
    return rewrite_texts(settings, visible)


async def tidied(
    services: Services, live: LiveNight, person: Person, request: AskedOfNight
) -> AskedOfNight | Fault:
    """Remove invisible characters from the texts of a command, or refuse the command.

    A command of a muted user loses its texts, and is refused if it needs one.

    Args:
        services: services of the server.
        live: the night.
        person: the user.
        request: the command.
    """
    if live.has_done(person.id, request.id):
        return request  # it was carried out before
    mute = services.sanctions.now(person.id, "mute")
    if live.version >= MOST_EVENTS and not live.night.runs(person.id):
        return _fault("night-full")
    if isinstance(request, CheckIn):
        if mute is not None and request.person.startswith(GUEST) and request.name:
            return _fault("muted", **sanction_parameters(mute))
        named = request if mute is None else replace(request, name="")
        team = "" if mute is not None else visible(request.team)
        return await _named(services, live, person, replace(named, team=team))
    if mute is not None and isinstance(request, ChangeSettings):
        return replace(request, settings=as_before(request.settings, live.night.settings))
    return rewrite_texts(request, visible if mute is None else _unsaid)


def _unsaid(_: str) -> str:
    """Replacement for the texts of a muted user: empty."""
    return ""


async def _named(
    services: Services, live: LiveNight, person: Person, command: CheckIn
) -> CheckIn | Fault:
    """A check-in with a permitted guest name; accounts use their own name."""
    if len(live.night.people) >= MOST_PEOPLE and not live.night.runs(person.id):
        return _fault("night-full")
    if not command.name or (person.has_account and not command.person.startswith(GUEST)):
        return command
    name = tidy_name(command.name)
    if name is None:
        return _fault("bad-name")
    if passes_for_house(name):
        return _fault("name-reserved")
    if await services[AccountStore].is_taken(skeletons(name)):
        return _fault("name-taken")
    return replace(command, name=name)


def _fault(code: str, **params: object) -> Fault:
    return Fault(code=code, words=ApiError(code, None, **params).words)
