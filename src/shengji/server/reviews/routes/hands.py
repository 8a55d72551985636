"""HTTP handlers of the reviews of finished hands, for users who may see these hands.

Reviews contain no names, so the visibility of names does not matter here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from litestar import Response
from msgspec.structs import asdict

from shengji.server.matches.records import PlayedMatch
from shengji.server.matches.routes.replays import LINES, file_of
from shengji.server.matches.schemas import MatchPlayer
from shengji.server.matches.sources import AtTable, ByLink, FoundMatch, InHistory, Source
from shengji.server.reviews.hand_keys import digested_in
from shengji.server.reviews.queue import Keys, ReviewQueue
from shengji.server.reviews.review_view import hand_view, match_view, with_reviews
from shengji.server.reviews.schemas import (
    HandReviewState,
    MatchReviewState,
    MatchReviewView,
    ReviewStep,
)
from shengji.server.reviews.sources import ByDigest
from shengji.server.reviews.store import ReviewKey, ReviewStore
from shengji.server.reviews.waiting_list import ReviewRefusedError
from shengji.server.site.addresses import Addresses
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import HumanCaller, PersonCaller
from shengji.server.site.limits import network_of
from shengji.server.site.parameters import NumberInPath

REFUSED: Final = "reviews-off, too-many-reviews, reviews-share, reviews-busy"
"""Errors of a request for a review."""

addresses = Addresses("matches")

_OF_HAND: Final = "/hands/{hand:int}/review"


@addresses.get("/{hand:int}", ByDigest.at("review_of_brought", "The review of a hand of a record"))
@addresses.get(
    _OF_HAND,
    AtTable.at(
        "review_at_table",
        more="For whom the hand is told with all cards.",
    ),
    InHistory.at("review_of_hand"),
    ByLink.at("review_of_shared", "The review of a hand of a match that is shared"),
)
async def review_of_hand(
    caller: PersonCaller, source: Source, hand: NumberInPath
) -> HandReviewState:
    """Get the review of a hand.

    Every decision is evaluated by the information of its player. The review has the expected value
    trick by trick, the accuracy of each player and the costliest decisions (docs/review.md). It is
    made in the background, at low priority, once for all viewers.
    """
    return await stage_of(caller, await _key_of(caller, source, hand))


@addresses.post(
    _OF_HAND,
    AtTable.at("ask_at_table"),
    InHistory.at("ask_of_hand"),
    ByLink.at("ask_of_shared", "Ask for the review of a hand of a match that is shared"),
    faults=REFUSED,
)
async def ask_of_hand(caller: HumanCaller, source: Source, hand: NumberInPath) -> HandReviewState:
    """Request the review of a hand.

    Poll for the result. Each review is made only once.
    """
    match, keys = await _digested(caller, source, await source.find(caller))
    key = _one_of(keys, source, hand)
    await _ask(caller, match, [key])
    return await stage_of(caller, key)


@addresses.delete("/{hand:int}", ByDigest.at("withdraw_brought"))
@addresses.delete(
    _OF_HAND,
    AtTable.at("withdraw_at_table"),
    InHistory.at("withdraw_hand"),
    ByLink.at("withdraw_shared"),
)
async def withdraw_hand(
    caller: PersonCaller, source: Source, hand: NumberInPath
) -> HandReviewState:
    """Withdraw my request for a review.

    Finished reviews stay, and requests of other users continue. The response is the state after
    that.
    """
    key = await _key_of(caller, source, hand)
    await caller.services[ReviewQueue].withdraw(caller.person.id, [key])
    return await stage_of(caller, key)


@addresses.get(
    "/review",
    InHistory.at("review_of_match"),
    ByLink.at(
        "reviews_of_shared",
        "The reviews of all hands of a match that is shared",
        "How far they have come, how well has decided who held each seat, and what cost most.",
    ),
    faults="bad-request",
)
async def review_of_match(caller: PersonCaller, source: Source) -> MatchReviewState:
    """Get the summary of the reviews of a match.

    The progress, the accuracy of each player over all hands, and the costliest decisions.
    """
    found = await source.find(caller)
    keys = await _keys_of(caller, source, found)
    return await stages_of(caller, keys, (await found.kept()).seats)


@addresses.post(
    "/review",
    InHistory.at("ask_of_match"),
    ByLink.at("ask_all_of_shared", "Ask for the reviews of all hands of a match that is shared"),
    faults=f"bad-request, {REFUSED}",
)
async def ask_of_match(caller: HumanCaller, source: Source) -> MatchReviewState:
    """Request the reviews of all hands of a match.

    They are made one after another; other requests get their turns in between.
    """
    found = await source.find(caller)
    match, keys = await _digested(caller, source, found)
    await _ask(caller, match, list(keys.values()))
    return await stages_of(caller, keys, (await found.kept()).seats)


@addresses.delete(
    "/review",
    InHistory.at("withdraw_match"),
    ByLink.at("withdraw_all_of_shared"),
    faults="bad-request",
)
async def withdraw_match(caller: PersonCaller, source: Source) -> MatchReviewState:
    """Withdraw my request for the reviews of a match.

    Finished reviews stay, and requests of other users continue. The response is the state after
    that.
    """
    found = await source.find(caller)
    keys = await _keys_of(caller, source, found)
    await caller.services[ReviewQueue].withdraw(caller.person.id, keys.values())
    return await stages_of(caller, keys, (await found.kept()).seats)


@addresses.get(
    "/record/reviewed",
    InHistory.at("reviewed_record"),
    ByLink.at(
        "reviewed_record_of_share",
        "The record of a match that is shared with the reviews of its hands",
        "As `/api/shared/{token}/record`, with those reviews that have been made.",
    ),
    faults="bad-request",
    media_type=LINES,
)
async def reviewed_record(caller: PersonCaller, source: Source) -> Response[bytes]:
    """Download the record of a match with the reviews of its hands.

    As `/api/matches/{match}/record`, with the reviews that are finished.
    """
    found = await source.find(caller)
    keys, store = await _keys_of(caller, source, found), caller.services[ReviewStore]
    known = await store.known(list(keys.values()))
    made = [
        (key.record, key.code, body)
        for key in keys.values()
        if key in known and (body := await store.one(key)) is not None
    ]
    kept = await found.kept()
    return file_of(found, await source.read(caller, partial(with_reviews, kept, made)))


async def _ask(caller: PersonCaller, match: PlayedMatch, keys: Sequence[ReviewKey]) -> None:
    """Request reviews.

    Raises:
        ApiError: the site makes no reviews, or a limit is reached.
    """
    try:
        await caller.services[ReviewQueue].ask(
            caller.person.id,
            match,
            keys,
            address=network_of(caller.address),
            member=caller.person.has_account,
        )
    except ReviewRefusedError as error:
        raise ApiError(error.code) from None


async def stage_of(caller: PersonCaller, key: ReviewKey) -> HandReviewState:
    """Return the state of a review, with the review if it is finished."""
    # Read the queue first: a job that leaves it meanwhile is in the store then.
    found = await caller.services[ReviewQueue].stage(key, caller.person.id)
    body = await caller.services[ReviewStore].one(key)
    if body is not None:
        review = await caller.worked(partial(hand_view, body))
        return HandReviewState(state="done", ahead=0, done=1, of=1, own=False, review=review)
    if found is None:
        return HandReviewState(state="none", ahead=0, done=0, of=0, own=False, review=None)
    return HandReviewState(**asdict(found), review=None)


async def stages_of(
    caller: PersonCaller, keys: Keys, seats: Sequence[MatchPlayer]
) -> MatchReviewState:
    """Return the state of the reviews of a match with these holders of seats."""
    store, desk = caller.services[ReviewStore], caller.services[ReviewQueue]
    # Read the queue first: a job that leaves it meanwhile is in the store then.
    stages = await desk.stages(keys.values(), caller.person.id)
    known = await store.known(list(keys.values()))
    found = [stage for key, stage in stages.items() if key not in known]
    states = {stage.state for stage in found}
    state: ReviewStep = "done" if known else "none"
    for step in ("failed", "waiting", "running"):
        if step in states:
            state = step
    view = MatchReviewView(players=(), worst=(), own_worst=None, own_good=None)
    if known and state not in ("waiting", "running"):
        bodies = {key.hand: await store.one(key) for key in known}
        view = await caller.worked(partial(match_view, bodies, seats, caller.person.id))
    done = tuple(hand for hand, key in keys.items() if key in known)
    own = any(stage.own for stage in found)
    return MatchReviewState(state=state, hands=done, of=len(keys), own=own, **asdict(view))


async def _digested(
    caller: PersonCaller, source: Source, found: FoundMatch
) -> tuple[PlayedMatch, Keys]:
    digested = await source.read(caller, partial(digested_in, await found.kept()))
    reviews = caller.services[ReviewQueue]
    keys = reviews.keys(digested.hands)
    if found.id:
        reviews.remember(found.id, found.version, keys)
    return digested.match, keys


async def _keys_of(caller: PersonCaller, source: Source, found: FoundMatch) -> Keys:
    keys = caller.services[ReviewQueue].recalled(found.id, found.version)
    return (await _digested(caller, source, found))[1] if keys is None else keys


async def _key_of(caller: PersonCaller, source: Source, hand: int) -> ReviewKey:
    """Return the key of a hand.

    Raises:
        ApiError: the hand is not finished, or the caller may not see it.
    """
    if isinstance(source, ByDigest):
        return source.key(caller, hand)
    return _one_of(await _keys_of(caller, source, await source.find(caller)), source, hand)


def _one_of(keys: Keys, source: Source, hand: int) -> ReviewKey:
    key = keys.get(hand)
    if key is None:
        raise ApiError(source.MISSING)
    return key
