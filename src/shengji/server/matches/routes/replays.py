"""A match that is over, or the hands of one that are: to be gone through, and as a record."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Final

from litestar import Response, get
from litestar.params import QueryParameter
from msgspec.structs import replace

from shengji.server.matches.sources import (
    HISTORY,
    LINK,
    TABLE,
    Address,
    Addresses,
    Found,
    NamedSource,
)
from shengji.server.site.faults import FaultError
from shengji.server.site.parameters import NumberInPath
from shengji.server.tables.replay_shapes import HandReplay, ReplayMatch

LINES: Final = "application/x-ndjson"
"""What a record is, as the type of a file."""

HandWanted = Annotated[
    int | None,
    QueryParameter(ge=1, le=9999, description="A hand that comes with them, by its number."),
]
"""Which hand is told with the list of all."""


replays_routes = Addresses()

_WATCHED: Final = "For who sits at the table, and for everybody where others may watch."


@replays_routes.of(
    get,
    "/hands",
    Address(
        TABLE,
        "ApiTablesHandsHandsOfTable",
        "The hands that are over",
        "Those of the last match, each to be asked for by its number; one comes with them.",
        more=_WATCHED,
    ),
    Address(HISTORY, "ApiMatchesHandsHandsOfMatch"),
    Address(
        LINK,
        "ApiSharedTokenHandsHandsOfShare",
        "The hands of a match that is shared",
        "For whoever has the link. Of a match that is not open to everybody, no names are told but "
        "that of who shares it.",
    ),
    faults=("bad-request", "no-hand"),
)
async def hands_of_match(source: NamedSource, hand: HandWanted = None) -> ReplayMatch:
    """The hands of a match that is over.

    Each to be asked for by its number, to be gone through; one comes with them.
    """
    kept = await (await source.find()).kept()
    line = await source.line()
    told = await source.told(partial(kept.replay, hand, source.asker.person.id))
    if hand is not None and told.opened is None:
        raise FaultError("no-hand")
    return replace(told, line=line)


@replays_routes.of(
    get,
    "/hands/{hand:int}",
    Address(
        TABLE,
        "ApiTablesHandsOneHand",
        "A hand that is over",
        "All that happened in a hand of the last match, with all cards.",
        more=_WATCHED,
    ),
    Address(
        HISTORY,
        "ApiMatchesHandsHandOfMatch",
        more="A hand that was broken off is in the record alone.",
    ),
    Address(LINK, "ApiSharedTokenHandsHandOfShare", "A hand of a match that is shared"),
)
async def hand_of_match(source: NamedSource, hand: NumberInPath) -> HandReplay:
    """A hand of a match that is over.

    All that happened in it, with all cards.
    """
    found, told = await source.find(), None
    last = found.last()
    if last is not None:
        told = await source.asker.worked(partial(last.hand, hand))
    return await source.told(partial((await found.kept()).hand, hand)) if told is None else told


@replays_routes.of(
    get,
    "/record",
    Address(
        TABLE,
        "ApiTablesRecordMatchRecord",
        "The record of the match",
        "The hands of the last match that are over, with all cards, in the format of "
        "docs/record-format.md.",
        more=_WATCHED,
    ),
    Address(HISTORY, "ApiMatchesRecordKeptRecord"),
    Address(
        LINK,
        "ApiSharedTokenRecordRecordOfShare",
        "The record of a match that is shared",
        "In the format of docs/record-format.md.",
    ),
    media_type=LINES,
)
async def record_of_match(source: NamedSource) -> Response[bytes]:
    """The record of a match.

    All that happened in it, with all cards, in the format of docs/record-format.md.
    """
    found = await source.find()
    return file_of(found, await source.told((await found.kept()).lines))


def file_of(found: Found, lines: bytes) -> Response[bytes]:
    """The record of a match that was found, as a file."""
    return Response(
        lines,
        media_type=LINES,
        headers={"content-disposition": f'attachment; filename="shengji-{found.file}.jsonl"'},
    )
