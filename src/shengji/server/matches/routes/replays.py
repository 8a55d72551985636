"""What is told of hands that are over: one to be gone through, and the record of the match."""

from __future__ import annotations

from functools import partial
from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath

from shengji.server.matches.routes.history import LINES, HandWanted, with_hand
from shengji.server.site.faults import FaultError, answers
from shengji.server.site.parameters import NumberInPath
from shengji.server.site.person import Person
from shengji.server.site.services import NamedPerson, NamedServices, Services, address_of, is_id
from shengji.server.tables.core.records import KeptLog
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.live.live_table import LiveTable
from shengji.server.tables.replay_shapes import HandReplay, ReplayMatch
from shengji.server.tables.store import TableStore


@get(
    "/api/tables/{table:str}/hands/{hand:int}",
    tags=["tables"],
    summary="A hand that is over",
    description="All that happened in a hand of the last match, with all cards. For who sits at "
    "the table, and for everybody where others may watch.",
    responses=answers("bad-request", "no-person", "no-table", "no-record"),
)
async def one_hand(
    request: Request[Any, Any, Any],
    services: NamedServices,
    person: NamedPerson,
    table: FromPath[str],
    hand: NumberInPath,
) -> HandReplay:
    """A hand that is over."""
    at = await may_know(services, person, table)
    address = address_of(request.scope)
    last, found = at.last_hand(), None
    if last is not None:
        found = await services.worked(address, person, partial(last.hand, hand))
    if found is None:
        log = await log_of(services, table)
        found = await services.worked(address, person, partial(log.hand, hand))
    if found is None:
        raise FaultError("no-record")
    return found


@get(
    "/api/tables/{table:str}/hands",
    tags=["tables"],
    summary="The hands that are over",
    description="Those of the last match, each to be asked for by its number; one comes with "
    "them. For who sits at the table, and for everybody where others may watch.",
    responses=answers("no-person", "no-table", "no-record", "no-hand", "bad-request"),
)
async def hands_of_table(
    request: Request[Any, Any, Any],
    services: NamedServices,
    person: NamedPerson,
    table: FromPath[str],
    hand: HandWanted = None,
) -> ReplayMatch:
    """The hands that are over, as a list."""
    await may_know(services, person, table)
    job = partial((await log_of(services, table)).replay, hand, person.id)
    found = await services.worked(address_of(request.scope), person, job)
    if found is None:
        raise FaultError("no-record")
    return with_hand(found, hand)


@get(
    "/api/tables/{table:str}/record",
    tags=["tables"],
    summary="The record of the match",
    description="The hands of the last match that are over, with all cards, in the format of "
    "docs/record-format.md. For who sits at the table, and for everybody where others may watch.",
    media_type=LINES,
    responses=answers("no-person", "no-table", "no-record"),
)
async def match_record(
    request: Request[Any, Any, Any],
    services: NamedServices,
    person: NamedPerson,
    table: FromPath[str],
) -> Response[bytes]:
    """The record of the match, as a file."""
    await may_know(services, person, table)
    job = (await log_of(services, table)).record
    record = await services.worked(address_of(request.scope), person, job)
    if record is None:
        raise FaultError("no-record")
    return Response(
        record,
        media_type=LINES,
        headers={"content-disposition": f'attachment; filename="shengji-{table}.jsonl"'},
    )


async def may_know(services: Services, person: Person, table: str) -> LiveTable:
    """The table, if a person may know the hands that are over there.

    Raises:
        FaultError: there is no such table, or the person neither sits there nor may watch.
    """
    found = await services[Hub].get(table) if is_id(table) else None
    if found is None:
        raise FaultError("no-table")
    state = found.state()
    sits = any(seat.person == person.id for seat in state.seats)
    if not sits and state.settings.onlookers == "none":
        raise FaultError("no-record")
    return found


async def log_of(services: Services, table: str) -> KeptLog:
    """The log of a table."""
    return KeptLog(tuple(entry.body for entry in await services[TableStore].read(table)))


records_routes = [hands_of_table, one_hand, match_record]
