"""A night of one server, and a table of it that another server has come to own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from shengji.nights import CheckIn, NightSettings, StartRound
from shengji.server.database.errors import ElsewhereError
from shengji.server.database.nodes import Nodes
from shengji.server.nights.schemas import Draw
from shengji.server.site.person import Person
from shengji.server.stores import Stores
from tests.server.events import connect
from tests.server.live.test_evenings import House, new
from tests.waiting import happens

pytestmark = pytest.mark.shared


@pytest.fixture
async def houses(url: str, store: Stores) -> AsyncIterator[tuple[House, House]]:
    """Two servers of one site."""
    async with AsyncExitStack() as stack:
        other = await Stores.open(url)
        stack.push_async_callback(other.close)
        for at in (store, other):
            await Nodes(at.database, lease=600).begin()
        one, two = House(store), House(other)
        connect(one.events, two.events)
        for house in (one, two):
            stack.push_async_callback(house.close)
        yield one, two


async def people_of(store: Stores) -> list[Person]:
    found = []
    for name in ("Ann", "Bob", "Cem", "Dai"):
        person, _ = await store.people.new_person(name)
        await store.accounts.make(person.id, name, {name.lower()}, "a hash")
        found.append(person)
    return found


async def test_a_night_takes_its_table_from_a_server_that_has_it(
    store: Stores, houses: tuple[House, House]
) -> None:
    one, two = houses
    four = await people_of(store)
    host = four[0]._replace(role="organiser")
    night = await one.night(await one.nights.make(host, NightSettings(), "wish"))
    for person in four:
        await night.ask(person, [new(CheckIn, person="", name="")])
    await night.ask(host, [new(Draw)])
    await happens(lambda: night.sites and one.hub.loaded(night.sites[0].site))
    site = night.sites[0].site
    await one.nights.settled()

    taken = await two.hub.seize(site)
    assert taken is not None and one.hub.loaded(site) is None
    with pytest.raises(ElsewhereError):
        await one.hub.get(site)
    await two.nights._sync_table(night.id, site)  # as when a hand has ended there
    await happens(lambda: one.hub.loaded(site))
    assert taken.closed and two.hub.loaded(site) is None

    await two.hub.seize(site)
    await night.ask(host, [new(StartRound)])
    await happens(lambda: (live := one.hub.loaded(site)) is not None and live.state().playing)
