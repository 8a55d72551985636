"""Reports, mutes and bans, and the book of what was done."""

from __future__ import annotations

from typing import Annotated

import msgspec

from shengji.server.site.sanctions import Sanction
from shengji.server.site.schemas import Shape

_IdText = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{1,40}$")]


_Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]


class NewReport(Shape, frozen=True):
    """The fault in what somebody does.

    Attributes:
        text: that, in one's own words.
        table: at which table; `None`: elsewhere.
        match: in which match that is over; `None`: in none.
        hand: in which hand there; `None`: in none.
    """

    text: _Reason
    table: _IdText | None = None
    match: _IdText | None = None
    hand: Annotated[int, msgspec.Meta(ge=1, le=10_000)] | None = None


class ReportLine(Shape, frozen=True):
    """A report as administrators see it.

    Attributes:
        report: its id.
        at: when, in milliseconds since 1970.
        by: the public id of who has told it; empty: they are gone, and `by_name` is `None`.
        about: of whom.
        name: the name of that person; `None`: they are gone.
        table: at which table, `match`: in which match, `hand`: in which hand there, if in any.
        text: what is wrong.
        closed: when it was settled; `None`: it is open.
        outcome: what came of it.
    """

    report: str
    at: int
    by: str
    by_name: str | None
    about: str
    name: str | None
    table: str | None
    match: str | None
    hand: int | None
    text: str
    closed: int | None
    outcome: str | None


class ReportLines(Shape, frozen=True):
    """The open reports, the oldest first, or those that are settled, the last first.

    Attributes:
        reports: some of them.
        next: the report after which the next ones stand; `None`: these are the last.
    """

    reports: tuple[ReportLine, ...]
    next: str | None


class Remark(Shape, frozen=True):
    """Words that somebody has said at a table: one of the phrases, or a text.

    Attributes:
        at: when, in milliseconds since 1970.
    """

    at: int
    person: str
    name: str
    phrase: str | None
    text: str


class ReportFacts(Shape, frozen=True):
    """A report, with what was said.

    Attributes:
        line: the report.
        said: the last of what was said at the table before it; none when the table is gone.
    """

    line: ReportLine
    said: tuple[Remark, ...]


class Settle(Shape, frozen=True):
    """The outcome of a report."""

    outcome: Annotated[str, msgspec.Meta(max_length=1000)] = ""


class Impose(Shape, frozen=True):
    """A mute or a ban to be imposed.

    Attributes:
        kind: which of the two.
        reason: why, as its person will read it.
        until: until when, in milliseconds since 1970; `None`: for good.
    """

    kind: Sanction
    reason: _Reason
    until: Annotated[int, msgspec.Meta(ge=0, le=253_402_300_000_000)] | None = None


class SanctionLine(Shape, frozen=True):
    """A mute or a ban.

    Attributes:
        sanction: its id.
        by: the public id of who has imposed it; empty: who runs the server.
        at: since when, in milliseconds since 1970; `until` when: `None` for good; and when it was
            `lifted`: `None`: it was not.
        holds: whether it is in force.
    """

    sanction: str
    kind: Sanction
    reason: str
    by: str
    at: int
    until: int | None
    lifted: int | None
    holds: bool


class SanctionLines(Shape, frozen=True):
    """The mutes and bans of a person, the last first."""

    sanctions: tuple[SanctionLine, ...]


class ActLine(Shape, frozen=True):
    """A deed of a keeper of the site.

    Attributes:
        number: its place in the book.
        at: when, in milliseconds since 1970.
        by: the public id of who has done it; empty: who runs the server, on its command line.
        by_name: the name of that person; `None`: there is none.
        act: what, such as `ban` or `role`.
        about: to whom or what, by id.
        name: the name of that person; `None`: it is no person, or they are gone.
        detail: the rest.
    """

    number: int
    at: int
    by: str
    by_name: str | None
    act: str
    about: str
    name: str | None
    detail: dict[str, str | int | None]


class ActLines(Shape, frozen=True):
    """The deeds of the keepers of the site, the last first.

    Attributes:
        acts: some of it.
        before: the number before which the next ones stand; `None`: these are the first.
    """

    acts: tuple[ActLine, ...]
    before: int | None
