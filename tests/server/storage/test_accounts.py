"""Accounts: names that are one person's, ways in, codes and challenges good once."""

from __future__ import annotations

import asyncio
import os
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from shengji.server.accounts.store import NewAccount
from shengji.server.accounts.values import Passkey
from shengji.server.database.address import read_address
from shengji.server.database.errors import StorageConflict
from shengji.server.database.ids import device_of
from shengji.server.site.person import Person
from shengji.server.stores import Stores
from tests.server.storage.kit import DAY, Clock, summary


async def account(store: Stores, name: str = "Ann") -> tuple[Person, NewAccount]:
    guest, _ = await store.people.new_person("Guest 1")
    made = await store.accounts.make(guest.id, name, (name.lower(),), "hash")
    assert made is not None
    return Person(guest.id, name, "player"), made


def passkey(person: str, id_: bytes = b"one", signs: int = 0) -> Passkey:
    return Passkey(id_, person, "localhost", b"key", signs, "Phone", 5, None)


async def test_a_guest_becomes_an_account_and_keeps_seats(store: Stores, clock: Clock) -> None:
    guest, secret = await store.people.new_person("Guest 1")
    used = await store.people.use_link(await store.people.new_link(guest.id, 600))
    waiting = await store.people.new_link(guest.id, 600)
    assert used is not None
    await store.tables.open_table("t", [b"1"], 1, None, summary("t", guest.id))
    made = await store.accounts.make(guest.id, "Ann", ("ann",), "hash", "Firefox · Linux")
    assert made is not None
    ann = Person(guest.id, "Ann", "player")
    assert await store.people.person_by_secret(made.secret) == ann
    assert [at.table for at in await store.tables.tables_of(ann.id)] == ["t"]
    for before in (secret, used[1]):
        assert await store.people.person_by_secret(before) is None, (
            "who knew the guest has no account"
        )
    assert await store.people.use_link(waiting) is None
    assert [at.label for at in await store.people.devices(ann.id)] == ["Firefox · Linux"]
    assert await store.accounts.proved_recently(made.secret, 600)
    clock.now += 600_000
    assert not await store.accounts.proved_recently(made.secret, 600)
    found = await store.accounts.of(ann.id)
    assert found is not None
    assert (found.name, found.role, found.has_passphrase, found.codes) == ("Ann", "player", True, 8)
    assert await store.accounts.by_skeleton("ann") == found
    assert await store.credentials.by_name("ann") == (ann.id, "hash")
    assert await store.credentials.by_name("anne") is None
    assert await store.accounts.make(ann.id, "Bob", ("bob",), "hash") is None
    assert await store.accounts.make("nobody", "Bob", ("bob",), "hash") is None


async def test_an_old_hash_does_not_replace_a_passphrase_that_has_been_changed(
    store: Stores,
) -> None:
    ann, _ = await account(store)
    await store.credentials.rehash_passphrase(ann.id, "hash", "fresh hash")
    assert await store.credentials.passphrase(ann.id) == "fresh hash"
    await store.credentials.set_passphrase(ann.id, "another")
    await store.credentials.rehash_passphrase(ann.id, "fresh hash", "old again")
    assert await store.credentials.passphrase(ann.id) == "another"


@pytest.mark.postgresql
async def test_a_name_is_one_accounts(store: Stores) -> None:
    ann, _ = await account(store)
    bob, _ = await account(store, "Bob")
    guest, _ = await store.people.new_person("Guest 2")
    assert await store.accounts.make(guest.id, "ANN", ("ann", "x"), "hash") is None
    assert await store.accounts.of(guest.id) is None

    async def rename(person: str, name: str, *skeletons: str) -> bool:
        known = await store.accounts.of(person)
        assert known is not None
        return await store.accounts.rename(person, name, skeletons, known.renamed)

    assert not await rename(bob.id, "Anna", "y", "ann")
    assert await store.accounts.is_taken(("ann",))
    assert not await store.accounts.is_taken(("ann",), but=ann.id)
    assert await rename(ann.id, "Anna", "anna", "ANNA")
    assert not await store.accounts.is_taken(("ann",)), "the old name is free"
    assert await rename(bob.id, "Ann", "ann")
    assert [(at.person, at.name) for at in await store.accounts.all()] == [
        (bob.id, "Ann"),
        (ann.id, "Anna"),
    ]
    with pytest.raises(StorageConflict, match="another name since"):
        await store.accounts.rename(bob.id, "Bert", ("bert",), -1)
    assert not await store.accounts.is_taken(("bert",))
    assert [at.name for at in await store.accounts.all(after="Ann")] == ["Anna"]


@pytest.mark.postgresql
async def test_of_two_who_want_a_name_at_once_one_gets_it(store: Stores) -> None:
    guests = [(await store.people.new_person(f"Guest {n}"))[0] for n in range(8)]
    made = await asyncio.gather(
        *(store.accounts.make(guest.id, "Ann", ("ann",), "hash") for guest in guests)
    )
    assert sum(one is not None for one in made) == 1


async def test_signing_in_gives_another_secret(store: Stores, clock: Clock) -> None:
    ann, _ = await account(store)
    guest, secret = await store.people.new_person("Guest 2")
    clock.now += DAY
    entered = await store.accounts.enter(ann.id, secret, "Safari · iPhone")
    assert entered is not None
    person, new = entered
    assert person == ann and new != secret
    assert await store.people.person_by_secret(secret) is None, (
        "what the browser had before is nobody's"
    )
    assert await store.people.person_by_secret(new) == ann
    assert await store.accounts.proved_recently(new, 600)
    assert {at.label for at in await store.people.devices(ann.id)} == {"", "Safari · iPhone"}
    assert await store.accounts.enter(guest.id, new) is None, "a guest has nothing to sign in to"
    assert await store.people.person_by_secret(new) == ann


async def test_a_device_by_a_link_has_proved_nothing(store: Stores) -> None:
    ann, _ = await account(store)
    used = await store.people.use_link(await store.people.new_link(ann.id, 600))
    assert used is not None and used[0] == ann
    assert not await store.accounts.proved_recently(used[1], 600)
    await store.accounts.prove(used[1])
    assert await store.accounts.proved_recently(used[1], 600)


async def test_the_last_way_in_stays(store: Stores) -> None:
    ann, _ = await account(store)
    credentials = store.credentials
    assert await credentials.remove(ann.id, "passphrase") == "last"
    assert await credentials.add_passkey(passkey(ann.id))
    assert await credentials.remove(ann.id, b"two") == "none"
    both = await asyncio.gather(
        credentials.remove(ann.id, "passphrase"), credentials.remove(ann.id, b"one")
    )
    assert sorted(both) == ["last", "removed"]
    assert await credentials.passphrase(ann.id) is None
    assert await credentials.remove(ann.id, b"one") == "last"
    await credentials.set_passphrase(ann.id, "other")
    assert await credentials.passphrase(ann.id) == "other"
    assert await credentials.remove(ann.id, b"one") == "removed"
    assert await credentials.passkeys(ann.id) == []


async def test_a_passkey_is_one_persons_and_counts(store: Stores, clock: Clock) -> None:
    ann, _ = await account(store)
    bob, _ = await account(store, "Bob")
    key = passkey(ann.id, signs=4)
    assert await store.credentials.add_passkey(key)
    assert not await store.credentials.add_passkey(passkey(bob.id))
    assert await store.credentials.passkey(b"one") == key
    assert await store.credentials.remove(bob.id, b"one") == "none", "nobody else's"
    assert await store.credentials.used_passkey(b"one", 4, 5)
    assert not await store.credentials.used_passkey(b"one", 4, 5), "the other one was quicker"
    assert await store.credentials.passkey(b"one") == key._replace(signs=5, used=clock.now)
    guest, _ = await store.people.new_person("Guest 3")
    made = await store.accounts.make(guest.id, "Eve", ("eve",), passkey(guest.id, b"two"))
    assert made is not None
    assert [at.id for at in await store.credentials.passkeys(guest.id)] == [b"two"]


async def test_a_code_is_good_once(store: Stores, clock: Clock) -> None:
    ann, made = await account(store)
    accounts, credentials = store.accounts, store.credentials
    assert len(set(made.codes)) == 8
    assert await credentials.use_code(made.codes[0].upper().replace("-", " ")) == ann.id
    assert await credentials.use_code(made.codes[0]) is None
    found = await accounts.of(ann.id)
    assert found is not None and found.codes == 7
    twice = await asyncio.gather(*(credentials.use_code(made.codes[1]) for _ in range(5)))
    assert twice.count(ann.id) == 1
    new = await credentials.new_codes(ann.id)
    assert await credentials.use_code(made.codes[2]) is None, "the old ones are void"
    assert await credentials.use_code(new[2]) == ann.id
    given, late = (
        await credentials.one_time_code(ann.id, 60),
        await credentials.one_time_code(ann.id, 60),
    )
    assert await credentials.use_code(given) == ann.id
    clock.now += 60_000
    assert await credentials.use_code(late) is None
    assert await credentials.use_code("") is None


async def test_a_challenge_is_one_browsers_for_one_purpose_once(
    store: Stores, clock: Clock
) -> None:
    credentials = store.credentials
    _, mine = await store.people.new_person("Ann")
    _, theirs = await store.people.new_person("Bob")
    challenges = [os.urandom(64) for _ in range(5)]
    for challenge in challenges:
        await credentials.new_challenge(challenge, mine, "sign-in", 60)
    assert await credentials.use_challenge(challenges[0], mine, "sign-in")
    assert not await credentials.use_challenge(challenges[0], mine, "sign-in")
    assert not await credentials.use_challenge(challenges[1], theirs, "sign-in")
    assert not await credentials.use_challenge(challenges[1], mine, "sign-in"), "tried is used"
    assert not await credentials.use_challenge(challenges[2], mine, "prove")
    assert not await credentials.use_challenge(os.urandom(64), mine, "sign-in")
    clock.now += 60_000
    assert not await credentials.use_challenge(challenges[3], mine, "sign-in")
    await store.sweep()
    clock.now -= 60_000
    assert not await credentials.use_challenge(challenges[4], mine, "sign-in"), "swept"


async def test_whoever_is_forgotten_leaves_nothing(store: Stores, url: str) -> None:
    ann, made = await account(store)
    await store.credentials.add_passkey(passkey(ann.id))
    await store.credentials.new_challenge(os.urandom(64), made.secret, "prove", 60)
    await store.people.new_link(ann.id, 600)
    await store.accounts.forget(ann.id)
    assert await store.people.person_by_secret(made.secret) is None
    assert await store.credentials.use_code(made.codes[0]) is None
    assert not await store.accounts.is_taken(("ann",))
    engine = create_async_engine(read_address(url))
    async with engine.connect() as connection:
        for table in (
            *("people", "keys", "links", "accounts", "names", "passkeys", "codes", "challenges"),
        ):
            count = await connection.execute(text(f"SELECT count(*) FROM {table}"))
            assert count.scalar_one() == 0, table
    await engine.dispose()


async def test_accounts_are_kept_and_guests_go(store: Stores, clock: Clock) -> None:
    ann, made = await account(store)
    await store.people.new_person("Guest 2")
    clock.now += 1000 * DAY
    assert (await store.sweep()).people == 1
    assert await store.people.person_by_secret(made.secret) == ann


@pytest.mark.parametrize("role", ["organiser", "administrator"])
async def test_a_role_is_known_with_the_person(store: Stores, role: str) -> None:
    ann, made = await account(store)
    await store.accounts.set_role(ann.id, role, "keeper")  # type: ignore[arg-type]
    assert await store.people.person_by_secret(made.secret) == ann._replace(role=role)  # type: ignore[arg-type]
    assert device_of(made.secret) == (await store.people.devices(ann.id))[0].id


async def test_an_address_is_an_accounts_when_it_is_confirmed(store: Stores, clock: Clock) -> None:
    ann, _ = await account(store)
    bob, _ = await account(store, "Bob")
    accounts, credentials = store.accounts, store.credentials
    first = await credentials.ask_mail(ann.id, "a@example.org", 60)
    second = await credentials.ask_mail(ann.id, "b@example.org", 60)
    assert not await credentials.confirm_mail(ann.id, first), "another was asked for since"
    assert not await credentials.confirm_mail(bob.id, second)
    assert await credentials.confirm_mail(ann.id, second)
    assert not await credentials.confirm_mail(ann.id, second)
    found = await accounts.of(ann.id)
    assert found is not None and found.mail == "b@example.org"
    late = await credentials.ask_mail(ann.id, "c@example.org", 60)
    clock.now += 60_000
    assert not await credentials.confirm_mail(ann.id, late)
    await credentials.remove_mail(ann.id)
    found = await accounts.of(ann.id)
    assert found is not None and found.mail is None


@pytest.mark.postgresql
async def test_accounts_are_found_by_a_part_of_their_names(store: Stores) -> None:
    for name in ("Ann", "Joanne", "Bob_1", "Bob 1", "张三"):
        await account(store, name)
    await store.people.new_person("Anna, a guest")

    async def found(named: str, **more: Any) -> list[str]:
        return [at.name for at in await store.accounts.all(named=named, **more)]

    assert await found("ANN") == ["Ann", "Joanne"]
    assert await found("ann", after="Ann") == ["Joanne"]
    assert await found("b_") == ["Bob_1"], "what searches have signs for is searched as it stands"
    assert await found("三") == ["张三"]
    assert len(await found("")) == 5
