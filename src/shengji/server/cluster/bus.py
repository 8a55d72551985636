"""The bus: how the servers of a site tell each other something, at most once."""

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
"""Hears a message; what it gives is the answer, where somebody asks for one."""

ASK_SECONDS: Final = 2.0
"""Seconds for which an answer is waited for."""


class NobodyError(Exception):
    """Nobody has answered; whether somebody has heard it is not known."""


class SilentError(NobodyError):
    """Somebody may have heard it, and does not show any more that it works on an answer."""


class Bus(ABC):
    """Subjects, on which messages are told to whoever listens there; any may be lost.

    Of one sender the messages on one subject come in the order in which they were told.
    """

    @property
    def is_alone(self) -> bool:
        """Whether there are no other servers."""
        return False

    @property
    def is_up(self) -> bool:
        """Whether others can be told something just now."""
        return True

    @abstractmethod
    async def listen(self, subject: str, hear: Handler) -> None:
        """Have somebody hear all messages on a subject from now on."""

    @abstractmethod
    async def join(self, subject: str, hear: Handler, most: int) -> None:
        """Have somebody be one of several who answer what is asked on a subject, from now on.

        Each question goes to one of them. Nothing waits in a queue: who has enough to do is asked
        nothing more.

        Args:
            subject: on which nobody listens besides.
            hear: gives the answer.
            most: so many questions it answers at the same time.
        """

    @abstractmethod
    def publish(self, subject: str, message: bytes) -> None:
        """Tell something; it is not known whether anybody hears it."""

    @abstractmethod
    async def ask(self, subject: str, message: bytes, seconds: float = ASK_SECONDS) -> bytes:
        """Ask something, to which somebody gives an answer.

        Who takes long over an answer shows again and again that it still works on it; who does
        not is waited for no longer.

        Raises:
            SilentError: there is no answer in time, or who has heard it is silent.
            NobodyError: nobody listens, or all who have joined have enough to do.
        """

    @abstractmethod
    def subscribe(self, broken: Callable[[], None]) -> None:
        """Have somebody hear when messages may have been lost."""

    @abstractmethod
    async def close(self) -> None:
        """Tell what waits to be told, and be done."""


@dataclass(eq=False)
class _Member:
    """One of several who answer on a subject; `busy`: so many questions it answers now."""

    hear: Handler
    most: int
    busy: int = 0


class LocalBus(Bus):
    """A bus within one process, which is all that a site on one machine needs."""

    def __init__(self) -> None:
        self._hearing: dict[str, list[Handler]] = {}
        self._members: dict[str, deque[_Member]] = {}
        self._work = Work()

    @property
    def is_alone(self) -> bool:
        """Whether there are no other servers."""
        return True

    async def listen(self, subject: str, hear: Handler) -> None:
        """Have somebody hear all messages on a subject from now on."""
        self._hearing.setdefault(subject, []).append(hear)

    async def join(self, subject: str, hear: Handler, most: int) -> None:
        """Have somebody be one of several who answer on a subject: see `Bus.join`."""
        self._members.setdefault(subject, deque()).append(_Member(hear, most))

    def publish(self, subject: str, message: bytes) -> None:
        """Tell something."""
        for hear in tuple(self._hearing.get(subject, ())):
            found = hear(message)
            if isinstance(found, Coroutine):
                self._work.begin(found)

    async def ask(self, subject: str, message: bytes, seconds: float = ASK_SECONDS) -> bytes:
        """Ask something: see `Bus.ask`."""
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
        """Within a process nothing is lost."""

    async def close(self) -> None:
        """Be done."""
        await self._work.done()


async def _answer(hear: Handler, message: bytes) -> Answer:
    answer = hear(message)
    return await answer if isinstance(answer, Coroutine) else answer
