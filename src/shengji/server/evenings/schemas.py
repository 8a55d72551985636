"""Request and response schemas of regular evenings."""

from __future__ import annotations

from typing import Annotated

import msgspec

from shengji.cards import Rank
from shengji.rules.bounds import Word
from shengji.server.evenings.evening_settings import Answer, Day, EveningSettings, Every
from shengji.server.site.schemas import NamedClub, PersonLine, Schema, Text


class NewEvening(Schema, frozen=True):
    """A regular evening to create; the caller runs it.

    Attributes:
        table: a table at which the caller sits. The evening takes over the table's rules and
            settings and invites its players.
        club: a club of which the caller is an owner or organiser. Its members may join the evening
            without an invitation.
    """

    settings: EveningSettings
    table: Word | None = None
    club: Word | None = None


class EveningId(Schema, frozen=True):
    """The id of a regular evening; its page is `/#/evening/ID`."""

    evening: str


class ComingDay(Schema, frozen=True):
    """A date of an evening.

    Attributes:
        day: the date in the evening's time zone.
        begins: start in Unix milliseconds.
        ends: end in Unix milliseconds.
        opens: opening time of the table in Unix milliseconds.
    """

    day: str
    begins: int
    ends: int
    opens: int


class EveningOffer(Schema, frozen=True):
    """A regular evening as the visitor of its link sees it.

    Attributes:
        heading: the rules' preset and system; `changed` is the number of options that differ from
            it.
        every: interval; `first`, `time` and `zone` as in `EveningSettings`.
        people: number of members.
        evening: its id, if the caller is a member or invited; otherwise `null`.
        joined: whether the caller is a member.
    """

    title: str
    heading: Text
    changed: int
    players: int
    every: Every
    first: str
    time: str
    zone: str
    people: int
    next: ComingDay
    evening: str | None
    joined: bool


class EveningLine(EveningOffer, frozen=True):
    """A regular evening in the list of the caller or of a club.

    Attributes:
        answer: the caller's answer for the next date; `null`: none.
        coming: number of members who have answered `yes`.
    """

    answer: Answer | None
    coming: int


class Evenings(Schema, frozen=True):
    """Regular evenings: joined ones first, then by their next date.

    Attributes:
        now: server time in Unix milliseconds.
    """

    evenings: tuple[EveningLine, ...]
    now: int


class EveningMember(PersonLine, frozen=True):
    """A member of an evening, or a person invited to it.

    Attributes:
        joined: whether they are a member; otherwise they are invited.
    """

    joined: bool


class EveningAnswer(Schema, frozen=True):
    """The answer of a member for a date."""

    person: str
    answer: Answer


class EveningDay(ComingDay, frozen=True):
    """A coming date with the answers of the members."""

    answers: tuple[EveningAnswer, ...]


class EveningPlayer(Schema, frozen=True):
    """A holder of a seat.

    Attributes:
        person: public id; `None`: a bot.
        name: the name at that time.
        bot: the bot that held a seat without a person.
        hands: number of hands at whose end this player held the seat.
    """

    seat: int
    person: str | None
    name: str
    bot: str | None
    hands: int


class EveningSide(Schema, frozen=True):
    """The result of one side; with called friends, each seat is a side.

    Attributes:
        before: level at the start of the evening.
        after: level at the end of the evening.
        won: number of matches won.
    """

    before: Rank
    after: Rank
    gained: int
    won: int
    players: tuple[EveningPlayer, ...]


class EveningResult(Schema, frozen=True):
    """A date of an evening that was played or is being played.

    Attributes:
        day: the date.
        at: start in Unix milliseconds.
        table: the id of its table, which may no longer exist.
        sides: the results of the sides; empty if no hand was played.
        carried: whether the last match is unfinished; the next date continues it with `carry_on`.
    """

    day: str
    at: int
    table: str
    hands: int
    sides: tuple[EveningSide, ...]
    carried: bool


class EveningState(Schema, frozen=True):
    """A regular evening as its members see it.

    Attributes:
        evening: its id.
        settings: its settings; `heading`, `changed` and `players` as in `EveningOffer`.
        runs: public id of the person who runs it: the earliest member.
        manages: whether the caller may change it: as that person, or as an owner or organiser of
            its club.
        club: the club that it belongs to; `null`: none, or the caller does not see it.
        link: token of the link for new members: `/#/join-evening/TOKEN`.
        members: the members in the order of joining, then the invited people.
        coming: the next dates.
        skipped: the skipped dates that are still to come.
        held: the played dates, the latest first.
        calendar: secret of the caller's calendar file: `/api/calendars/SECRET/evening.ics`.
        now: server time in Unix milliseconds.
    """

    evening: str
    settings: EveningSettings
    heading: Text
    changed: int
    players: int
    runs: str
    manages: bool
    club: NamedClub | None
    link: str
    members: tuple[EveningMember, ...]
    coming: tuple[EveningDay, ...]
    skipped: tuple[str, ...]
    held: tuple[EveningResult, ...]
    calendar: str | None
    now: int


class SetAnswer(Schema, frozen=True):
    """The answer of the caller for a date."""

    answer: Answer


class SetSkipped(Schema, frozen=True):
    """The skipped dates that are still to come."""

    days: Annotated[tuple[Day, ...], msgspec.Meta(max_length=60)]


class EveningCalendar(Schema, frozen=True):
    """The secret of the caller's calendar file: `/api/calendars/SECRET/evening.ics`."""

    secret: str
