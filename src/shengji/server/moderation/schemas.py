"""Schemas of reports, sanctions and the audit log."""

from __future__ import annotations

from typing import Annotated

import msgspec

from shengji.server.site.sanctions import Sanction
from shengji.server.site.schemas import Schema

_IdText = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{1,40}$")]

# A word at least, and no NUL, which PostgreSQL does not store.
_Reason = Annotated[
    str, msgspec.Meta(min_length=1, max_length=1000, pattern=r"^(?=[\x00\s]*[^\x00\s])[^\x00]*$")
]


class NewReport(Schema, frozen=True):
    """A report about a person's conduct.

    Attributes:
        text: the description, in the reporter's words.
        table: the id of the table, if any.
        match: the id of a finished match, if any.
        hand: the number of the hand in that table or match, if any.
    """

    text: _Reason
    table: _IdText | None = None
    match: _IdText | None = None
    hand: Annotated[int, msgspec.Meta(ge=1, le=10_000)] | None = None


class ReportLine(Schema, frozen=True):
    """A report as administrators see it.

    Attributes:
        report: its id.
        at: when it was made, in milliseconds since 1970.
        by: the reporter's public id; empty if they are deleted, and `by_name` is `null`.
        about: the reported person's public id.
        name: the reported person's name; `null` if they are deleted.
        table: the id of the table, if any; `match` and `hand` likewise.
        closed: when it was settled, in milliseconds since 1970; `null` while open.
        outcome: the administrator's conclusion.
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


class ReportLines(Schema, frozen=True):
    """A page of reports: open ones, the oldest first, or settled ones, the latest first.

    Attributes:
        next: the cursor of the next page; `null` on the last one.
    """

    reports: tuple[ReportLine, ...]
    next: str | None


class Remark(Schema, frozen=True):
    """A chat message at a table: one of the phrases, or a text.

    Attributes:
        at: when it was sent, in milliseconds since 1970.
    """

    at: int
    person: str
    name: str
    phrase: str | None
    text: str


class ReportFacts(Schema, frozen=True):
    """A report, with chat messages.

    Attributes:
        said: the last chat messages at the table before the report; empty if the table is deleted.
    """

    line: ReportLine
    said: tuple[Remark, ...]


class Settle(Schema, frozen=True):
    """The outcome of a report."""

    outcome: Annotated[str, msgspec.Meta(max_length=1000)] = ""


class Impose(Schema, frozen=True):
    """A mute or a ban to be imposed.

    Attributes:
        reason: the reason, which the person can read.
        until: when it ends, in milliseconds since 1970; `null` if permanent.
    """

    kind: Sanction
    reason: _Reason
    until: Annotated[int, msgspec.Meta(ge=0, le=253_402_300_000_000)] | None = None


class SanctionLine(Schema, frozen=True):
    """A mute or a ban.

    Attributes:
        sanction: its id.
        by: the administrator's public id; empty if imposed on the command line.
        at: when it was imposed, in milliseconds since 1970.
        until: when it ends; `null` if permanent.
        lifted: when it was lifted; `null` if it was not.
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


class SanctionLines(Schema, frozen=True):
    """The mutes and bans of a person, the latest first."""

    sanctions: tuple[SanctionLine, ...]


class ActLine(Schema, frozen=True):
    """An entry of the audit log.

    Attributes:
        number: its number in the log.
        at: when it was done, in milliseconds since 1970.
        by: the administrator's public id; empty if done on the command line.
        by_name: the administrator's name, if any.
        act: the action, such as `ban` or `role`.
        about: the id of the person or object concerned.
        name: the name of the person concerned; `null` if it is no person, or they are deleted.
        detail: further data of the action.
    """

    number: int
    at: int
    by: str
    by_name: str | None
    act: str
    about: str
    name: str | None
    detail: dict[str, str | int | None]


class ActLines(Schema, frozen=True):
    """A page of the audit log, the latest entry first.

    Attributes:
        before: the cursor of the next page; `null` on the last one.
    """

    acts: tuple[ActLine, ...]
    before: int | None
