"""Clocks, late onlookers, and bots at fault."""

from __future__ import annotations

import asyncio
import threading

import pytest

from shengji.bots import BOTS, RandomBot
from shengji.bots.bot import LeadChoice
from shengji.cards import Card
from shengji.game import CardDrawn, Event, HandEnded, HandStarted, Played
from shengji.server.tables.acts import Action
from shengji.server.tables.acts.hosting import SetSettings
from shengji.server.tables.acts.seating import Admit, Automate, ClearSeat, PlayFor, Sit, Stand
from shengji.server.tables.acts.talk import Nudge, Say
from shengji.server.tables.messages import Done, Happened, Refused, Said, TimeUp, TimeWasUp, Welcome
from shengji.server.tables.state import Settings, Sight
from tests.server.live.kit import (
    PEOPLE,
    Browser,
    FastTime,
    MemoryStore,
    StillTime,
    four,
    hub_of,
    opened,
)
from tests.waiting import PATIENCE


async def test_a_decision_that_takes_too_long_is_made_for_who_is_asked() -> None:
    time = StillTime()
    hub = hub_of(MemoryStore(), time=time, declare_window=5.0)
    live, browsers = await four(hub, Settings(pace="instant", clock=5, bank=3))
    for browser in browsers:
        browser.plays = False
    ann = browsers[0]
    while sum(isinstance(at.event, Played) for at in ann.events) < 2:
        await time.pass_seconds(1.0, live)
    shown = [
        m.now.clock for m in ann.messages if hasattr(m, "now") and m.now.wait in ("lead", "follow")
    ]
    assert all(clock is not None for clock in shown)
    assert max(clock.left for clock in shown if clock) == 5000
    assert max(clock.bank for clock in shown if clock) == 3000
    await hub.close()


class JumpingTime(StillTime):
    """A time whose clock on the wall can be set, as NTP or a person does."""

    ahead = 0

    def wall(self) -> int:
        return super().wall() + self.ahead


@pytest.mark.faults
async def test_a_clock_on_the_wall_that_jumps_takes_no_time_from_anybody() -> None:
    time, store = JumpingTime(), MemoryStore()
    hub = hub_of(store, time=time, declare_window=5.0)
    live, browsers = await four(hub, Settings(pace="instant", clock=5, bank=3))
    ann = browsers[0]
    for ahead in (-3_600_000, 86_400_000, 0):
        plays = sum(isinstance(at.event, Played) for at in ann.events)
        time.ahead = ahead
        while sum(isinstance(at.event, Played) for at in ann.events) < plays + 4:
            await time.pass_seconds(1.0, live)
    assert not any(ups(browser) for browser in browsers) and not hub.counts().faults
    version = live.version
    await hub.close()
    hub = hub_of(store, time=time)
    again = await hub.get(live.id)
    assert again is not None and again.version == version
    await hub.close()


async def test_everybody_is_told_whose_time_was_up_and_what_was_played_for_them() -> None:
    store = MemoryStore()
    hub = hub_of(store, declare_window=5.0)
    live, browsers = await four(hub, Settings(pace="instant", clock=5), stops_at="lead")
    ann, bob = browsers[:2]
    eve = await Browser(live, "eve").connect()
    listeners = (ann, bob, eve)
    for listener in listeners:
        await listener.until(lambda at=listener: len(ups(at)) >= 2)  # type: ignore[misc]
    for listener in listeners:
        first = ups(listener)[0]
        assert first.name == PEOPLE[first.seat].title() and first.person == PEOPLE[first.seat]
        played = next(at for at in listener.events if at.version > first.version)
        assert isinstance(played.event, Played)
        assert (played.event.seat, played.event.cards) == (first.seat, first.cards)
        # It is told before what was decided.
        kinds = [type(message) for message in listener.messages]
        happened = next(
            number
            for number, message in enumerate(listener.messages)
            if isinstance(message, Happened) and played in message.events
        )
        assert kinds.index(TimeWasUp) < happened
    clocks = [m.now.clock for m in ann.messages if isinstance(m, Happened) and m.now.clock]
    assert clocks and all(clock.bank == 0 for clock in clocks)
    known = ups(ann)[0]
    # Who comes, or comes back after a restart, reads it too.
    late = await Browser(live, "fay").connect()
    assert known in welcomed(late).times_up
    await hub.close()
    hub = hub_of(store)
    again = await hub.get(live.id)
    assert again is not None
    back = await Browser(again, "bob").connect()
    assert known in welcomed(back).times_up
    await hub.close()


async def test_what_is_left_in_a_bank_outlasts_the_server() -> None:
    store, time = MemoryStore(), StillTime()
    hub = hub_of(store, time=time, declare_window=5.0)
    live, browsers = await four(hub, Settings(pace="instant", clock=5, bank=60), stops_at="bury")

    def burier() -> Browser | None:
        return next(
            (at for at in browsers if at.now and at.now.wait == "bury" and at.now.turn), None
        )

    while (dealer := burier()) is None:
        await time.pass_seconds(0.5, live)
    await dealer.until(lambda: not dealer.plays)
    await time.pass_seconds(25.0, live)
    assert live.table.banks == {}, "the decision is not made yet"
    dealer.plays, dealer.stops_at = True, "lead"
    await dealer.play()
    await dealer.until(lambda: dealer.now is not None and dealer.now.wait == "lead")
    await time.pass_seconds(1.0, live)
    seat = dealer.seat
    assert seat is not None and set(live.table.banks) == {seat}
    left = live.table.banks[seat]
    assert 39_000 <= left <= 41_000
    await hub.close()
    hub = hub_of(store, time=time)
    again = await hub.get(live.id)
    assert again is not None and again.table.banks == {seat: left}
    back = await Browser(again, dealer.person).connect()
    await time.pass_seconds(0.0, again)
    clock = back.now and back.now.clock
    assert clock and (clock.left, clock.bank) == (5000, left)
    await hub.close()


def ups(browser: Browser) -> list[TimeUp]:
    return [message.time_up for message in browser.messages if isinstance(message, TimeWasUp)]


def welcomed(browser: Browser) -> Welcome:
    return next(message for message in browser.messages if isinstance(message, Welcome))


async def test_late_onlookers_see_all_hands_but_only_what_is_old() -> None:
    store = MemoryStore()
    hub = hub_of(store)
    delay = 30
    settings = Settings(pace="fast", onlookers="hands", delay=delay, until_end=False)
    live, browsers = await four(hub, settings)
    eve = await Browser(live, "eve").connect()
    began = hub._context.time.wall()
    early: list[tuple[int, int]] = []
    made = {entry.number: entry.at for entry in store.logs[live.id]}
    assert all(made[number] + delay * 1000 <= began for number in range(1, eve.version + 1))

    def watch() -> bool:
        made.update({entry.number: entry.at for entry in store.logs[live.id]})
        now = hub._context.time.wall()
        early.extend(
            (at.version, now) for at in eve.events if made[at.version] + delay * 1000 > now
        )
        return sum(isinstance(at.event, Played) for at in eve.events) > 4

    await eve.until(watch)
    assert not early
    assert hub._context.time.wall() - began > delay * 1000 / 2
    drawn = [at.event for at in eve.events if isinstance(at.event, CardDrawn)]
    assert drawn and all(event.card is not None for event in drawn)
    started = [at.event for at in eve.events if isinstance(at.event, HandStarted)]
    assert all(event.deck is None for event in started)
    assert eve.now is not None and eve.now.since <= eve.version
    before = eve.version
    late = await Browser(live, "fay").connect()
    welcome = next(m for m in late.messages if isinstance(m, Welcome))
    assert welcome.start is not None and welcome.version >= before
    made.update({entry.number: entry.at for entry in store.logs[live.id]})
    assert made[welcome.version] + delay * 1000 <= hub._context.time.wall()
    before = len(eve.messages)
    await browsers[0].do(SetSettings(Settings(pace="fast", onlookers="table")))
    again = await eve.until(
        lambda: next((m for m in eve.messages[before:] if isinstance(m, Welcome)), None)
    )
    hidden = [at.event for at in again.events if isinstance(at.event, CardDrawn)]
    assert all(event.card is None for event in hidden)
    await hub.close()


def of_hand(browser: Browser, hand: int) -> list[Event]:
    """The events of a hand that a browser has been told."""
    found: list[Event] = []
    number = 0
    for at in browser.events:
        number = at.event.hand if isinstance(at.event, HandStarted) else number
        found += [at.event] if number == hand else []
    return found


def ended(browser: Browser, hand: int) -> bool:
    return any(isinstance(event, HandEnded) for event in of_hand(browser, hand))


def cards_drawn(browser: Browser, hand: int) -> list[Card | None]:
    return [event.card for event in of_hand(browser, hand) if isinstance(event, CardDrawn)]


async def test_a_host_cannot_open_the_hand_under_way_to_a_second_browser() -> None:
    hub = hub_of(MemoryStore())
    table_only = Settings(pace="fast")
    live, browsers = await four(hub, table_only, stops_at="lead")
    ann = browsers[0]
    await ann.until(lambda: ann.now is not None and ann.now.wait == "lead")
    eve = await Browser(live, "eve").connect()
    opened_up = Settings(pace="fast", onlookers="hands", delay=30, until_end=False)
    assert isinstance(await ann.do(SetSettings(opened_up)), Done)
    everyone = (*browsers, eve)  # is told, and what holds until then
    await eve.until(lambda: all(at.table and at.table.settings == opened_up for at in everyone))
    assert all(at.table and at.table.sight == Sight.of(table_only) for at in everyone)
    await asyncio.sleep(0.6)  # a minute of the table
    fay = await Browser(live, "fay").connect()
    assert len(cards_drawn(fay, 1)) == len(cards_drawn(eve, 1)) == 100
    assert not any(cards_drawn(eve, 1)) and not any(cards_drawn(fay, 1))
    for browser in browsers:
        browser.plays, browser.stops_at = True, None
        await browser.play()
    await eve.until(lambda: any(cards_drawn(eve, 2)))
    assert eve.table is not None and eve.table.sight == Sight.of(opened_up)
    await hub.close()


async def test_a_hand_is_open_to_onlookers_only_when_it_has_ended() -> None:
    hub = hub_of(MemoryStore(), next_after=1e6)
    settings = Settings(pace="fast", onlookers="hands", delay=30)
    assert settings.until_end
    live, browsers = await four(hub, settings, stops_at="lead")
    ann = browsers[0]
    await ann.until(lambda: ann.now is not None and ann.now.wait == "lead")
    eve = await Browser(live, "eve").connect()
    await asyncio.sleep(0.6)  # a minute of the table
    fay = await Browser(live, "fay").connect()
    assert not of_hand(eve, 1) and not of_hand(fay, 1)
    for browser in browsers:
        browser.plays, browser.stops_at = True, "next"
        await browser.play()

    def looked() -> bool:
        # Asked of the table: what it tells two people comes to them at different moments.
        assert not live.table.room.in_hand or not of_hand(eve, 1)
        return ended(eve, 1)

    await eve.until(looked)
    assert all(cards_drawn(eve, 1)) and len(cards_drawn(eve, 1)) == 100
    # It is followed as it went, not told in one word.
    told = [message.events for message in eve.messages if isinstance(message, Happened)]
    assert sum(any(isinstance(at.event, CardDrawn) for at in events) for events in told) > 1
    # Who comes now sees it whole.
    gus = await Browser(live, "gus").connect()
    assert all(cards_drawn(gus, 1)) and len(cards_drawn(gus, 1)) == 100
    await hub.close()


async def test_who_gives_a_seat_up_does_not_see_all_hands_before_sitting_down_again() -> None:
    hub = hub_of(MemoryStore())
    settings = Settings(pace="fast", onlookers="hands", delay=30, until_end=False)
    _live, browsers = await four(hub, settings, stops_at="lead")
    bob = browsers[1]
    await bob.until(lambda: bob.now is not None and bob.now.wait == "lead")
    bob.plays = False
    assert isinstance(await bob.do(Stand()), Done)
    await bob.until(lambda: bob.seat is None)
    await asyncio.sleep(0.5)  # fifty seconds of the table
    drawn = [at.event for at in bob.events if isinstance(at.event, CardDrawn)]
    assert len(drawn) == 100
    assert all(event.card is None for event in drawn)
    assert isinstance(await bob.do(Sit(1)), Done)
    await hub.close()


async def test_letting_a_bot_play_for_a_moment_gains_no_time() -> None:
    hub = hub_of(MemoryStore(), declare_window=1.0)
    _live, browsers = await four(hub, Settings(pace="slow", clock=5, bank=0), stops_at="bury")
    ann = browsers[0]
    await ann.until(lambda: ann.now is not None and ann.now.wait == "bury")
    for browser in browsers:
        browser.plays = False
    assert ann.now is not None
    dealer = browsers[ann.now.seats[0]]
    began = hub._context.time.now()
    while dealer.now is not None and dealer.now.wait == "bury":
        # With time gained this would never end; a busy machine may take its time.
        assert hub._context.time.now() - began < FastTime.speed * PATIENCE
        await dealer.do(Automate(True))
        await dealer.do(Automate(False))
        await asyncio.sleep(0.002)
    await hub.close()


class FailingBot(RandomBot):
    name = "failing"

    def follow(self) -> tuple[Card, ...]:
        raise RuntimeError("no idea")

    def bury(self) -> tuple[Card, ...]:
        return ()


class BlindBot(RandomBot):
    name = "blind"

    def observe(self, event: Event) -> None:
        if isinstance(event, Played):
            raise RuntimeError("cannot see")
        super().observe(event)


class HungryBot(RandomBot):
    name = "hungry"

    def lead(self) -> LeadChoice:
        raise MemoryError


@pytest.mark.faults
@pytest.mark.parametrize("bot", [FailingBot, BlindBot, HungryBot])
async def test_a_table_survives_its_bots(
    bot: type[RandomBot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BOTS, bot.name, bot)
    hub = hub_of(MemoryStore())
    live = await opened(hub, bots=bot.name)
    ann = await Browser(live, "ann", plays=True).connect()
    await ann.until(lambda: any(isinstance(at.event, HandEnded) for at in ann.events))
    assert hub.counts().faults
    await hub.close()


class PonderingBot(RandomBot):
    """Thinks about each play until it is let go, and says how many do so at the same time."""

    name = "pondering"
    seconds = 0.5
    pondering = 0
    most = 0
    plays = threading.Semaphore(0)

    def _ponder(self) -> None:
        kind = type(self)
        kind.pondering += 1
        kind.most = max(kind.most, kind.pondering)
        assert self.plays.acquire(timeout=10 * PATIENCE)
        kind.pondering -= 1

    def follow(self) -> tuple[Card, ...]:
        self._ponder()
        return super().follow()

    def lead(self) -> LeadChoice:
        self._ponder()
        return super().lead()


async def test_a_table_goes_on_without_a_bot_that_takes_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(BOTS, PonderingBot.name, PonderingBot)
    monkeypatch.setattr(PonderingBot, "plays", threading.Semaphore(0))
    hub = hub_of(MemoryStore(), thinking=0.05)
    live = await opened(hub, bots=PonderingBot.name)
    ann = await Browser(live, "ann", plays=True).connect()
    await ann.until(lambda: any(isinstance(at.event, HandEnded) for at in ann.events))
    assert PonderingBot.pondering, "it thinks about its first play by now"
    counts = hub.counts()
    assert counts.late > 3 and not counts.faults
    PonderingBot.plays.release(100)
    await hub.close()


class HeldBot(RandomBot):
    """Thinks about a play until it is let go."""

    name = "held"
    seconds = 1.0
    asked = threading.Event()
    go = threading.Event()

    def follow(self) -> tuple[Card, ...]:
        self.asked.set()
        self.go.wait(PATIENCE)
        return super().follow()


async def test_people_talk_and_act_while_a_bot_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, HeldBot.name, HeldBot)
    for name in ("asked", "go"):
        monkeypatch.setattr(HeldBot, name, threading.Event())
    hub = hub_of(MemoryStore())
    ann = await Browser(await opened(hub, bots=HeldBot.name), "ann", plays=True).connect()
    await ann.until(HeldBot.asked.is_set)
    played = sum(isinstance(at.event, Played) for at in ann.events)
    assert ann.now is not None and ann.now.seats != (0,)
    for action in (Say(text="take your time"), Automate(True), Automate(False)):
        assert isinstance(await ann.do(action), Done)
    assert sum(isinstance(at.event, Played) for at in ann.events) == played
    HeldBot.go.set()
    await ann.until(lambda: sum(isinstance(at.event, Played) for at in ann.events) > played)
    await hub.close()


async def test_tables_do_not_wait_for_bots_that_think_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With every thread pondering, a table of quick bots plays a hand, and the loop stays free."""

    class SlowBot(PonderingBot):
        name = "slow"
        pondering = most = 0
        plays = threading.Semaphore(0)

    monkeypatch.setitem(BOTS, SlowBot.name, SlowBot)
    hub = hub_of(MemoryStore(), threads=1, thinking=1e6)
    slow = [await opened(hub, bots=SlowBot.name) for _ in range(3)]
    waiting = [await Browser(live, "ann", plays=True).connect() for live in slow]
    await waiting[0].until(lambda: SlowBot.most)
    ann = await Browser(await opened(hub, bots="medium"), "ann", plays=True).connect()
    await ann.until(lambda: any(isinstance(at.event, HandEnded) for at in ann.events))
    assert SlowBot.pondering == SlowBot.most == 1

    def played() -> list[int]:
        return [sum(isinstance(at.event, Played) for at in slowed.events) for slowed in waiting]

    assert max(played()) <= 3, "they wait for the first thought, and people play meanwhile"
    # They are served in turn: no table is far behind.
    SlowBot.plays.release(30)
    await ann.until(lambda: sum(played()) >= 30)
    assert max(played()) - min(played()) <= 8
    SlowBot.plays.release(300)
    await hub.close()


async def test_a_clock_that_is_set_runs_for_the_decision_that_is_waited_for() -> None:
    time = StillTime()
    hub = hub_of(MemoryStore(), time=time, declare_window=1.0)
    live, browsers = await four(hub, Settings(pace="instant"), stops_at="lead")
    ann = browsers[0]
    await ann.until(lambda: ann.now is not None and ann.now.wait == "lead")
    for browser in browsers:
        browser.plays = False
    assert ann.now is not None and ann.now.clock is None
    since, idle = ann.now.since, ann.now.seats[0]

    def left() -> int | None:
        return None if ann.now is None or ann.now.clock is None else ann.now.clock.left

    assert isinstance(await ann.do(SetSettings(Settings(clock=5, bank=0))), Done)
    await ann.until(lambda: left() == 5000)
    assert ann.now.since == since
    # Another one takes its place; what is not changed lets it run on.
    assert isinstance(await ann.do(SetSettings(Settings(clock=600, bank=0))), Done)
    await ann.until(lambda: left() == 600_000)
    assert isinstance(await ann.do(SetSettings(Settings(clock=5, bank=0, title="Ours"))), Done)
    await ann.until(lambda: left() == 5000)
    await time.pass_seconds(4.0, live)
    assert isinstance(await ann.do(SetSettings(Settings(clock=5, bank=0))), Done)
    assert not any(isinstance(at.event, Played) for at in ann.events)
    await time.pass_seconds(2.0, live)
    played = await ann.until(lambda: [at for at in ann.events if isinstance(at.event, Played)])
    assert [at.event.seat for at in played if isinstance(at.event, Played)] == [idle]
    # And one that is taken away plays for nobody.
    assert isinstance(await ann.do(SetSettings(Settings())), Done)
    await ann.until(lambda: ann.now is not None and ann.now.clock is None)
    version = live.version
    await time.pass_seconds(30.0, live)
    assert live.version == version
    await hub.close()


async def test_a_bot_plays_at_once_for_whom_the_host_lets_it() -> None:
    hub = hub_of(MemoryStore(), declare_window=1.0)
    _live, browsers = await four(hub, Settings(pace="instant"), stops_at="lead")
    ann = browsers[0]
    await ann.until(lambda: ann.now is not None and ann.now.wait == "lead")
    for browser in browsers:
        browser.plays = False
    assert ann.now is not None
    (idle,) = ann.now.seats
    if idle == 0:  # the host wants it for the own seat
        assert isinstance(await ann.do(Automate(True)), Done)
    else:
        assert isinstance(await ann.do(PlayFor(idle, True)), Done)
    await ann.until(lambda: any(isinstance(at.event, Played) for at in ann.events))
    await hub.close()


async def test_who_is_taken_out_sees_no_more_cards_of_the_seat() -> None:
    hub = hub_of(MemoryStore(), declare_window=1.0)
    _live, browsers = await four(hub, Settings(pace="instant"), stops_at="lead")
    ann, bob = browsers[:2]
    await ann.until(lambda: ann.now is not None and ann.now.wait == "lead")
    for browser in browsers:
        browser.plays = False
    assert isinstance(await ann.do(Nudge(1)), Done)
    said = await bob.until(lambda: next((m for m in bob.messages if isinstance(m, Said)), None))
    assert (said.said.name, said.said.phrase, said.said.seat) == ("Ann", "hurry", 1)
    assert isinstance(await ann.do(ClearSeat(1)), Done)
    await bob.until(lambda: bob.seat is None and bob.events)
    assert await _code(bob, Sit(1)) == "removed"
    assert isinstance(await ann.do(Admit("bob")), Done)
    assert isinstance(await bob.do(Sit(1)), Done)
    await hub.close()


async def _code(browser: Browser, action: Action) -> str:
    answer = await browser.do(action)
    assert isinstance(answer, Refused)
    return answer.code
