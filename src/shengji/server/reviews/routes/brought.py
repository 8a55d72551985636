"""Addresses for records that people bring: to be gone through, told, and reviewed."""

from __future__ import annotations

from functools import partial
from typing import Final

from litestar import Response

from shengji.server.matches.routes.replays import hands_of_match
from shengji.server.matches.schemas import LONGEST_RECORD, HandText, OpenRecord, TellHand
from shengji.server.reviews.opened_records import picture_of, text_of
from shengji.server.reviews.routes.hands import REFUSED, ask_of_hand
from shengji.server.reviews.schemas import HandReviewState
from shengji.server.reviews.sources import UploadedRecord
from shengji.server.site.addresses import Addresses
from shengji.server.site.guards import HumanCaller, PersonCaller
from shengji.server.tables.replay_schemas import ReplayMatch

_UNREAD: Final = "bad-record, too-many-requests"
"""Why no record is taken."""

_SVG: Final = "image/svg+xml"

addresses = Addresses("matches")


@addresses.post("/api/replays", faults=f"{_UNREAD}, no-hand", longest=LONGEST_RECORD)
async def open_record(asked: PersonCaller, data: OpenRecord) -> ReplayMatch:
    """Read a record.

    A record as JSON lines (docs/record-format.md), also of one seat, or a text in the notation
    (docs/notation.md): its hands as a list, and one of them. Nothing is kept.
    """
    return await hands_of_match(asked, UploadedRecord(data.text), data.hand)


@addresses.post("/api/replays/text", faults=_UNREAD, longest=LONGEST_RECORD)
async def hand_text(asked: PersonCaller, data: TellHand) -> HandText:
    """A hand in the notation.

    From a record of this hand alone; read again, the text gives the same record.
    """
    told = await UploadedRecord(data.record).told(asked, partial(text_of, data.record))
    return HandText(text=told)


@addresses.post(
    "/api/replays/picture",
    faults=f"{_UNREAD}, no-moment",
    longest=LONGEST_RECORD,
    media_type=_SVG,
)
async def hand_picture(asked: PersonCaller, data: TellHand) -> Response[str]:
    """A picture of a moment.

    From a record of the hand alone, as SVG.
    """
    told = await UploadedRecord(data.record).told(asked, partial(picture_of, data))
    return Response(told, media_type=_SVG)


@addresses.post(
    "/api/replays/review", faults=f"{_UNREAD}, no-hand, {REFUSED}", longest=LONGEST_RECORD
)
async def ask_of_brought(asked: HumanCaller, data: OpenRecord) -> HandReviewState:
    """Ask for the review of a hand of a record.

    Of one that is brought as for `/api/replays`; of what one seat saw that seat's decisions are
    weighed. Nothing is kept but the review, under the `review` that the record was opened with:
    what has come of it is asked for by that.
    """
    return await ask_of_hand(asked, UploadedRecord(data.text), data.hand)
