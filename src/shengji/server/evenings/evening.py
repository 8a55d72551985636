"""Data of a regular evening: settings, members and played evenings."""

from __future__ import annotations

from typing import NamedTuple

from shengji.server.database.ids import PersonId
from shengji.server.database.moments import UnixMs
from shengji.server.evenings.evening_settings import Answer, EveningSettings
from shengji.server.evenings.outcome import EveningPlayed
from shengji.server.evenings.plan import Plan
from shengji.server.evenings.schemas import EveningPlayer


class Evening(NamedTuple):
    """A regular evening.

    Attributes:
        plan: the schedule that follows from `settings` and the skipped days.
        version: the number of changes.
        link: token of the link for new members.
        remind: time of the next reminder; `None`: never.
        club: the club that it belongs to; `None`: none.
    """

    id: str
    settings: EveningSettings
    plan: Plan
    version: int
    changed: UnixMs
    link: str
    remind: UnixMs | None
    club: str | None


class Member(NamedTuple):
    """A member of an evening, or a person invited to it.

    Attributes:
        joined: start of the membership; `None`: invited only.
        seat: their last seat.
        calendar: secret token of their calendar file.
    """

    person: PersonId
    name: str
    account: bool
    joined: UnixMs | None
    seat: int | None
    calendar: str | None


class HeldEvening(NamedTuple):
    """One occurrence of an evening that was played or is being played.

    Attributes:
        day: the date.
        at: start time.
        table: the id of the table.
        played: the result; `None`: not known yet.
    """

    day: str
    at: UnixMs
    table: str
    played: EveningPlayed | None
    players: tuple[EveningPlayer, ...]


class MemberView(NamedTuple):
    """An evening with the data that its members see.

    Attributes:
        members: the members in the order of joining, then the invited people.
        answers: the answers by day and person.
        held: the occurrences that were played, the latest first.
    """

    evening: Evening
    members: tuple[Member, ...]
    answers: dict[str, dict[str, Answer]]
    held: tuple[HeldEvening, ...]

    def member(self, person: PersonId) -> Member | None:
        """Return a person's membership, or `None` if they are not a member."""
        found = (at for at in self.members if at.person == person and at.joined is not None)
        return next(found, None)

    @property
    def runs(self) -> str:
        """The public id of the person who runs the evening: the earliest member."""
        return self.members[0].person
