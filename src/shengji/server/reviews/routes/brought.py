"""Doors for records that people bring: to be gone through, as text and as pictures."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeVar

from litestar import Request, Response, post
from litestar.params import JSONBody

from shengji.server.matches.routes.history import with_hand
from shengji.server.matches.shapes import LONGEST_RECORD, HandText, OpenRecord, TellHand
from shengji.server.reviews.desk import ReviewDesk
from shengji.server.reviews.opened_records import BroughtError, opened, picture_of, text_of
from shengji.server.site.faults import FaultError, answers
from shengji.server.site.person import Person
from shengji.server.site.services import NamedPerson, NamedServices, Services, address_of
from shengji.server.tables.replay_shapes import ReplayMatch

T = TypeVar("T")

_ASKED: Final = ("bad-request", "no-person", "bad-record", "too-many-requests", "too-large")


@post(
    "/api/replays",
    status_code=200,
    tags=["matches"],
    summary="Read a record",
    description="A record as JSON lines (docs/record-format.md), also of one seat, or a text in "
    "the notation (docs/notation.md): its hands as a list, and one of them. Nothing is kept.",
    request_max_body_size=LONGEST_RECORD,
    responses=answers(*_ASKED, "no-hand", "origin"),
)
async def open_record(
    request: Request[Any, Any, Any],
    services: NamedServices,
    person: NamedPerson,
    data: JSONBody[OpenRecord],
) -> ReplayMatch:
    """Read a record that somebody brings."""
    chosen = services[ReviewDesk].settings
    job = partial(opened, data, chosen.depth, chosen.seed)
    found = await told_of_brought(services, address_of(request.scope), person, job)
    return with_hand(found, data.hand)


@post(
    "/api/replays/text",
    status_code=200,
    tags=["matches"],
    summary="A hand in the notation",
    description="From a record of this hand alone; read again, the text gives the same record.",
    request_max_body_size=LONGEST_RECORD,
    responses=answers(*_ASKED, "origin"),
)
async def hand_text(
    request: Request[Any, Any, Any],
    services: NamedServices,
    person: NamedPerson,
    data: JSONBody[TellHand],
) -> HandText:
    """A hand as a text for people."""
    job = partial(text_of, data.record)
    return HandText(text=await told_of_brought(services, address_of(request.scope), person, job))


@post(
    "/api/replays/picture",
    status_code=200,
    tags=["matches"],
    summary="A picture of a moment",
    description="From a record of the hand alone, as SVG.",
    media_type="image/svg+xml",
    request_max_body_size=LONGEST_RECORD,
    responses=answers(*_ASKED, "no-moment", "origin"),
)
async def hand_picture(
    request: Request[Any, Any, Any],
    services: NamedServices,
    person: NamedPerson,
    data: JSONBody[TellHand],
) -> Response[str]:
    """A picture of a moment of a hand."""
    job = partial(picture_of, data)
    drawn = await told_of_brought(services, address_of(request.scope), person, job)
    return Response(drawn, media_type="image/svg+xml")


async def told_of_brought(
    services: Services, address: str, person: Person, job: Callable[[], T]
) -> T:
    """Do a job with a record that somebody brings, as their work.

    Raises:
        FaultError: it cannot be read, and why; or it has no such moment.
    """
    try:
        return await services.worked(address, person, job)
    except BroughtError as error:
        if error.line is None:
            raise FaultError("no-moment", why=error.why) from None
        raise FaultError("bad-record", line=error.line, why=error.why) from None


brought_routes = [open_record, hand_text, hand_picture]
