"""A regular evening as it is kept: what is agreed, who comes, what was played."""

from __future__ import annotations

from typing import Literal, NamedTuple

from shengji.server.evenings.agreed import EveningSettings
from shengji.server.evenings.outcome import EveningPlayed, Player
from shengji.server.evenings.plan import Plan

Answer = Literal["yes", "no", "perhaps"]
"""Whether somebody comes."""


class Evening(NamedTuple):
    """A regular evening.

    Attributes:
        id: its id.
        settings: what is agreed; `plan` follows from that.
        plan: when it is.
        version: how often it was changed.
        changed: when it was changed last, in milliseconds since 1970.
        link: the token of the link by which others become members.
        remind: when the next reminder is due, likewise; `None`: never.
    """

    id: str
    settings: EveningSettings
    plan: Plan
    version: int
    changed: int
    link: str
    remind: int | None


class Member(NamedTuple):
    """Somebody who comes to an evening.

    Attributes:
        person: who, by public id.
        name: the name.
        account: whether they have an account.
        joined: since when, in milliseconds since 1970; `None`: they are only asked to come.
        seat: where they sat last.
        calendar: the secret of their calendar file.
    """

    person: str
    name: str
    account: bool
    joined: int | None
    seat: int | None
    calendar: str | None


class HeldEvening(NamedTuple):
    """An evening that was played, or is being played.

    Attributes:
        day: on which day; `at`: when it began, in milliseconds since 1970.
        table: the table.
        played: what came of it; `None`: that is not known yet.
        players: who played.
    """

    day: str
    at: int
    table: str
    played: EveningPlayed | None
    players: tuple[Player, ...]


class MemberView(NamedTuple):
    """An evening with all that its members know.

    Attributes:
        evening: it.
        members: who comes, those first who have been there for longest; then who is asked to.
        answers: who has said what, by day and person.
        held: those that were played, the last one first.
    """

    evening: Evening
    members: tuple[Member, ...]
    answers: dict[str, dict[str, Answer]]
    held: tuple[HeldEvening, ...]

    def member(self, person: str) -> Member | None:
        """A person, if they are a member."""
        found = (at for at in self.members if at.person == person and at.joined is not None)
        return next(found, None)

    @property
    def runs(self) -> str:
        """The person who runs it, by public id: of the members the one who came first."""
        return self.members[0].person
