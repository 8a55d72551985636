"""Notifications of a live table in addition to stored entries."""

from __future__ import annotations

from dataclasses import dataclass

from shengji.server.actors.news import ActorNotification


@dataclass(frozen=True, slots=True)
class PersonConnected(ActorNotification):
    """A person, by public id, has opened the first connection."""

    person: str


@dataclass(frozen=True, slots=True)
class PersonDisconnected(ActorNotification):
    """A person, by public id, has closed the last connection."""

    person: str


@dataclass(frozen=True, slots=True)
class ReadingChanged(ActorNotification):
    """A player has begun or stopped to read a finished hand."""


@dataclass(frozen=True, slots=True)
class LeaversChanged(ActorNotification):
    """The list of absent players of a rated match has changed."""


@dataclass(frozen=True, slots=True)
class PromptChanged(ActorNotification):
    """The prompt has changed without a stored entry."""


@dataclass(frozen=True, slots=True)
class DeclareOver(ActorNotification):
    """The time of these seats to declare has run out."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WaitReminder(ActorNotification):
    """These seats have not decided for some time, and no clock runs."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CallToTable(ActorNotification):
    """A push notification that asks a person to open a table or another page.

    Attributes:
        kind: the text in `words/pushes.toml`: a player nudges them on their turn (`nudged`) or
            otherwise (`called`); the table has waited for them for some time (`waits`); a friend
            invites them (`invited-...`); a regular evening is on the next day or in an hour, or
            its table is open (`evening-...`); or their club has news (`announced`).
        person: the receiver's public id.
        place: the id of the table or other target.
        by: the public id of the person who calls; `None`: the table itself.
        page: the page that shows the target.
        time: the start of an evening, formatted for its people.
        lasts: seconds after which the notification expires.
    """

    kind: str
    person: str
    place: str
    title: str
    by: str | None = None
    name: str = ""
    page: str = "table"
    time: str = ""
    lasts: int = 300
