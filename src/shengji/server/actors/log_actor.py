"""The base of event-sourced actors, such as tables and nights."""

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
from shengji.server.site.tasks import TaskSet
from shengji.server.site.time import Time
from shengji.server.site.traces import traced

E = TypeVar("E")
T = TypeVar("T")

Write: TypeAlias = Callable[[int, int], Awaitable[None]]
"""Writes entries durably, given the number of the first entry and the time in Unix milliseconds."""

_logger = structlog.get_logger()


class ActorClosedError(StorageError):
    """Raised when an operation reaches a closed actor."""


class LogActor(ABC, Generic[E]):
    """An actor rebuilt from an append-only log; the log is the source of truth.

    Operations run one at a time (`alone`), and entries are stored before they are published
    (`append`). After any error, the actor is rebuilt from its log. If the rebuild fails, the actor
    is closed, and the next request loads a new one. An actor also closes when another node takes
    over its log; it publishes nothing after that.

    Attributes:
        kind: the name of the kind of actor in the server's log.
        version: the number of entries in its log.
        closed: whether the actor is closed; `Registry.get` then loads another one.
        unused_since: time of the last use, in seconds of `time`.
    """

    kind: ClassVar[str]

    def __init__(self, id_: str, version: int, time: Time, hold: Lease) -> None:
        self.id = id_
        self.version = version
        self.time = time
        self.hold = hold
        self.closed = False
        self._lock = asyncio.Lock()
        self._tasks = TaskSet()
        self._subscribers: list[Subscriber] = []
        self._subscriptions = 0
        self.touch()

    # Serialized operations

    def spawn(self, task: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a background task."""
        return self._tasks.start(task)

    async def alone(self, operation: Callable[[], Awaitable[T]]) -> T:
        """Run an operation exclusively; after an error, the actor is rebuilt from its log.

        The operation runs to completion even if the caller is cancelled.
        """
        return await asyncio.shield(self.spawn(self._alone(operation)))

    async def _alone(self, operation: Callable[[], Awaitable[T]]) -> T:
        was_closed = self.closed
        async with self._lock:
            try:
                await self.hold.node.settled()
                if self.hold.node.is_over:
                    raise FencedError(self.id)
                if self.closed and not was_closed:  # another node may own a newer version
                    raise self._is_closed()
                return await operation()
            except ActorClosedError:
                raise
            except FencedError:
                self.close()
                raise
            except Exception as error:
                self.log_error(error)
                await self._reload()
                raise

    def soon(self, operation: Callable[[], Awaitable[None]]) -> None:
        """Schedule an exclusive operation in the background."""
        if not self.closed:
            self.spawn(self._guarded(operation))

    async def _guarded(self, operation: Callable[[], Awaitable[None]]) -> None:
        with suppress(Exception):  # already logged
            await self._alone(operation)

    def log_error(self, error: Exception) -> None:
        """Log an error of this actor."""
        _logger.error(f"{self.kind}-failed", **{self.kind: self.id}, why=traced(error))

    def _is_closed(self) -> ActorClosedError:
        return ActorClosedError(f"The {self.kind} {self.id} is closed; come to it again.")

    # The log

    async def append(self, entries: Sequence[E], write: Write) -> None:
        """Append entries to the log, apply them and publish them; call it inside `alone`.

        Args:
            entries: the entries; an empty sequence does nothing.
            write: writes the entries and any accompanying rows.

        Raises:
            StorageError: the entries are not stored and not published; `alone` then rebuilds the
                actor.
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
            # Treat any error as a failed write: the actor is rebuilt from the log.
            raise StorageError(f"Entry {first} was not written: {traced(error)}.") from error
        self._on_stored(entries)
        self.version += len(entries)
        self.publish(Appended(first, tuple(entries), at))

    @abstractmethod
    def _on_stored(self, entries: Sequence[E]) -> None:
        """Apply entries that have just been stored; `version` does not include them yet."""

    @abstractmethod
    async def _read(self) -> int | None:
        """Read the log and rebuild the state from it.

        Returns:
            The version of the log, or `None` if there is no such log.
        """

    async def reread(self) -> None:
        """Rebuild the actor after its log was changed directly in the database."""
        if not self.closed:
            await self.alone(self._reload)

    async def _reload(self) -> None:
        """Rebuild the actor from its log; call it inside `alone`."""
        if self.closed:
            return
        published = self.version
        try:
            version = await self._read()
        except Exception as error:
            # The state is unknown: close the actor, so that the next request loads it again.
            _logger.error(f"{self.kind}-unread", **{self.kind: self.id}, why=traced(error))
            self.close()
            return
        if version is None:
            self.close(gone=True)
            return
        self.version = version
        self.publish(ActorReloaded(published))

    # Notifications

    def subscribe(self, subscriber: Subscriber) -> None:
        """Subscribe permanently to the notifications of this actor."""
        self._subscribers.append(subscriber)

    @contextmanager
    def subscription(self, subscriber: Subscriber) -> Iterator[None]:
        """Subscribe while the context is open; the actor stays in memory meanwhile."""
        self._subscribers.append(subscriber)
        self._subscriptions += 1
        try:
            yield
        finally:
            self._subscriptions -= 1
            self._subscribers.remove(subscriber)
            self.touch()

    @property
    def has_subscribers(self) -> bool:
        """Whether the actor has temporary subscribers."""
        return bool(self._subscriptions)

    def publish(self, news: ActorNotification) -> None:
        """Notify the subscribers in the order of their subscription."""
        for notify in tuple(self._subscribers):
            notify(news)

    # Lifetime in memory

    async def begin(self) -> None:
        """Start the actor after it is loaded; the default does nothing."""

    def touch(self) -> None:
        """Mark as used now."""
        self.unused_since = self.time.now()

    @property
    def is_busy(self) -> bool:
        """Whether tasks of this actor are running."""
        return bool(self._tasks)

    @property
    def is_needed(self) -> bool:
        """Whether the actor has to stay in memory: it has subscribers or running tasks."""
        return self.has_subscribers or self.is_busy

    def close(self, *, gone: bool = False) -> None:
        """Close the actor and notify its subscribers; the stored log is unchanged.

        Args:
            gone: whether the log no longer exists.
        """
        if not self.closed:
            self.closed = True
            self.publish(ActorClosed(gone))

    async def settled(self) -> None:
        """Wait until all tasks of this actor have finished."""
        await self._tasks.wait()
