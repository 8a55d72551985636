"""Reviews that are to be made: each is taken once, and limits hold, whoever of all servers asks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import select

from shengji.server.database.moments import milliseconds
from shengji.server.database.schema import metadata
from shengji.server.reviews.job_store import TakenJob
from shengji.server.reviews.schemas import ReviewStage
from shengji.server.reviews.store import ReviewKey
from shengji.server.reviews.waiting_list import (
    Requester,
    ReviewRefusedError,
    ReviewSettings,
)
from shengji.server.stores import Stores
from tests.server.storage.test_owners import enter, pass_by, see_for_long
from tests.waiting import happens

LINES = b"a record"
MANY = ReviewSettings(per_person=100, waiting=1000)

FAILED = ReviewStage("failed", 0, 0, 0, own=False)


@pytest.fixture
async def other(url: str, store: Stores) -> AsyncIterator[Stores]:
    """Another process on the same database."""
    other = await Stores.open(url)
    yield other
    await other.close()


def key(number: int) -> ReviewKey:
    return ReviewKey(number.to_bytes(32), 1, 2.0, 0, "code")


async def ask(store: Stores, person: str, *numbers: int, settings: ReviewSettings = MANY) -> bool:
    keys = [key(number) for number in numbers]
    return await store.review_jobs.ask(Requester(person, member=True), keys, LINES, settings)


async def take_all(store: Stores) -> list[TakenJob]:
    """Take and make one after the other, until there is nothing more."""
    found = list[TakenJob]()
    while taken := await store.review_jobs.take():
        found.append(taken)
        await store.review_jobs.finish(taken, b"{}")
    return found


async def rows_of(store: Stores) -> set[str]:
    """The tables of what is to be made in which there is something."""
    names = [name for name in metadata.tables if name.startswith("review_")]
    async with store.database.reading() as connection:
        return {
            name
            for name in names
            if (await connection.execute(select(metadata.tables[name]).limit(1))).first()
        }


async def test_what_is_kept_of_who_waits_is_given_out_handed_over_and_forgotten(
    store: Stores,
) -> None:
    waiting = store.review_jobs
    ann, bob = Requester("ann", "192.0.2.1"), Requester("bob", "192.0.2.2")
    await waiting.ask(ann, [key(1), key(2)], LINES, MANY)
    await waiting.ask(bob, [key(2)], LINES, MANY)
    assert await waiting.export("ann") == [{"address": "192.0.2.1", "hands": 2}]
    await store.accounts.merge_rows("ann", "owner")
    assert await waiting.export("ann") == []
    assert await waiting.export("owner") == [{"address": "192.0.2.1", "hands": 2}]
    await waiting.withdraw("owner", None)
    assert await waiting.export("owner") == []
    assert [taken.key for taken in await take_all(store)] == [key(2)]
    assert await rows_of(store) == set()


@pytest.mark.postgresql
async def test_nothing_is_left_of_what_was_made_failed_or_taken_back(store: Stores) -> None:
    waiting = store.review_jobs
    await ask(store, "ann", 1, 2, 3)
    await ask(store, "bob", 3)
    taken = await waiting.take()
    assert taken is not None and (taken.key, taken.lines) == (key(1), LINES)
    assert await waiting.withdraw("ann", [key(1), key(2)]) == [taken.token]
    await waiting.finish(taken, b"{}")  # nobody waits for it
    assert await store.reviews.known([key(1)]) == frozenset()
    (last,) = await take_all(store)
    assert last.key == key(3) and await store.reviews.one(key(3)) == b"{}"
    assert await rows_of(store) == set()
    await ask(store, "ann", 4)
    failing = await waiting.take()
    assert failing is not None
    await waiting.finish(failing, None)
    assert await waiting.stages([key(4)], "ann") == {
        key(4): ReviewStage("failed", 0, 0, 0, own=False)
    }
    assert not await waiting.are_some()
    assert await ask(store, "ann", 4)  # once more
    assert [taken.key for taken in await take_all(store)] == [key(4)]
    assert not await ask(store, "ann", 4)
    assert await rows_of(store) == set()


@pytest.mark.postgresql
async def test_how_far_it_has_come_is_seen_by_whoever_looks(store: Stores, other: Stores) -> None:
    await enter(store)
    await ask(store, "ann", 1, 2)
    taken = await store.review_jobs.take()
    assert taken is not None and await store.review_jobs.progress(taken.token, 3, 9)
    stages = await other.review_jobs.stages([key(1), key(2), key(3)], "ann")
    assert stages == {
        key(1): ReviewStage("running", 0, 3, 9, own=True),
        key(2): ReviewStage("waiting", 1, 0, 0, own=True),
    }
    await store.review_jobs.withdraw("ann", [key(1)])
    assert not await store.review_jobs.progress(taken.token, 4, 9), "it can be stopped"


@pytest.mark.shared
async def test_two_who_take_at_once_take_each_once(store: Stores, other: Stores) -> None:
    await enter(store, other)
    for person in range(12):
        await ask(store, f"p{person}", *range(5 * person, 5 * person + 5))
    found = await asyncio.gather(*(take_all(at) for at in (store, other) for _ in range(3)))
    taken = [taken.key for some in found for taken in some]
    while some := await take_all(store):  # both may have looked for the same last ones
        taken += [taken.key for taken in some]
    assert sorted(taken) == sorted(key(number) for number in range(60))
    assert any(found[:3]) and any(found[3:])
    assert await rows_of(store) == set()


@pytest.mark.shared
async def test_what_a_dead_server_has_taken_another_one_makes(store: Stores, other: Stores) -> None:
    await enter(store, other)
    await see_for_long(other)
    await ask(store, "ann", 1)
    taken = await store.review_jobs.take()
    assert taken is not None
    assert await other.review_jobs.take() is None
    await pass_by(other, 1.0, store)
    assert await other.review_jobs.take() is None, "its lease holds"
    await pass_by(other, 10.0, store)
    again = await other.review_jobs.take()
    assert again is not None and again.key == taken.key
    # The one that wakes up has nothing to say any more.
    assert not await store.review_jobs.progress(taken.token, 1, 2)
    await store.review_jobs.finish(taken, b'"late"')
    assert await store.reviews.known([key(1)]) == frozenset()
    await other.review_jobs.finish(again, b'"made"')
    assert await store.reviews.one(key(1)) == b'"made"'


async def dies_over_it(store: Stores, other: Stores) -> None:
    """A server takes what is to be made next, and is killed."""
    await enter(store)
    await see_for_long(store)
    assert await store.review_jobs.take() is not None
    store.database.node.end()
    await pass_by(other, 10.0, store)
    store.database.node = type(store.database.node)()


@pytest.mark.shared
async def test_one_over_which_server_after_server_dies_is_tried_later_and_then_given_up(
    store: Stores, other: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shengji.server.reviews.job_store._MOST_TRIES", 4)
    await enter(other)
    await see_for_long(other)
    await ask(other, "ann", 1)
    for _ in range(3):
        await dies_over_it(store, other)
    waiting = other.review_jobs
    assert await waiting.take() is None and not await waiting.are_some()
    (stage,) = (await waiting.stages([key(1)], "ann")).values()
    assert stage.state != "failed"
    for one in (store, other):
        monkeypatch.setattr(one.review_jobs, "_clock", lambda: milliseconds() + 600_001)
    assert await waiting.are_some()
    await dies_over_it(store, other)
    assert await waiting.take() is None
    assert await waiting.stages([key(1)], "ann") == {
        key(1): ReviewStage("failed", 0, 0, 0, own=False)
    }


@pytest.mark.shared
async def test_limits_hold_over_all_servers(store: Stores, other: Stores) -> None:
    few = ReviewSettings(per_person=3, waiting=7)

    async def may(at: Stores, person: str, number: int) -> bool:
        try:
            return await ask(at, person, number, settings=few)
        except ReviewRefusedError as error:
            assert error.code in ("too-many-reviews", "reviews-busy")
            return False

    both = (store, other)
    found = await asyncio.gather(*(may(both[n % 2], "ann", n) for n in range(12)))
    assert sum(found) == 3
    more = await asyncio.gather(*(may(both[n % 2], f"p{n}", 100 + n) for n in range(24)))
    assert sum(more) == 4

    async def all_made() -> bool:
        await take_all(store)
        return await rows_of(store) == set()

    await happens(all_made)
