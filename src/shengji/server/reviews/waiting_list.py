"""The list of all who wait for reviews: whose turn it is, and how many may wait."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

import msgspec

from shengji.review import DEPTH
from shengji.review.child import NICENESS
from shengji.server.reviews.store import ReviewId, ReviewKey

ADDRESS_KEPT: Final = 64
"""So much of an address is kept, and as much of a place."""

Refusal = Literal["reviews-off", "too-many-reviews", "reviews-share", "reviews-busy"]
"""Why a review is not made."""


class ReviewSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How reviews are made.

    Attributes:
        at_once: how many a server makes at the same time; 0: it makes none.
        per_person: how many hands, or whole matches, a person may have waiting on the site.
        waiting: how many all may have: half of them may come from one address, a quarter from
            guests there, and three quarters from guests altogether.
        depth: as in `review_hand`; `seed` likewise.
        niceness: by how much their processes come after others; see `nice`.
    """

    at_once: int = 1
    per_person: int = 3
    waiting: int = 50
    depth: float = DEPTH
    seed: int = 0
    niceness: int = NICENESS


class ReviewStage(NamedTuple):
    """How it stands with a review that has not been made.

    Attributes:
        state: `waiting`, `running` or `failed`.
        ahead: how many hands or matches come before it, while it waits.
        done: how many of the `of` events of the hand have been looked at.
        own: whether who looks has asked for it, and so can take that back.
    """

    state: Literal["waiting", "running", "failed"]
    ahead: int = 0
    done: int = 0
    of: int = 0
    own: bool = False


class ReviewRefusedError(Exception):
    """A review that is not made; `code` says why, as in `Fault`."""

    def __init__(self, code: Refusal) -> None:
        self.code = code
        super().__init__(code)


class Requester(NamedTuple):
    """A person who asks for reviews.

    Attributes:
        person: by public id.
        address: where from; empty: that is not known.
        member: whether the person has an account.
    """

    person: str
    address: str = ""
    member: bool = False

    @property
    def place(self) -> str:
        """The turn it takes: a member's own, or that of all guests of an address."""
        return self.person if self.member else self.address[:ADDRESS_KEPT] or self.person


@dataclass(frozen=True, eq=False, slots=True)
class Job:
    """A review to be made.

    Attributes:
        key: which.
        source: the SHA-256 of the record with its hand, as that is kept.
        ask: the id of the wish for which it is made; `turn`: the turn that the wish has by that.
        done: how many of the `of` events of the hand have been looked at.
        has_failed: whether it could not be made.
        runs: whether a server that is alive makes it.
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
        """Whether it is still to be begun."""
        return not self.runs and not self.has_failed


@dataclass(eq=False, slots=True)
class ReviewRequest:
    """A wish for some reviews.

    Attributes:
        id: its id.
        person: who has asked; `address`, `member` and `place` as of `Requester`.
        counts: whether it takes room of those who may wait.
        number: the order of asking.
        turn: when its place had a hand made last; `None`: it waits for what others have asked for.
        jobs: what is still to be begun of it, in order.
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
    """All who wait, as the database has it at one moment.

    Args:
        asks: the wishes, in the order of their numbers.
        wishes: what each is for, in order: the ids of a wish and of a review.
        jobs: what is to be made.

    Attributes:
        jobs: the same, by id.
        askers: who has asked for each of them.
    """

    def __init__(
        self,
        asks: Iterable[ReviewRequest],
        wishes: Iterable[tuple[str, ReviewId]],
        jobs: Iterable[Job],
    ) -> None:
        self.jobs = {job.key.id: job for job in jobs}
        self._asks = {ask.id: ask for ask in asks}
        self.askers: dict[ReviewId, set[str]] = {}
        for wish, review in wishes:
            ask, job = self._asks.get(wish), self.jobs.get(review)
            if ask is None or job is None:
                continue
            self.askers.setdefault(review, set()).add(ask.person)
            if job.waits:
                ask.jobs.append(job)
        self._running = [job for job in self.jobs.values() if job.runs]
        self._served = {job.ask for job in self._running}
        turns: dict[str, int] = {}
        for job in self._running:  # who is served had its turn
            if job.ask in self._asks:
                place = self._asks[job.ask].place
                turns[place] = max(turns.get(place, 0), job.turn)
        for ask in self._asks.values():
            if ask.turn is not None:
                ask.turn = max(ask.turn, turns.get(ask.place, 0))

    @property
    def asks(self) -> Collection[ReviewRequest]:
        """All wishes."""
        return self._asks.values()

    @property
    def turn(self) -> int:
        """The turn that is next."""
        turns = (*(ask.turn or 0 for ask in self.asks), *(job.turn for job in self._running))
        return max(turns, default=0) + 1

    def turn_of(self, place: str) -> int:
        """The turn that a place had last."""
        return max((ask.turn or 0 for ask in self.asks if ask.place == place), default=0)

    def in_turn(self) -> list[ReviewRequest]:
        """All who wait, in the order in which they get their next hand."""
        before: Counter[str] = Counter()
        order: list[tuple[bool, bool, int, int, int, ReviewRequest]] = []
        queue = sorted(self.asks, key=lambda ask: (ask.id in self._served, ask.number))
        for number, ask in enumerate(queue):
            if ask.turn is None:  # when others for whom it would be made have gone
                order.append((True, True, 0, 0, number, ask))
                continue
            order.append((False, not ask.member, before[ask.place], ask.turn, number, ask))
            before[ask.place] += 1
        return [ask for *_, ask in sorted(order, key=lambda at: at[:-1])]

    def next_ones(self) -> list[tuple[ReviewRequest, Job]]:
        """The hands that may be begun, those whose turn it is first, each with its wish."""
        return [
            (ask, job) for ask in self.in_turn() if ask.id not in self._served for job in ask.jobs
        ]

    def refusal(self, asker: Requester, settings: ReviewSettings) -> Refusal | None:
        """The reason why somebody may not ask for more; `None`: there is room."""
        most = settings.waiting
        waiting = [ask for ask in self.asks if ask.counts and ask.jobs]
        guests = [ask for ask in waiting if not ask.member]
        if sum(ask.person == asker.person for ask in waiting) >= settings.per_person:
            return "too-many-reviews"
        if asker.address:
            beside = waiting if asker.member else guests
            share = max(1, most // (2 if asker.member else 4))
            if sum(ask.address == asker.address[:ADDRESS_KEPT] for ask in beside) >= share:
                return "reviews-share"
        room = most if asker.member else max(1, most - most // 4)
        if len(waiting if asker.member else guests) >= room or len(waiting) >= most:
            return "reviews-busy"
        return None

    def stage(self, key: ReviewKey, person: str) -> ReviewStage | None:
        """How it stands with a review, for who looks."""
        job = self.jobs.get(key.id)
        if job is None or job.key.code != key.code:
            return None
        if job.has_failed:
            return ReviewStage("failed")
        own = person in self.askers.get(job.key.id, ())
        if job.runs:
            return ReviewStage("running", 0, job.done, job.of, own)
        asks = (place for place, ask in enumerate(self.in_turn()) if job in ask.jobs)
        return ReviewStage("waiting", next(asks, 0) + len(self._running), own=own)
