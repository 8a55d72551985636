"""What keeps a site civil: reports by people, and what administrators do about them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any, Final

from litestar import Request, delete, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from shengji.server.accounts.store import AccountStore
from shengji.server.database.log import Stored
from shengji.server.database.moments import milliseconds
from shengji.server.matches.store import MatchStore
from shengji.server.moderation.shapes import (
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
from shengji.server.site.faults import ASKED_BY_A_PERSON, FaultError, answers
from shengji.server.site.sanctions import Imposed
from shengji.server.site.services import (
    NamedAdministrator,
    NamedPerson,
    NamedServices,
    Services,
    is_id,
)
from shengji.server.tables.core.entries import Spoke, decode_body
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.store import TableStore

_PAGE: Final = 100
_SAID: Final = 200
"""How much of what was said at a table goes with a report."""

_OF_ADMINISTRATOR: Final = ("no-person", "not-allowed")
_ASKED_BY_ADMINISTRATOR: Final = (*ASKED_BY_A_PERSON, "not-allowed")


@post(
    "/api/people/{person_id:str}/report",
    status_code=204,
    tags=["moderation"],
    summary="Report a person",
    description="Administrators read it, with what was said at the table; the person is not told. "
    "A table and a match must be ones that one may know of.",
    responses=answers(
        *ASKED_BY_A_PERSON,
        "no-such-person",
        "no-table",
        "no-match",
        "report-oneself",
        "reported",
        "too-many-reports",
        "too-many-requests",
    ),
)
async def report(
    request: Request[Any, Any, Any],
    data: JSONBody[NewReport],
    services: NamedServices,
    person: NamedPerson,
    person_id: FromPath[str],
) -> None:
    """Report a person."""
    services.count_creation(request)
    if person_id == person.id:
        raise FaultError("report-oneself")
    if data.table is not None and await services[TableStore].line(data.table) is None:
        raise FaultError("no-table")
    if data.match is not None and await services[MatchStore].one(data.match, person.id) is None:
        raise FaultError("no-match")
    told = "nobody"
    if is_id(person_id):
        told = await services[ModerationStore].report(
            person.id, person_id, data.text.strip(), data.table, data.hand, data.match
        )
    match told:
        case "nobody":
            raise FaultError("no-such-person")
        case "known":
            raise FaultError("reported")
        case "too-many":
            raise FaultError("too-many-reports", most=MOST_OPEN)


@get(
    "/api/admin/reports",
    tags=["moderation"],
    summary="The reports",
    description="Those that are open, the oldest first, or those that are settled, the last first; "
    "a hundred at a time.",
    responses=answers(*_OF_ADMINISTRATOR, "bad-request", "no-such-report"),
)
async def reports(
    services: NamedServices,
    administrator: NamedAdministrator,
    closed: FromQuery[bool] = False,
    after: Annotated[
        str | None, QueryParameter(max_length=40, description="The `next` of the page before.")
    ] = None,
) -> ReportLines:
    """Some of the reports."""
    moderation, last = services[ModerationStore], None
    if after is not None:
        last = await moderation.one(after) if is_id(after) else None
        if last is None or (closed and last.closed is None):
            raise FaultError("no-such-report")
    found = await moderation.reports(closed=closed, after=last, limit=_PAGE + 1)
    shown = found[:_PAGE]
    return ReportLines(
        reports=tuple(shown),
        next=shown[-1].report if len(found) > len(shown) else None,
    )


@get(
    "/api/admin/reports/{report_id:str}",
    tags=["moderation"],
    summary="A report",
    description="With the last of what was said at the table before it.",
    responses=answers(*_OF_ADMINISTRATOR, "no-such-report"),
)
async def one_report(
    services: NamedServices, administrator: NamedAdministrator, report_id: FromPath[str]
) -> ReportFacts:
    """A report, with what was said."""
    found = await services[ModerationStore].one(report_id) if is_id(report_id) else None
    if found is None:
        raise FaultError("no-such-report")
    stored = await services[TableStore].read(found.table) if found.table else []
    said = await asyncio.to_thread(_said, stored, found.at)
    return ReportFacts(line=found, said=said)


@post(
    "/api/admin/reports/{report_id:str}/settle",
    status_code=204,
    tags=["moderation"],
    summary="Settle a report",
    responses=answers(*_ASKED_BY_ADMINISTRATOR, "no-such-report"),
)
async def settle(
    data: JSONBody[Settle],
    services: NamedServices,
    administrator: NamedAdministrator,
    report_id: FromPath[str],
) -> None:
    """Settle a report."""
    moderation = services[ModerationStore]
    known = is_id(report_id)
    if not (known and await moderation.settle(report_id, administrator.id, data.outcome.strip())):
        raise FaultError("no-such-report")


@get(
    "/api/admin/people/{person_id:str}/sanctions",
    tags=["moderation"],
    summary="The mutes and bans of a person",
    responses=answers(*_OF_ADMINISTRATOR, "no-such-person"),
)
async def sanctions(
    services: NamedServices, administrator: NamedAdministrator, person_id: FromPath[str]
) -> SanctionLines:
    """All that was imposed on a person, the last first."""
    known = is_id(person_id)
    if not known or await services[MatchStore].person(person_id, administrator.id) is None:
        raise FaultError("no-such-person")
    found = await services[ModerationStore].sanctions(person_id)
    return SanctionLines(sanctions=tuple(map(_sanction_line, found)))


@post(
    "/api/admin/people/{person_id:str}/sanctions",
    status_code=201,
    tags=["moderation"],
    summary="Mute or ban a person",
    description="It is in force at once. Who is banned is sent away from all tables, where bots go "
    "on; they can still read why, take their data, and remove themselves.",
    responses=answers(
        *_ASKED_BY_ADMINISTRATOR, "no-such-person", "sanction-over", "sanction-administrator"
    ),
)
async def impose(
    data: JSONBody[Impose],
    services: NamedServices,
    administrator: NamedAdministrator,
    person_id: FromPath[str],
) -> SanctionLine:
    """Mute or ban a person."""
    if data.until is not None and data.until <= milliseconds():
        raise FaultError("sanction-over")
    if not is_id(person_id):
        raise FaultError("no-such-person")
    account = await services[AccountStore].of(person_id)
    if account is not None and account.role == "administrator":
        raise FaultError("sanction-administrator")
    made = await services[ModerationStore].impose(
        person_id, data.kind, data.reason.strip(), administrator.id, data.until
    )
    if made is None:
        raise FaultError("no-such-person")
    await _read(services)
    return _sanction_line(made)


@delete(
    "/api/admin/sanctions/{sanction:str}",
    status_code=204,
    tags=["moderation"],
    summary="Lift a mute or ban",
    responses=answers(*_OF_ADMINISTRATOR, "no-such-sanction", "origin"),
)
async def lift(
    services: NamedServices, administrator: NamedAdministrator, sanction: FromPath[str]
) -> None:
    """Take a mute or ban back."""
    known = is_id(sanction)
    if not known or await services[ModerationStore].lift(sanction, administrator.id) is None:
        raise FaultError("no-such-sanction")
    await _read(services)


@get(
    "/api/admin/log",
    tags=["moderation"],
    summary="What the keepers of the site have done",
    description="The last first, a hundred at a time.",
    responses=answers(*_OF_ADMINISTRATOR, "bad-request"),
)
async def log(
    services: NamedServices,
    administrator: NamedAdministrator,
    before: Annotated[
        int | None, QueryParameter(ge=0, le=2**31 - 1, description="The `before` of a page.")
    ] = None,
) -> ActLines:
    """Some of what was done."""
    found = await services[ModerationStore].acts(before, _PAGE + 1)
    shown = found[:_PAGE]
    return ActLines(
        acts=tuple(shown),
        before=shown[-1].number if len(found) > len(shown) else None,
    )


async def _read(services: Services) -> None:
    """Put into force what was changed."""
    await services.sanctions.read(services[ModerationStore], services[Hub])


def _said(stored: Sequence[Stored], until: int) -> tuple[Remark, ...]:
    """The last of what was said until some time, in order."""
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


moderation_routes = [
    report,
    reports,
    one_report,
    settle,
    sanctions,
    impose,
    lift,
    log,
]
