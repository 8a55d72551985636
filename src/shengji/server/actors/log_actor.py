"""One thing of which a log is kept: a table, a night."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

import structlog

from shengji.server.actors.news import (
    ActorClosed,
    ActorNotification,
    ActorReloaded,
    Appended,
    Subscriber,
)
from shengji.server.database.errors import FencedError, StorageError
from shengji.server.database.lease import Lease
from shengji.server.site.spans import spans
from shengji.server.site.time import Time
from shengji.server.site.traces import traced
from shengji.server.site.work import Work

E = TypeVar("E")
T = TypeVar("T")

Write: TypeAlias = Callable[[int, int], Awaitable[None]]
"""Writes entries, given the number of the first, and when they were made, in milliseconds since
1970; they are durable when it returns."""

_logger = structlog.get_logger()


class ActorClosedError(StorageError):
    """Nothing is done by an actor that is closed."""


class LogActor(ABC, Generic[E]):
    """One thing of which a log is kept, which is all that counts.

    What happens here happens one thing after the other (`alone`). Each is stored before anybody
    hears of it (`append`). After a fault, be it of the storage or of ours, the actor is built anew
    from its log; where that cannot be it is closed, and whoever comes next has another one loaded.
    It is closed also where another server has taken over, and tells nothing more.

    Args:
        id_: its id.
        version: how many entries its log has.
        time: what time it is.
        hold: the right to write to it.

    Attributes:
        kind: a word for what it is, for the log of the server.
        id: its id; `version`, `time` and `hold` likewise.
        closed: whether it is over with; `Registry.get` gives another one.
        unused_since: since when nobody has needed it, as `time` counts seconds.
    """

    kind: ClassVar[str]

    def __init__(self, id_: str, version: int, time: Time, hold: Lease) -> None:
        self.id = id_
        self.version = version
        self.time = time
        self.hold = hold
        self.closed = False
        self._lock = asyncio.Lock()
        self._work = Work()
        self._hearing: list[Subscriber] = []
        self._visitors = 0
        self.touch()

    # One thing after the other

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin something that goes on by itself."""
        return self._work.begin(work)

    async def alone(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do something while nothing else is done; a fault in it leaves nothing half done.

        It is brought to its end even when nobody waits for it any more.
        """
        return await asyncio.shield(self.spawn(self._alone(work)))

    async def _alone(self, work: Callable[[], Awaitable[T]]) -> T:
        was_closed = self.closed
        async with self._lock:
            try:
                await self.hold.node.settled()
                if self.hold.node.is_over:
                    raise FencedError(self.id)
                if self.closed and not was_closed:  # it may be elsewhere, and farther on
                    raise self._is_closed()
                return await work()
            except ActorClosedError:
                raise
            except FencedError:
                self.close()
                raise
            except Exception as error:
                self.log_error(error)
                await self._reload()
                raise

    def soon(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do something alone as soon as it is its turn."""
        if not self.closed:
            self.spawn(self._guarded(work))

    async def _guarded(self, work: Callable[[], Awaitable[None]]) -> None:
        with suppress(Exception):  # it is noted
            await self._alone(work)

    def log_error(self, error: Exception) -> None:
        """Note that something has failed here."""
        _logger.error(f"{self.kind}-failed", **{self.kind: self.id}, why=traced(error))

    def _is_closed(self) -> ActorClosedError:
        return ActorClosedError(f"The {self.kind} {self.id} is closed; come to it again.")

    # The log

    async def append(self, entries: Sequence[E], write: Write) -> None:
        """Append entries to the log, be as they say, and tell of them; to be called alone.

        Args:
            entries: what they say; without any, nothing is done.
            write: writes them, and whatever is written together with them.

        Raises:
            StorageError: they are not stored, and nobody hears of them; whatever of them is here
                already goes, as after any fault of what is done alone.
        """
        if not entries:
            return
        if self.closed:
            raise self._is_closed()
        first, at = self.version + 1, self.time.wall()
        try:
            with spans.span(f"store {self.kind}", entries=len(entries)):
                await write(first, at)
        except StorageError:
            raise
        except Exception as error:
            # Whatever it was: the log is what counts, and it can be read again.
            raise StorageError(f"Entry {first} was not written: {traced(error)}.") from error
        self._take(entries)
        self.version += len(entries)
        self.publish(Appended(first, tuple(entries), at))

    @abstractmethod
    def _take(self, entries: Sequence[E]) -> None:
        """Be as entries say that have just been stored; `version` is still the one before them."""

    @abstractmethod
    async def _read(self) -> int | None:
        """Read the log, and be what it says.

        Returns:
            Its version; `None`: there is no such log.
        """

    async def reread(self) -> None:
        """Be built anew from the log, which was changed behind its back."""
        if not self.closed:
            await self.alone(self._reload)

    async def _reload(self) -> None:
        """Be built anew from the log; to be called alone."""
        if self.closed:
            return
        told = self.version
        try:
            version = await self._read()
        except Exception as error:
            # Nothing is known any more; whoever comes next has it read again.
            _logger.error(f"{self.kind}-unread", **{self.kind: self.id}, why=traced(error))
            self.close()
            return
        if version is None:
            self.close(gone=True)
            return
        self.version = version
        self.publish(ActorReloaded(told))

    # News

    def subscribe(self, hear: Subscriber) -> None:
        """Have a part of it, or somebody who hears of all of its kind, hear its news for good."""
        self._hearing.append(hear)

    @contextmanager
    def listening(self, hear: Subscriber) -> Iterator[None]:
        """Have somebody hear its news for a while, in which it stays in memory."""
        self._hearing.append(hear)
        self._visitors += 1
        try:
            yield
        finally:
            self._visitors -= 1
            self._hearing.remove(hear)
            self.touch()

    @property
    def has_subscribers(self) -> bool:
        """Whether somebody hears its news for a while."""
        return bool(self._visitors)

    def publish(self, news: ActorNotification) -> None:
        """Tell those who listen, in the order in which they have subscribed."""
        for hear in tuple(self._hearing):
            hear(news)

    # Its life in memory

    async def begin(self) -> None:
        """Do what is to be done when it has come into memory; by default nothing."""

    def touch(self) -> None:
        """Somebody needs it."""
        self.unused_since = self.time.now()

    @property
    def is_busy(self) -> bool:
        """Whether something is being done."""
        return bool(self._work)

    @property
    def is_needed(self) -> bool:
        """Whether it stays in memory: somebody listens, or something is being done."""
        return self.has_subscribers or self.is_busy

    def close(self, *, gone: bool = False) -> None:
        """Let nothing happen here any more; what is stored stays so.

        Args:
            gone: whether there is no such log any more.
        """
        if not self.closed:
            self.closed = True
            self.publish(ActorClosed(gone))

    async def settled(self) -> None:
        """Return when nothing is being done any more."""
        await self._work.done()
