"""HTTP handlers of uploaded records: replay, conversion and reviews."""

from __future__ import annotations

from functools import partial
from typing import Final

from litestar import Response

from shengji.server.matches.replay_schemas import ReplayMatch
from shengji.server.matches.routes.replays import hands_of_match
from shengji.server.matches.schemas import LONGEST_RECORD, HandText, OpenRecord, TellHand
from shengji.server.reviews.opened_records import picture_of, text_of
from shengji.server.reviews.routes.hands import REFUSED, ask_of_hand
from shengji.server.reviews.schemas import HandReviewState
from shengji.server.reviews.sources import UploadedRecord
from shengji.server.site.addresses import Addresses
from shengji.server.site.guards import HumanCaller, PersonCaller

_UNREAD: Final = "bad-record, too-many-requests"
"""Errors of an upload."""

_SVG: Final = "image/svg+xml"

addresses = Addresses("matches")


@addresses.post("/api/replays", faults=f"{_UNREAD}, no-hand", longest=LONGEST_RECORD)
async def open_record(caller: PersonCaller, data: OpenRecord) -> ReplayMatch:
    """Read an uploaded record.

    The record is JSON lines (docs/record-format.md), also of one seat, or notation
    (docs/notation.md). The response lists its hands and contains one of them. Nothing is stored.
    """
    return await hands_of_match(caller, UploadedRecord(data.text), data.hand)


@addresses.post("/api/replays/text", faults=_UNREAD, longest=LONGEST_RECORD)
async def hand_text(caller: PersonCaller, data: TellHand) -> HandText:
    """Convert a hand to notation.

    The record must contain this hand only. Reading the text gives the same record again.
    """
    text = await UploadedRecord(data.record).read(caller, partial(text_of, data.record))
    return HandText(text=text)


@addresses.post(
    "/api/replays/picture",
    faults=f"{_UNREAD}, no-moment",
    longest=LONGEST_RECORD,
    media_type=_SVG,
)
async def hand_picture(caller: PersonCaller, data: TellHand) -> Response[str]:
    """Draw a moment of a hand.

    The record must contain this hand only. The picture is SVG.
    """
    picture = await UploadedRecord(data.record).read(caller, partial(picture_of, data))
    return Response(picture, media_type=_SVG)


@addresses.post(
    "/api/replays/review", faults=f"{_UNREAD}, no-hand, {REFUSED}", longest=LONGEST_RECORD
)
async def ask_of_brought(caller: HumanCaller, data: OpenRecord) -> HandReviewState:
    """Request the review of a hand of an uploaded record.

    The record is as for `/api/replays`; in a record of one seat, only that seat's decisions are
    evaluated. Only the review is stored. Its `review` from the list of hands is the key for
    requests about its state.
    """
    return await ask_of_hand(caller, UploadedRecord(data.text), data.hand)
