"""People: known by a secret, and by nothing else."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from shengji.server.accounts.tokens import MOST
from shengji.server.database.address import read_address
from shengji.server.database.errors import StorageError
from shengji.server.database.ids import device_of
from shengji.server.site.person import Person
from shengji.server.stores import Stores
from tests.server.storage.kit import DAY, Clock


async def test_a_secret_tells_who_it_is(store: Stores) -> None:
    ann, secret = await store.people.new_person("Ann")
    bob, other = await store.people.new_person("Ann")
    assert ann.id != bob.id and secret != other
    assert await store.people.person_by_secret(secret) == ann == Person(ann.id, "Ann")
    assert await store.people.person_by_secret(other) == bob
    for wrong in ("", ann.id, secret.upper(), secret + "=", "Ann"):
        assert await store.people.person_by_secret(wrong) is None


async def test_a_secret_is_not_kept(store: Stores, url: str) -> None:
    ann, secret = await store.people.new_person("Ann")
    token = await store.people.new_link(ann.id, 60)
    engine = create_async_engine(read_address(url))
    async with engine.connect() as connection:
        rows = [
            (await connection.execute(text(f"SELECT * FROM {table}"))).all()
            for table in ("people", "keys", "links")
        ]
    await engine.dispose()
    assert [len(row) for row in rows] == [1, 1, 1]
    assert secret not in repr(rows) and token not in repr(rows)


async def test_a_person_has_another_name(store: Stores) -> None:
    ann, secret = await store.people.new_person("Ann")
    await store.people.rename(ann.id, "安")
    assert await store.people.person_by_secret(secret) == Person(ann.id, "安")


async def test_a_link_makes_another_browser_the_same_person_once(store: Stores) -> None:
    ann, secret = await store.people.new_person("Ann")
    token = await store.people.new_link(ann.id, 600)
    used = await store.people.use_link(token)
    assert used is not None
    person, other = used
    assert person == ann and other != secret
    assert (
        await store.people.person_by_secret(other)
        == await store.people.person_by_secret(secret)
        == ann
    )
    assert await store.people.use_link(token) is None
    assert await store.people.use_link("made up") is None


async def test_a_link_is_good_for_its_time_only(store: Stores, clock: Clock) -> None:
    ann, _ = await store.people.new_person("Ann")
    token, late = await store.people.new_link(ann.id, 600), await store.people.new_link(ann.id, 600)
    clock.now += 599_999
    assert await store.people.use_link(token) is not None
    clock.now += 1
    assert await store.people.use_link(late) is None


async def test_a_link_is_for_somebody(store: Stores) -> None:
    with pytest.raises(StorageError, match="did not write"):
        await store.people.new_link("nobody", 60)


async def test_a_guest_who_comes_back_is_kept(store: Stores, clock: Clock) -> None:
    _, secret = await store.people.new_person("Ann")
    _, forgotten = await store.people.new_person("Bob")
    for _ in range(4):
        clock.now += 100 * DAY
        assert await store.people.person_by_secret(secret) is not None
        await store.sweep()
    assert await store.people.person_by_secret(forgotten) is None


async def test_of_tokens_made_at_once_none_is_beyond_the_limit(store: Stores) -> None:
    ann, _ = await store.people.new_person("Ann")
    wishes = (store.tokens.make(ann.id, "t", {"profile"}, None) for _ in range(MOST + 2))
    made = await asyncio.gather(*wishes)
    assert sum(one is not None for one in made) == len(await store.tokens.of(ann.id)) == MOST


async def test_the_devices_of_a_person_can_be_signed_out(store: Stores, clock: Clock) -> None:
    ann, secret = await store.people.new_person("Ann", "Firefox · Linux")
    bob, other = await store.people.new_person("Bob")
    clock.now += 3 * DAY
    used = await store.people.use_link(await store.people.new_link(ann.id, 600), "Safari · iPhone")
    third = await store.people.use_link(await store.people.new_link(ann.id, 600))
    assert used is not None and third is not None
    phone, tablet = used[1], third[1]
    known = {at.id: at for at in await store.people.devices(ann.id)}
    assert set(known) == {device_of(secret), device_of(phone), device_of(tablet)}
    assert known[device_of(phone)].label == "Safari · iPhone"
    first = known[device_of(secret)]
    assert (first.label, first.made, first.seen) == (
        "Firefox · Linux",
        clock.now - 3 * DAY,
        clock.now - 3 * DAY,
    )
    assert await store.people.person_by_secret(secret) == ann
    assert (await store.people.devices(ann.id))[0].seen == clock.now, "the day is kept"
    assert await store.people.sign_out(bob.id, only=device_of(phone)) == (), "nobody else's"
    assert await store.people.sign_out(ann.id, only=device_of(phone)) == (device_of(phone),)
    assert await store.people.person_by_secret(phone) is None
    assert await store.people.sign_out(ann.id, only=device_of(phone)) == ()
    waiting = await store.people.new_link(ann.id, 600)
    assert await store.people.sign_out(ann.id, but=device_of(secret)) == (device_of(tablet),)
    assert await store.people.use_link(waiting) is None, "a link that lies about is void"
    assert [at.id for at in await store.people.devices(ann.id)] == [device_of(secret)]
    assert await store.people.person_by_secret(other) == bob
