"""The bus: messages and requests between the nodes of a site, delivered at most once."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from shengji.server.site.work import Work

Answer: TypeAlias = bytes | None

Handler: TypeAlias = Callable[[bytes], Answer | Coroutine[Any, Any, Answer]]
"""Handles a message; the return value is the reply, if the sender has sent a request."""

ASK_SECONDS: Final = 2.0
"""Default timeout in seconds of a request."""


class NobodyError(Exception):
    """A request got no reply; it may or may not have been received."""


class SilentError(NobodyError):
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
    async def listen(self, subject: str, hear: Handler) -> None:
        """Subscribe to all messages on a subject."""

    @abstractmethod
    async def join(self, subject: str, hear: Handler, most: int) -> None:
        """Join the queue group of a subject, whose members share the requests.

        Each request goes to one member. Requests are not queued: a member at its limit gets no more
        requests.

        Args:
            subject: a subject without other subscribers.
            hear: handles a request and returns the reply.
            most: maximum number of concurrent requests of this member.
        """

    @abstractmethod
    def publish(self, subject: str, message: bytes) -> None:
        """Publish a message; its delivery is not confirmed."""

    @abstractmethod
    async def ask(self, subject: str, message: bytes, seconds: float = ASK_SECONDS) -> bytes:
        """Send a request, and return the reply.

        A handler that takes long sends signs that it still works on the reply. Without them, the
        request fails early.

        Args:
            subject: the subject to publish on.
            message: the request.
            seconds: timeout.

        Raises:
            SilentError: the reply or the signs do not arrive in time.
            NobodyError: the subject has no subscriber, or all members of its group are at their
                limit.
        """

    @abstractmethod
    def subscribe(self, broken: Callable[[], None]) -> None:
        """Register a callback for the moments when messages may have been lost."""

    @abstractmethod
    async def close(self) -> None:
        """Flush and close."""


@dataclass(eq=False)
class _Member:
    """A member of a queue group; `busy`: number of requests that it handles now."""

    hear: Handler
    most: int
    busy: int = 0


class LocalBus(Bus):
    """A bus within one process, for a site with a single node."""

    def __init__(self) -> None:
        self._hearing: dict[str, list[Handler]] = {}
        self._members: dict[str, deque[_Member]] = {}
        self._work = Work()

    @property
    def is_alone(self) -> bool:
        """Whether there are no other nodes: always."""
        return True

    async def listen(self, subject: str, hear: Handler) -> None:
        """Subscribe to all messages on a subject."""
        self._hearing.setdefault(subject, []).append(hear)

    async def join(self, subject: str, hear: Handler, most: int) -> None:
        """Join the queue group of a subject; see `Bus.join`."""
        self._members.setdefault(subject, deque()).append(_Member(hear, most))

    def publish(self, subject: str, message: bytes) -> None:
        """Publish a message."""
        for hear in tuple(self._hearing.get(subject, ())):
            found = hear(message)
            if isinstance(found, Coroutine):
                self._work.begin(found)

    async def ask(self, subject: str, message: bytes, seconds: float = ASK_SECONDS) -> bytes:
        """Send a request, and return the reply; see `Bus.ask`."""
        try:
            async with asyncio.timeout(seconds):
                for hear in tuple(self._hearing.get(subject, ())):
                    answer = await _answer(hear, message)
                    if answer is not None:
                        return answer
                members = self._members.get(subject, ())
                for member in tuple(members):
                    if member.busy < member.most:
                        self._members[subject].rotate(-1)
                        return await self._answered(subject, member, message)
        except TimeoutError:
            raise SilentError(subject) from None
        raise NobodyError(subject)

    async def _answered(self, subject: str, member: _Member, message: bytes) -> bytes:
        member.busy += 1
        try:
            answer = await _answer(member.hear, message)
        finally:
            member.busy -= 1
        if answer is None:
            raise SilentError(subject)
        return answer

    def subscribe(self, broken: Callable[[], None]) -> None:
        """Do nothing: within a process, no message is lost."""

    async def close(self) -> None:
        """Wait for running handlers."""
        await self._work.done()


async def _answer(hear: Handler, message: bytes) -> Answer:
    answer = hear(message)
    return await answer if isinstance(answer, Coroutine) else answer
