"""What people write into a night: names that are nobody else's, and texts that others can see."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from shengji.nights import ChangeSettings, CheckIn, CorrectHand, EnterHand, NightSettings, RuleHand
from shengji.server.accounts.names import passes_for_house, skeletons
from shengji.server.characters import visible
from shengji.server.http.faults import FaultError
from shengji.server.http.guest_names import tidy_name
from shengji.server.http.services import Services
from shengji.server.live import LiveNight
from shengji.server.live.live_night import GUEST
from shengji.server.shapes import Fault
from shengji.server.shapes.night_shapes import AskedOfNight
from shengji.server.storage import Person

MOST_PEOPLE: Final = 500
"""So many can check in to a night."""

MOST_EVENTS: Final = 50_000
"""When so much has happened in a night, only organisers add to it."""

_FREE: Final = ("text", "reason", "what", "team")
"""The fields of commands in which people write as they like."""


def tidy_night(settings: NightSettings) -> NightSettings:
    """Settings whose texts others can see."""
    return replace(settings, title=visible(settings.title), series=visible(settings.series))


async def tidied(
    services: Services, live: LiveNight, person: Person, asked: AskedOfNight
) -> AskedOfNight | Fault:
    """A command with texts that others can see, or why it is refused.

    Who is muted writes nothing: what they do is done without their words.

    Args:
        services: of the server.
        live: the night.
        person: who asks.
        asked: for what.
    """
    if live.has_done(person.id, asked.id):
        return asked  # it is answered as it was before
    command: Any = asked
    muted = services.sanctions.now(person.id, "mute") is not None
    runs = live.night.runs(person.id)
    if live.version >= MOST_EVENTS and not runs:
        return _fault("night-full")
    for name in _FREE:
        if hasattr(command, name):
            text = "" if muted else visible(getattr(command, name))
            command = replace(command, **{name: text})
    match command:
        case ChangeSettings():
            return replace(command, settings=tidy_night(command.settings))
        case EnterHand() | CorrectHand():
            offence = "" if muted else visible(command.entry.offence)
            return replace(command, entry=replace(command.entry, offence=offence))
        case RuleHand():
            offence = "" if muted else visible(command.ruling.offence)
            return replace(command, ruling=replace(command.ruling, offence=offence))
        case CheckIn():
            return await _named(services, live, person, command)
        case _:
            found: AskedOfNight = command
            return found


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
    if await services.store.accounts.is_taken(skeletons(name)):
        return _fault("name-taken")
    return replace(command, name=name)


def _fault(code: str) -> Fault:
    return Fault(code=code, words=FaultError(code).words)
