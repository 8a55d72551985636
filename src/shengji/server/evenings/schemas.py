"""Regular evenings, as addresses take and give them."""

from __future__ import annotations

from typing import Annotated

import msgspec

from shengji.cards import Rank
from shengji.rules.bounds import Word
from shengji.server.evenings.agreed import Day, EveningSettings, Every
from shengji.server.evenings.evening import Answer
from shengji.server.site.schemas import Shape, Text


class NewEvening(Shape, frozen=True):
    """A regular evening to be made; whoever asks runs it.

    Attributes:
        settings: what is agreed.
        table: a table at which one sits: its rules, how it is run, and its people, who are asked to
            come, are taken over.
    """

    settings: EveningSettings
    table: Word | None = None


class EveningId(Shape, frozen=True):
    """A regular evening; its page is `/#/evening/ID`."""

    evening: str


class ComingDay(Shape, frozen=True):
    """A day on which an evening is.

    Attributes:
        day: the day, as the zone of the evening has it.
        begins: when it begins, in milliseconds since 1970; `ends` likewise.
        opens: from when its table can be opened.
    """

    day: str
    begins: int
    ends: int
    opens: int


class EveningOffer(Shape, frozen=True):
    """An evening as somebody sees it who may become a member.

    Attributes:
        title: what it is called.
        heading: the rules' preset and system; `changed` is how many options differ from it.
        players: how many play at a table.
        every: how often it is; `first`, `time` and `zone` as of `EveningSettings`.
        people: how many members it has.
        next: when it is next.
        evening: its id, where one is a member or asked to be one.
        joined: whether one is a member.
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
    """An evening of one's own, as a list shows it.

    Attributes:
        answer: whether one comes the next time; `null`: one has not said.
        coming: how many have said that they come.
    """

    answer: Answer | None
    coming: int


class Evenings(Shape, frozen=True):
    """One's regular evenings, the next one first, with those to which one is asked.

    Attributes:
        evenings: the evenings.
        now: the time here, in milliseconds since 1970.
    """

    evenings: tuple[EveningLine, ...]
    now: int


class EveningMember(Shape, frozen=True):
    """Somebody who comes to an evening.

    Attributes:
        person: who, by public id; `name` and `account` as of `FriendLine`.
        joined: whether they are a member; else they are asked to come.
    """

    person: str
    name: str
    account: bool
    joined: bool


class EveningAnswer(Shape, frozen=True):
    """Whether a member comes on a day."""

    person: str
    answer: Answer


class EveningDay(ComingDay, frozen=True):
    """A day that is still to come, and who has said what about it."""

    answers: tuple[EveningAnswer, ...]


class EveningPlayer(Shape, frozen=True):
    """Somebody who played; attributes as of `Player` in the server's `evenings/outcome.py`."""

    seat: int
    person: str | None
    name: str
    bot: str | None
    hands: int


class EveningSide(Shape, frozen=True):
    """A side on an evening; where friends are called each seat is one.

    Attributes:
        before: its level when the evening began; `after`: when it was over.
        gained: how many levels it went up by.
        won: how many matches it won.
        players: who held its seats, each at the end of how many hands.
    """

    before: Rank
    after: Rank
    gained: int
    won: int
    players: tuple[EveningPlayer, ...]


class EveningResult(Shape, frozen=True):
    """An evening that was played, or is being played.

    Attributes:
        day: the day; `at`: when it began, in milliseconds since 1970.
        table: the table at which it was played; it may be gone.
        hands: how many hands were played.
        sides: how it went for each side; none: nothing was played.
        carried: whether its last match goes on the next time, where the evening is set so.
    """

    day: str
    at: int
    table: str
    hands: int
    sides: tuple[EveningSide, ...]
    carried: bool


class EveningState(Shape, frozen=True):
    """A regular evening as its members see it.

    Attributes:
        evening: its id.
        settings: what is agreed; `heading`, `changed` and `players` as of `EveningOffer`.
        runs: who runs it, by public id: of the members the one who came first.
        link: the token of its link, by which others become members: `/#/join-evening/TOKEN`.
        members: who comes, those first who have been there for longest; then who is asked to.
        coming: the next days.
        skipped: the days still to come on which it is not, though it would be.
        held: those that were played, the last one first.
        calendar: the secret of one's own calendar file: `/api/calendars/SECRET/evening.ics`.
        now: the time here, in milliseconds since 1970.
    """

    evening: str
    settings: EveningSettings
    heading: Text
    changed: int
    players: int
    runs: str
    link: str
    members: tuple[EveningMember, ...]
    coming: tuple[EveningDay, ...]
    skipped: tuple[str, ...]
    held: tuple[EveningResult, ...]
    calendar: str | None
    now: int


class SetAnswer(Shape, frozen=True):
    """Whether one comes."""

    answer: Answer


class SetSkipped(Shape, frozen=True):
    """The days still to come on which an evening is not, though it would be."""

    days: Annotated[tuple[Day, ...], msgspec.Meta(max_length=60)]


class EveningCalendar(Shape, frozen=True):
    """The secret of one's own calendar file: `/api/calendars/SECRET/evening.ics`."""

    secret: str
