"""A result that lies open: one person says when it goes on, several wait for who reads."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from shengji.game import HandStarted
from shengji.server.tables.acts.hosting import SetSettings
from shengji.server.tables.acts.match import Next
from shengji.server.tables.acts.seating import Automate
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.live.live_table import LiveTable
from shengji.server.tables.messages import Done, Look
from shengji.server.tables.state import Onward, Settings
from tests.server.live.kit import (
    INSTANT,
    Browser,
    MemoryStore,
    StillTime,
    four,
    hub_of,
    opened,
)

LONG = 0.3
"""So many seconds are thirty of the table."""


def waits(browser: Browser, wait: str) -> bool:
    return browser.now is not None and browser.now.wait == wait


def hands(browser: Browser) -> int:
    return sum(isinstance(at.event, HandStarted) for at in browser.events)


def onward(browser: Browser) -> Onward | None:
    return None if browser.now is None else browser.now.onward


async def alone_at_a_result(hub: Hub) -> tuple[LiveTable, Browser]:
    """Ann and three bots, after the first hand."""
    live = await opened(hub)
    ann = await Browser(live, "ann", plays=True).connect()
    ann.stops_at = "next"
    await ann.until(lambda: waits(ann, "next"))
    return live, ann


async def test_one_person_among_bots_looks_at_a_result_as_long_as_they_like() -> None:
    store = MemoryStore()
    hub = hub_of(store, next_after=1.0)
    live, ann = await alone_at_a_result(hub)
    await asyncio.sleep(LONG)
    assert waits(ann, "next") and onward(ann) is None
    # A page that is loaded again is away for a moment.
    ann.disconnect()
    await asyncio.sleep(LONG / 10)
    ann = await Browser(live, "ann").connect()
    await ann.until(lambda: waits(ann, "next"))
    await asyncio.sleep(LONG)
    assert waits(ann, "next") and hands(ann) == 1
    # So it is when nobody is there for long, and after a restart.
    ann.disconnect()
    await asyncio.sleep(LONG)
    await hub.close()
    hub = hub_of(store, next_after=1.0)
    again = await hub.get(live.id)
    assert again is not None
    ann = await Browser(again, "ann").connect()
    await ann.until(lambda: waits(ann, "next"))
    await asyncio.sleep(LONG)
    assert waits(ann, "next") and hands(ann) == 1
    assert isinstance(await ann.do(Next()), Done)
    await ann.until(lambda: hands(ann) == 2)
    await hub.close()


async def test_who_lets_a_bot_play_reads_on_all_the_same() -> None:
    hub = hub_of(MemoryStore())
    _live, ann = await alone_at_a_result(hub)
    await ann.say(Look(seen=True, reading=True))
    assert isinstance(await ann.do(Automate(True)), Done)
    await asyncio.sleep(LONG)
    assert hands(ann) == 1
    await ann.say(Look(seen=True))
    await ann.until(lambda: hands(ann) == 2)
    await hub.close()


async def at_the_end_of_the_draw(hub: Hub) -> Browser:
    """Ann among bots, who could declare now or never."""
    live = await opened(hub)
    ann = await Browser(live, "ann").connect()

    def asked() -> bool:
        now = ann.now
        assert now is None or now.wait in ("start", "draw", "declare"), "she holds nothing to show"
        return now is not None and now.wait == "declare" and now.seats == (0,)

    await ann.until(asked)
    return ann


@pytest.mark.seed(3)
async def test_the_last_chance_to_declare_does_not_run_out_for_one_person_without_a_clock() -> None:
    hub = hub_of(MemoryStore(), declare_window=1.0)
    ann = await at_the_end_of_the_draw(hub)
    await asyncio.sleep(LONG)
    assert waits(ann, "declare") and ann.now is not None and ann.now.clock is None
    # Where a clock is chosen it does.
    assert isinstance(await ann.do(SetSettings(Settings(pace="instant", clock=5))), Done)
    await ann.until(lambda: not waits(ann, "declare"))
    await hub.close()


async def at_a_result(**settings: Any) -> tuple[Hub, StillTime, list[Browser]]:
    """Four people after the first hand, where time passes when a test lets it."""
    time = StillTime()
    hub = hub_of(MemoryStore(), time=time, **settings)
    _live, browsers = await four(hub, INSTANT, stops_at="next")
    await browsers[0].until(lambda: all(waits(browser, "next") for browser in browsers))
    return hub, time, browsers


async def test_several_people_are_told_when_the_next_hand_begins() -> None:
    hub, time, (ann, bob, cem, dai) = await at_a_result(next_after=20.0)
    assert (told := onward(ann)) is not None and (told.left, told.readers) == (20_000, ())
    await time.pass_seconds(8.0, ann.live)
    for browser in (ann, bob):
        assert isinstance(await browser.do(Next()), Done)
    await cem.until(lambda: cem.now is not None and cem.now.seats == (2, 3))
    assert (told := onward(cem)) is not None and told.left == 12_000
    await time.pass_seconds(11.9, ann.live)
    assert hands(dai) == 1
    await time.pass_seconds(0.1, ann.live)
    await dai.until(lambda: hands(dai) == 2)
    await hub.close()


async def test_the_time_stands_still_while_somebody_reads_and_not_for_ever() -> None:
    hub, time, (ann, bob, *_) = await at_a_result(next_after=20.0, read_most=60.0)
    await bob.say(Look(seen=True, reading=True))
    told = Onward(left=20_000, still=60_000, readers=(1,))
    await ann.until(lambda: onward(ann) == told)
    # Who comes meanwhile is told the same.
    eve = await Browser(ann.live, "eve").connect()
    assert onward(eve) == told
    await time.pass_seconds(79.9, ann.live)
    assert hands(ann) == 1
    await time.pass_seconds(0.1, ann.live)
    await ann.until(lambda: hands(ann) == 2)
    await hub.close()


async def test_who_stops_reading_or_goes_lets_the_time_run() -> None:
    hub, time, (ann, bob, cem, _) = await at_a_result(next_after=20.0, read_most=1e6)
    await bob.say(Look(seen=True, reading=True))
    await cem.say(Look(seen=True, reading=True))
    await ann.until(lambda: (told := onward(ann)) is not None and told.readers == (1, 2))
    await cem.say(Look(seen=True))
    await ann.until(lambda: (told := onward(ann)) is not None and told.readers == (1,))
    await time.pass_seconds(30.0, ann.live)
    assert hands(ann) == 1
    bob.disconnect()
    await ann.until(lambda: (told := onward(ann)) is not None and told.readers == ())
    await time.pass_seconds(20.0, ann.live)
    await ann.until(lambda: hands(ann) == 2)
    await hub.close()


async def test_nobody_s_result_is_taken_while_their_page_is_loaded_again() -> None:
    hub, time, (ann, bob, cem, dai) = await at_a_result(next_after=1e6, absent_after=20.0)
    for browser in (ann, bob, cem):
        assert isinstance(await browser.do(Next()), Done)
    dai.disconnect()
    await time.pass_seconds(10.0, ann.live)
    dai = await Browser(dai.live, "dai").connect()
    await time.pass_seconds(30.0, ann.live)
    assert hands(dai) == 1 and waits(dai, "next")
    # Who does not come back is covered for, and keeps nobody.
    dai.disconnect()
    await time.pass_seconds(20.0, ann.live)
    await ann.until(lambda: hands(ann) == 2)
    await hub.close()


async def test_who_is_back_at_a_sleeping_table_has_all_the_time() -> None:
    hub, time, browsers = await at_a_result(next_after=30.0, absent_after=2.0)
    live = browsers[0].live
    for browser in browsers:
        browser.disconnect()
    await time.pass_seconds(60.0, live)
    back = [await Browser(live, person).connect() for person in ("ann", "bob")]
    told = await back[0].until(lambda: back[0].now)
    assert told.wait == "next" and hands(back[0]) == 1
    await back[0].until(lambda: (at := onward(back[0])) is not None and at.left == 30_000)
    await hub.close()
