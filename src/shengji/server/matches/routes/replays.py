"""HTTP handlers of replays and records, of finished matches and finished hands."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Final

from litestar import Response
from litestar.params import QueryParameter
from msgspec.structs import replace

from shengji.documents import page
from shengji.server.matches.replay_schemas import BotThought, HandReplay, ReplayMatch
from shengji.server.matches.sources import AtTable, ByLink, FoundMatch, InHistory, Source
from shengji.server.site.addresses import Addresses
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import PersonCaller
from shengji.server.site.parameters import NumberInPath

LINES: Final = "application/x-ndjson"
"""Media type of a record."""

HandWanted = Annotated[
    int | None,
    QueryParameter(ge=1, le=9999, description="A hand that comes with them, by its number."),
]
"""Number of the hand to include in the list of hands."""

addresses = Addresses("matches")

_WATCHED: Final = "For who sits at the table, and for all if they might watch the whole match."


@addresses.get(
    "/hands",
    AtTable.at(
        "hands_of_table",
        "The hands that are over",
        "Those of the last match, each to be asked for by its number; one comes with them.",
        _WATCHED,
    ),
    InHistory.at("hands_of_match"),
    ByLink.at(
        "hands_of_share",
        "The hands of a match that is shared",
        "For whoever has the link. Of a match that is not open to everybody, no names are told but "
        "that of who shares it.",
    ),
    faults="no-hand",
)
async def hands_of_match(
    caller: PersonCaller, source: Source, hand: HandWanted = None
) -> ReplayMatch:
    """List the hands of a finished match.

    Each hand can be requested by its number; the response includes one of them.
    """
    kept = await (await source.find(caller)).kept()
    line = await source.summary(caller)
    match = await source.read(caller, partial(kept.replay, hand, caller.person.id))
    if hand is not None and match.opened is None:
        raise ApiError("no-hand")
    return replace(match, line=line)


@addresses.get(
    "/hands/{hand:int}",
    AtTable.at(
        "one_hand",
        "A hand that is over",
        "All that happened in a hand of the last match, with all cards.",
        _WATCHED,
    ),
    InHistory.at(
        "hand_of_match",
        more="A hand that was broken off is in the record alone.",
    ),
    ByLink.at("hand_of_share", "A hand of a match that is shared"),
)
async def hand_of_match(caller: PersonCaller, source: Source, hand: NumberInPath) -> HandReplay:
    """Get a hand of a finished match.

    All its events, with all cards.
    """
    found, replay = await source.find(caller), None
    last = await found.last()
    if last is not None:
        replay = await caller.worked(partial(last.hand, hand))
    if replay is not None:
        return replay
    return await source.read(caller, partial((await found.kept()).hand, hand))


@addresses.get(
    "/hands/{hand:int}/thoughts/{event:int}",
    AtTable.at(
        "one_thought",
        "Why a bot decided so",
        "What a bot thought at a decision in a hand of the last match that is over.",
        _WATCHED,
    ),
    InHistory.at("thought_of_match"),
    ByLink.at("thought_of_share", "Why a bot decided so, in a match that is shared"),
)
async def thought_of_match(
    caller: PersonCaller, source: Source, hand: NumberInPath, event: NumberInPath
) -> BotThought:
    """Get the thought of a bot behind a decision in a finished match.

    As stored when it decided, in the words of a hint. `HandReplay` lists the events that have one.
    """
    found = await source.find(caller)
    last = await found.last()
    if last is not None and any(one.number == hand for one in last.hands()):
        return await source.read(caller, partial(last.thought, hand, event))
    return await source.read(caller, partial((await found.kept()).thought, hand, event))


@addresses.get(
    "/record",
    AtTable.at(
        "match_record",
        "The record of the match",
        "The hands of the last match that are over, with all cards, in the format of "
        f"{page('record-format')}.",
        _WATCHED,
    ),
    InHistory.at("kept_record"),
    ByLink.at(
        "record_of_share",
        "The record of a match that is shared",
        f"In the format of {page('record-format')}.",
    ),
    media_type=LINES,
)
async def record_of_match(caller: PersonCaller, source: Source) -> Response[bytes]:
    """Download the record of a match.

    All its events, with all cards, in the format of docs/record-format.md.
    """
    found = await source.find(caller)
    return file_of(found, await source.read(caller, (await found.kept()).lines))


def file_of(found: FoundMatch, lines: bytes) -> Response[bytes]:
    """Return the record of a match as a file."""
    return Response(
        lines,
        media_type=LINES,
        headers={"content-disposition": f'attachment; filename="shengji-{found.file}.jsonl"'},
    )
