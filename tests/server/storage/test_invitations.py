"""Invitations in the database: how long they stand, and how soon others may follow."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from shengji.server.database.schema import invitations
from shengji.server.invitations.store import BETWEEN, RESTS, Fault, InvitationStore
from shengji.server.invitations.targets import MINUTE
from shengji.server.site.errors import ApiError
from shengji.server.stores import Stores
from tests.server.storage.kit import DAY, Clock

pytestmark = pytest.mark.postgresql

LASTS = 10 * MINUTE


class Pair:
    """Two friends, the one of whom invites the other."""

    def __init__(self, store: InvitationStore, by: str, person: str) -> None:
        self.store, self.by, self.person = store, by, person

    async def invite(self, place: str) -> bool | Fault | ApiError:
        return await self.store.invite(self.by, self.person, "table", place, LASTS)

    async def places(self) -> tuple[list[str], list[str]]:
        """Where the one is invited to, and where the other has invited to."""
        received = (await self.store.open_of(self.person)).received
        sent = (await self.store.open_of(self.by)).sent
        return [at.place for at in received], [at.place for at in sent]

    async def refuse(self) -> None:
        (at,) = (await self.store.open_of(self.person)).received
        assert await self.store.end([at.id], self.person, "refused") == {self.by}
        assert await self.store.end([at.id], self.person, "came") == frozenset()


@pytest.fixture
async def pair(store: Stores) -> Pair:
    ann, _ = await store.people.new_person("Ann")
    bob, _ = await store.people.new_person("Bob")
    for one, two in ((ann, bob), (bob, ann)):
        await store.friends.ask(one.id, two.id)
    return Pair(store.invitations, ann.id, bob.id)


async def test_it_stands_until_its_end(pair: Pair, clock: Clock) -> None:
    assert await pair.invite("one") is True
    assert await pair.invite("one") is False
    clock.now += LASTS - 1
    assert await pair.places() == (["one"], ["one"])
    clock.now += 1
    assert await pair.places() == ([], [])
    assert await pair.invite("one") is True


async def test_another_place_follows_after_a_while(pair: Pair, clock: Clock) -> None:
    await pair.invite("one")
    clock.now += BETWEEN - 1
    assert await pair.invite("two") == "lately"
    clock.now += 1
    assert await pair.invite("two") is True
    assert await pair.places() == (["two", "one"], ["two", "one"])


async def test_who_refuses_is_left_alone_for_longer(pair: Pair, clock: Clock) -> None:
    await pair.invite("one")
    clock.now += BETWEEN
    await pair.refuse()
    assert await pair.places() == ([], ["one"])
    clock.now += RESTS - 1
    for place in ("one", "two"):
        assert await pair.invite(place) == "lately"
    clock.now += 1
    assert await pair.invite("two") is True


async def test_two_to_one_place_are_one_after_a_guest_has_signed_in(
    pair: Pair, store: Stores, clock: Clock
) -> None:
    guest, _ = await store.people.new_person("Guest")
    await store.friends.take(await store.friends.link(pair.by), guest.id)
    for place in ("one", "two"):
        await pair.invite(place)
        clock.now += BETWEEN
        await Pair(store.invitations, pair.by, guest.id).invite(place)
    await store.accounts.merge_rows(guest.id, pair.person)
    await store.invitations.drop_repeated(pair.person)
    assert await pair.places() == (["two", "one"], ["two", "one"])


async def test_what_is_over_goes_after_a_day(pair: Pair, store: Stores, clock: Clock) -> None:
    await pair.invite("one")
    count = select(func.count()).select_from(invitations)
    for later, left in ((LASTS + DAY, 1), (1, 0)):
        clock.now += later
        await store.sweep()
        async with store.database.reading() as connection:
            assert (await connection.execute(count)).scalar_one() == left
