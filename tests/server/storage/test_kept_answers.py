"""Kept answers in both databases: claimed once, bounded, and gone in time."""

from __future__ import annotations

import pytest

from shengji.server.site.stored_responses import KEPT_MS, MOST
from shengji.server.stores import Stores
from tests.server.storage.kit import Clock

pytestmark = pytest.mark.postgresql


def number(id_: int) -> bytes:
    return id_.to_bytes(32, "big")


async def test_a_request_is_claimed_once_and_answered(store: Stores) -> None:
    answers = store.stored_responses
    person, _ = await store.people.new_person("Ann", "")
    assert await answers.claim(number(1), b"asked", "a network", None)
    assert not await answers.claim(number(1), b"asked", "a network", None)
    await answers.keep(number(1), b"answer", person.id)
    await answers.release(number(1))
    found = await answers.find(number(1))
    assert found is not None and (found.request, found.answer) == (b"asked", b"answer")
    assert len((await store.accounts.exported_rows(person.id))["requests.json"]) == 1
    await store.accounts.forget(person.id)
    assert await answers.find(number(1)) is None


async def test_the_answer_to_somebody_who_is_gone_meanwhile_is_kept(store: Stores) -> None:
    await store.stored_responses.claim(number(1), b"asked", "nobody", None)
    await store.stored_responses.keep(number(1), b"answer", "nobody")
    assert await store.stored_responses.find(number(1)) is not None


async def test_what_made_nothing_is_free_again(store: Stores) -> None:
    await store.stored_responses.claim(number(1), b"asked", "ann", None)
    await store.stored_responses.release(number(1))
    assert await store.stored_responses.claim(number(1), b"other", "ann", None)


async def test_so_many_are_kept_of_one_and_the_oldest_go(store: Stores, clock: Clock) -> None:
    answers = store.stored_responses
    await answers.claim(number(500), b"asked", "bob", None)
    for id_ in range(MOST + 2):
        clock.now += 1
        await answers.claim(number(id_), b"asked", "ann", None)
    found = [await answers.find(number(id_)) is not None for id_ in range(MOST + 2)]
    assert found == [False, False] + [True] * MOST
    assert await answers.find(number(500)) is not None


async def test_after_a_day_an_answer_is_gone_and_its_key_is_free(
    store: Stores, clock: Clock
) -> None:
    answers = store.stored_responses
    for id_ in (1, 2):
        await answers.claim(number(id_), b"asked", "ann", None)
    clock.now += KEPT_MS
    assert await answers.find(number(1)) is None
    assert await answers.claim(number(1), b"asked", "ann", None)
    await store.sweep()
    assert await answers.find(number(1)) is not None
    clock.now -= 1
    assert await answers.find(number(2)) is None, "it was swept"
