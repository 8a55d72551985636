"""Jobs beside play: one after the other, each place in turn, paid for, and never for good."""

from __future__ import annotations

import asyncio
import os
import resource
import sys
import time
from collections.abc import AsyncIterator, Iterator
from functools import partial
from importlib import import_module

import psutil  # type: ignore[import-untyped]
import pytest

from shengji.review.child import Child
from shengji.server.site.jobs import NICENESS, JobFailedError, Jobs, TooManyJobsError
from shengji.server.site.limits import WorkBudget
from tests.arena.kit import wait_until_ended
from tests.cases import cases
from tests.forked import children_forked
from tests.waiting import PATIENCE

ANN, BO = "192.0.2.1", "192.0.2.2"


def busy(seconds: float) -> float:
    """Keep the process busy for so long."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return seconds


class OddError(Exception):
    """Something that cannot be sent from one process to another."""

    def __init__(self, one: object, other: object) -> None:
        super().__init__("odd")


def failing() -> None:
    raise ValueError("so")


def failing_oddly() -> None:
    raise OddError(1, 2)


def hungry() -> int:
    """Ask for more memory than there is."""
    limits = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (psutil.Process().memory_info().vms + 2**24, limits[1]))
    try:
        return len(bytearray(2**30))
    finally:
        resource.setrlimit(resource.RLIMIT_AS, limits)


def unsendable() -> object:
    return lambda: None


def loaded_with(module: str) -> set[str]:
    """The large libraries, of some, that the process has loaded with a module."""
    import_module(module)
    return {"litestar", "sqlalchemy", "highspy", "webauthn"} & set(sys.modules)


@pytest.fixture
async def started() -> AsyncIterator[Jobs]:
    """Jobs whose processes are started, which takes a second."""
    found = Jobs(WorkBudget(64.0, 64.0), patience=20.0)
    yield found
    await found.close()


@pytest.fixture
def forked() -> Iterator[None]:
    """Let the processes of jobs that are made meanwhile be forked from one that is loaded."""
    with children_forked():
        yield


@pytest.fixture
async def jobs(forked: None) -> AsyncIterator[Jobs]:
    """Jobs whose processes are forked."""
    found = Jobs(WorkBudget(64.0, 64.0), patience=20.0)
    yield found
    await found.close()


async def test_a_job_is_done_in_a_process_that_comes_after_others(jobs: Jobs) -> None:
    pid = await jobs.do(os.getpid, "ann", ANN)
    assert pid != os.getpid()
    assert psutil.Process(pid).nice() == min(os.nice(0) + NICENESS, 19)
    assert await jobs.do(os.getpid, "bo", BO) == pid
    await jobs.close()
    wait_until_ended([pid])
    assert await jobs.do(os.getpid, "bo", BO) != pid


async def test_what_a_job_raises_is_raised(jobs: Jobs) -> None:
    with pytest.raises(ValueError, match="so"):
        await jobs.do(failing, "ann", ANN)
    with pytest.raises(Exception, match="odd"):
        await jobs.do(failing_oddly, "ann", ANN)
    with pytest.raises(Exception, match="pickle"):
        await jobs.do(unsendable, "ann", ANN)
    assert await jobs.do(partial(busy, 0.0), "ann", ANN) == 0.0


@pytest.mark.usefixtures("forked")
async def test_a_job_that_takes_too_long_is_given_up() -> None:
    jobs = Jobs(WorkBudget(64.0, 64.0), patience=0.2)
    with pytest.raises(JobFailedError):
        await jobs.do(partial(busy, 1000.0), "ann", ANN)
    await jobs.close()


@pytest.mark.usefixtures("forked")
async def test_a_job_that_others_keep_from_working_is_not_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("shengji.server.site.jobs._SHARE", PATIENCE)
    jobs = Jobs(WorkBudget(64.0, 64.0), patience=0.5)
    await jobs.do(os.getpid, "ann", ANN)  # the process has started
    await jobs.do(partial(time.sleep, 1.0), "ann", ANN)
    await jobs.close()


async def test_one_job_of_each_place_is_in_the_queue(jobs: Jobs) -> None:
    await jobs.do(os.getpid, "ann", ANN)  # the process has started
    order: list[str] = []

    async def ask(name: str, address: str) -> None:
        await jobs.do(partial(busy, 0.01), name, address)
        order.append(name)

    crowd = [asyncio.create_task(ask(f"ann{at}", ANN)) for at in range(6)]
    await asyncio.sleep(0)
    alone = asyncio.create_task(ask("bo", BO))
    await asyncio.gather(alone, *crowd)
    assert order.index("bo") <= 2


@pytest.mark.usefixtures("forked")
async def test_who_has_used_up_what_they_may_is_refused_before_the_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("shengji.server.site.limits.PATIENCE", 0.0)
    jobs = Jobs(WorkBudget(64.0, 0.001))
    tasks = [jobs.do(partial(busy, 0.3), "ann", ANN) for _ in range(5)]
    found = await asyncio.gather(*tasks, return_exceptions=True)
    assert [isinstance(one, TooManyJobsError) for one in found] == [False, *[True] * 4]
    assert await jobs.do(partial(busy, 0.0), "bo", ANN) == 0.0  # the address has enough left
    await jobs.close()


@pytest.mark.usefixtures("forked")
async def test_what_is_done_for_a_person_counts_as_their_work() -> None:
    budget = WorkBudget(1.0, 0.001, clock=lambda: 0.0)
    jobs = Jobs(budget)
    await jobs.do(partial(busy, 0.05), "ann", ANN)
    assert budget.wait(ANN, "ann") > 10
    assert budget.wait(ANN, "bob") == 0
    await jobs.close()


async def test_no_more_of_a_place_wait_than_anybody_needs(jobs: Jobs) -> None:
    tasks = [jobs.do(partial(busy, 0.001), "ann", ANN) for _ in range(100)]
    found = await asyncio.gather(*tasks, return_exceptions=True)
    assert sum(isinstance(one, TooManyJobsError) for one in found) == 80


async def test_who_hangs_up_has_it_done_and_the_next_is_answered_rightly(jobs: Jobs) -> None:
    task = asyncio.create_task(jobs.do(partial(busy, 0.2), "ann", ANN))
    await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await jobs.do(partial(busy, 0.001), "bo", BO) == 0.001


@pytest.mark.faults
async def test_a_job_without_memory_fails_and_the_next_is_done(jobs: Jobs) -> None:
    pid = await jobs.do(os.getpid, "ann", ANN)
    with pytest.raises(JobFailedError, match="MemoryError"):
        await jobs.do(hungry, "ann", ANN)
    assert await jobs.do(os.getpid, "ann", ANN) == pid


@pytest.mark.faults
async def test_a_process_that_is_killed_is_started_anew(jobs: Jobs) -> None:
    pid = await jobs.do(os.getpid, "ann", ANN)
    psutil.Process(pid).kill()
    with pytest.raises(JobFailedError):
        await jobs.do(partial(busy, 1.0), "ann", ANN)
    assert await jobs.do(os.getpid, "ann", ANN) != pid


@pytest.mark.parametrize(
    "module",
    cases(
        ["practice.drilling", "reviews.opened_records", "reviews.hand_keys", "matches.records"],
        "practice.drilling",
    ),
)
async def test_jobs_load_neither_http_nor_sql(started: Jobs, module: str) -> None:
    found = await started.do(partial(loaded_with, f"shengji.server.{module}"), "ann", ANN)
    assert found == set()


async def test_a_process_is_closed_though_it_sends_more_than_is_read() -> None:
    child = Child("tests.server.jobs.loud")
    await child.send(b"")
    await child.receive()
    async with asyncio.timeout(PATIENCE):
        await child.close()
