"""Commands: once, not too late, stored before they are told."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest
from msgspec.structs import replace

from shengji.explain import Hint
from shengji.game import HandEnded, Played, Shown
from shengji.server.actors.log_actor import ActorClosedError
from shengji.server.database.errors import StorageError
from shengji.server.site.traces import traced
from shengji.server.site.words import words_said
from shengji.server.tables.acts.act import Actor
from shengji.server.tables.acts.decisions import NoMore, PlayAction
from shengji.server.tables.acts.hosting import SetSettings
from shengji.server.tables.acts.seating import DrawSeats, SeatsSwapped, Sit
from shengji.server.tables.acts.talk import Say, Spoke
from shengji.server.tables.core.entries import Body
from shengji.server.tables.core.refusals import Refused as TableRefused
from shengji.server.tables.live.audience import RESTART
from shengji.server.tables.live.listener import MOST_BYTES, Listener
from shengji.server.tables.messages import (
    AskHint,
    Check,
    DeclareOver,
    Do,
    Done,
    Hinted,
    Refused,
    Said,
)
from shengji.server.tables.state import Now, Settings
from tests.server.live.kit import INSTANT, Browser, MemoryStore, four, hub_of, opened
from tests.waiting import happens


async def leading(browsers: list[Browser]) -> Browser:
    """The browser that leads to the first trick, for which everyone has stopped."""
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


async def test_seats_are_drawn_by_the_chance_of_the_site() -> None:
    drawn: list[list[Body]] = []
    for _ in range(2):
        store = MemoryStore()
        hub = hub_of(store)
        live = await opened(hub, start=False)
        ann = await Browser(live, "ann").connect()
        for _ in range(6):
            assert isinstance(await ann.do(DrawSeats()), Done)
        drawn.append([body for body in store.bodies(live.id) if isinstance(body, SeatsSwapped)])
        await hub.close()
    assert drawn[0] == drawn[1] != []


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
    live, browsers = await four(hub, stops_at="lead")
    who = await leading(browsers)
    await happens(lambda: all(browser.version == live.version for browser in browsers))
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
    assert hint.why is not None and hint.why.en and hint.why.hans
    bare_only = SetSettings(Settings(pace="instant", reasons=False))
    assert isinstance(await browsers[0].do(bare_only), Done)
    await who.say(AskHint("why"))
    bare = await who.until(
        lambda: next((m for m in who.messages if isinstance(m, Hinted) and m.id == "why"), None)
    )
    assert (bare.action, bare.why) == (hint.action, None)
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
    await happens(lambda: isinstance(store.bodies(live.id)[-1], Spoke))
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


def _waits_for_me(browser: Browser) -> bool:
    now = browser.now
    assert now is not None
    return now.wait == "declare" and browser.seat in now.seats and now.clock is not None


def _has_passed(browser: Browser) -> bool:
    return browser.now is not None and browser.now.passed and not browser.now.seats


def _without_clock(browser: Browser) -> Now:
    assert browser.now is not None
    return replace(browser.now, clock=None)


async def test_the_last_moment_ends_when_the_last_person_passes_and_no_earlier() -> None:
    hub = hub_of(MemoryStore(), declare_window=1e6)
    _live, browsers = await four(hub, INSTANT, stops_at="declare")
    ann = browsers[0]
    await ann.until(lambda: all(_waits_for_me(browser) for browser in browsers))
    for left in (browsers, browsers[1:], browsers[2:], browsers[3:]):
        assert all(_waits_for_me(browser) for browser in left)
        told = [_without_clock(other) for other in browsers if other is not left[0]]
        assert isinstance(await left[0].do(NoMore()), Done)
        if len(left) > 1:
            await ann.until(partial(_has_passed, left[0]))
            others = [_without_clock(other) for other in browsers if other is not left[0]]
            assert told == others, "nobody else learns who has passed"
    await ann.until(lambda: ann.now is not None and ann.now.wait not in ("draw", "declare"))
    await hub.close()


async def test_only_who_was_asked_learns_that_the_time_to_declare_is_over() -> None:
    hub = hub_of(MemoryStore(), declare_window=50.0)
    _live, browsers = await four(hub, INSTANT, stops_at="declare")
    ann, *others = browsers
    await ann.until(lambda: all(_waits_for_me(browser) for browser in browsers))
    assert isinstance(await ann.do(NoMore()), Done)
    await ann.until(lambda: ann.now is not None and ann.now.wait not in ("draw", "declare"))
    over = DeclareOver()
    assert [browser.messages.count(over) for browser in (ann, *others)] == [0, 1, 1, 1]
    await hub.close()


async def test_a_table_that_is_over_with_writes_nothing() -> None:
    store = MemoryStore()
    hub = hub_of(store)
    live = await opened(hub, start=False)
    ann = await Browser(live, "ann").connect()
    before = list(store.logs[live.id])
    live.close()
    answer = await live.act("ann", "Ann", Say("hello"))
    assert isinstance(answer, Refused)
    table = live.table
    bodies = table.do(Actor("ann", "Ann"), Say("hello"), table.version)
    assert not isinstance(bodies, TableRefused)
    with pytest.raises(ActorClosedError):
        await live.store(bodies)
    assert store.logs[live.id] == before
    await ann.until(lambda: ann.bye == "restart")
    await hub.close()


async def test_who_can_go_on_elsewhere_hears_no_good_bye_but_of_a_table_that_is_gone() -> None:
    for is_gone, heard, moves in ((False, None, True), (True, "gone", False)):
        hub = hub_of(MemoryStore())
        live = await opened(hub, start=False)
        ann = Browser(live, "ann")
        ann.listener.can_move = True
        await ann.connect()
        live.close(gone=is_gone)
        assert ann.reader is not None
        await ann.reader
        assert (ann.bye, ann.listener.moves) == (heard, moves)
        await hub.close()


async def test_a_table_that_was_removed_says_so() -> None:
    store = MemoryStore()
    hub = hub_of(store)
    live = await opened(hub, start=False)
    ann = await Browser(live, "ann").connect()
    del store.logs[live.id]
    await ann.say(Do("x", ann.version, Say("hello")))
    await ann.until(lambda: ann.bye == "gone")
    assert live.closed
    assert await hub.get(live.id) is None
    await hub.close()


async def test_a_hint_is_thought_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    hub = hub_of(MemoryStore())
    live, browsers = await four(hub, stops_at="lead")
    who = await leading(browsers)
    bots, asked = live._stepper.bots, []
    hint = bots.hint

    async def counted(seat: int) -> Hint | None:
        asked.append(seat)
        return await hint(seat)

    monkeypatch.setattr(bots, "hint", counted)
    await asyncio.gather(*(who.say(AskHint(f"h{number}")) for number in range(20)))

    def hints() -> list[Hinted]:
        return [message for message in who.messages if isinstance(message, Hinted)]

    await who.until(lambda: len(hints()) == 20)
    assert asked == [who.seat]
    assert len({hint.action for hint in hints()}) == 1
    assert who.seat is not None
    told = await hint(who.seat)
    assert told is not None
    assert {said.why for said in hints()} == {words_said(told.why.render)}
    await hub.close()


async def test_what_waits_for_a_slow_reader_is_bounded_in_bytes() -> None:
    listener = Listener("ann", "Ann")
    long = bytes(MOST_BYTES // 2)
    assert listener.push(long)
    assert listener.push(long)
    assert not listener.push(b"x")
    assert await listener.receive() == [long, long]
    assert listener.push(b"x")


async def test_who_asks_for_much_waits_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    hub = hub_of(MemoryStore())
    live = await opened(hub, start=False)
    ann = await Browser(live, "ann").connect()
    slept: list[float] = []
    sleep = hub._context.time.sleep

    async def noted(seconds: float) -> None:
        slept.append(seconds)
        await sleep(seconds)

    monkeypatch.setattr(hub._context.time, "sleep", noted)
    monkeypatch.setattr("shengji.server.tables.live.live_table._SLOW_SECONDS", 0.0)
    assert isinstance(await ann.do(Say("hello")), Done)
    assert slept and slept[-1] > 0
    await hub.close()


async def test_who_has_not_said_hello_hears_nothing() -> None:
    hub = hub_of(MemoryStore())
    live = await opened(hub, start=False)
    ann = await Browser(live, "ann").connect()
    silent = Listener("eve", "Eve")
    live.join(silent)
    assert isinstance(await ann.do(Say("hello")), Done)
    assert isinstance(await ann.do(SetSettings(Settings(title="ours"))), Done)
    assert not silent._waiting
    await hub.close()
    assert await silent.receive() == [RESTART]


def test_errors_are_logged_without_values() -> None:
    assert traced(KeyError("5H")).startswith("KeyError (")
    assert traced(StorageError("the disk is full")).startswith("StorageError: the disk is full (")
