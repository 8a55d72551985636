"""The bus: how the servers of a site tell each other something, at most once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeAlias

from shengji.server.site.work import Work

Answer: TypeAlias = bytes | None

Hear: TypeAlias = Callable[[bytes], Answer | Coroutine[Any, Any, Answer]]
"""Hears a message; what it gives is the answer, where somebody asks for one."""

ASK_SECONDS: Final = 2.0
"""Seconds for which an answer is waited for."""


class NobodyError(Exception):
    """Nobody has answered; whether somebody has heard it is not known."""


class Bus(ABC):
    """Subjects, on which messages are told to whoever listens there; any may be lost.

    Of one sender the messages on one subject come in the order in which they were told.
    """

    @property
    def is_alone(self) -> bool:
        """Whether there are no other servers."""
        return False

    @abstractmethod
    async def listen(self, subject: str, hear: Hear) -> None:
        """Have somebody hear all messages on a subject from now on."""

    @abstractmethod
    def tell(self, subject: str, message: bytes) -> None:
        """Tell something; it is not known whether anybody hears it."""

    @abstractmethod
    async def ask(self, subject: str, message: bytes, seconds: float = ASK_SECONDS) -> bytes:
        """Ask something, to which somebody gives an answer.

        Raises:
            NobodyError: nobody listens, or nobody has answered in time.
        """

    @abstractmethod
    def subscribe(self, broken: Callable[[], None]) -> None:
        """Have somebody hear when messages may have been lost."""

    @abstractmethod
    async def close(self) -> None:
        """Tell what waits to be told, and be done."""


class LocalBus(Bus):
    """A bus within one process, which is all that a site on one machine needs."""

    def __init__(self) -> None:
        self._hearing: dict[str, list[Hear]] = {}
        self._work = Work()

    @property
    def is_alone(self) -> bool:
        """Whether there are no other servers."""
        return True

    async def listen(self, subject: str, hear: Hear) -> None:
        """Have somebody hear all messages on a subject from now on."""
        self._hearing.setdefault(subject, []).append(hear)

    def tell(self, subject: str, message: bytes) -> None:
        """Tell something."""
        for hear in tuple(self._hearing.get(subject, ())):
            found = hear(message)
            if isinstance(found, Coroutine):
                self._work.begin(found)

    async def ask(self, subject: str, message: bytes, seconds: float = ASK_SECONDS) -> bytes:
        """Ask something.

        Raises:
            NobodyError: nobody listens.
        """
        for hear in tuple(self._hearing.get(subject, ())):
            answer = hear(message)
            if isinstance(answer, Coroutine):
                answer = await answer
            if answer is not None:
                return answer
        raise NobodyError(subject)

    def subscribe(self, broken: Callable[[], None]) -> None:
        """Within a process nothing is lost."""

    async def close(self) -> None:
        """Be done."""
        await self._work.done()
