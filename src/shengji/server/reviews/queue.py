"""Requests for reviews, and the workers that make them on this node."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Final, Protocol

import structlog

from shengji.review import code_of_reviews
from shengji.review.process import ReviewFailedError, ReviewProcess
from shengji.review.worker import ReviewOrder
from shengji.server.database.errors import StorageError
from shengji.server.matches.records import PlayedMatch
from shengji.server.reviews.hand_keys import lines_of, lines_to
from shengji.server.reviews.job_store import ReviewJobStore, TakenJob
from shengji.server.reviews.schemas import ReviewStage
from shengji.server.reviews.store import ReviewKey
from shengji.server.reviews.waiting_list import (
    Requester,
    ReviewRefusedError,
    ReviewSettings,
)
from shengji.server.site.events import Events, SiteEvent
from shengji.server.site.tasks import TaskSet
from shengji.server.site.traces import traced

_IDLE: Final = 60.0
"""Seconds after which an idle review process is ended, since it holds much memory."""

_LOOKED: Final = 5.0
"""Interval in seconds between two checks for jobs of other nodes."""

_TOLD: Final = 1.0
"""Interval in seconds between two writes of a job's progress."""

_RECALLED: Final = 500
"""Maximum number of matches in the cache of review keys; the oldest entries are dropped."""

_logger = structlog.get_logger()

Keys = Mapping[int, ReviewKey]
"""The keys of the reviews of a match, by number of the hand."""


class Maker(Protocol):
    """Interface of a maker of reviews, such as `ReviewProcess`."""

    async def make(self, order: ReviewOrder, progress: Callable[[int, int], None]) -> bytes:
        """Make a review, and return a `HandReview` as JSON."""
        ...

    async def close(self) -> None:
        """Release its resources."""
        ...


class ReviewRequested(SiteEvent, frozen=True):
    """The queue of the site has a new job."""


class ReviewsStopped(SiteEvent, frozen=True):
    """No person requests these running jobs any longer; `tokens`: of the jobs."""

    tokens: tuple[str, ...]


class ReviewQueue:
    """Accepts requests for reviews, and makes queued reviews on this node.

    Requests get one hand per turn: members before guests, with one shared turn for all guests of a
    network address. So a whole match does not block other requests. A request for reviews that are
    queued already does not count against the limits. Another node, or this one after a restart,
    repeats the jobs of a stopped node.

    Args:
        elsewhere: returns whether another node of the site makes reviews.
        events: the site events; `None`: there are no other nodes.
    """

    def __init__(
        self,
        waiting: ReviewJobStore,
        settings: ReviewSettings,
        maker: Callable[[], Maker] | None = None,
        elsewhere: Callable[[], bool] = lambda: False,
        events: Events | None = None,
    ) -> None:
        self.settings = settings
        self._waiting = waiting
        self._maker = maker or (lambda: ReviewProcess(settings.niceness))
        self._elsewhere = elsewhere
        self._recalled: OrderedDict[tuple[str, int], Keys] = OrderedDict()
        self._workers = TaskSet()
        self._some = asyncio.Event()
        self._making: dict[str, asyncio.Future[bytes]] = {}
        self._events = events or Events()
        self._events.subscribe(ReviewRequested, lambda _: self._wake())
        self._events.subscribe(ReviewsStopped, lambda stopped: self._stop(stopped.tokens))

    # Other nodes of the site

    def _wake(self) -> None:
        self._some.set()
        if len(self._workers) < self.settings.at_once:
            self._workers.start(self._run_worker())

    def _stop(self, tokens: Collection[str]) -> None:
        """Cancel jobs by their tokens; jobs of other nodes are ignored."""
        for token in tokens:
            if token in self._making:
                self._making[token].cancel()

    def give_up(self) -> None:
        """Cancel the running jobs after other nodes declared this node dead; they take the jobs."""
        self._stop(tuple(self._making))

    async def run(self) -> None:
        """Check the queue regularly for jobs of other nodes; runs until cancelled."""
        while True:
            with suppress(StorageError):  # the next iteration tries again
                if await self._waiting.are_some():
                    self._wake()
            await asyncio.sleep(_LOOKED)

    # Requests

    async def ask(
        self,
        person: str,
        match: PlayedMatch,
        keys: Sequence[ReviewKey],
        *,
        address: str = "",
        member: bool = False,
    ) -> None:
        """Request reviews of hands of a match; existing reviews are left out.

        Args:
            person: public id of the caller.
            match: the match of the hands.
            keys: the keys of the reviews.
            address: network address; empty: unknown.
            member: whether the person has an account.

        Raises:
            ReviewRefusedError: the site makes no reviews, or a limit is reached.
            StorageError: the request could not be stored.
        """
        if not self.settings.at_once and not self._elsewhere():
            raise ReviewRefusedError("reviews-off")
        lines = await asyncio.to_thread(lines_of, match)
        requester = Requester(person, address, member)
        if await self._waiting.ask(requester, keys, lines, self.settings):
            self._events.publish(ReviewRequested())

    async def withdraw(self, person: str, keys: Collection[ReviewKey]) -> None:
        """Withdraw a person's requests; jobs that other people have requested stay queued.

        Args:
            person: public id.
            keys: the keys of the reviews; those without a request of this person are left out.

        Raises:
            StorageError: the change could not be stored.
        """
        stopped = await self._waiting.withdraw(person, keys)
        if stopped:
            self._events.publish(ReviewsStopped(tuple(stopped)))

    async def stage(self, key: ReviewKey, person: str) -> ReviewStage | None:
        """Return the stage of a queued review for a viewer, or `None` if it is not queued."""
        return (await self._waiting.stages([key], person)).get(key)

    async def stages(
        self, keys: Collection[ReviewKey], person: str
    ) -> dict[ReviewKey, ReviewStage]:
        """Return the stages of the queued reviews among `keys`."""
        return await self._waiting.stages(keys, person)

    def key(self, record: bytes, hand: int) -> ReviewKey:
        """Return the key of a hand's review with this node's settings, given the hand's digest."""
        return ReviewKey(record, hand, self.settings.depth, self.settings.seed, code_of_reviews())

    def keys(self, digests: Mapping[int, bytes]) -> Keys:
        """Return the keys of reviews with this node's settings, given the digests of the hands."""
        return {hand: self.key(record, hand) for hand, record in digests.items()}

    def recalled(self, place: str, version: int) -> Keys | None:
        """Return the cached keys of the hands of a match, or `None`."""
        return self._recalled.get((place, version))

    def remember(self, place: str, version: int, keys: Keys) -> None:
        """Cache the keys of a match's hands for repeated requests of its reviews' stages.

        Args:
            place: the id of the match or of the table.
            version: the version of the match or of the table.
            keys: the keys.
        """
        self._recalled[place, version] = keys
        if len(self._recalled) > _RECALLED:
            self._recalled.popitem(last=False)

    async def close(self) -> None:
        """Cancel the workers."""
        await self._workers.cancel()

    async def _run_worker(self) -> None:
        """Worker loop: make reviews until the queue has been empty for `_IDLE` seconds."""
        maker = self._maker()
        try:
            while True:
                self._some.clear()
                try:
                    while taken := await self._waiting.take():
                        await self._make(maker, taken)
                except StorageError as error:
                    _logger.error("reviews", why=str(error))
                try:
                    async with asyncio.timeout(_IDLE):
                        await self._some.wait()
                except TimeoutError:
                    return
        finally:
            await maker.close()

    async def _make(self, maker: Maker, taken: TakenJob) -> None:
        """Run a job, unless it is cancelled."""
        key = taken.key
        progress = _Progress(self._waiting, taken.token, self._stop)
        try:
            lines = await asyncio.to_thread(lines_to, taken.lines, key.hand)
            order = ReviewOrder(lines, key.hand, key.depth, key.seed)
            making = asyncio.ensure_future(maker.make(order, progress.update))
            self._making[taken.token] = making
            storing = asyncio.create_task(progress.run())
            try:
                await asyncio.wait([making])
            finally:
                making.cancel()
                storing.cancel()
                await asyncio.wait([making, storing])
            if making.cancelled():
                await self._let_go(taken)
                return
            review = making.result()
        except asyncio.CancelledError:
            await self._let_go(taken)
            raise
        except Exception as error:
            # Continue with the next job. A failure of the review names no cards; other errors
            # might.
            why = str(error) if isinstance(error, ReviewFailedError) else traced(error)
            _logger.error("review-failed", hand=key.hand, why=why)
            review = None
        finally:
            self._making.pop(taken.token, None)
        await self._finish(taken, review)

    async def _let_go(self, taken: TakenJob) -> None:
        """Return a cancelled job to the queue; a job without requests no longer exists."""
        with suppress(StorageError):  # free once this node's lease has lapsed
            await self._waiting.let_go(taken.token)

    async def _finish(self, taken: TakenJob, review: bytes | None) -> None:
        """Store the result of a job, with retries."""
        while True:
            try:
                await self._waiting.finish(taken, review)
            except StorageError as error:
                _logger.error("reviews", why=str(error))
                await asyncio.sleep(_LOOKED)
            else:
                return


class _Progress:
    """Stores the progress of a job regularly, and cancels the job if it no longer exists.

    Args:
        stop: cancels jobs by their tokens.
    """

    def __init__(
        self, waiting: ReviewJobStore, token: str, stop: Callable[[Collection[str]], None]
    ) -> None:
        self._waiting = waiting
        self._token = token
        self._stop = stop
        self._some = asyncio.Event()
        self._reached = (0, 0)

    def update(self, done: int, of: int) -> None:
        """Record the number of processed events, and their total."""
        self._reached = (done, of)
        self._some.set()

    async def run(self) -> None:
        """Store the progress regularly; runs until cancelled."""
        while True:
            await self._some.wait()
            self._some.clear()
            with suppress(StorageError):  # the next iteration tries again
                if not await self._waiting.progress(self._token, *self._reached):
                    self._stop([self._token])
            await asyncio.sleep(_TOLD)
