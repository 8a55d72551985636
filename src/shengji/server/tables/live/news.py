"""News: what a live table tells besides what is stored."""

from __future__ import annotations

from dataclasses import dataclass

from shengji.server.actors.news import ActorNotification


@dataclass(frozen=True, slots=True)
class PersonCame(ActorNotification):
    """A person has come, by public id, who was not here before."""

    person: str


@dataclass(frozen=True, slots=True)
class PersonGone(ActorNotification):
    """A person has gone, by public id, with the last of their connections."""

    person: str


@dataclass(frozen=True, slots=True)
class ReadingChanged(ActorNotification):
    """Somebody has begun or stopped to read how a hand went."""


@dataclass(frozen=True, slots=True)
class LeaversChanged(ActorNotification):
    """Others than before are about to leave a rated match."""


@dataclass(frozen=True, slots=True)
class PromptChanged(ActorNotification):
    """Something else is waited for, though nothing was stored."""


@dataclass(frozen=True, slots=True)
class DeclareOver(ActorNotification):
    """The time of these seats to declare has run out."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WaitReminder(ActorNotification):
    """These seats have been waited for for some time, and no clock runs."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CallToTable(ActorNotification):
    """A person who does not see the page is to come to the table, or to another place.

    Attributes:
        kind: somebody calls, and it is their turn (`nudged`) or not (`called`); the table has
            waited for them for some time (`waits`); a friend invites them (`invited-...`); or a
            regular evening is on the next day or in an hour, or its table is open
            (`evening-...`): the text of `words/pushes.toml`.
        person: who, by public id.
        place: the id of the table, or of the other place.
        title: what it is called.
        by: who calls, by public id; `None`: the table itself.
        name: the name of who calls.
        page: the page on which the place is.
        time: when an evening begins, as its people read it.
        lasts: for how many seconds the call is of use.
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
