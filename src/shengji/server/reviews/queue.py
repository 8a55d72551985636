"""Where reviews are asked for, and where those are made that this server has taken."""

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
from shengji.server.reviews.hand_keys import lines_of, lines_to
from shengji.server.reviews.job_store import ReviewJobStore, TakenJob
from shengji.server.reviews.store import ReviewKey
from shengji.server.reviews.waiting_list import (
    Requester,
    ReviewRefusedError,
    ReviewSettings,
    ReviewStage,
)
from shengji.server.site.traces import traced
from shengji.server.site.work import Work
from shengji.server.tables.core.records import PlayedMatch

_IDLE: Final = 60.0
"""Seconds after which a process that has nothing to do is ended; it holds much memory."""

_LOOKED: Final = 5.0
"""Seconds after which it is looked for what other servers have told of, or have left."""

_TOLD: Final = 1.0
"""Seconds between two times that it is stored how far a review has come."""

_RECALLED: Final = 500
"""Of so many matches it is remembered which reviews are meant; of those asked for last."""

_logger = structlog.get_logger()

Keys = Mapping[int, ReviewKey]
"""The reviews of the hands of a match, by the numbers of these."""


class Maker(Protocol):
    """Makes reviews, as `ReviewProcess` does."""

    async def make(self, order: ReviewOrder, progress: Callable[[int, int], None]) -> bytes:
        """Make a review; a `HandReview` as JSON."""
        ...

    async def close(self) -> None:
        """Let go what it holds."""
        ...


class ReviewQueue:
    """Takes wishes for reviews, and has those made that are taken here, one after the other.

    Whoever has asked gets a hand in turn, members before guests, and all guests of an address
    together one: a whole match lets others in between its hands. Who waits for what others wait for
    takes nobody's room. What is under way when a server ends another one makes, or this one when it
    is back.

    Args:
        waiting: what is to be made, by all servers of the site.
        settings: how they are made.
        maker: makes what makes them.
        elsewhere: tells whether another server of the site makes reviews.
    """

    def __init__(
        self,
        waiting: ReviewJobStore,
        settings: ReviewSettings,
        maker: Callable[[], Maker] | None = None,
        elsewhere: Callable[[], bool] = lambda: False,
    ) -> None:
        self.settings = settings
        self._waiting = waiting
        self._maker = maker or (lambda: ReviewProcess(settings.niceness))
        self._elsewhere = elsewhere
        self._recalled: OrderedDict[tuple[str, int], Keys] = OrderedDict()
        self._workers = Work()
        self._some = asyncio.Event()
        self._making: dict[str, asyncio.Future[bytes]] = {}
        self._on_asked: list[Callable[[], None]] = []
        self._on_stopped: list[Callable[[Collection[str]], None]] = []

    # Among the servers of the site

    def tell_asked(self, on_asked: Callable[[], None]) -> None:
        """Have somebody told when there is something to be made."""
        self._on_asked.append(on_asked)

    def tell_stopped(self, on_stopped: Callable[[Collection[str]], None]) -> None:
        """Have somebody told of reviews that are made and that nobody waits for any more."""
        self._on_stopped.append(on_stopped)

    def on_review_requested(self) -> None:
        """There is something to be made, here or elsewhere."""
        self._some.set()
        if len(self._workers) < self.settings.at_once:
            self._workers.begin(self._work())

    def on_reviews_stopped(self, tokens: Collection[str]) -> None:
        """Nobody waits any more for some reviews, whoever makes them."""
        for token in tokens:
            if token in self._making:
                self._making[token].cancel()

    def give_up(self) -> None:
        """This server was taken for dead: others make what it has taken."""
        self.on_reviews_stopped(tuple(self._making))

    async def run(self) -> None:
        """Make what others leave to this server, from now on; to be cancelled."""
        while True:
            with suppress(StorageError):  # the next time it may be told
                if await self._waiting.are_some():
                    self.on_review_requested()
            await asyncio.sleep(_LOOKED)

    # Who asks

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
            StorageError: it could not be stored.
        """
        if not self.settings.at_once and not self._elsewhere():
            raise ReviewRefusedError("reviews-off")
        lines = await asyncio.to_thread(lines_of, match)
        asker = Requester(person, address, member)
        if await self._waiting.ask(asker, keys, lines, self.settings):
            self.on_review_requested()
            for on_asked in self._on_asked:
                on_asked()

    async def withdraw(self, person: str, keys: Collection[ReviewKey]) -> None:
        """Take back one's wish for some reviews; what others wait for goes on.

        Args:
            person: who wants them no more, by public id.
            keys: which; nothing is done for those that nobody makes, or others have asked for.

        Raises:
            StorageError: it could not be stored.
        """
        stopped = await self._waiting.withdraw(person, keys)
        if stopped:
            self.on_reviews_stopped(stopped)
            for on_stopped in self._on_stopped:
                on_stopped(stopped)

    async def stage(self, key: ReviewKey, person: str) -> ReviewStage | None:
        """How it stands with a review, for who looks; `None`: nobody waits for it."""
        return (await self._waiting.stages([key], person)).get(key)

    async def stages(
        self, keys: Collection[ReviewKey], person: str
    ) -> dict[ReviewKey, ReviewStage]:
        """How it stands with some reviews, without those that nobody waits for."""
        return await self._waiting.stages(keys, person)

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

    async def _work(self) -> None:
        """Make reviews as long as there are any to be made, and a while longer."""
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
        """Make a review, unless it is stopped."""
        key = taken.key
        told = _Progress(self._waiting, taken.token, self.on_reviews_stopped)
        try:
            lines = await asyncio.to_thread(lines_to, taken.lines, key.hand)
            order = ReviewOrder(lines, key.hand, key.depth, key.seed)
            making = asyncio.ensure_future(maker.make(order, told.note))
            self._making[taken.token] = making
            telling = asyncio.create_task(told.run())
            try:
                await asyncio.wait([making])
            finally:
                making.cancel()
                telling.cancel()
                await asyncio.wait([making, telling])
            if making.cancelled():
                await self._let_go(taken)
                return
            review = making.result()
        except asyncio.CancelledError:
            await self._let_go(taken)
            raise
        except Exception as error:
            # The next one may go well. A failure names no cards, other errors might.
            why = str(error) if isinstance(error, ReviewFailedError) else traced(error)
            _logger.error("review-failed", hand=key.hand, why=why)
            review = None
        finally:
            self._making.pop(taken.token, None)
        await self._finish(taken, review)

    async def _let_go(self, taken: TakenJob) -> None:
        """Leave to others what has been stopped; where nobody wants it, it is gone already."""
        with suppress(StorageError):  # it is free when this server is known to be gone
            await self._waiting.let_go(taken.token)

    async def _finish(self, taken: TakenJob, review: bytes | None) -> None:
        """Store what has come of a review, as soon as that can be done."""
        while True:
            try:
                await self._waiting.finish(taken, review)
            except StorageError as error:
                _logger.error("reviews", why=str(error))
                await asyncio.sleep(_LOOKED)
            else:
                return


class _Progress:
    """Stores now and then how far a review has come, and hears so whether it is still wanted.

    Args:
        waiting: where it is stored.
        token: of the review.
        stop: is told of it when nobody waits for it any more.
    """

    def __init__(
        self, waiting: ReviewJobStore, token: str, stop: Callable[[Collection[str]], None]
    ) -> None:
        self._waiting = waiting
        self._token = token
        self._stop = stop
        self._some = asyncio.Event()
        self._come = (0, 0)

    def note(self, done: int, of: int) -> None:
        """So many events have been looked at, of so many."""
        self._come = (done, of)
        self._some.set()

    async def run(self) -> None:
        """Store it, from now on; to be cancelled."""
        while True:
            await self._some.wait()
            self._some.clear()
            with suppress(StorageError):  # the next time it may be told
                if not await self._waiting.progress(self._token, *self._come):
                    self._stop([self._token])
            await asyncio.sleep(_TOLD)
