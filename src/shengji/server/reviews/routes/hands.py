"""Reviews of hands that are over, for whoever may know these hands.

A review names nobody, so what a link may tell of names changes nothing here.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import Final

from litestar import Response, delete, get, post

from shengji.server.matches.routes.replays import LINES, file_of
from shengji.server.matches.sources import (
    HISTORY,
    LINK,
    TABLE,
    Address,
    Addresses,
    Asker,
    Found,
    NamedSource,
    Source,
)
from shengji.server.reviews.hand_keys import digested_in
from shengji.server.reviews.queue import Keys, ReviewQueue, ReviewRefusedError
from shengji.server.reviews.shapes import HandReviewState, MatchReviewState, ReviewStep
from shengji.server.reviews.sources import DIGEST, ByDigest
from shengji.server.reviews.store import ReviewKey, ReviewStore
from shengji.server.reviews.telling import ToldMatch, told_hand, told_match, with_reviews
from shengji.server.site.faults import FaultError
from shengji.server.site.limits import network_of
from shengji.server.site.parameters import NumberInPath
from shengji.server.site.services import NamedHuman
from shengji.server.tables.core.records import PlayedMatch
from shengji.server.tables.replay_shapes import MatchPlayer

ASKED: Final = (
    "bot-account",
    "reviews-off",
    "too-many-reviews",
    "reviews-share",
    "reviews-busy",
)
"""Why a review is not made."""

reviews_routes = Addresses()


@reviews_routes.of(
    get,
    "/hands/{hand:int}/review",
    Address(
        TABLE, "ApiTablesHandsReviewReviewAtTable", more="For whom the hand is told with all cards."
    ),
    Address(HISTORY, "ApiMatchesHandsReviewReviewOfHand"),
    Address(
        LINK,
        "ApiSharedTokenHandsReviewReviewOfShared",
        "The review of a hand of a match that is shared",
    ),
    Address(
        DIGEST,
        "ApiReplaysReviewDigestHandReviewOfBrought",
        "The review of a hand of a record",
        end="/{hand:int}",
    ),
)
async def review_of_hand(source: NamedSource, hand: NumberInPath) -> HandReviewState:
    """The review of a hand.

    Every decision weighed by what its player could know, what the hand promised trick by trick,
    how well each has decided, and which decisions cost most (docs/review.md). It is made in the
    background, after whatever play needs, once for all who ask.
    """
    return await Asked(*source.asker).stage(await key_of(source, hand))


@reviews_routes.of(
    post,
    "/hands/{hand:int}/review",
    Address(TABLE, "ApiTablesHandsReviewAskAtTable"),
    Address(HISTORY, "ApiMatchesHandsReviewAskOfHand"),
    Address(
        LINK,
        "ApiSharedTokenHandsReviewAskOfShared",
        "Ask for the review of a hand of a match that is shared",
    ),
    faults=ASKED,
)
async def ask_of_hand(
    source: NamedSource, human: NamedHuman, hand: NumberInPath
) -> HandReviewState:
    """Ask for the review of a hand.

    Ask again for what has come of it. Nothing is made twice.
    """
    asked = Asked(*source.asker)  # as `human`, since no bot's account may ask
    match, keys = await digested(source, await source.find())
    key = _one_of(keys, source, hand)
    await asked.ask(match, [key])
    return await asked.stage(key)


@reviews_routes.of(
    delete,
    "/hands/{hand:int}/review",
    Address(TABLE, "ApiTablesHandsReviewWithdrawAtTable"),
    Address(HISTORY, "ApiMatchesHandsReviewWithdrawHand"),
    Address(LINK, "ApiSharedTokenHandsReviewWithdrawShared"),
    Address(DIGEST, "ApiReplaysReviewDigestHandWithdrawBrought", end="/{hand:int}"),
)
async def withdraw_hand(source: NamedSource, hand: NumberInPath) -> HandReviewState:
    """Take the wish for a review back.

    One waits no more; what has been made stays, and what others wait for goes on. Tells how it
    stands then.
    """
    asked, key = Asked(*source.asker), await key_of(source, hand)
    asked.withdraw([key])
    return await asked.stage(key)


@reviews_routes.of(
    get,
    "/review",
    Address(HISTORY, "ApiMatchesReviewReviewOfMatch"),
    Address(
        LINK,
        "ApiSharedTokenReviewReviewsOfShared",
        "The reviews of all hands of a match that is shared",
        "How far they have come, how well has decided who held each seat, and what cost most.",
    ),
    faults=("bad-request",),
)
async def review_of_match(source: NamedSource) -> MatchReviewState:
    """The reviews of all hands of a match.

    How far they have come, how well each player has decided over all of them, and what cost most.
    """
    found = await source.find()
    keys = await keys_of(source, found)
    return await Asked(*source.asker).stages(keys, (await found.kept()).seats)


@reviews_routes.of(
    post,
    "/review",
    Address(HISTORY, "ApiMatchesReviewAskOfMatch"),
    Address(
        LINK,
        "ApiSharedTokenReviewAskAllOfShared",
        "Ask for the reviews of all hands of a match that is shared",
    ),
    faults=("bad-request", *ASKED),
)
async def ask_of_match(source: NamedSource, human: NamedHuman) -> MatchReviewState:
    """Ask for the reviews of all hands of a match.

    They are made one after the other; others are let in between.
    """
    asked, found = Asked(*source.asker), await source.find()
    match, keys = await digested(source, found)
    await asked.ask(match, list(keys.values()))
    return await asked.stages(keys, (await found.kept()).seats)


@reviews_routes.of(
    delete,
    "/review",
    Address(HISTORY, "ApiMatchesReviewWithdrawMatch"),
    Address(LINK, "ApiSharedTokenReviewWithdrawAllOfShared"),
    faults=("bad-request",),
)
async def withdraw_match(source: NamedSource) -> MatchReviewState:
    """Take the wish for the reviews of a match back.

    One waits no more; what has been made stays, and what others wait for goes on. Tells how it
    stands then.
    """
    asked, found = Asked(*source.asker), await source.find()
    keys = await keys_of(source, found)
    asked.withdraw(keys.values())
    return await asked.stages(keys, (await found.kept()).seats)


@reviews_routes.of(
    get,
    "/record/reviewed",
    Address(HISTORY, "ApiMatchesRecordReviewedReviewedRecord"),
    Address(
        LINK,
        "ApiSharedTokenRecordReviewedReviewedRecordOfShare",
        "The record of a match that is shared with the reviews of its hands",
        "As `/api/shared/{token}/record`, with those reviews that have been made.",
    ),
    faults=("bad-request",),
    media_type=LINES,
)
async def reviewed_record(source: NamedSource) -> Response[bytes]:
    """The record of a match with the reviews of its hands.

    As `/api/matches/{match}/record`, with those reviews that have been made.
    """
    found = await source.find()
    keys, store = await keys_of(source, found), source.asker.services[ReviewStore]
    known = await store.known(list(keys.values()))
    made = [
        (key.record, key.code, body)
        for key in keys.values()
        if key in known and (body := await store.one(key)) is not None
    ]
    kept = await found.kept()
    return file_of(found, await source.told(partial(with_reviews, kept, made)))


class Asked(Asker):
    """Somebody who asks about reviews."""

    async def ask(self, match: PlayedMatch, keys: Sequence[ReviewKey]) -> None:
        """Ask for reviews.

        Raises:
            FaultError: none are made here, or too many wait.
        """
        try:
            await self.services[ReviewQueue].ask(
                self.person.id,
                match,
                keys,
                address=network_of(self.address),
                member=self.person.has_account,
            )
        except ReviewRefusedError as error:
            raise FaultError(error.code) from None

    def withdraw(self, keys: Collection[ReviewKey]) -> None:
        """Wait for some reviews no more."""
        self.services[ReviewQueue].withdraw(self.person.id, keys)

    async def stage(self, key: ReviewKey) -> HandReviewState:
        """How it stands with a review, with the review itself when it has been made."""
        # The queue first: what leaves it meanwhile is in the store by then.
        found = self.services[ReviewQueue].stage(key, self.person.id)
        body = await self.services[ReviewStore].one(key)
        if body is not None:
            review = await self.worked(partial(told_hand, body))
            return HandReviewState(state="done", ahead=0, done=1, of=1, own=False, review=review)
        if found is None:
            return HandReviewState(state="none", ahead=0, done=0, of=0, own=False, review=None)
        return HandReviewState(**found._asdict(), review=None)

    async def stages(self, keys: Keys, seats: Sequence[MatchPlayer]) -> MatchReviewState:
        """How it stands with the reviews of a match, of which these held the seats."""
        store, queue = self.services[ReviewStore], self.services[ReviewQueue]
        # The queue first: what leaves it meanwhile is in the store by then.
        stages = {key: queue.stage(key, self.person.id) for key in keys.values()}
        known = await store.known(list(keys.values()))
        found = [stage for key, stage in stages.items() if stage and key not in known]
        states = {stage.state for stage in found}
        state: ReviewStep = "done" if known else "none"
        for step in ("failed", "waiting", "running"):
            if step in states:
                state = step
        told = ToldMatch()
        if known and state not in ("waiting", "running"):
            bodies = {key.hand: await store.one(key) for key in known}
            told = await self.worked(partial(told_match, bodies, seats, self.person.id))
        done = tuple(hand for hand, key in keys.items() if key in known)
        own = any(stage.own for stage in found)
        return MatchReviewState(
            state=state,
            hands=done,
            of=len(keys),
            own=own,
            players=told.players,
            worst=told.worst,
            own_worst=told.own_worst,
        )


async def digested(source: Source, found: Found) -> tuple[PlayedMatch, Keys]:
    """A match that was found, and the reviews of its hands."""
    told = await source.told(partial(digested_in, await found.kept()))
    reviews = source.asker.services[ReviewQueue]
    keys = reviews.keys(told.hands)
    if found.id:
        reviews.remember(found.id, found.version, keys)
    return told.match, keys


async def keys_of(source: Source, found: Found) -> Keys:
    """The reviews of the hands of a match that was found."""
    keys = source.asker.services[ReviewQueue].recalled(found.id, found.version)
    return (await digested(source, found))[1] if keys is None else keys


async def key_of(source: Source, hand: int) -> ReviewKey:
    """The review of a hand.

    Raises:
        FaultError: that hand is not over, or who asks may not know of it.
    """
    if isinstance(source, ByDigest):
        return source.key(hand)
    return _one_of(await keys_of(source, await source.find()), source, hand)


def _one_of(keys: Keys, source: Source, hand: int) -> ReviewKey:
    key = keys.get(hand)
    if key is None:
        raise FaultError(source.missing)
    return key
