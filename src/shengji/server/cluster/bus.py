"""The bus: messages and requests between the nodes of a site, delivered at most once."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Any, Final, TypeAlias

from shengji.server.site.tasks import TaskSet

Reply: TypeAlias = bytes | None

Handler: TypeAlias = Callable[[bytes], Reply | Coroutine[Any, Any, Reply]]
"""Handles a message; the return value is the reply, if the sender has sent a request."""

REQUEST_SECONDS: Final = 2.0
"""Default timeout in seconds of a request."""


@unique  # with equal values, messages would reach the wrong subscribers
class Subject(StrEnum):
    """Subjects of the bus; all messages of a subject have one schema."""

    EVERYWHERE = "everywhere"
    """Presence, and operations on users of the whole site."""
    NODE = "node"
    """Forwarded requests and sockets."""
    REMOTE_BOTS = "remote-bots"
    """Bots connected to one node that play at tables of another."""
    DECISIONS = "decisions"
    """Requests for decisions of bot workers."""
    CAUGHT_UP = "caught-up"
    """Whether all finished matches are rated."""

    def of(self, server: str) -> str:
        """The subject of messages for one node."""
        return f"{self.value}.{server}"


class NoReplyError(Exception):
    """A request got no reply; it may or may not have been received."""


class ReplyTimeoutError(NoReplyError):
    """A subscriber may have received the request, but sends no sign that it still works on it."""


class Bus(ABC):
    """A message bus with subjects; any message may be lost.

    Messages of one sender on one subject arrive in the order of sending.
    """

    @property
    def is_alone(self) -> bool:
        """Whether there are no other nodes."""
        return False

    @property
    def is_up(self) -> bool:
        """Whether the bus is connected."""
        return True

    @abstractmethod
    async def subscribe(self, subject: str, handler: Handler) -> None:
        """Subscribe to all messages on a subject."""

    @abstractmethod
    async def join(self, subject: str, handler: Handler, most: int) -> None:
        """Join the queue group of a subject, whose members share the requests.

        Each request goes to one member. Requests are not queued: a member at its limit gets no more
        requests.

        Args:
            subject: a subject without other subscribers.
            handler: handles a request and returns the reply.
            most: maximum number of concurrent requests of this member.
        """

    @abstractmethod
    def publish(self, subject: str, message: bytes) -> None:
        """Publish a message; its delivery is not confirmed."""

    @abstractmethod
    async def request(
        self, subject: str, message: bytes, seconds: float = REQUEST_SECONDS
    ) -> bytes:
        """Send a request, and return the reply.

        A handler that takes long sends signs that it still works on the reply. Without them, the
        request fails early.

        Args:
            subject: the subject to publish on.
            message: the request.
            seconds: timeout.

        Raises:
            ReplyTimeoutError: the reply or the signs do not arrive in time.
            NoReplyError: the subject has no subscriber, or all members of its group are at their
                limit.
        """

    @abstractmethod
    def on_interruption(self, callback: Callable[[], None]) -> None:
        """Register a callback for the moments when messages may have been lost."""

    @abstractmethod
    async def close(self) -> None:
        """Flush and close."""


@dataclass(eq=False)
class _Member:
    """A member of a queue group; `busy`: number of requests that it handles now."""

    handler: Handler
    most: int
    busy: int = 0


class LocalBus(Bus):
    """A bus within one process, for a site with a single node."""

    def __init__(self) -> None:
        self._subscribers: dict[str, list[Handler]] = {}
        self._members: dict[str, deque[_Member]] = {}
        self._tasks = TaskSet()

    @property
    def is_alone(self) -> bool:
        """Whether there are no other nodes: always."""
        return True

    async def subscribe(self, subject: str, handler: Handler) -> None:
        """Subscribe to all messages on a subject."""
        self._subscribers.setdefault(subject, []).append(handler)

    async def join(self, subject: str, handler: Handler, most: int) -> None:
        """Join the queue group of a subject; see `Bus.join`."""
        self._members.setdefault(subject, deque()).append(_Member(handler, most))

    def publish(self, subject: str, message: bytes) -> None:
        """Publish a message."""
        for handler in tuple(self._subscribers.get(subject, ())):
            found = handler(message)
            if isinstance(found, Coroutine):
                self._tasks.start(found)

    async def request(
        self, subject: str, message: bytes, seconds: float = REQUEST_SECONDS
    ) -> bytes:
        """Send a request, and return the reply; see `Bus.request`."""
        try:
            async with asyncio.timeout(seconds):
                for handler in tuple(self._subscribers.get(subject, ())):
                    reply = await _reply(handler, message)
                    if reply is not None:
                        return reply
                members = self._members.get(subject, ())
                for member in tuple(members):
                    if member.busy < member.most:
                        self._members[subject].rotate(-1)
                        return await self._request_member(subject, member, message)
        except TimeoutError:
            raise ReplyTimeoutError(subject) from None
        raise NoReplyError(subject)

    async def _request_member(self, subject: str, member: _Member, message: bytes) -> bytes:
        member.busy += 1
        try:
            reply = await _reply(member.handler, message)
        finally:
            member.busy -= 1
        if reply is None:
            raise ReplyTimeoutError(subject)
        return reply

    def on_interruption(self, callback: Callable[[], None]) -> None:
        """Do nothing: within a process, no message is lost."""

    async def close(self) -> None:
        """Wait for running handlers."""
        await self._tasks.wait()


async def _reply(handler: Handler, message: bytes) -> Reply:
    reply = handler(message)
    return await reply if isinstance(reply, Coroutine) else reply
