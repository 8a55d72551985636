"""Duties of the site: one node has each, and another takes it over."""

from __future__ import annotations

import asyncio
import gc

import pytest
import structlog

from shengji.server.database import leader
from shengji.server.database.errors import ElsewhereError, StorageError
from shengji.server.database.leader import Leader
from shengji.server.database.nodes import Nodes
from shengji.server.stores import Stores
from tests.waiting import happens


class Work:
    """Work that goes on until it is given up, which takes a moment."""

    def __init__(self) -> None:
        self.going = 0
        self.begun = 0

    async def __call__(self) -> None:
        self.going += 1
        self.begun += 1
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.05)
            self.going -= 1


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leader, "_AGAIN", 0.01)


async def test_who_has_a_duty_does_its_work_until_it_ends(store: Stores) -> None:
    duty, work = Leader(store.database, "site"), Work()
    with pytest.raises(StorageError, match="No server does this job"):
        duty.need()
    running = asyncio.create_task(duty.run([work]))
    await happens(lambda: work.going)
    duty.need()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert (work.begun, work.going) == (1, 0)


async def test_who_is_told_to_end_while_work_is_given_up_ends(store: Stores) -> None:
    duty, work = Leader(store.database, "site"), Work()
    running = asyncio.create_task(duty.run([work]))
    await happens(lambda: work.going)
    store.database.node.end()
    await happens(lambda: not duty.is_leader)
    await asyncio.sleep(0.02)
    running.cancel()
    async with asyncio.timeout(60):
        await asyncio.wait([running])


async def test_a_work_that_fails_is_logged_and_its_error_retrieved(store: Stores) -> None:
    """As it does when a lease lapses."""

    async def fails() -> None:
        raise StorageError("the lease has lapsed")

    lost: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: lost.append(context))
    duty = Leader(store.database, "site")
    with structlog.testing.capture_logs() as logs:
        running = asyncio.create_task(duty.run([fails]))
        await happens(lambda: any(log["event"] == "duty-ended" for log in logs))
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    del duty, running
    gc.collect()
    assert not lost
    (log,) = (log for log in logs if log["event"] == "duty-ended")
    assert "the lease has lapsed" in log["why"]


@pytest.mark.shared
async def test_another_node_takes_it_over_when_one_has_gone(store: Stores, url: str) -> None:
    other = await Stores.open(url)
    first, second = Nodes(store.database), Nodes(other.database)
    await first.begin()
    await second.begin()
    duties = Leader(store.database, "site"), Leader(other.database, "site")
    works = Work(), Work()
    runs = []
    for duty, work in zip(duties, works, strict=True):
        runs.append(asyncio.create_task(duty.run([work])))
        await happens(lambda: any(at.is_leader for at in duties))

    def owner() -> str | None:
        try:
            duties[1].need()
        except ElsewhereError as error:
            return error.node
        except StorageError:
            return None  # it has not looked yet
        return other.database.node.id

    assert await happens(owner) == store.database.node.id
    assert (works[0].going, works[1].begun) == (1, 0)
    await first.end()
    await happens(lambda: works[1].going)
    assert not duties[0].is_leader
    for run in runs:
        run.cancel()
    await asyncio.gather(*runs, return_exceptions=True)
    assert (works[0].going, works[1].going) == (0, 0)
    await other.close()
