"""What is told of hands that are over: one to be gone through, and the record of the match."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from litestar import Response, get
from litestar.params import FromPath

from shengji.server.http.faults import FaultError, answers
from shengji.server.http.history import LINES, HandWanted, opening
from shengji.server.http.parameters import NumberInPath
from shengji.server.http.services import NamedPerson, NamedServices, Services, is_id
from shengji.server.live import LiveTable
from shengji.server.shapes import HandReplay, ReplayMatch
from shengji.server.storage import Person, Stored
from shengji.server.table import decode_body
from shengji.server.table.records import PlayedMatch, played_match


@get(
    "/api/tables/{table:str}/hands/{hand:int}",
    tags=["tables"],
    summary="A hand that is over",
    description="All that happened in a hand of the last match, with all cards. For who sits at "
    "the table, and for everybody where others may watch.",
    responses=answers("bad-request", "no-person", "no-table", "no-record"),
)
async def one_hand(
    services: NamedServices, person: NamedPerson, table: FromPath[str], hand: NumberInPath
) -> HandReplay:
    """A hand that is over."""
    at = await may_know(services, person, table)
    found = await _hand(at.last_hand(), hand) or await _hand(
        await last_match(services, table), hand
    )
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
    services: NamedServices,
    person: NamedPerson,
    table: FromPath[str],
    hand: HandWanted = None,
) -> ReplayMatch:
    """The hands that are over, as a list."""
    await may_know(services, person, table)
    match = await last_match(services, table)
    if match is None:
        raise FaultError("no-record")
    return await asyncio.to_thread(opening, match, hand)


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
    services: NamedServices, person: NamedPerson, table: FromPath[str]
) -> Response[bytes]:
    """The record of the match, as a file."""
    await may_know(services, person, table)
    match = await last_match(services, table)
    if match is None:
        raise FaultError("no-record")
    return Response(
        await asyncio.to_thread(match.record),
        media_type=LINES,
        headers={"content-disposition": f'attachment; filename="shengji-{table}.jsonl"'},
    )


async def may_know(services: Services, person: Person, table: str) -> LiveTable:
    """The table, if a person may know the hands that are over there.

    Raises:
        FaultError: there is no such table, or the person neither sits there nor may watch.
    """
    found = await services.hub.get(table) if is_id(table) else None
    if found is None:
        raise FaultError("no-table")
    state = found.state()
    sits = any(seat.person == person.id for seat in state.seats)
    if not sits and state.settings.onlookers == "none":
        raise FaultError("no-record")
    return found


async def last_match(services: Services, table: str) -> PlayedMatch | None:
    """The last match of a table by its log; read off the loop, since it may be long."""
    return await asyncio.to_thread(_match, await services.store.read(table))


async def _hand(match: PlayedMatch | None, number: int) -> HandReplay | None:
    """A hand of a match; made off the loop, since it is told moment by moment."""
    return None if match is None else await asyncio.to_thread(match.hand, number)


def _match(stored: Sequence[Stored]) -> PlayedMatch | None:
    return played_match(decode_body(entry.body) for entry in stored)


records_routes = [hands_of_table, one_hand, match_record]
