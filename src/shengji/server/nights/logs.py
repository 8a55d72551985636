"""Stored log of a night: decoding, a person's events, and removal of their name.

A damaged log cannot be replayed. Its readable events are still exported, and unreadable ones that
mention a deleted person are blanked.
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
"""Replacement for an unreadable event that mentions a deleted person."""


def read_night(id_: str, bodies: Iterable[bytes]) -> Night:
    """Replay the stored events of a night.

    Raises:
        NightDamaged: an event cannot be decoded, or cannot have happened.
    """
    night, applied = Night(), 0
    try:
        for body in bodies:
            read_event(body).change(night)
            applied += 1
        # Rules and scores are computed lazily; force them here, to detect errors.
        for game in (game for found in night.rounds for game in found.games.values()):
            play_through(game)
    except Exception as error:
        # Any error means that the log is damaged; callers handle one type.
        raise NightDamaged(
            f"The log of night {id_} is damaged after {applied} events: {traced(error)}."
        ) from error
    return night


def _readable(bodies: Sequence[bytes]) -> Iterator[tuple[int, NightEvent]]:
    """The readable events, with their numbers from 1."""
    for number, body in enumerate(bodies, 1):
        try:
            yield number, read_event(body)
        except (msgspec.MsgspecError, ValueError):
            continue


def _ids_of(events: Iterable[NightEvent], person: str) -> set[str]:
    """The ids of a person in a night, given the public id."""
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


def events_about(bodies: Sequence[bytes], person: str) -> list[NightEvent]:
    """The readable events that concern a person or that they have caused.

    Args:
        bodies: the log.
        person: the public id.
    """
    events = [event for _, event in _readable(bodies)]
    own = _ids_of(events, person)
    return [at for at in events if at.by in own or getattr(at, "person", None) in own]


def without_name(bodies: Sequence[bytes], person: str) -> dict[int, bytes]:
    """Replacements for the events that mention a person's name, by number.

    Args:
        bodies: the log.
        person: the public id.
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
