"""The queue of background jobs, with a limit for each person."""

from __future__ import annotations

import asyncio
import pickle
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, Protocol, TypeVar, cast

from shengji.review.child import Child
from shengji.server.site.limits import WorkBudget, network_of
from shengji.server.site.tasks import TaskSet

T = TypeVar("T")

NICENESS: Final = 5
"""Niceness of the worker process.

Jobs run after play, but before reviews, since a user waits for each job.
"""

PATIENCE: Final = 30.0
"""Maximum CPU seconds of a job."""

_SHARE: Final = 8
"""Timeout of a job in real time, as a multiple of its maximum CPU seconds."""

_IDLE: Final = 600.0
"""Seconds after which an idle worker process is ended, to free its memory."""

_WAITING: Final = 20
"""Maximum number of jobs of one network, the running one included."""


class TooManyJobsError(Exception):
    """A person has used up the budget, or has too many queued jobs.

    Attributes:
        wait: seconds until the next attempt may succeed.
    """

    def __init__(self, wait: float) -> None:
        self.wait = wait
        super().__init__(wait)


class JobFailedError(Exception):
    """A job exceeded its time limit or the memory, or its process ended."""


class BackgroundRunner(Protocol):
    """Runs background jobs, as `Jobs` does."""

    async def do(self, job: Callable[[], T], person: str, address: str = "") -> T:
        """Run a job; see `Jobs.do`."""


class Jobs:
    """Runs jobs one after another in a low-priority process.

    At most one job of each network is in the common queue, so that many jobs of one network do not
    delay those of other networks. Each job is charged with its CPU time before the next job of the
    same network starts.

    Args:
        patience: maximum CPU seconds of a job.
        niceness: niceness of the process; see `nice`.
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
        self._tasks = TaskSet()

    async def do(self, job: Callable[[], T], person: str, address: str = "") -> T:
        """Run a job, and return its result.

        Args:
            job: a function of a module, or a `functools.partial` of one; it must be picklable.
            person: public id of the person who is charged.
            address: the client's address; empty: unknown.

        Raises:
            TooManyJobsError: too many jobs are queued for the network, or the budget is used up.
            JobFailedError: the job did not finish.
            Exception: the exception that the job raises.
        """
        # A client that disconnects does not cancel its job, and is charged for it.
        return await asyncio.shield(self._tasks.start(self._in_turn(job, person, address)))

    async def close(self) -> None:
        """Stop, and cancel running and queued jobs."""
        await self._tasks.cancel()
        if self._idle is not None:
            self._idle.cancel()
        await self._child.close()

    async def _in_turn(self, job: Callable[[], T], person: str, address: str) -> T:
        """Run a job after earlier jobs of the same network."""
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
        if isinstance(found, MemoryError):
            raise JobFailedError("MemoryError")
        if failed:
            raise found
        return cast(T, found)

    async def _answer(self, job: Callable[[], Any]) -> tuple[Any, bool, float]:
        """Send a job to the process, and return its answer; see `job_worker.run_jobs`."""
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
        if not self._turn.locked():
            self._tasks.start(self._child.close())
