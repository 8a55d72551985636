"""Where reviews are asked for: whose turn it is, how far each has come, and how many may wait."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, Protocol

import msgspec
import structlog

from shengji.review import DEPTH, code_of_reviews
from shengji.review.child import NICENESS
from shengji.review.process import ReviewFailedError, ReviewProcess
from shengji.review.worker import ReviewOrder
from shengji.server.reviews.hand_keys import lines_to
from shengji.server.reviews.store import ReviewKey, ReviewStore
from shengji.server.site.traces import traced
from shengji.server.site.work import Work
from shengji.server.tables.core.records import PlayedMatch

_IDLE: Final = 60.0
"""Seconds after which a process that has nothing to do is ended; it holds much memory."""

_FAILURES: Final = 100
"""So many reviews that could not be made are told of; those that failed last."""

_RECALLED: Final = 500
"""Of so many matches it is remembered which reviews are meant; of those asked for last."""

_logger = structlog.get_logger()

Keys = Mapping[int, ReviewKey]
"""The reviews of the hands of a match, by the numbers of these."""


class ReviewSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How reviews are made.

    Attributes:
        at_once: how many at the same time; 0: none are made.
        per_person: how many hands, or whole matches, a person may have waiting.
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

    def __init__(
        self, code: Literal["reviews-off", "too-many-reviews", "reviews-share", "reviews-busy"]
    ) -> None:
        self.code = code
        super().__init__(code)


class Maker(Protocol):
    """Makes reviews, as `ReviewProcess` does."""

    async def make(self, order: ReviewOrder, progress: Callable[[int, int], None]) -> bytes:
        """Make a review; a `HandReview` as JSON."""
        ...

    async def close(self) -> None:
        """Let go what it holds."""
        ...


class _Job:
    """A hand to be reviewed.

    Args:
        key: which review.
        match: in which it was played.
    """

    def __init__(self, key: ReviewKey, match: PlayedMatch) -> None:
        self.key = key
        self.match = match
        self.state: Literal["waiting", "running"] = "waiting"
        self.askers: set[str] = set()
        self.done = self.of = 0
        self.making: asyncio.Future[bytes] | None = None

    def progress(self, done: int, of: int) -> None:
        """Be told how far it has come."""
        self.done, self.of = done, of


@dataclass(eq=False, slots=True)
class _Ask:
    """Hands that a person has asked for together.

    Attributes:
        person: who, by public id.
        address: where from; empty: that is not known.
        member: whether the person has an account.
        jobs: what is still to be made of it.
        counts: whether it has brought work, and not only joined others who wait for the same.
    """

    person: str
    address: str
    member: bool
    counts: bool
    jobs: deque[_Job] = field(default_factory=deque)

    @property
    def place(self) -> str:
        """The turn it takes: a member's own, or that of all guests of an address."""
        return self.person if self.member else self.address or self.person


class ReviewQueue:
    """Takes wishes for reviews, has them made one after the other, and keeps them.

    Whoever has asked gets a hand in turn, members before guests, and all guests of an address
    together one: a whole match lets others in between its hands. Who waits for what others wait for
    takes nobody's room. What is under way when the server ends is lost, and is made when somebody
    asks again.

    Args:
        store: where reviews are kept.
        settings: how they are made.
        maker: makes what makes them.
    """

    def __init__(
        self,
        store: ReviewStore,
        settings: ReviewSettings,
        maker: Callable[[], Maker] | None = None,
    ) -> None:
        self.settings = settings
        self._store = store
        self._maker = maker or (lambda: ReviewProcess(settings.niceness))
        self._jobs: dict[ReviewKey, _Job] = {}
        self._asks: deque[_Ask] = deque()
        self._served: list[_Ask] = []
        self._turns: dict[str, int] = {}
        self._turn = 0
        self._failed: OrderedDict[ReviewKey, None] = OrderedDict()
        self._recalled: OrderedDict[tuple[str, int], Keys] = OrderedDict()
        self._workers = Work()
        self._some = asyncio.Event()
        self._made = 0

    async def ask(
        self,
        person: str,
        match: PlayedMatch,
        keys: Sequence[ReviewKey],
        *,
        address: str = "",
        member: bool = False,
    ) -> None:
        """Ask for the reviews of some hands of a match; nothing is done for those that are made.

        Args:
            person: who asks, by public id.
            match: in which the hands were played.
            keys: which reviews.
            address: where from; empty: that is not known.
            member: whether the person has an account.

        Raises:
            ReviewRefusedError: none are made here, or too many wait.
        """
        if not self.settings.at_once:
            raise ReviewRefusedError("reviews-off")
        wanted = await self._lacking(keys)
        if all(key in self._jobs and person in self._jobs[key].askers for key in wanted):
            return
        new = _Ask(person, address, member, not all(key in self._jobs for key in wanted))
        if new.counts:
            self._check_room(new)
        new.jobs.extend(self._jobs.setdefault(key, _Job(key, match)) for key in wanted)
        for job in new.jobs:
            self._failed.pop(job.key, None)
            job.askers.add(person)
        if not new.counts and not member:
            return  # it is made when it is the turn of those who have asked before
        self._asks.append(new)
        self._some.set()
        if len(self._workers) < min(self.settings.at_once, len(self._asks) + self._running):
            self._workers.begin(self._work())

    def _check_room(self, new: _Ask) -> None:
        """Check that somebody may ask for more.

        Raises:
            ReviewRefusedError: too many wait.
        """
        most = self.settings.waiting
        waiting = [ask for ask in (*self._asks, *self._served) if ask.counts and ask.jobs]
        guests = [ask for ask in waiting if not ask.member]
        if sum(ask.person == new.person for ask in waiting) >= self.settings.per_person:
            raise ReviewRefusedError("too-many-reviews")
        if new.address:
            beside = waiting if new.member else guests
            share = max(1, most // (2 if new.member else 4))
            if sum(ask.address == new.address for ask in beside) >= share:
                raise ReviewRefusedError("reviews-share")
        room = most if new.member else max(1, most - most // 4)
        if len(waiting if new.member else guests) >= room or len(waiting) >= most:
            raise ReviewRefusedError("reviews-busy")

    async def _lacking(self, keys: Sequence[ReviewKey]) -> list[ReviewKey]:
        """The reviews, of some, that are not in the store when this returns."""
        while True:
            made = self._made
            known = await self._store.known(keys)
            if made == self._made:  # else one may be there by now that was not
                return [key for key in keys if key not in known]

    def withdraw(self, person: str, keys: Collection[ReviewKey]) -> None:
        """Take back one's wish for some reviews; what others wait for goes on.

        Args:
            person: who wants them no more, by public id.
            keys: which; nothing is done for those that nobody makes, or others have asked for.
        """
        unwanted = [
            job for job in map(self._jobs.get, keys) if job is not None and person in job.askers
        ]
        for job in unwanted:
            job.askers.discard(person)
            if not job.askers:
                del self._jobs[job.key]
                if job.making is not None:
                    job.making.cancel()
        for ask in [ask for ask in (*self._asks, *self._served) if ask.person == person]:
            left = [job for job in ask.jobs if job.askers]
            ask.jobs.clear()
            ask.jobs.extend(left)
            if not left and ask in self._asks:
                self._asks.remove(ask)

    def stage(self, key: ReviewKey, person: str) -> ReviewStage | None:
        """How it stands with a review, for who looks; `None`: nobody waits for it."""
        job = self._jobs.get(key)
        if job is None:
            return ReviewStage("failed") if key in self._failed else None
        own = person in job.askers
        if job.state == "running":
            return ReviewStage("running", 0, job.done, job.of, own)
        asks = (place for place, ask in enumerate(self._in_turn()) if job in ask.jobs)
        return ReviewStage("waiting", next(asks, 0) + self._running, own=own)

    def key(self, record: bytes, hand: int) -> ReviewKey:
        """The review that is made here of a hand, by the digest of what was played."""
        return ReviewKey(record, hand, self.settings.depth, self.settings.seed, code_of_reviews())

    def keys(self, digests: Mapping[int, bytes]) -> Keys:
        """The reviews that are made here of hands, by the digests of what was played in them."""
        return {hand: self.key(record, hand) for hand, record in digests.items()}

    def recalled(self, place: str, version: int) -> Keys | None:
        """The reviews that are meant by the hands of a match, if that was remembered."""
        return self._recalled.get((place, version))

    def remember(self, place: str, version: int, keys: Keys) -> None:
        """Remember which reviews are meant, for who asks again and again how far they are.

        Args:
            place: the id of the match, or of the table.
            version: how far that had come.
            keys: which.
        """
        self._recalled[place, version] = keys
        if len(self._recalled) > _RECALLED:
            self._recalled.popitem(last=False)

    async def close(self) -> None:
        """Stop, whatever is under way."""
        await self._workers.cancel()

    def _in_turn(self) -> list[_Ask]:
        """All who wait, in the order in which they get their next hand."""
        before: Counter[str] = Counter()
        order: list[tuple[bool, int, int, int, _Ask]] = []
        for number, ask in enumerate((*self._asks, *self._served)):
            turn = self._turns.get(ask.place, 0)
            order.append((not ask.member, before[ask.place], turn, number, ask))
            before[ask.place] += 1
        return [ask for *_, ask in sorted(order, key=lambda at: at[:-1])]

    @property
    def _running(self) -> int:
        """How many are being made."""
        return sum(job.state == "running" for job in self._jobs.values())

    async def _work(self) -> None:
        """Make reviews as long as there are any to be made, and a while longer."""
        maker = self._maker()
        try:
            while True:
                while self._asks:
                    ask = next(ask for ask in self._in_turn() if ask in self._asks)
                    self._asks.remove(ask)
                    await self._serve(maker, ask)
                self._some.clear()
                try:
                    async with asyncio.timeout(_IDLE):
                        await self._some.wait()
                except TimeoutError:
                    if not self._asks:
                        return
        finally:
            await maker.close()

    async def _serve(self, maker: Maker, ask: _Ask) -> None:
        """Make the next hand of a wish, which then waits until all other wishes had their turn."""
        job = None
        while ask.jobs and job is None:
            job = ask.jobs.popleft()
            if job.state != "waiting" or job.key not in self._jobs:
                job = None  # somebody else has had it made
        if job is None:
            return
        self._turn += 1
        self._turns[ask.place] = self._turn
        self._served.append(ask)
        try:
            await self._make(maker, job)
        finally:
            self._served.remove(ask)
        if ask.jobs:
            self._asks.append(ask)
            self._some.set()
        places = {other.place for other in (*self._asks, *self._served)}
        self._turns = {place: self._turns[place] for place in places & self._turns.keys()}

    async def _make(self, maker: Maker, job: _Job) -> None:
        key = job.key
        job.state = "running"
        try:
            lines = await asyncio.to_thread(lines_to, job.match, key.hand)
            if not job.askers:
                return
            order = ReviewOrder(lines, key.hand, key.depth, key.seed)
            job.making = asyncio.ensure_future(maker.make(order, job.progress))
            await asyncio.wait([job.making])
            if not job.making.cancelled():
                await self._store.keep(key, job.making.result())
                self._made += 1
        except asyncio.CancelledError:
            if job.making is not None:
                job.making.cancel()
                await asyncio.wait([job.making])
            raise
        except Exception as error:
            # The next one may go well. A failure names no cards, other errors might.
            why = str(error) if isinstance(error, ReviewFailedError) else traced(error)
            _logger.error("review-failed", hand=key.hand, why=why)
            self._failed[key] = None
            if len(self._failed) > _FAILURES:
                self._failed.popitem(last=False)
        finally:
            if self._jobs.get(key) is job:  # else it was withdrawn, and perhaps asked for again
                del self._jobs[key]
