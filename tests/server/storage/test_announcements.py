"""Announcements as they are kept: their number is limited, and each receiver is claimed once."""

from __future__ import annotations

import asyncio

import pytest

from shengji.server.clubs.announcement_store import MOST, WEEK_MS, AnnouncementStore
from shengji.server.stores import Stores
from tests.server.storage.kit import Clock
from tests.server.storage.test_accounts import account
from tests.server.storage.test_clubs import club_of

pytestmark = [pytest.mark.postgresql]


async def test_each_receiver_is_claimed_once_by_two_servers(
    store: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shengji.server.clubs.announcement_store._BATCH", 2)
    boss, _ = await account(store, "Boss")
    club = await club_of(store, boss)
    members = [(await store.people.new_person(f"Member {at}"))[0].id for at in range(7)]
    lines = [await store.members.enter(club, one, "in") for one in members]
    asks, _ = await store.people.new_person("Asks")
    await store.members.enter(club, asks.id, "asked")
    await store.members.add(club, "Granny Li")
    elsewhere = await club_of(store, boss)
    await store.members.enter(elsewhere, (await store.people.new_person("Else"))[0].id, "in")
    await store.announcements.set_announced(lines[0], on=False)
    assert await store.announcements.announce(club, boss.id, "We play at nine.") is None
    (pending,) = await store.announcements.pending()
    other = AnnouncementStore(store.database)

    async def sent(by: AnnouncementStore) -> list[str]:
        found = list[str]()
        while sending := await by.claim(pending):
            assert (sending.title, sending.text) == ("Fridays", "We play at nine.")
            found += [at.person for at in sending.receivers]
            await asyncio.sleep(0)
        return found

    one, two = await asyncio.gather(sent(store.announcements), sent(other))
    assert sorted(one + two) == sorted(members[1:]), "each once, not the author"
    assert await store.announcements.pending() == []


async def test_three_in_a_week_and_a_removed_one_counts(
    store: Stores, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    (boss, _), found = await account(store, "Boss"), store.announcements
    club, other = await club_of(store, boss), await club_of(store, boss)
    first = clock.now
    for number in range(MOST):
        assert await found.announce(club, boss.id, f"News {number}") is None
        clock.now += 1000
    latest, *_, oldest = await found.of(club)
    assert (latest.text, latest.name, oldest.text) == ("News 2", "Boss", "News 0")
    assert await found.remove(club, latest.announcement)
    assert not await found.remove(club, latest.announcement)
    assert latest.announcement not in await found.pending(), "it is sent no further"
    assert await found.claim(latest.announcement) is None
    assert [one.text for one in await found.of(club)] == ["News 1", "News 0"]
    assert await found.announce(club, boss.id, "News 3") == first + WEEK_MS
    assert await found.announce(other, boss.id, "Others") is None
    clock.now = first + WEEK_MS
    assert await found.next_possible(club) <= clock.now
    assert await found.announce(club, boss.id, "News 3") is None
    assert await found.announce(club, boss.id, "News 4") == first + 1000 + WEEK_MS
    # The latest are kept, however old.
    assert [one.text for one in await found.of(club)] == ["News 3", "News 1", "News 0"]
    clock.now += WEEK_MS
    monkeypatch.setattr("shengji.server.clubs.announcement_store._KEPT", 2)
    assert await found.announce(club, boss.id, "News 4") is None
    monkeypatch.undo()
    assert [one.text for one in await found.of(club)] == ["News 4", "News 3"]
