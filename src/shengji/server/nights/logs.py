"""The log of a night as it is kept: read, told of, and without the name of somebody.

A night whose log is damaged cannot be built; the events of it that can be read are told all the
same, and nobody's name stays in the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from shengji.nights import Night, NightEvent
from shengji.nights.acts.people import GuestClaimed, GuestReleased, PersonArrived
from shengji.nights.scorekeeping import play_through
from shengji.nights.stored import encode_event, read_event
from shengji.server.database.errors import NightDamaged
from shengji.server.site.traces import traced

_UNREADABLE: Final = b"{}"
"""Put in the place of an event that cannot be read and is about somebody who is gone."""


def read_night(id_: str, bodies: Iterable[bytes]) -> Night:
    """The night that its events have built, as they are kept.

    Raises:
        NightDamaged: what stands there cannot be read, or cannot have happened.
    """
    night, applied = Night(), 0
    try:
        for body in bodies:
            read_event(body).change(night)
            applied += 1
        # What is played, and what hands have come to, is worked out only when somebody looks.
        for game in (game for found in night.rounds for game in found.games.values()):
            play_through(game)
    except Exception as error:
        # Whatever it was: the log says what cannot be, and whoever comes is to hear of it.
        raise NightDamaged(
            f"The log of night {id_} is damaged after {applied} events: {traced(error)}."
        ) from error
    return night


def _readable(bodies: Sequence[bytes]) -> Iterator[tuple[int, NightEvent]]:
    """The events that can be read, with their numbers."""
    for number, body in enumerate(bodies, 1):
        try:
            yield number, read_event(body)
        except (msgspec.MsgspecError, ValueError):
            continue


def _ids_of(events: Iterable[NightEvent], person: str) -> set[str]:
    """The ids by which somebody is known in a night, given the public id."""
    found = {person}
    for event in events:
        match event:
            case PersonArrived() | GuestClaimed() if event.account == person:
                found.add(event.person)
            case GuestReleased() if event.account == person != event.person:
                found.discard(event.person)
            case _:
                pass
    return found


def told_of(bodies: Sequence[bytes], person: str) -> list[NightEvent]:
    """The events that are of somebody, or that they have brought about, as far as one can read.

    Args:
        bodies: the log.
        person: who, by public id.
    """
    events = [event for _, event in _readable(bodies)]
    own = _ids_of(events, person)
    return [at for at in events if at.by in own or getattr(at, "person", None) in own]


def without_name(bodies: Sequence[bytes], person: str) -> dict[int, bytes]:
    """The events that are to be kept otherwise, by number, so that a name is in none of them.

    Args:
        bodies: the log.
        person: whose name, by public id.
    """
    readable = dict(_readable(bodies))
    own = _ids_of(readable.values(), person)
    changed: dict[int, bytes] = {}
    for number, body in enumerate(bodies, 1):
        event = readable.get(number)
        if isinstance(event, PersonArrived) and event.person in own:
            changed[number] = encode_event(replace(event, name=""))
        elif event is None and any(one.encode() in body for one in own):
            changed[number] = _UNREADABLE
    return changed
