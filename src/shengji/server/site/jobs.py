"""The order in which jobs are done, and how much each person may have done."""

from __future__ import annotations

import asyncio
import pickle
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, Protocol, TypeVar, cast

from shengji.review.child import Child
from shengji.server.site.limits import WorkBudget, network_of
from shengji.server.site.work import Work

T = TypeVar("T")

NICENESS: Final = 5
"""By how much jobs come after play. Somebody waits for each, so they do not come after everything
else that runs on the machine, as reviews do."""

PATIENCE: Final = 30.0
"""When a job has kept the processor busy for so many seconds, it is given up."""

_SHARE: Final = 8
"""A job is given up, too, when its process has had less than one part in so many of the time."""

_IDLE: Final = 600.0
"""Seconds after which a process that has nothing to do is ended; it holds much memory."""

_WAITING: Final = 20
"""So many jobs of one place may wait, the one under way among them."""


class TooManyJobsError(Exception):
    """Somebody has had too much done, or has too many jobs waiting.

    Attributes:
        wait: in how many seconds to ask again.
    """

    def __init__(self, wait: float) -> None:
        self.wait = wait
        super().__init__(wait)


class JobFailedError(Exception):
    """A job took too long, or its process has ended."""


class BackgroundRunner(Protocol):
    """Something that has jobs done beside play, as `Jobs` does."""

    async def do(self, job: Callable[[], T], person: str, address: str = "") -> T:
        """Have something done: see `Jobs.do`."""


class Jobs:
    """Does what people ask for, one after the other, in a process that comes after play.

    Of the jobs from one place, which is an address, one is in the queue, so that a crowd behind it
    does not hold others up. Each is paid for with the time for which it has kept the process busy,
    and the next one from there is begun when that is known.

    Args:
        budget: how much each may have done.
        patience: after how many seconds of work a job is given up, however long others keep it
            from working.
        niceness: by how much the process comes after others; see `nice`.
    """

    def __init__(
        self, budget: WorkBudget, patience: float = PATIENCE, niceness: int = NICENESS
    ) -> None:
        self._budget = budget
        self._patience = patience
        self._child = Child("shengji.server.site.job_worker", niceness)
        self._turn = asyncio.Lock()
        self._turns: dict[str, asyncio.Lock] = {}
        self._waiting: Counter[str] = Counter()
        self._idle: asyncio.TimerHandle | None = None
        self._work = Work()

    async def do(self, job: Callable[[], T], person: str, address: str = "") -> T:
        """Have something done.

        Args:
            job: what; a function of a module, perhaps with what it is given (`functools.partial`).
            person: who asks, by public id.
            address: where from; empty: that is not known.

        Raises:
            TooManyJobsError: too many of theirs wait already, or have been done.
            JobFailedError: it could not be done.
            Exception: what the job raises.
        """
        # Whoever stops waiting, such as by hanging up, has it done all the same, and pays for it.
        return await asyncio.shield(self._work.begin(self._in_turn(job, person, address)))

    async def close(self) -> None:
        """Stop, whatever is under way."""
        await self._work.cancel()
        if self._idle is not None:
            self._idle.cancel()
        await self._child.close()

    async def _in_turn(self, job: Callable[[], T], person: str, address: str) -> T:
        """Do a job when those before it from the same place are done."""
        place = network_of(address) or person
        if self._waiting[place] >= _WAITING:
            raise TooManyJobsError(1.0)
        self._waiting[place] += 1
        try:
            async with self._turns.setdefault(place, asyncio.Lock()):
                wait = await self._budget.admit(address, person)
                if wait:
                    raise TooManyJobsError(wait)
                async with self._turn:
                    found, failed, seconds = await self._answer(job)
                self._budget.spend(seconds, address, person)
        finally:
            self._waiting[place] -= 1
            if not self._waiting[place]:
                del self._waiting[place], self._turns[place]
        if failed:
            raise found
        return cast(T, found)

    async def _answer(self, job: Callable[[], Any]) -> tuple[Any, bool, float]:
        """The answer of the process: see `job_worker.work`."""
        if self._idle is not None:
            self._idle.cancel()
        try:
            order = pickle.dumps((self._patience, job), pickle.HIGHEST_PROTOCOL)
            await self._child.send(order)
            async with asyncio.timeout(_SHARE * self._patience):
                message = await self._child.receive()
        except (OSError, EOFError, TimeoutError) as error:
            await self._child.close()
            raise JobFailedError(type(error).__name__) from None
        except BaseException:
            await self._child.close()
            raise
        self._idle = asyncio.get_running_loop().call_later(_IDLE, self._rest)
        answer: tuple[Any, bool, float] = pickle.loads(message)
        return answer

    def _rest(self) -> None:
        """End the process, which has had nothing to do for long."""
        if not self._turn.locked():
            self._work.begin(self._child.close())
