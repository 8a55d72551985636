"""Addresses for records that people bring: to be gone through, told, and reviewed."""

from __future__ import annotations

from functools import partial
from typing import Final

from litestar import Response, post
from litestar.params import JSONBody

from shengji.server.matches.routes.replays import hands_of_match
from shengji.server.matches.shapes import LONGEST_RECORD, HandText, OpenRecord, TellHand
from shengji.server.matches.sources import Address, Addresses, NamedAsker
from shengji.server.reviews.opened_records import picture_of, text_of
from shengji.server.reviews.routes.hands import ASKED, ask_of_hand
from shengji.server.reviews.shapes import HandReviewState
from shengji.server.reviews.sources import BROUGHT, Brought
from shengji.server.site.services import NamedHuman
from shengji.server.tables.replay_shapes import ReplayMatch

_REFUSED: Final = ("bad-record", "too-large", "origin")
"""Why no record is taken."""

_SVG: Final = "image/svg+xml"

brought_routes = Addresses()
_brought = partial(brought_routes.of, post, request_max_body_size=LONGEST_RECORD)


@_brought("", Address(BROUGHT, "ApiReplaysOpenRecord"), faults=(*_REFUSED, "no-hand"))
async def open_record(asker: NamedAsker, data: JSONBody[OpenRecord]) -> ReplayMatch:
    """Read a record.

    A record as JSON lines (docs/record-format.md), also of one seat, or a text in the notation
    (docs/notation.md): its hands as a list, and one of them. Nothing is kept.
    """
    return await hands_of_match(Brought(asker, data.text), data.hand)


@_brought("/text", Address(BROUGHT, "ApiReplaysTextHandText"), faults=_REFUSED)
async def hand_text(asker: NamedAsker, data: JSONBody[TellHand]) -> HandText:
    """A hand in the notation.

    From a record of this hand alone; read again, the text gives the same record.
    """
    source = Brought(asker, data.record)
    return HandText(text=await source.told(partial(text_of, data.record)))


@_brought(
    "/picture",
    Address(BROUGHT, "ApiReplaysPictureHandPicture"),
    faults=(*_REFUSED, "no-moment"),
    media_type=_SVG,
)
async def hand_picture(asker: NamedAsker, data: JSONBody[TellHand]) -> Response[str]:
    """A picture of a moment.

    From a record of the hand alone, as SVG.
    """
    source = Brought(asker, data.record)
    return Response(await source.told(partial(picture_of, data)), media_type=_SVG)


@_brought(
    "/review",
    Address(BROUGHT, "ApiReplaysReviewAskOfBrought"),
    faults=(*_REFUSED, "no-hand", *ASKED),
)
async def ask_of_brought(
    asker: NamedAsker, human: NamedHuman, data: JSONBody[OpenRecord]
) -> HandReviewState:
    """Ask for the review of a hand of a record.

    Of one that is brought as for `/api/replays`; of what one seat saw that seat's decisions are
    weighed. Nothing is kept but the review, under the `review` that the record was opened with:
    what has come of it is asked for by that.
    """
    return await ask_of_hand(Brought(asker, data.text), human, data.hand)
