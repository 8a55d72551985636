"""Records that people bring, told by moments, as text and as pictures; nothing is kept."""

from __future__ import annotations

from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, post
from litestar.params import JSONBody
from msgspec.structs import replace

from shengji.game import HandStarted
from shengji.record import Record, RecordError, Viewing, read_record
from shengji.record.faults import fault
from shengji.record.header import VERSION
from shengji.record.lines import encode
from shengji.record.notation import NotationError, read_notation, write_notation
from shengji.review.stored import stored_in
from shengji.server.http.faults import FaultError, answers
from shengji.server.http.history import opening
from shengji.server.http.services import NamedPerson, NamedServices, address_of
from shengji.server.reviewing import ReviewDesk, keys_of
from shengji.server.reviewing.telling_reviews import told_review
from shengji.server.shapes import (
    HandLines,
    HandText,
    OpenRecord,
    ReplayMatch,
    TellHand,
)
from shengji.server.table.records import PlayedHand, PlayedMatch, seat_named

LONGEST: Final = 4_000_000
"""The longest record that is read, in bytes as JSON; a long match has some 500,000."""

_NAME: Final = Path("record")
_ASKED: Final = ("bad-request", "no-person", "bad-record", "too-many-requests", "too-large")


@post(
    "/api/replays",
    status_code=200,
    tags=["matches"],
    summary="Read a record",
    description="A record as JSON lines (docs/record-format.md), also of one seat, or a text in "
    "the notation (docs/notation.md): its hands as a list, and one of them. Nothing is kept.",
    request_max_body_size=LONGEST,
    responses=answers(*_ASKED, "no-hand", "origin"),
)
async def open_record(
    request: Request[Any, Any, Any],
    services: NamedServices,
    person: NamedPerson,
    data: JSONBody[OpenRecord],
) -> ReplayMatch:
    """Read a record that somebody brings."""
    job = partial(_opened, data, services.reviews)
    return await services.worked(address_of(request.scope), person, job)


@post(
    "/api/replays/text",
    status_code=200,
    tags=["matches"],
    summary="A hand in the notation",
    description="From a record of this hand alone; read again, the text gives the same record.",
    request_max_body_size=LONGEST,
    responses=answers(*_ASKED, "origin"),
)
async def hand_text(
    request: Request[Any, Any, Any],
    services: NamedServices,
    person: NamedPerson,
    data: JSONBody[TellHand],
) -> HandText:
    """A hand as a text for people."""

    def told() -> HandText:
        return HandText(text=write_notation(read_brought(data.record)))

    return await services.worked(address_of(request.scope), person, told)


@post(
    "/api/replays/picture",
    status_code=200,
    tags=["matches"],
    summary="A picture of a moment",
    description="From a record of the hand alone, as SVG.",
    media_type="image/svg+xml",
    request_max_body_size=LONGEST,
    responses=answers(*_ASKED, "no-moment", "origin"),
)
async def hand_picture(
    request: Request[Any, Any, Any],
    services: NamedServices,
    person: NamedPerson,
    data: JSONBody[TellHand],
) -> Response[str]:
    """A picture of a moment of a hand."""
    job = partial(_picture, data)
    drawn = await services.worked(address_of(request.scope), person, job)
    return Response(drawn, media_type="image/svg+xml")


def read_brought(text: str) -> Record:
    """The record that a text tells.

    Raises:
        FaultError: it cannot be read; it says in which line, and why.
    """
    try:
        if _has_lines(text):
            return read_record(_NAME, BytesIO(text.encode()))
        return read_notation(text)
    except RecordError as error:
        raise FaultError("bad-record", line=error.line or 1, why=error.reason) from None
    except NotationError as error:
        why = fault("notation", why=error.reason)
        raise FaultError("bad-record", line=error.line, why=why) from None


def _has_lines(text: str) -> bool:
    """Whether a text is meant as JSON lines, and not as the notation."""
    return text.lstrip().startswith("{")


def match_in(record: Record) -> PlayedMatch:
    """The match that a record tells."""
    rules, header = record.rules, record.header
    levels = header.levels or (rules.first_level,) * rules.players
    return PlayedMatch(rules, header.seats, levels, header.dealer, record.events, header.seen_by)


def _opened(asked: OpenRecord, reviews: ReviewDesk) -> ReplayMatch:
    record = read_brought(asked.text)
    match = match_in(record)
    listed = opening(match, asked.hand)
    depth, seed = reviews.settings.depth, reviews.settings.seed
    keys = keys_of(match, depth, seed)
    # Lines of the first version are no lines of a record that is written now, and reviews may stand
    # between others.
    cut = _has_lines(asked.text) and record.header.version == VERSION and not record.reviews
    hands, begin = [], 0
    for line, hand in zip(listed.hands, match.hands(), strict=True):
        end = begin + len(hand.events)
        key = keys.get(line.hand)
        hands.append(
            replace(
                line,
                # Who plays may have changed between two hands.
                seats=tuple(seat_named(name or "") for name in record.players(end)),
                lines=_lines_of(record, hand, begin, end) if cut else None,
                review=None if key is None else key.record.hex(),
            )
        )
        begin = end
    stored = stored_in(record, asked.hand, depth, seed)
    opened = listed.opened
    if opened is not None and stored is not None:
        opened = replace(opened, reviewed=told_review(stored.review))
    return replace(listed, hands=tuple(hands), opened=opened)


def _lines_of(record: Record, hand: PlayedHand, begin: int, end: int) -> HandLines:
    """Where a hand stands in a record, from one event of it to before another."""
    header = replace(record.header, seed=None, levels=hand.levels, dealer=hand.dealer)

    def line_of(event: int) -> int:
        return event + 2 + sum(change.after <= event for change in record.changes)

    return HandLines(
        header=encode(header).decode().rstrip(), first=line_of(begin), last=line_of(end - 1)
    )


def _picture(asked: TellHand) -> str:
    record = read_brought(asked.record)
    numbered = tuple(
        replace(event, hand=asked.hand) if isinstance(event, HandStarted) else event
        for event in record.events
    )
    try:
        viewing = Viewing(
            replace(record, events=numbered), "all" if asked.seat is None else asked.seat
        )
    except ValueError as error:
        raise FaultError("no-moment", why=str(error)) from None
    viewing.go(asked.at)
    return viewing.picture("en" if asked.tongue == "en" else "zh")


brought_routes = [open_record, hand_text, hand_picture]
