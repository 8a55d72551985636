"""Calls to a table: only people who see no page of it get them."""

from __future__ import annotations

from shengji.server.tables.acts.hosting import SetSettings
from shengji.server.tables.acts.seating import Sit
from shengji.server.tables.acts.talk import Nudge
from shengji.server.tables.live.live_table import LiveTable
from shengji.server.tables.live.news import CallToTable
from shengji.server.tables.messages import Done, Look
from shengji.server.tables.schemas import NewTable
from shengji.server.tables.state import Settings
from tests.server.live.kit import INSTANT, Browser, MemoryStore, StillTime, four, hub_of

NAMED = Settings(pace="instant", title="Friday")


async def seated(calls: list[CallToTable], settings: Settings = NAMED) -> tuple[LiveTable, Browser]:
    """Ann's table, at which Bob has a seat and is not there; and Ann."""
    live = await hub_of(MemoryStore(), call=calls.append).open(
        "ann", "Ann", NewTable(settings=settings)
    )
    ann, bob = await Browser(live, "ann").connect(), await Browser(live, "bob").connect()
    assert isinstance(await bob.do(Sit(1)), Done)
    bob.disconnect()
    await ann.until(lambda: ann.version == live.version)  # she asks about what she has seen
    return live, ann


async def test_who_has_closed_the_page_is_called() -> None:
    calls: list[CallToTable] = []
    live, ann = await seated(calls)
    assert isinstance(await ann.do(Nudge(1)), Done)
    assert calls == [CallToTable("called", "bob", live.id, "Friday", "ann", "Ann")]


async def test_a_table_without_a_title_bears_its_hosts_name() -> None:
    calls: list[CallToTable] = []
    _, ann = await seated(calls, INSTANT)
    await ann.do(Nudge(1))
    assert [call.title for call in calls] == ["Ann"]


async def test_who_sees_a_page_is_told_there_alone() -> None:
    calls: list[CallToTable] = []
    live, ann = await seated(calls)
    await Browser(live, "bob").connect()
    assert isinstance(await ann.do(Nudge(1)), Done)
    assert calls == []


async def test_a_page_that_is_hidden_is_not_seen() -> None:
    calls: list[CallToTable] = []
    live, ann = await seated(calls)
    hidden = await Browser(live, "bob").connect()
    await hidden.say(Look(seen=False))
    await ann.do(Nudge(1))
    assert [call.person for call in calls] == ["bob"]


async def test_a_page_that_is_seen_again_is_enough() -> None:
    calls: list[CallToTable] = []
    live, ann = await seated(calls)
    pages = [await Browser(live, "bob").connect() for _ in range(2)]
    for page in pages:
        await page.say(Look(seen=False))
    await pages[1].say(Look(seen=True))
    await ann.do(Nudge(1))
    assert calls == []


async def test_who_is_waited_for_long_is_reminded_once_and_nobody_else() -> None:
    calls: list[CallToTable] = []
    time = StillTime()
    hub = hub_of(MemoryStore(), call=calls.append, time=time, remind_after=15.0)
    live, browsers = await four(hub, NAMED, stops_at="lead")
    ann = browsers[0]
    await ann.until(lambda: ann.now is not None and ann.now.wait == "lead")
    for browser in browsers:
        browser.plays = False
    assert ann.now is not None
    (idle,) = ann.now.seats
    for browser in browsers:
        await browser.say(Look(seen=False))
    for browser in browsers:
        if browser.seat != idle:
            await browser.say(Look(seen=browser.seat != (idle + 1) % 4))
    calls.clear()
    await time.pass_seconds(14.9, live)
    assert not calls
    await time.pass_seconds(0.1, live)
    person = browsers[idle].person
    assert calls == [CallToTable("waits", person, live.id, "Friday")]
    # Somebody calls besides, and now it is the person's turn.
    other = browsers[(idle + 2) % 4]
    assert isinstance(await other.do(Nudge(idle)), Done)
    assert calls[1:] == [
        CallToTable("nudged", person, live.id, "Friday", other.person, other.person.title())
    ]
    await time.pass_seconds(30.0, live)
    assert len(calls) == 2, "once for each decision"
    await hub.close()


async def test_a_clock_reminds_by_itself() -> None:
    calls: list[CallToTable] = []
    time = StillTime()
    hub = hub_of(MemoryStore(), call=calls.append, time=time, remind_after=15.0)
    live, browsers = await four(hub, NAMED, stops_at="lead")
    ann = browsers[0]
    await ann.until(lambda: ann.now is not None and ann.now.wait == "lead")
    for browser in browsers:
        browser.plays = False
        await browser.say(Look(seen=False))
    assert isinstance(
        await ann.do(SetSettings(Settings(pace="instant", title="Friday", clock=600))), Done
    )
    calls.clear()
    await time.pass_seconds(50.0, live)
    assert calls == []
    await hub.close()
