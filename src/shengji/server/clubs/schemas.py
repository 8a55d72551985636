"""Schemas of the requests and responses for clubs; docs/addresses.md lists the endpoints."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from shengji.forms import Setting
from shengji.nights.season import SeasonBy, SeasonStanding
from shengji.server.database.ids import PersonId
from shengji.server.database.moments import UnixMs
from shengji.server.evenings.evening_settings import Day, EveningSettings, When
from shengji.server.evenings.schemas import ComingDay
from shengji.server.nights.schemas import NightLine, NightSummary
from shengji.server.site.club_source import Seen
from shengji.server.site.schemas import Fault, PersonLine, Schema, Text
from shengji.words.others import ForOthers

Joins = Literal["link", "approval", "invitation"]
"""Admission of new members: by the link alone, after an organiser's answer, or by the invitation of
a member who is a friend."""

ClubRole = Literal["owner", "organiser", "member"]
"""Role of a member; an owner also has the rights of an organiser."""

MemberState = Literal["in", "asked", "invited"]
"""State of a line: a member, a person who asks to join, or an invited person."""

MOST_MEMBERS = 500
"""Maximum number of lines of a club."""

MOST_CLUBS = 20
"""Maximum number of clubs that a person is an owner of."""

MOST_SEASONS = 40
"""Maximum number of seasons of a club."""

LONGEST_ANNOUNCEMENT = 1000

MemberName = Annotated[ForOthers, Meta(min_length=1, max_length=40)]
Id = Annotated[str, Meta(max_length=40)]


class ClubSettings(Schema, frozen=True):
    """Settings of a club.

    Attributes:
        seen: viewers of the page, the seasons and the names: members, or everybody.
        joins: admission of new members.
    """

    name: Annotated[ForOthers, Meta(min_length=1, max_length=120), Setting()]
    about: Annotated[ForOthers, Meta(max_length=1000), Setting()] = ""
    seen: Annotated[Seen, Setting()] = "members"
    joins: Annotated[Joins, Setting()] = "approval"


class ClubId(Schema, frozen=True):
    """The id of a club; its page is `/#/club/ID`."""

    club: str


class NewClub(Schema, frozen=True):
    """A club to found; the caller becomes its owner."""

    settings: ClubSettings


class ClubRequest(NightSummary, frozen=True):
    """A night of another organiser that asks to belong to a club of the caller's.

    Attributes:
        club: the club; `name`: its name.
        organisers: names of the night's organisers.
    """

    club: str
    name: str
    organisers: tuple[str, ...]


class ClubLine(Schema, frozen=True):
    """A club in the caller's list.

    Attributes:
        state: whether the caller is a member, asks to join, or is invited.
        people: number of members.
        asked: for organisers, number of people who ask to join.
    """

    club: str
    name: str
    role: ClubRole
    state: MemberState
    people: int
    asked: int


class Clubs(Schema, frozen=True):
    """The caller's clubs, by name.

    Attributes:
        requests: nights of other organisers that wait for the caller's answer, latest first.
    """

    clubs: tuple[ClubLine, ...]
    requests: tuple[ClubRequest, ...]


class ClubOffer(Schema, frozen=True):
    """A club as the visitor of its link sees it.

    Attributes:
        people: number of members.
        club: its id, if the caller has a line or the club is public; otherwise `null`.
        state: the state of the caller's line; `null`: no line.
        frozen: whether nobody owns it, so that nobody can join.
    """

    name: str
    about: str
    joins: Joins
    people: int
    club: str | None
    state: MemberState | None
    frozen: bool


class SeasonRule(Schema, frozen=True):
    """The rule of a season's table.

    Attributes:
        best: number of nights that count by `best`.
        least_nights: number of nights that a person must have played to have a place.
    """

    by: SeasonBy = "sum"
    best: Annotated[int, Meta(ge=1, le=50)] = 8
    least_nights: Annotated[int, Meta(ge=1, le=50)] = 3


class SeasonSettings(Schema, frozen=True):
    """Settings of a season.

    Attributes:
        name: empty: all nights.
        first: start in Unix milliseconds.
        last: end in Unix milliseconds; `null`: open.
        published: whether everybody sees its table, also of a club for members only.
    """

    name: Annotated[ForOthers, Meta(max_length=80)] = ""
    first: Annotated[int, Meta(ge=0, le=2**53 - 1)] = 0
    last: Annotated[int, Meta(ge=0, le=2**53 - 1)] | None = None
    rule: SeasonRule = SeasonRule()
    published: bool = False


class SeasonLine(SeasonSettings, frozen=True, kw_only=True):
    """A season in a list."""

    season: str


class Seasons(Schema, frozen=True):
    """The seasons of a club, latest first.

    Attributes:
        runs: whether the caller may change them.
    """

    seasons: tuple[SeasonLine, ...]
    runs: bool


class ClubState(Schema, frozen=True):
    """A club as the caller sees it.

    Attributes:
        role: the caller's role; `null`: no member.
        state: the state of the caller's line; `null`: no line.
        member: the id of the caller's line; `null`: no line.
        sees: whether the caller sees the members, nights and unpublished seasons.
        people: number of members; `asked` and `requests`: for organisers, the people who ask to
            join and the nights that ask to belong to it.
        link: token of the link for new members, for members: `/#/join-club/TOKEN`.
        frozen: whether nobody owns it, so that nothing changes until an administrator of the site
            appoints an owner.
        series: name of the series that it was made from; `null`: none. Nights of other organisers
            that the series had not admitted became clubs of their own.
        runners: owners and organisers, the owners first.
        nights: the latest nights.
    """

    club: str
    settings: ClubSettings
    founded: UnixMs
    role: ClubRole | None
    state: MemberState | None
    member: str | None
    sees: bool
    people: int
    asked: int
    link: str | None
    frozen: bool
    series: str | None
    runners: tuple[PersonLine, ...]
    seasons: tuple[SeasonLine, ...]
    nights: tuple[NightLine, ...]
    requests: tuple[ClubRequest, ...]


class MemberLine(Schema, frozen=True):
    """A line of a club.

    Attributes:
        member: id of the line.
        name: that of the account, otherwise as the organisers wrote it; empty: hidden from the
            caller, since the line has no account and is not published.
        account: the public id of the account; `null`: none.
        since: time of joining or asking.
        published: whether the name is visible to all viewers of the club.
        merged: the line that it counts for; `null`: itself.
    """

    member: str
    name: str
    account: PersonId | None
    role: ClubRole
    state: MemberState
    since: UnixMs
    published: bool
    merged: str | None


class ClubMember(MemberLine, frozen=True):
    """A line of a club's list of members.

    Attributes:
        nights: for organisers, number of nights played in the latest season.
        last: for organisers, the last night played; `null`: none.
        coded: for organisers, whether a code waits for its person.
        persons: for organisers, the ids in nights that it points to.
    """

    nights: int
    last: UnixMs | None
    coded: bool
    persons: tuple[str, ...]


class ClubMembers(Schema, frozen=True):
    """The lines of a club, by name; for organisers those with the latest nights first."""

    members: tuple[ClubMember, ...]


class NewMember(Schema, frozen=True):
    """A new line of a club.

    Attributes:
        name: for organisers, the name of a member without an account.
        person: a friend to invite; without `name` and `person` the caller asks to join.
    """

    name: MemberName | None = None
    person: Id | None = None


class MemberId(Schema, frozen=True):
    """The id of a line."""

    member: str


class ChangeMember(Schema, frozen=True):
    """Changes of a line; `null`: unchanged.

    Attributes:
        role: for owners; members may step down themselves.
        state: `in`: admit a person who asks, or accept an invitation.
        name: for lines without an account.
        published: for organisers, and for the member.
    """

    role: ClubRole | None = None
    state: Literal["in"] | None = None
    name: MemberName | None = None
    published: bool | None = None


class MergeMember(Schema, frozen=True):
    """The line that another line counts for."""

    into: Id


class MemberCode(Schema, frozen=True):
    """The code with which a person claims a line, once.

    Attributes:
        code: for printing, or as part of a link: `/#/club-code/CLUB/CODE`.
    """

    member: str
    name: str
    code: str


class AskMember(Schema, frozen=True):
    """A claim to a line.

    Attributes:
        code: the code, in any spelling.
        confirm: whether to claim the line; otherwise it is only shown.
    """

    club: Id
    code: Annotated[str, Meta(max_length=40)]
    confirm: bool = False


class ClaimedMember(Schema, frozen=True):
    """A line that a code belongs to.

    Attributes:
        title: the name of the club.
        nights: number of its nights.
        yours: whether it now belongs to the caller's account.
        refusal: why it could not be claimed; `null`: not refused.
    """

    club: str
    title: str
    member: str
    name: str
    nights: int
    yours: bool
    refusal: Fault | None


class GuestChoice(Schema, frozen=True):
    """A guest of an evening to make a member.

    Attributes:
        person: the id in the night.
        name: a second name, if a line has the guest's; `null`: the guest's.
        member: the line that the guest is; `null`: a new one.
    """

    person: Annotated[str, Meta(max_length=80)]
    name: MemberName | None = None
    member: Id | None = None


class MakeMembers(Schema, frozen=True):
    """Guests of an evening to make members; empty: all guests without an account."""

    guests: Annotated[tuple[GuestChoice, ...], Meta(max_length=MOST_MEMBERS)] = ()


class GuestThere(Schema, frozen=True):
    """A guest whose name a line has already.

    Attributes:
        person: the id in the night.
        member: the line.
    """

    person: str
    name: str
    member: str


class EveningGuests(Schema, frozen=True):
    """The outcome of making guests members.

    Attributes:
        made: their lines.
        there: the guests that wait for a choice.
    """

    made: tuple[str, ...]
    there: tuple[GuestThere, ...]


class ClubPlan(When, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The schedule of a club's nights.

    Attributes:
        skipped: scheduled days without a night.
    """

    skipped: Annotated[tuple[Day, ...], msgspec.Meta(max_length=60)] = ()


class ClubPlanned(Schema, frozen=True):
    """The plan of a club, as sent to clients.

    Attributes:
        plan: `null`: none.
        runs: whether the caller may change the plan.
    """

    plan: ClubPlan | None
    coming: tuple[ComingDay, ...]
    runs: bool


class ExportedMember(MemberLine, frozen=True):
    """A line in the export of a club.

    Attributes:
        announced: whether it receives announcements.
        persons: the ids in nights that it points to.
        nights: the ids of its nights.
    """

    announced: bool
    persons: tuple[str, ...]
    nights: tuple[str, ...]


class ExportedEvening(Schema, frozen=True):
    """A regular evening in the export of a club, without answers and results."""

    evening: str
    settings: EveningSettings
    members: tuple[PersonLine, ...]


class ClubExport(Schema, frozen=True):
    """All that a club has stored.

    Attributes:
        evenings: without those that a block hides from the caller.
    """

    club: str
    settings: ClubSettings
    founded: UnixMs
    plan: ClubPlan | None
    seasons: tuple[SeasonLine, ...]
    members: tuple[ExportedMember, ...]
    announcements: tuple[Announcement, ...]
    nights: tuple[NightLine, ...]
    evenings: tuple[ExportedEvening, ...]


class Announcement(Schema, frozen=True):
    """An announcement to the members of a club.

    Attributes:
        name: name of the author; empty: deleted.
    """

    announcement: str
    at: UnixMs
    name: str
    text: str


class Announcements(Schema, frozen=True):
    """The announcements of a club, latest first.

    Attributes:
        on: whether the caller receives them.
        runs: whether the caller may make and remove them.
        next: for organisers, the time from which the next one is possible; `null`: now.
    """

    announcements: tuple[Announcement, ...]
    on: bool
    runs: bool
    next: UnixMs | None


class NewAnnouncement(Schema, frozen=True):
    """An announcement to make; line breaks are kept."""

    text: Annotated[ForOthers, Meta(min_length=1, max_length=LONGEST_ANNOUNCEMENT)]


class SetAnnounced(Schema, frozen=True):
    """A member's choice to receive announcements."""

    on: bool


class SetClub(Schema, frozen=True):
    """The club of a night; `null`: none."""

    club: Id | None


class AnswerNight(Schema, frozen=True):
    """The answer of a club's organiser to a night.

    Attributes:
        joins: whether the night belongs to the club.
    """

    joins: bool


class MemberAttendance(Schema, frozen=True):
    """The attendance of a member in a season.

    Attributes:
        nights: their ids, oldest first.
    """

    member: str
    name: str
    nights: tuple[str, ...]


class SeasonAttendance(Schema, frozen=True):
    """The attendance of a season, members by name.

    Attributes:
        nights: the nights, oldest first.
    """

    nights: tuple[NightLine, ...]
    members: tuple[MemberAttendance, ...]


class SeasonRating(Schema, frozen=True):
    """A line of the board of ratings of a season.

    Attributes:
        first: the first place that the member may have, from 1, given how uncertain the ratings
            are; `null`: the rating is too uncertain.
        last: the last such place.
        member: as `person` in the table.
        person: the public id of the account; empty: hidden from the caller, as `name`.
        nights: number of nights with a hand that counts.
        value: the present rating.
        deviation: standard deviation of the rating. The strength lies within 1.96 times this
            distance in 19 of 20 cases.
    """

    first: int | None
    last: int | None
    member: str
    person: str
    name: str
    nights: int
    value: float
    deviation: float


class SeasonBoard(Schema, frozen=True):
    """The ratings of the regulars of a season, with their uncertainty.

    Attributes:
        least: minimum number of its nights that a regular has played.
        heading: name of the rules of its last night, whose pool the ratings belong to.
        lines: the established ratings, best first, then those that are too uncertain; 200 at most.
    """

    least: int
    heading: Text
    lines: tuple[SeasonRating, ...]


class SeasonTable(Schema, frozen=True):
    """The table of a season, paginated.

    Attributes:
        name: the name of the club.
        counted: number of nights that count.
        damaged: number of nights that do not count, since their log cannot be read.
        people: number of lines on all pages.
        standings: this page of the table over all nights that count.
        next: the `from` of the next page; `null`: last page.
        own: the caller's line, on any page; `null`: none.
        board: the ratings of the regulars.
        nights: the latest nights that count, latest first; empty if the caller does not see the
            club.
        runs: whether the caller organises the club.
        before: the `before` to continue with at `GET /api/nights`; `null`: no more nights.
    """

    club: str
    name: str
    season: SeasonLine
    counted: int
    damaged: int
    people: int
    standings: tuple[SeasonStanding, ...]
    next: int | None
    own: SeasonStanding | None
    board: SeasonBoard
    nights: tuple[NightLine, ...]
    runs: bool
    before: int | None
