"""Endpoints of reports and sanctions."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Final

from litestar.params import FromPath, FromQuery, QueryParameter

from shengji.server.accounts.store import AccountStore
from shengji.server.database.log import Stored
from shengji.server.database.moments import milliseconds
from shengji.server.matches.store import MatchStore
from shengji.server.moderation.schemas import (
    ActLines,
    Impose,
    NewReport,
    Remark,
    ReportFacts,
    ReportLines,
    SanctionLine,
    SanctionLines,
    Settle,
)
from shengji.server.moderation.store import MOST_OPEN, ModerationStore
from shengji.server.site.addresses import Addresses
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import AdministratorCaller, PersonCaller
from shengji.server.site.sanctions import Imposed
from shengji.server.site.services import (
    Services,
    is_id,
)
from shengji.server.tables.acts.talk import Spoke
from shengji.server.tables.core.entries import decode_body
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.store import TableStore

addresses = Addresses("moderation")

_PAGE: Final = 100
_SAID: Final = 200
"""Maximum number of chat messages with a report."""


@addresses.post(
    "/api/people/{person_id:str}/report",
    faults="no-such-person, no-table, no-match, report-oneself, reported, too-many-reports, "
    "too-many-requests",
    makes=True,
)
async def report(caller: PersonCaller, data: NewReport, person_id: FromPath[str]) -> None:
    """Report a person.

    Administrators receive the report with the chat messages of the table; the person is not
    notified. A table and a match must be visible to the caller.
    """
    caller.count_creation()
    reporter = caller.person.id
    if data.table is not None and await caller.services[TableStore].line(data.table) is None:
        raise ApiError("no-table")
    if (
        data.match is not None
        and await caller.services[MatchStore].one(data.match, reporter) is None
    ):
        raise ApiError("no-match")
    outcome = "unknown"
    if is_id(person_id):
        outcome = await caller.services[ModerationStore].report(
            reporter, person_id, data.text.strip(), data.table, data.hand, data.match
        )
    match outcome:
        case "unknown":
            raise ApiError("no-such-person")
        case "oneself":
            raise ApiError("report-oneself")
        case "known":
            raise ApiError("reported")
        case "too-many":
            raise ApiError("too-many-reports", most=MOST_OPEN)


@addresses.get("/api/admin/reports", faults="no-such-report")
async def reports(
    caller: AdministratorCaller,
    closed: FromQuery[bool] = False,
    after: Annotated[
        str | None, QueryParameter(max_length=40, description="The `next` of the page before.")
    ] = None,
) -> ReportLines:
    """The reports.

    Open ones, the oldest first, or settled ones, the latest first; a hundred at a time.
    """
    moderation, last = caller.services[ModerationStore], None
    if after is not None:
        last = await moderation.one(after) if is_id(after) else None
        if last is None or (closed and last.closed is None):
            raise ApiError("no-such-report")
    found = await moderation.reports(closed=closed, after=last, limit=_PAGE + 1)
    shown = found[:_PAGE]
    return ReportLines(
        reports=tuple(shown),
        next=shown[-1].report if len(found) > len(shown) else None,
    )


@addresses.get("/api/admin/reports/{report_id:str}", faults="no-such-report")
async def one_report(caller: AdministratorCaller, report_id: FromPath[str]) -> ReportFacts:
    """A report.

    With the last chat messages at the table before it.
    """
    found = await caller.services[ModerationStore].one(report_id) if is_id(report_id) else None
    if found is None:
        raise ApiError("no-such-report")
    stored = await caller.services[TableStore].read(found.table) if found.table else []
    said = await asyncio.to_thread(_last_remarks, stored, found.at)
    return ReportFacts(line=found, said=said)


@addresses.post("/api/admin/reports/{report_id:str}/settle", faults="no-such-report")
async def settle(caller: AdministratorCaller, data: Settle, report_id: FromPath[str]) -> None:
    """Settle a report."""
    moderation = caller.services[ModerationStore]
    known = is_id(report_id)
    if not (known and await moderation.settle(report_id, caller.person.id, data.outcome.strip())):
        raise ApiError("no-such-report")


@addresses.get("/api/admin/people/{person_id:str}/sanctions", faults="no-such-person")
async def sanctions(caller: AdministratorCaller, person_id: FromPath[str]) -> SanctionLines:
    """The mutes and bans of a person.

    For a guest who was merged into an account: those of the account.
    """
    known, moderation = is_id(person_id), caller.services[ModerationStore]
    if not known or await caller.services[MatchStore].person(person_id, caller.person.id) is None:
        raise ApiError("no-such-person")
    found = await moderation.sanctions(await caller.services[AccountStore].account_of(person_id))
    return SanctionLines(sanctions=tuple(map(_sanction_line, found)))


@addresses.post(
    "/api/admin/people/{person_id:str}/sanctions",
    status=201,
    faults="no-such-person, sanction-over, sanction-administrator",
    makes=True,
)
async def impose(
    caller: AdministratorCaller, data: Impose, person_id: FromPath[str]
) -> SanctionLine:
    """Mute or ban a person.

    It takes effect at once. A banned person is disconnected from all tables, where bots replace
    them. They can still read the reason, export their data, and delete themselves. For a guest who
    was merged into an account it is imposed on the account.
    """
    if data.until is not None and data.until <= milliseconds():
        raise ApiError("sanction-over")
    if not is_id(person_id):
        raise ApiError("no-such-person")
    moderation = caller.services[ModerationStore]
    person = await caller.services[AccountStore].account_of(person_id)
    account = await caller.services[AccountStore].of(person)
    if account is not None and account.role == "administrator":
        raise ApiError("sanction-administrator")
    made = await moderation.impose(
        person, data.kind, data.reason.strip(), caller.person.id, data.until
    )
    if made is None:
        raise ApiError("no-such-person")
    await _read(caller.services)
    return _sanction_line(made)


@addresses.delete("/api/admin/sanctions/{sanction:str}", faults="no-such-sanction")
async def lift(caller: AdministratorCaller, sanction: FromPath[str]) -> None:
    """Lift a mute or ban."""
    known = is_id(sanction)
    if not known or await caller.services[ModerationStore].lift(sanction, caller.person.id) is None:
        raise ApiError("no-such-sanction")
    await _read(caller.services)


@addresses.get("/api/admin/log")
async def log(
    caller: AdministratorCaller,
    before: Annotated[
        int | None, QueryParameter(ge=0, le=2**31 - 1, description="The `before` of a page.")
    ] = None,
) -> ActLines:
    """The audit log of administrators' actions.

    The latest first, a hundred at a time.
    """
    found = await caller.services[ModerationStore].acts(before, _PAGE + 1)
    shown = found[:_PAGE]
    return ActLines(
        acts=tuple(shown),
        before=shown[-1].number if len(found) > len(shown) else None,
    )


async def _read(services: Services) -> None:
    """Reload the sanctions, so that a change takes effect."""
    await services.sanctions.read(services[ModerationStore], services[Hub])


def _last_remarks(stored: Sequence[Stored], until: int) -> tuple[Remark, ...]:
    """The last chat messages until a time, in order."""
    found: list[Remark] = []
    for entry in reversed(stored):
        if entry.at <= until and isinstance(body := decode_body(entry.body), Spoke):
            found.append(
                Remark(
                    at=entry.at,
                    person=body.person,
                    name=body.name,
                    phrase=body.phrase,
                    text=body.text,
                )
            )
            if len(found) == _SAID:
                break
    return tuple(reversed(found))


def _sanction_line(imposed: Imposed) -> SanctionLine:
    found = imposed._asdict()
    del found["person"]
    return SanctionLine(sanction=found.pop("id"), **found, holds=imposed.holds(milliseconds()))
