"""Presence: covering, sleeping, waking, coming back, being too slow."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from shengji.game import CardDrawn, HandEnded, HandStarted, Played
from shengji.server.database.errors import StorageError
from shengji.server.database.lease import Lease
from shengji.server.tables.acts.hosting import HostMade, SetSettings
from shengji.server.tables.acts.seating import STAND_IN, Covered, Stand
from shengji.server.tables.core.entries import Body, decode_body
from shengji.server.tables.messages import Bye, Hello, TableChanged, Welcome
from shengji.server.tables.state import Settings
from tests.server.live.kit import INSTANT, Browser, MemoryStore, four, hub_of, opened
from tests.waiting import happens

SLOW_NEXT = Settings(pace="fast")


def covered(bodies: list[Body]) -> list[Covered]:
    return [body for body in bodies if isinstance(body, Covered)]


async def test_a_bot_covers_for_who_is_away_until_they_return() -> None:
    store = MemoryStore()
    hub = hub_of(store)
    live, browsers = await four(hub, SLOW_NEXT)
    bob = browsers[1]
    bob.disconnect()
    changed = await browsers[0].until(
        lambda: next(
            (
                m
                for m in browsers[0].messages
                if isinstance(m, TableChanged) and m.table.seats[1].bot == STAND_IN
            ),
            None,
        )
    )
    assert changed.table.seats[1].person == "bob"
    assert not changed.table.seats[1].present
    before = sum(isinstance(at.event, Played) for at in browsers[0].events)
    await browsers[0].until(
        lambda: sum(isinstance(at.event, Played) for at in browsers[0].events) > before + 8
    )
    bob = await Browser(live, "bob", plays=True).connect()
    assert bob.seat == 1
    await browsers[0].until(lambda: len(covered(store.bodies(live.id))) == 2)
    assert covered(store.bodies(live.id))[-1] == Covered(1, None)
    await hub.close()


class FullOnce(MemoryStore):
    """A store that has no room when a bot is to cover for somebody the first time."""

    full = True

    async def append(
        self, table: str, hold: Lease, first: int, bodies: Sequence[bytes], *given: Any, **more: Any
    ) -> None:
        if self.full and any(isinstance(decode_body(body), Covered) for body in bodies):
            self.full = False
            raise StorageError("the disk is full")
        await super().append(table, hold, first, bodies, *given, **more)


async def test_a_bot_covers_later_where_that_could_not_be_stored() -> None:
    store = FullOnce()
    hub = hub_of(store)
    live, browsers = await four(hub, stops_at="lead")
    await happens(lambda: not any(browser.plays for browser in browsers))
    away = next(browser for browser in browsers if browser.now and browser.now.turn is None)
    away.disconnect()  # and nothing else happens, since the others wait
    await happens(lambda: [at.seat for at in covered(store.bodies(live.id))] == [away.seat])
    assert not store.full
    await hub.close()


async def test_a_table_that_all_have_left_sleeps_and_wakes_when_one_returns() -> None:
    store = MemoryStore()
    hub = hub_of(store)
    live, browsers = await four(hub, SLOW_NEXT)
    await browsers[0].until(lambda: browsers[0].events)
    for browser in browsers:
        browser.disconnect()
    await happens(lambda: not live.is_awake)
    asleep = len(store.logs[live.id])
    await asyncio.sleep(0.1)
    assert len(store.logs[live.id]) == asleep
    eve = await Browser(live, "eve").connect()
    assert eve.now is not None and eve.now.asleep
    ann = await Browser(live, "ann", plays=True).connect()
    await eve.until(lambda: eve.now is not None and not eve.now.asleep)
    await ann.until(lambda: any(isinstance(at.event, HandEnded) for at in ann.events))
    bots = {body.seat: body.bot for body in covered(store.bodies(live.id))}  # the last of each
    assert {seat for seat, bot in bots.items() if bot} == {1, 2, 3}
    await hub.close()


async def test_the_host_passes_on_when_away_for_long() -> None:
    store = MemoryStore()
    hub = hub_of(store, host_after=30.0)
    live, browsers = await four(hub, SLOW_NEXT)
    browsers[0].disconnect()
    await browsers[1].until(lambda: HostMade("bob") in store.bodies(live.id))
    await hub.close()


async def test_a_connection_that_comes_back_is_sent_the_rest() -> None:
    hub = hub_of(MemoryStore(), absent_after=1000.0)
    live, browsers = await four(hub, SLOW_NEXT)
    bob = browsers[1]
    await bob.until(lambda: len(bob.events) > 20)
    bob.disconnect()
    seen = bob.version
    await browsers[0].until(lambda: browsers[0].version > seen)
    back = await Browser(live, "bob").connect(since=seen)
    welcome = next(m for m in back.messages if isinstance(m, Welcome))
    assert welcome.start is None
    assert welcome.events[0].version == seen + 1
    future = await Browser(live, "bob").connect(since=10_000)
    assert next(m for m in future.messages if isinstance(m, Welcome)).start is not None
    await hub.close()


async def test_another_seat_is_another_hand() -> None:
    hub = hub_of(MemoryStore(), absent_after=1000.0)
    live, browsers = await four(hub, SLOW_NEXT)
    bob = browsers[1]
    await bob.until(lambda: len(bob.events) > 20)
    seen = bob.version
    await bob.do(Stand())
    again = await bob.until(
        lambda: next((m for m in bob.messages if isinstance(m, Welcome) and m.version > seen), None)
    )
    assert again.seat is None
    drawn = [at.event for at in again.events if isinstance(at.event, CardDrawn)]
    assert all(event.card is None for event in drawn)
    onlooker = await Browser(live, "bob").connect(since=seen)
    welcome = next(m for m in onlooker.messages if isinstance(m, Welcome))
    assert welcome.start is not None  # What was seen from the seat is not what is seen from beside.
    await hub.close()


async def test_two_tabs_of_a_person_show_the_same_seat() -> None:
    hub = hub_of(MemoryStore(), absent_after=1000.0)
    live, browsers = await four(hub, Settings(pace="fast"))
    bob = browsers[1]
    await bob.until(lambda: len(bob.events) > 20)
    other = await Browser(live, "bob").connect()
    assert other.seat == 1
    await other.until(lambda: other.version >= 150 and bob.version >= 150)
    count = min(len(bob.events), len(other.events))
    assert other.events[:count] == bob.events[:count]
    bob.disconnect()
    await asyncio.sleep(0.02)
    assert live.state().seats[1].present
    assert hub.counts().people == 4
    await hub.close()


async def test_who_does_not_keep_up_is_dropped_and_the_others_are_not() -> None:
    hub = hub_of(MemoryStore())
    live, browsers = await four(hub)
    slow = Browser(live, "eve", size=3)
    live.join(slow.listener)
    await slow.say(Hello())
    await browsers[0].until(lambda: hub.counts().slow == 1)
    messages = await slow.listener.receive()
    assert messages is not None and b'"slow"' in messages[-1] and len(messages) == 1
    assert await slow.listener.receive() is None
    await browsers[0].until(
        lambda: any(isinstance(at.event, HandEnded) for at in browsers[0].events)
    )
    await hub.close()


async def test_nobody_watches_where_nobody_may() -> None:
    hub = hub_of(MemoryStore())
    live, browsers = await four(hub, SLOW_NEXT)
    eve = await Browser(live, "eve").connect()
    await browsers[0].do(SetSettings(Settings(pace="fast", onlookers="none")))
    await eve.until(lambda: eve.bye)
    late = await Browser(live, "eve").connect()
    assert late.bye == "closed"
    assert isinstance(late.messages[-1], Bye)
    await hub.close()


async def test_idle_tables_leave_memory_and_are_loaded_once() -> None:
    store = MemoryStore()
    hub = hub_of(store, unload_after=10.0)
    live = await opened(hub, INSTANT)
    assert hub.counts().tables == 1
    await happens(lambda: hub.counts().tables == 0)
    found = await asyncio.gather(*(hub.get(live.id) for _ in range(5)))
    assert len({id(table) for table in found}) == 1
    assert store.reads == 1
    assert await hub.get("nothing") is None
    await hub.close()


@pytest.mark.parametrize("wanted", [40, 130], ids=["draw", "play"])
async def test_a_restart_goes_on_at_the_same_card(wanted: int) -> None:
    store = MemoryStore()
    hub = hub_of(store)
    live, browsers = await four(hub, Settings(pace="fast"))
    await browsers[0].until(lambda: len(browsers[0].events) >= wanted)
    await hub.close()
    assert all(browser.listener.ended for browser in browsers)
    stored = len(store.logs[live.id])
    hub = hub_of(store)
    table = await hub.get(live.id)
    assert table is not None and not table.is_awake
    await asyncio.sleep(0.05)
    assert len(store.logs[live.id]) == stored
    back = [await Browser(table, browser.person).connect() for browser in browsers]
    for browser, before in zip(back, browsers, strict=True):
        welcome = next(m for m in browser.messages if isinstance(m, Welcome))
        assert welcome.start is not None
        assert welcome.seat == before.seat
        count = min(len(before.events), len(welcome.events))
        assert list(welcome.events[:count]) == before.events[:count]
        assert count > wanted - 5
        browser.plays = True
        await browser.play()
    await back[0].until(lambda: any(isinstance(at.event, HandEnded) for at in back[0].events))
    starts = [body for body in store.bodies(live.id) if isinstance(body, HandStarted)]
    assert starts[0].hand == 1 and all(body.hand > 1 for body in starts[1:])
    await hub.close()
