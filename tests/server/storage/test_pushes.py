"""Where browsers are told something while no page is open, on both databases."""

from __future__ import annotations

from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from shengji.server.database.address import read_address
from shengji.server.database.ids import device_of
from shengji.server.push.store import MOST, Subscription
from shengji.server.stores import Stores
from tests.server.storage.kit import DAY, Clock


def told_at(endpoint: str, **more: Any) -> Subscription:
    given = {"p256dh": b"\x04" + b"p" * 64, "auth": b"a" * 16, "tongue": "en", **more}
    return Subscription(f"https://push.example/{endpoint}", **given)


async def test_the_key_is_made_once_and_outlives_the_server(store: Stores, url: str) -> None:
    first = b"1" * 32
    assert await store.subscriptions.push_key(first) == first
    assert await store.subscriptions.push_key(b"2" * 32) == first
    again = await Stores.open(url)
    assert await again.subscriptions.push_key(b"3" * 32) == first
    await again.close()


async def test_a_browser_is_told_where_it_said_last(store: Stores) -> None:
    ann, secret = await store.people.new_person("Ann")
    bob, other = await store.people.new_person("Bob")
    assert not await store.subscriptions.is_subscribed(secret)
    assert await store.subscriptions.subscribe(secret, told_at("one"))
    two = told_at("two", tongue="zh-Hant", muted=(bob.id,))
    assert await store.subscriptions.subscribe(secret, two)
    assert await store.subscriptions.subscriptions(ann.id) == [two]
    assert await store.subscriptions.is_subscribed(
        secret
    ) and not await store.subscriptions.is_subscribed(other)
    assert await store.subscriptions.subscriptions(bob.id) == []
    await store.subscriptions.unsubscribe(other)
    assert await store.subscriptions.subscriptions(ann.id) == [two], "nobody ends what is another's"
    await store.subscriptions.unsubscribe(secret)
    assert await store.subscriptions.subscriptions(ann.id) == []


async def test_nobody_is_told_who_is_nobody(store: Stores) -> None:
    assert not await store.subscriptions.subscribe("made up", told_at("one"))


async def test_who_is_signed_out_is_told_no_more(store: Stores) -> None:
    ann, secret = await store.people.new_person("Ann")
    used = await store.people.use_link(await store.people.new_link(ann.id, 600))
    assert used is not None
    await store.subscriptions.subscribe(secret, told_at("home"))
    await store.subscriptions.subscribe(used[1], told_at("phone"))
    await store.people.sign_out(ann.id, only=device_of(used[1]))
    assert await store.subscriptions.subscriptions(ann.id) == [told_at("home")]


async def test_a_browser_that_becomes_somebody_else_is_not_told_twice(store: Stores) -> None:
    ann, secret = await store.people.new_person("Ann")
    bob, _ = await store.people.new_person("Bob")
    await store.subscriptions.subscribe(secret, told_at("phone"))
    used = await store.people.use_link(await store.people.new_link(bob.id, 600))
    assert used is not None
    # Who does not know its secret is another browser, whatever address it names.
    await store.subscriptions.subscribe(used[1], told_at("phone", auth=b"x" * 16))
    assert await store.subscriptions.subscriptions(ann.id) == [told_at("phone")]
    await store.subscriptions.subscribe(used[1], told_at("phone"))
    assert await store.subscriptions.subscriptions(bob.id) == [told_at("phone")]
    assert await store.subscriptions.subscriptions(ann.id) == []


async def test_what_the_push_service_has_forgotten_is_forgotten(store: Stores) -> None:
    ann, secret = await store.people.new_person("Ann")
    await store.subscriptions.subscribe(secret, told_at("gone"))
    await store.subscriptions.end_endpoint(told_at("other").endpoint)
    assert await store.subscriptions.subscriptions(ann.id) == [told_at("gone")]
    await store.subscriptions.end_endpoint(told_at("gone").endpoint)
    assert await store.subscriptions.subscriptions(ann.id) == []


async def test_a_person_has_so_many_browsers_that_are_told(store: Stores, clock: Clock) -> None:
    ann, secret = await store.people.new_person("Ann")
    await store.subscriptions.subscribe(secret, told_at("first"))
    for number in range(MOST):
        clock.now += 1
        used = await store.people.use_link(await store.people.new_link(ann.id, 600))
        assert used is not None
        await store.subscriptions.subscribe(used[1], told_at(f"{number}"))
    told = await store.subscriptions.subscriptions(ann.id)
    assert {at.endpoint for at in told} == {told_at(f"{number}").endpoint for number in range(MOST)}


async def test_a_guest_who_is_swept_away_is_told_no_more(
    store: Stores, clock: Clock, url: str
) -> None:
    _, secret = await store.people.new_person("Ann")
    await store.subscriptions.subscribe(secret, told_at("one"))
    clock.now += 200 * DAY
    assert (await store.sweep()).people == 1
    assert await _count(url, "pushes") == 0


async def _count(url: str, table: str) -> int:
    engine = create_async_engine(read_address(url))
    async with engine.connect() as connection:
        found: int = (await connection.execute(text(f"SELECT COUNT(*) FROM {table}"))).scalar_one()
    await engine.dispose()
    return found
