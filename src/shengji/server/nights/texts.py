"""Texts that people write into a night: names that are nobody else's, and words for others."""

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
from shengji.server.site.sanctions import said_of
from shengji.server.site.schemas import Fault
from shengji.server.site.services import Services
from shengji.words.others import as_before, rewritten

MOST_PEOPLE: Final = 500
"""So many can check in to a night."""

MOST_EVENTS: Final = 50_000
"""When so much has happened in a night, only organisers add to it."""


def tidy_night(settings: NightSettings) -> NightSettings:
    """Settings whose texts others can see."""
    return rewritten(settings, visible)


async def tidied(
    services: Services, live: LiveNight, person: Person, asked: AskedOfNight
) -> AskedOfNight | Fault:
    """A command with texts that others can see, or why it is refused.

    Who is muted writes nothing: what they do is done without their words, or is not done where it
    needs some.

    Args:
        services: of the server.
        live: the night.
        person: who asks.
        asked: for what.
    """
    if live.has_done(person.id, asked.id):
        return asked  # it is answered as it was before
    mute = services.sanctions.now(person.id, "mute")
    if live.version >= MOST_EVENTS and not live.night.runs(person.id):
        return _fault("night-full")
    if isinstance(asked, CheckIn):
        if mute is not None and asked.person.startswith(GUEST) and asked.name:
            return _fault("muted", **said_of(mute))
        named = asked if mute is None else replace(asked, name="")
        team = "" if mute is not None else visible(asked.team)
        return await _named(services, live, person, replace(named, team=team))
    if mute is not None and isinstance(asked, ChangeSettings):
        return replace(asked, settings=as_before(asked.settings, live.night.settings))
    return rewritten(asked, visible if mute is None else _unsaid)


def _unsaid(_: str) -> str:
    """Nothing, in the place of what somebody muted has written."""
    return ""


async def _named(
    services: Services, live: LiveNight, person: Person, command: CheckIn
) -> CheckIn | Fault:
    """A check-in with a name that a guest may have; accounts come under their own."""
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
