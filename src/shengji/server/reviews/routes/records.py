"""Reviews of matches that are shared by a link, and of records that people bring.

A review names nobody, so what a link may tell of names changes nothing here. Of a record that is
brought nothing is kept but its reviews, as of any other, by the digest of what was played: who has
the record can tell the digest, and nobody else can guess it.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Any, Final

from litestar import Request, Response, delete, get, post
from litestar.params import FromPath, JSONBody

from shengji.server.matches.routes.history import LINES
from shengji.server.matches.routes.sharing import shared_match
from shengji.server.matches.shapes import LONGEST_RECORD, OpenRecord
from shengji.server.reviews.desk import ReviewDesk
from shengji.server.reviews.opened_records import digested_text
from shengji.server.reviews.routes.brought import told_of_brought
from shengji.server.reviews.routes.hands import ABOUT, AGAIN, ASKED, TAKEN_BACK, Asked, key_of
from shengji.server.reviews.shapes import HandReviewState, MatchReviewState
from shengji.server.reviews.store import ReviewKey
from shengji.server.site.faults import FaultError, answers
from shengji.server.site.parameters import NumberInPath
from shengji.server.site.services import NamedHuman, NamedPerson, NamedServices, address_of

_SHARED: Final = ("bad-request", "no-person", "no-share", "too-many-requests")
_BROUGHT: Final = ("bad-request", "no-person", "no-hand", "too-many-requests")
_DIGEST: Final = re.compile("[0-9a-f]{64}")


@get(
    "/api/shared/{token:str}/hands/{hand:int}/review",
    tags=["matches"],
    summary="The review of a hand of a match that is shared",
    description=ABOUT,
    responses=answers(*_SHARED, "no-hand"),
)
async def review_of_shared(
    request: Request[Any, Any, Any],
    services: NamedServices,
    person: NamedPerson,
    token: FromPath[str],
    hand: NumberInPath,
) -> HandReviewState:
    """How it stands with the review of a hand of a match that is shared."""
    asked = Asked(services, person, address_of(request.scope))
    _, record = await shared_match(services, token)
    return await asked.stage(key_of(await asked.keys_of(record), hand, "no-hand"))


@post(
    "/api/shared/{token:str}/hands/{hand:int}/review",
    status_code=200,
    tags=["matches"],
    summary="Ask for the review of a hand of a match that is shared",
    description=AGAIN,
    responses=answers(*_SHARED, *ASKED, "no-hand"),
)
async def ask_of_shared(
    request: Request[Any, Any, Any],
    services: NamedServices,
    human: NamedHuman,
    token: FromPath[str],
    hand: NumberInPath,
) -> HandReviewState:
    """Ask for the review of a hand of a match that is shared."""
    asked = Asked(services, human, address_of(request.scope))
    _, record = await shared_match(services, token)
    match, keys = await asked.of_match(record)
    key = key_of(keys, hand, "no-hand")
    await asked.ask(match, [key])
    return await asked.stage(key)


@delete(
    "/api/shared/{token:str}/hands/{hand:int}/review",
    status_code=200,
    tags=["matches"],
    summary="Take the wish for a review back",
    description=TAKEN_BACK,
    responses=answers(*_SHARED, "no-hand"),
)
async def withdraw_shared(
    request: Request[Any, Any, Any],
    services: NamedServices,
    person: NamedPerson,
    token: FromPath[str],
    hand: NumberInPath,
) -> HandReviewState:
    """Wait no more for the review of a hand of a match that is shared."""
    asked = Asked(services, person, address_of(request.scope))
    _, record = await shared_match(services, token)
    key = key_of(await asked.keys_of(record), hand, "no-hand")
    asked.withdraw([key])
    return await asked.stage(key)


@get(
    "/api/shared/{token:str}/review",
    tags=["matches"],
    summary="The reviews of all hands of a match that is shared",
    description="How far they have come, how well has decided who held each seat, and what cost "
    "most.",
    responses=answers(*_SHARED),
)
async def reviews_of_shared(
    request: Request[Any, Any, Any],
    services: NamedServices,
    person: NamedPerson,
    token: FromPath[str],
) -> MatchReviewState:
    """How it stands with the reviews of a match that is shared."""
    asked = Asked(services, person, address_of(request.scope))
    line, record = await shared_match(services, token)
    return await asked.stages(await asked.keys_of(record), line.seats)


@post(
    "/api/shared/{token:str}/review",
    status_code=200,
    tags=["matches"],
    summary="Ask for the reviews of all hands of a match that is shared",
    description="They are made one after the other; others are let in between.",
    responses=answers(*_SHARED, *ASKED),
)
async def ask_all_of_shared(
    request: Request[Any, Any, Any],
    services: NamedServices,
    human: NamedHuman,
    token: FromPath[str],
) -> MatchReviewState:
    """Ask for the reviews of all hands of a match that is shared."""
    asked = Asked(services, human, address_of(request.scope))
    line, record = await shared_match(services, token)
    match, keys = await asked.of_match(record)
    await asked.ask(match, list(keys.values()))
    return await asked.stages(keys, line.seats)


@delete(
    "/api/shared/{token:str}/review",
    status_code=200,
    tags=["matches"],
    summary="Take the wish for the reviews of a match back",
    description=TAKEN_BACK,
    responses=answers(*_SHARED),
)
async def withdraw_all_of_shared(
    request: Request[Any, Any, Any],
    services: NamedServices,
    person: NamedPerson,
    token: FromPath[str],
) -> MatchReviewState:
    """Wait no more for the reviews of a match that is shared."""
    asked = Asked(services, person, address_of(request.scope))
    line, record = await shared_match(services, token)
    keys = await asked.keys_of(record)
    asked.withdraw(keys.values())
    return await asked.stages(keys, line.seats)


@get(
    "/api/shared/{token:str}/record/reviewed",
    tags=["matches"],
    summary="The record of a match that is shared with the reviews of its hands",
    description="As `/api/shared/{token}/record`, with those reviews that have been made.",
    media_type=LINES,
    responses=answers(*_SHARED),
)
async def reviewed_record_of_share(
    request: Request[Any, Any, Any],
    services: NamedServices,
    person: NamedPerson,
    token: FromPath[str],
) -> Response[bytes]:
    """The record of a match that is shared with its reviews, as a file."""
    asked = Asked(services, person, address_of(request.scope))
    _, record = await shared_match(services, token)
    return await asked.record(record, "shengji-shared.jsonl")


@post(
    "/api/replays/review",
    status_code=200,
    tags=["matches"],
    summary="Ask for the review of a hand of a record",
    description="Of one that is brought as for `/api/replays`; of what one seat saw that seat's "
    "decisions are weighed. Nothing is kept but the review, under the `review` that the record was "
    "opened with: what has come of it is asked for by that.",
    request_max_body_size=LONGEST_RECORD,
    responses=answers("bad-record", "too-large", "origin", *_BROUGHT, *ASKED),
)
async def ask_of_brought(
    request: Request[Any, Any, Any],
    services: NamedServices,
    human: NamedHuman,
    data: JSONBody[OpenRecord],
) -> HandReviewState:
    """Ask for the review of a hand of a record that somebody brings."""
    asked = Asked(services, human, address_of(request.scope))
    found = await told_of_brought(services, asked.address, human, partial(digested_text, data.text))
    key = key_of(services[ReviewDesk].keys(found.hands), data.hand, "no-hand")
    await asked.ask(found.match, [key])
    return await asked.stage(key)


@get(
    "/api/replays/review/{digest:str}/{hand:int}",
    tags=["matches"],
    summary="The review of a hand of a record",
    description=ABOUT,
    responses=answers(*_BROUGHT),
)
async def review_of_brought(
    request: Request[Any, Any, Any],
    services: NamedServices,
    person: NamedPerson,
    digest: FromPath[str],
    hand: NumberInPath,
) -> HandReviewState:
    """How it stands with the review of a hand of a record that somebody has brought."""
    asked = Asked(services, person, address_of(request.scope))
    return await asked.stage(_key(asked, digest, hand))


@delete(
    "/api/replays/review/{digest:str}/{hand:int}",
    status_code=200,
    tags=["matches"],
    summary="Take the wish for a review back",
    description=TAKEN_BACK,
    responses=answers(*_BROUGHT),
)
async def withdraw_brought(
    request: Request[Any, Any, Any],
    services: NamedServices,
    person: NamedPerson,
    digest: FromPath[str],
    hand: NumberInPath,
) -> HandReviewState:
    """Wait no more for the review of a hand of a record that one has brought."""
    asked = Asked(services, person, address_of(request.scope))
    key = _key(asked, digest, hand)
    asked.withdraw([key])
    return await asked.stage(key)


def _key(asked: Asked, digest: str, hand: int) -> ReviewKey:
    """The review of a hand, by the digest of what was played.

    Raises:
        FaultError: that is no digest.
    """
    if not _DIGEST.fullmatch(digest):
        raise FaultError("no-hand")
    return asked.services[ReviewDesk].key(bytes.fromhex(digest), hand)


reviewed_records_routes = [
    review_of_shared,
    ask_of_shared,
    withdraw_shared,
    reviews_of_shared,
    ask_all_of_shared,
    withdraw_all_of_shared,
    reviewed_record_of_share,
    ask_of_brought,
    review_of_brought,
    withdraw_brought,
]
