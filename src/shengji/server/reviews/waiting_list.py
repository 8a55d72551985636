"""Scheduling of reviews: the order of the requests and the limits of the queue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

import msgspec

from shengji.review import DEPTH
from shengji.review.child import NICENESS
from shengji.server.reviews.schemas import ReviewStage
from shengji.server.reviews.store import ReviewId, ReviewKey
from shengji.server.site.settings import ServerSettings

ADDRESS_KEPT: Final = 64
"""Maximum number of characters stored of an address or place."""

Refusal = Literal["reviews-off", "too-many-reviews", "reviews-share", "reviews-busy"]
"""Error codes of requests for reviews."""


class ReviewSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Settings and limits of reviews.

    Attributes:
        at_once: number of concurrent jobs of a node; 0: the node makes no reviews.
        per_person: maximum number of pending requests of a person, each for a hand or a match.
        waiting: maximum number of pending requests of the site. Half of them may come from one
            network address, a quarter from the guests there, and three quarters from all guests.
        depth: as in `review_hand`.
        seed: as in `review_hand`.
        niceness: increment of the niceness of the review processes; see `nice`.
    """

    at_once: int = 1
    per_person: int = 3
    waiting: int = 50
    depth: float = DEPTH
    seed: int = 0
    niceness: int = NICENESS

    @classmethod
    def of(cls, settings: ServerSettings) -> ReviewSettings:
        """The part of a server's settings for its reviews."""
        return cls(
            at_once=settings.reviews_at_once,
            per_person=settings.reviews_per_person,
            waiting=settings.reviews_waiting,
        )


class ReviewRefusedError(Exception):
    """A request for a review is rejected; `code` is the code of the API error."""

    def __init__(self, code: Refusal) -> None:
        self.code = code
        super().__init__(code)


class Requester(NamedTuple):
    """A person who requests reviews.

    Attributes:
        address: network address; empty: unknown.
        member: whether the person has an account.
    """

    person: str
    address: str = ""
    member: bool = False

    @property
    def turn_key(self) -> str:
        """The key for turns: a member's id, or the address shared by its guests."""
        return self.person if self.member else self.address[:ADDRESS_KEPT] or self.person


@dataclass(frozen=True, eq=False, slots=True)
class Job:
    """A queued, running or failed review.

    Attributes:
        source: the SHA-256 of the stored record with the hand.
        ask: the id of the request that the running job serves.
        turn: the turn of that request.
        done: number of processed events, out of `of`.
        has_failed: whether the job has been given up.
        runs: whether a live node runs the job.
    """

    key: ReviewKey
    source: bytes
    ask: str | None
    turn: int
    done: int
    of: int
    has_failed: bool
    runs: bool

    @property
    def waits(self) -> bool:
        """Whether the job is queued and not running."""
        return not self.runs and not self.has_failed


@dataclass(eq=False, slots=True)
class ReviewRequest:
    """A request for reviews.

    Attributes:
        person: public id; `address`, `member` as in `Requester`, `place` is its `turn_key`.
        counts: whether it counts against the limits.
        number: the order of the requests.
        turn: the last turn of its place; `None`: it only waits for jobs of other requests.
        jobs: its queued jobs, in order.
    """

    id: str
    person: str
    address: str
    member: bool
    counts: bool
    place: str
    number: int
    turn: int | None
    jobs: list[Job] = field(default_factory=list)


class WaitingList:
    """Snapshot of the queue in the database.

    Args:
        asks: the requests, in the order of their numbers.
        wishes: pairs of a request's id and a review's id, in order.

    Attributes:
        jobs: the jobs by the ids of their reviews.
        requesters: the public ids of the people who requested each review.
    """

    def __init__(
        self,
        asks: Iterable[ReviewRequest],
        wishes: Iterable[tuple[str, ReviewId]],
        jobs: Iterable[Job],
    ) -> None:
        self.jobs = {job.key.id: job for job in jobs}
        self._asks = {ask.id: ask for ask in asks}
        self.requesters: dict[ReviewId, set[str]] = {}
        for wish, review in wishes:
            ask, job = self._asks.get(wish), self.jobs.get(review)
            if ask is None or job is None:
                continue
            self.requesters.setdefault(review, set()).add(ask.person)
            if job.waits:
                ask.jobs.append(job)
        self._running = [job for job in self.jobs.values() if job.runs]
        self._served = {job.ask for job in self._running}
        turns: dict[str, int] = {}
        for job in self._running:  # a running job has used the turn of its place
            if job.ask in self._asks:
                place = self._asks[job.ask].place
                turns[place] = max(turns.get(place, 0), job.turn)
        for ask in self._asks.values():
            if ask.turn is not None:
                ask.turn = max(ask.turn, turns.get(ask.place, 0))

    @property
    def asks(self) -> Collection[ReviewRequest]:
        """All requests."""
        return self._asks.values()

    @property
    def turn(self) -> int:
        """The number of the next turn."""
        turns = (*(ask.turn or 0 for ask in self.asks), *(job.turn for job in self._running))
        return max(turns, default=0) + 1

    def turn_of(self, place: str) -> int:
        """Return the last turn of a place."""
        return max((ask.turn or 0 for ask in self.asks if ask.place == place), default=0)

    def in_turn(self) -> list[ReviewRequest]:
        """Return the requests in the order of their next turns."""
        before: Counter[str] = Counter()
        order: list[tuple[bool, bool, int, int, int, ReviewRequest]] = []
        queue = sorted(self.asks, key=lambda ask: (ask.id in self._served, ask.number))
        for number, ask in enumerate(queue):
            if ask.turn is None:  # remaining after the other requests for its jobs are withdrawn
                order.append((True, True, 0, 0, number, ask))
                continue
            order.append((False, not ask.member, before[ask.place], ask.turn, number, ask))
            before[ask.place] += 1
        return [ask for *_, ask in sorted(order, key=lambda at: at[:-1])]

    def next_ones(self) -> list[tuple[ReviewRequest, Job]]:
        """Return pairs of a request and a job that may start, in the order of turns."""
        return [
            (ask, job) for ask in self.in_turn() if ask.id not in self._served for job in ask.jobs
        ]

    def refusal(self, requester: Requester, settings: ReviewSettings) -> Refusal | None:
        """Return the error code if a limit is reached for the requester, or `None`."""
        most = settings.waiting
        waiting = [ask for ask in self.asks if ask.counts and ask.jobs]
        guests = [ask for ask in waiting if not ask.member]
        if sum(ask.person == requester.person for ask in waiting) >= settings.per_person:
            return "too-many-reviews"
        if requester.address:
            beside = waiting if requester.member else guests
            share = max(1, most // (2 if requester.member else 4))
            if sum(ask.address == requester.address[:ADDRESS_KEPT] for ask in beside) >= share:
                return "reviews-share"
        room = most if requester.member else max(1, most - most // 4)
        if len(waiting if requester.member else guests) >= room or len(waiting) >= most:
            return "reviews-busy"
        return None

    def stage(self, key: ReviewKey, person: str) -> ReviewStage | None:
        """Return the stage of a review for a viewer, or `None` if there is no job for it."""
        job = self.jobs.get(key.id)
        if job is None or job.key.code != key.code:
            return None
        if job.has_failed:
            return ReviewStage("failed", 0, 0, 0, own=False)
        own = person in self.requesters.get(job.key.id, ())
        if job.runs:
            return ReviewStage("running", 0, job.done, job.of, own=own)
        asks = (place for place, ask in enumerate(self.in_turn()) if job in ask.jobs)
        return ReviewStage("waiting", next(asks, 0) + len(self._running), 0, 0, own=own)
