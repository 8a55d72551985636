"""Reviews of hands that are over, for whoever may know these hands."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

from litestar import Request, Response, delete, get, post
from litestar.params import FromPath

from shengji.server.matches.routes.history import LINES, record_for
from shengji.server.matches.routes.replays import log_of, may_know
from shengji.server.matches.store import KeptRecord, MatchStore
from shengji.server.reviews.desk import Keys, ReviewDesk, ReviewRefusedError
from shengji.server.reviews.hand_keys import DigestedMatch, digested_log, digested_record
from shengji.server.reviews.shapes import HandReviewState, MatchReviewState, ReviewStep
from shengji.server.reviews.store import ReviewKey, ReviewStore
from shengji.server.reviews.telling import ToldMatch, told_hand, told_match, with_reviews
from shengji.server.site.faults import FaultError, answers
from shengji.server.site.limits import network_of
from shengji.server.site.parameters import NumberInPath
from shengji.server.site.person import Person
from shengji.server.site.services import (
    NamedHuman,
    NamedPerson,
    NamedServices,
    Services,
    address_of,
    allowed,
)
from shengji.server.tables.core.records import PlayedMatch
from shengji.server.tables.live.live_table import LiveTable
from shengji.server.tables.replay_shapes import MatchPlayer

T = TypeVar("T")

_HISTORY: Final = allowed("history")
_OF_TABLE: Final = ("bad-request", "no-person", "no-table", "no-record")
_OF_MATCH: Final = (
    "bad-request",
    "no-person",
    "no-token",
    "scope",
    "no-match",
    "too-many-requests",
)
ASKED: Final = (
    "bot-account",
    "reviews-off",
    "too-many-reviews",
    "reviews-share",
    "reviews-busy",
)
"""Why a review is not made."""

ABOUT: Final = (
    "Every decision weighed by what its player could know, what the hand promised trick by trick, "
    "how well each has decided, and which decisions cost most (docs/review.md). It is made in the "
    "background, after whatever play needs, once for all who ask."
)
AGAIN: Final = "Ask again for what has come of it. Nothing is made twice."
TAKEN_BACK: Final = (
    "One waits no more; what has been made stays, and what others wait for goes on. Tells how it "
    "stands then."
)


@get(
    "/api/tables/{table:str}/hands/{hand:int}/review",
    tags=["tables"],
    summary="The review of a hand",
    description=f"{ABOUT} For whom the hand is told with all cards.",
    responses=answers(*_OF_TABLE),
)
async def review_at_table(
    request: Request[Any, Any, Any],
    services: NamedServices,
    person: NamedPerson,
    table: FromPath[str],
    hand: NumberInPath,
) -> HandReviewState:
    """How it stands with the review of a hand of the last match."""
    asked = Asked(services, person, address_of(request.scope))
    at = await may_know(services, person, table)
    keys = services[ReviewDesk].recalled(table, at.version)
    if keys is None:
        _, keys = await asked.of_table(at)
    return await asked.stage(key_of(keys, hand, "no-record"))


@post(
    "/api/tables/{table:str}/hands/{hand:int}/review",
    status_code=200,
    tags=["tables"],
    summary="Ask for the review of a hand",
    description=AGAIN,
    responses=answers(*_OF_TABLE, *ASKED),
)
async def ask_at_table(
    request: Request[Any, Any, Any],
    services: NamedServices,
    human: NamedHuman,
    table: FromPath[str],
    hand: NumberInPath,
) -> HandReviewState:
    """Ask for the review of a hand of the last match."""
    asked = Asked(services, human, address_of(request.scope))
    match, keys = await asked.of_table(await may_know(services, human, table))
    key = key_of(keys, hand, "no-record")
    await asked.ask(match, [key])
    return await asked.stage(key)


@delete(
    "/api/tables/{table:str}/hands/{hand:int}/review",
    status_code=200,
    tags=["tables"],
    summary="Take the wish for a review back",
    description=TAKEN_BACK,
    responses=answers(*_OF_TABLE),
)
async def withdraw_at_table(
    request: Request[Any, Any, Any],
    services: NamedServices,
    person: NamedPerson,
    table: FromPath[str],
    hand: NumberInPath,
) -> HandReviewState:
    """Wait no more for the review of a hand of the last match."""
    asked = Asked(services, person, address_of(request.scope))
    _, keys = await asked.of_table(await may_know(services, person, table))
    key = key_of(keys, hand, "no-record")
    asked.withdraw([key])
    return await asked.stage(key)


@get(
    "/api/matches/{match:str}/hands/{hand:int}/review",
    tags=["matches"],
    summary="The review of a hand",
    description=ABOUT,
    responses=answers(*_OF_MATCH, "no-hand"),
    **_HISTORY,
)
async def review_of_hand(
    request: Request[Any, Any, Any],
    services: NamedServices,
    person: NamedPerson,
    match: FromPath[str],
    hand: NumberInPath,
) -> HandReviewState:
    """How it stands with the review of a hand of a match."""
    asked = Asked(services, person, address_of(request.scope))
    return await asked.stage(key_of(await asked.keys_of_match(match), hand, "no-hand"))


@post(
    "/api/matches/{match:str}/hands/{hand:int}/review",
    status_code=200,
    tags=["matches"],
    summary="Ask for the review of a hand",
    description=AGAIN,
    responses=answers(*_OF_MATCH, *ASKED, "no-hand"),
    **_HISTORY,
)
async def ask_of_hand(
    request: Request[Any, Any, Any],
    services: NamedServices,
    human: NamedHuman,
    match: FromPath[str],
    hand: NumberInPath,
) -> HandReviewState:
    """Ask for the review of a hand of a match."""
    asked = Asked(services, human, address_of(request.scope))
    played, keys = await asked.of_match(await record_for(services, human, match))
    key = key_of(keys, hand, "no-hand")
    await asked.ask(played, [key])
    return await asked.stage(key)


@delete(
    "/api/matches/{match:str}/hands/{hand:int}/review",
    status_code=200,
    tags=["matches"],
    summary="Take the wish for a review back",
    description=TAKEN_BACK,
    responses=answers(*_OF_MATCH, "no-hand"),
    **_HISTORY,
)
async def withdraw_hand(
    request: Request[Any, Any, Any],
    services: NamedServices,
    person: NamedPerson,
    match: FromPath[str],
    hand: NumberInPath,
) -> HandReviewState:
    """Wait no more for the review of a hand of a match."""
    asked = Asked(services, person, address_of(request.scope))
    key = key_of(await asked.keys_of_match(match), hand, "no-hand")
    asked.withdraw([key])
    return await asked.stage(key)


@get(
    "/api/matches/{match:str}/review",
    tags=["matches"],
    summary="The reviews of all hands of a match",
    description="How far they have come, how well each player has decided over all of them, and "
    "what cost most.",
    responses=answers(*_OF_MATCH),
    **_HISTORY,
)
async def review_of_match(
    request: Request[Any, Any, Any],
    services: NamedServices,
    person: NamedPerson,
    match: FromPath[str],
) -> MatchReviewState:
    """How it stands with the reviews of a match."""
    asked = Asked(services, person, address_of(request.scope))
    keys = await asked.keys_of_match(match)
    return await asked.stages(keys, await _seats_of(asked, match))


@post(
    "/api/matches/{match:str}/review",
    status_code=200,
    tags=["matches"],
    summary="Ask for the reviews of all hands of a match",
    description="They are made one after the other; others are let in between.",
    responses=answers(*_OF_MATCH, *ASKED),
    **_HISTORY,
)
async def ask_of_match(
    request: Request[Any, Any, Any],
    services: NamedServices,
    human: NamedHuman,
    match: FromPath[str],
) -> MatchReviewState:
    """Ask for the reviews of all hands of a match."""
    asked = Asked(services, human, address_of(request.scope))
    played, keys = await asked.of_match(await record_for(services, human, match))
    await asked.ask(played, list(keys.values()))
    return await asked.stages(keys, await _seats_of(asked, match))


@delete(
    "/api/matches/{match:str}/review",
    status_code=200,
    tags=["matches"],
    summary="Take the wish for the reviews of a match back",
    description=TAKEN_BACK,
    responses=answers(*_OF_MATCH),
    **_HISTORY,
)
async def withdraw_match(
    request: Request[Any, Any, Any],
    services: NamedServices,
    person: NamedPerson,
    match: FromPath[str],
) -> MatchReviewState:
    """Wait no more for the reviews of a match."""
    asked = Asked(services, person, address_of(request.scope))
    keys = await asked.keys_of_match(match)
    asked.withdraw(keys.values())
    return await asked.stages(keys, await _seats_of(asked, match))


@get(
    "/api/matches/{match:str}/record/reviewed",
    tags=["matches"],
    summary="The record of a match with the reviews of its hands",
    description="As `/api/matches/{match}/record`, with those reviews that have been made.",
    media_type=LINES,
    responses=answers(*_OF_MATCH),
    **_HISTORY,
)
async def reviewed_record(
    request: Request[Any, Any, Any],
    services: NamedServices,
    person: NamedPerson,
    match: FromPath[str],
) -> Response[bytes]:
    """The record of a match with its reviews, as a file."""
    asked = Asked(services, person, address_of(request.scope))
    record = await record_for(services, person, match)
    return await asked.record(record, f"shengji-{match}.jsonl")


async def _seats_of(asked: Asked, match: str) -> Sequence[MatchPlayer]:
    """Who held the seats of a match."""
    found = await asked.services[MatchStore].one(match, asked.person.id)
    return () if found is None else found.line.seats


class Asked(NamedTuple):
    """Somebody who asks about reviews.

    Attributes:
        services: what is asked.
        person: who asks; `address`: where from.
    """

    services: Services
    person: Person
    address: str

    async def of_table(self, at: LiveTable) -> tuple[PlayedMatch, Keys]:
        """The last match of a table, and the reviews of its hands.

        Raises:
            FaultError: no hand of it is over.
        """
        version = at.version
        log = await log_of(self.services, at.id)
        found = await self._worked(partial(digested_log, log))
        if found is None:
            raise FaultError("no-record")
        return found.match, self._remembered(at.id, version, found)

    async def of_match(self, record: KeptRecord) -> tuple[PlayedMatch, Keys]:
        """A match that is over, and the reviews of its hands."""
        found = await self._worked(partial(digested_record, record.packed))
        return found.match, self._remembered(record.match, 0, found)

    async def keys_of_match(self, match: str) -> Keys:
        """The reviews of the hands of a match that is over.

        Raises:
            FaultError: there is none such for this person.
        """
        return await self.keys_of(await record_for(self.services, self.person, match))

    async def keys_of(self, record: KeptRecord) -> Keys:
        """The reviews of the hands of a match that is over, from its record."""
        keys = self.services[ReviewDesk].recalled(record.match, 0)
        return (await self.of_match(record))[1] if keys is None else keys

    async def ask(self, match: PlayedMatch, keys: Sequence[ReviewKey]) -> None:
        """Ask for reviews.

        Raises:
            FaultError: none are made here, or too many wait.
        """
        try:
            await self.services[ReviewDesk].ask(
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
        self.services[ReviewDesk].withdraw(self.person.id, keys)

    async def stage(self, key: ReviewKey) -> HandReviewState:
        """How it stands with a review, with the review itself when it has been made."""
        # The desk first: what leaves it meanwhile is in the store by then.
        found = self.services[ReviewDesk].stage(key, self.person.id)
        body = await self.services[ReviewStore].one(key)
        if body is not None:
            review = await self._worked(partial(told_hand, body))
            return HandReviewState(state="done", ahead=0, done=1, of=1, own=False, review=review)
        if found is None:
            return HandReviewState(state="none", ahead=0, done=0, of=0, own=False, review=None)
        return HandReviewState(**found._asdict(), review=None)

    async def stages(self, keys: Keys, seats: Sequence[MatchPlayer]) -> MatchReviewState:
        """How it stands with the reviews of a match, of which these held the seats."""
        store, desk = self.services[ReviewStore], self.services[ReviewDesk]
        # The desk first: what leaves it meanwhile is in the store by then.
        stages = {key: desk.stage(key, self.person.id) for key in keys.values()}
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
            told = await self._worked(partial(told_match, bodies, seats, self.person.id))
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

    async def record(self, record: KeptRecord, name: str) -> Response[bytes]:
        """A record with the reviews that have been made of its hands, as a file of this name."""
        store = self.services[ReviewStore]
        keys = await self.keys_of(record)
        known = await store.known(list(keys.values()))
        made = [
            (key.record, key.code, body)
            for key in keys.values()
            if key in known and (body := await store.one(key)) is not None
        ]
        job = partial(with_reviews, record.packed, made)
        return Response(
            await self._worked(job),
            media_type=LINES,
            headers={"content-disposition": f'attachment; filename="{name}"'},
        )

    def _remembered(self, place: str, version: int, found: DigestedMatch) -> Keys:
        keys = self.services[ReviewDesk].keys(found.hands)
        self.services[ReviewDesk].remember(place, version, keys)
        return keys

    async def _worked(self, job: Callable[[], T]) -> T:
        return await self.services.worked(self.address, self.person, job)


def key_of(keys: Keys, hand: int, missing: str) -> ReviewKey:
    """The review of a hand.

    Raises:
        FaultError: that hand is not over.
    """
    key = keys.get(hand)
    if key is None:
        raise FaultError(missing)
    return key


reviews_routes = [
    review_at_table,
    ask_at_table,
    withdraw_at_table,
    review_of_hand,
    ask_of_hand,
    withdraw_hand,
    review_of_match,
    ask_of_match,
    withdraw_match,
    reviewed_record,
]
