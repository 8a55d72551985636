"""Commands: once, not too late, stored before they are told."""

from __future__ import annotations

import asyncio

from shengji.game import HandEnded, Played, Shown
from shengji.server.table.entries import Spoke
from shengji.server.wire import (
    AskHint,
    Check,
    Do,
    Done,
    Hinted,
    NoMore,
    PlayAction,
    Refused,
    Said,
    Say,
    SetSettings,
    Settings,
    Sit,
)
from tests.server.live.kit import INSTANT, Browser, MemoryStore, four, hub_of, opened


async def leading(browsers: list[Browser]) -> Browser:
    """Who leads to the first trick, for which everyone has stopped."""
    ann = browsers[0]
    await ann.until(lambda: not any(browser.plays for browser in browsers))
    return next(b for b in browsers if b.now is not None and b.now.turn is not None)


async def test_an_id_that_is_sent_twice_acts_once_also_after_a_restart() -> None:
    store = MemoryStore()
    hub = hub_of(store)
    live = await opened(hub, start=False)
    ann = await Browser(live, "ann").connect()
    first = await ann.do(Say("hello"), id_="x")
    again = await ann.do(Say("hello"), id_="x")
    assert isinstance(first, Done)
    assert again == first
    await hub.close()
    hub = hub_of(store)
    after = await hub.get(live.id)
    assert after is not None
    ann = await Browser(after, "ann").connect()
    assert await ann.do(Say("hello"), id_="x") == first
    assert isinstance(await (await Browser(after, "bob").connect()).do(Say("hello"), id_="x"), Done)
    said = [body for body in store.bodies(live.id) if isinstance(body, Spoke)]
    assert [entry.person for entry in said] == ["ann", "bob"]
    await hub.close()


async def test_a_late_decision_is_refused() -> None:
    hub = hub_of(MemoryStore())
    _live, browsers = await four(hub, Settings(pace="fast"), stops_at="lead")
    who = await leading(browsers)
    assert who.now is not None and who.bot is not None
    cards = (who.bot.cards[0],)
    answer = await who.do(PlayAction(cards), version=who.now.since - 1)
    assert isinstance(answer, Refused)
    assert answer.code == "late"
    assert isinstance(await who.do(PlayAction(cards)), Done)
    await hub.close()


async def test_nobody_hears_what_could_not_be_stored() -> None:
    store = MemoryStore()
    hub = hub_of(store)
    _live, browsers = await four(hub, stops_at="lead")
    who = await leading(browsers)
    await asyncio.sleep(0.05)
    heard = [len(browser.messages) for browser in browsers]
    store.failing = True
    assert who.bot is not None
    answer = await who.do(PlayAction((who.bot.cards[0],)))
    assert isinstance(answer, Refused)
    assert answer.code == "storage"
    await asyncio.sleep(0.05)
    news = [len(b.messages) - n for b, n in zip(browsers, heard, strict=True)]
    assert news == [1 if browser is who else 0 for browser in browsers]
    store.failing = False
    assert isinstance(await who.do(PlayAction((who.bot.cards[0],))), Done)
    for browser in browsers:
        browser.plays, browser.stops_at = True, None
        await browser.until(lambda b=browser: any(isinstance(e.event, Played) for e in b.events))  # type: ignore[misc]
    assert hub.counts().faults == 1
    await hub.close()


async def test_a_step_that_could_not_be_stored_is_done_later() -> None:
    store = MemoryStore()
    hub = hub_of(store)
    live = await opened(hub)
    store.failing = True
    ann = await Browser(live, "ann", plays=True).connect()
    await asyncio.sleep(0.1)
    assert not ann.events
    store.failing = False
    await ann.until(lambda: any(isinstance(at.event, HandEnded) for at in ann.events))
    await hub.close()


async def test_everyone_hears_what_is_said() -> None:
    hub = hub_of(MemoryStore())
    _live, browsers = await four(hub)
    await browsers[2].do(Say(text="well played"))
    for browser in browsers:
        said = await browser.until(
            lambda b=browser: next((m for m in b.messages if isinstance(m, Said)), None)  # type: ignore[misc]
        )
        assert (said.said.person, said.said.text) == ("cem", "well played")
    await hub.close()


async def test_hints_and_checks() -> None:
    hub = hub_of(MemoryStore())
    _live, browsers = await four(hub, stops_at="lead")
    who = await leading(browsers)
    other = next(browser for browser in browsers if browser is not who)
    await who.say(AskHint("h"))
    hint = await who.until(lambda: next((m for m in who.messages if isinstance(m, Hinted)), None))
    await other.say(AskHint("h"))
    assert isinstance(other.messages[-1], Refused) or await other.until(
        lambda: isinstance(other.messages[-1], Refused)
    )
    await who.say(Check("c", hint.action))
    assert isinstance(hint.action, PlayAction)
    off = SetSettings(Settings(pace="instant", hints=False))
    assert isinstance(await browsers[0].do(off), Done)
    await who.say(AskHint("i"))
    refused = await who.until(
        lambda: next((m for m in who.messages if isinstance(m, Refused) and m.id == "i"), None)
    )
    assert refused.code == "hints-off"
    assert isinstance(await who.do(hint.action), Done)
    await hub.close()


async def test_a_command_is_carried_out_though_its_connection_is_lost() -> None:
    store = MemoryStore()
    hub = hub_of(store)
    live = await opened(hub, start=False)
    ann = await Browser(live, "ann").connect()
    saying = asyncio.create_task(ann.say(Do("x", ann.version, Say("bye"))))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    saying.cancel()
    ann.disconnect()
    await asyncio.sleep(0.02)
    assert isinstance(store.bodies(live.id)[-1], Spoke)
    assert isinstance(await live.act("bob", "Bob", Sit(0)), Refused)
    await hub.close()


async def test_the_table_waits_for_who_could_declare() -> None:
    hub = hub_of(MemoryStore(), declare_window=1000.0)
    live = await opened(hub, INSTANT, bots="basic", rules={"preset": "zhang-2021"})
    ann = await Browser(live, "ann").connect()
    await ann.until(lambda: len(ann.events) > 100 and ann.now is not None)
    assert ann.now is not None
    if ann.now.turn is not None and not any(isinstance(at.event, Shown) for at in ann.events):
        assert ann.now.wait == "declare"
        await ann.do(NoMore())
    await ann.until(lambda: ann.now is not None and ann.now.wait not in ("draw", "declare"))
    await hub.close()
