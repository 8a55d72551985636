"""A regular evening over some weeks: its table, its levels, its reminders, through restarts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from shengji.game import HandEnded
from shengji.server.database.errors import StorageError
from shengji.server.evenings.evening import MemberView
from shengji.server.evenings.evening_settings import EveningSettings
from shengji.server.evenings.evenings import Evenings, NotOpenError
from shengji.server.push.sender import PushSender
from shengji.server.site.person import Person
from shengji.server.stores import Stores
from shengji.server.tables.acts.hosting import SetRules
from shengji.server.tables.acts.match import Next, Ready, Start
from shengji.server.tables.acts.seating import SwapSeats
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.live.live_table import LiveTable
from shengji.server.tables.live.news import CallToTable
from shengji.server.tables.messages import Done
from shengji.server.tables.state import Settings
from tests.server.fresh import make_fresh
from tests.server.live.kit import Browser, FastTime, hub_of
from tests.waiting import end, happens

HOUR = 3_600_000
DAY = 24 * HOUR
THURSDAY = "2026-12-03"


class Weeks(FastTime):
    """A fast time that a test sets."""

    base = 0

    def wall(self) -> int:
        return self.base

    def __call__(self) -> int:
        return self.base


class Phones(PushSender):
    """Keeps the calls, in place of bringing them."""

    def __init__(self) -> None:
        self.calls: list[CallToTable] = []

    def call(self, call: CallToTable) -> None:
        self.calls.append(call)

    async def bring(self, call: CallToTable) -> None:
        self.calls.append(call)

    def told(self) -> list[tuple[str, str]]:
        """The calls since it was asked last: why, and to whom."""
        found = [(call.kind, call.person) for call in self.calls]
        self.calls = []
        return sorted(found)


class House:
    """A site with regular evenings, whose server can be started again."""

    def __init__(self, store: Stores, time: Weeks) -> None:
        self.store, self.time, self.phones = store, time, Phones()
        self.people: dict[str, Person] = {}
        self._start()

    def _start(self) -> None:
        self.hub: Hub = hub_of(self.store.tables, time=self.time)
        self.evenings = Evenings(
            self.store.evenings, self.store.held_evenings, self.hub, self.store.tables, self.phones
        )

    async def restart(self) -> None:
        await self.hub.close()
        self._start()

    async def person(self, name: str) -> Person:
        self.people[name], _ = await self.store.people.new_person(name)
        return self.people[name]

    async def known(self, evening: str) -> MemberView:
        found = await self.store.evenings.get(evening)
        assert found is not None
        return found

    async def come(self, evening: str, name: str) -> LiveTable:
        table = await self.evenings.seat_member(await self.known(evening), self.people[name])
        live = await self.hub.get(table)
        assert live is not None
        return live

    async def settled(self, live: LiveTable) -> None:
        """Keep what was played, as a server does that starts."""
        self.evenings._played.update(await self.store.held_evenings.unread())
        await self.evenings.settle()


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    path, time = tmp_path / "tables.db", Weeks()
    make_fresh(path)
    store = await Stores.open(f"sqlite:///{path}", time)
    found = House(store, time)
    for name in ("Ann", "Bob", "Cem"):
        await found.person(name)
    yield found
    await found.hub.close()
    await store.close()


def agreed(**more: Any) -> EveningSettings:
    table = Settings(private=True, pace="instant", title="Thursdays")
    return EveningSettings(title="Thursdays", first=THURSDAY, table=table, **more)


async def evening_of(house: House, *names: str, **settings: Any) -> str:
    """An evening of these people, the first of whom has made it."""
    first, *others = (house.people[name].id for name in names)
    made = await house.store.evenings.make(first, agreed(**settings))
    assert made is not None
    for other in others:
        house.time.base += 1
        assert await house.store.evenings.join(made, other) == "done"
    return made


def hands(browser: Browser) -> list[HandEnded]:
    return [at.event for at in browser.events if isinstance(at.event, HandEnded)]


async def play_a_hand(house: House, live: LiveTable, *names: str) -> HandEnded:
    """Let these people, who sit there, play a match up to the result of its first hand."""
    browsers = [await Browser(live, house.people[name].id).connect() for name in names]
    for browser in browsers[1:]:
        assert isinstance(await browser.do(Ready(True)), Done)
    for browser in browsers:
        browser.plays, browser.stops_at = True, "next"
    assert isinstance(await browsers[0].do(Start()), Done)
    for browser in browsers:
        await browser.until(lambda browser=browser: hands(browser))  # type: ignore[misc]
    for browser in browsers:
        browser.disconnect()
    return hands(browsers[0])[0]


async def test_levels_and_seats_go_on_from_week_to_week_through_restarts(house: House) -> None:
    house.time.base = _at(THURSDAY, -DAY)
    evening = await evening_of(house, "Ann", "Bob")
    with pytest.raises(NotOpenError):
        await house.come(evening, "Bob")

    # Whoever is first opens it; the others come to the same, in place of bots.
    house.time.base = _at(THURSDAY, -HOUR)
    live = await house.come(evening, "Bob")
    assert (await house.come(evening, "Ann")).id == live.id == (await house.come(evening, "Bob")).id
    state = live.state()
    assert [at.person for at in state.seats[:2]] == [house.people[n].id for n in ("Bob", "Ann")]
    assert all(at.bot for at in state.seats[2:]) and state.host == house.people["Bob"].id
    assert house.phones.told() == [("evening-open", house.people["Ann"].id)]
    ended = await play_a_hand(house, live, "Bob", "Ann")
    await house.restart()
    await house.settled(live)

    (held,) = (await house.known(evening)).held
    assert held.day == THURSDAY and held.played is not None
    assert held.played.hands == 1 and held.played.carried is not None
    assert tuple(held.played.carried.levels) == ended.levels_after
    assert {(at.seat, at.name, at.bot is None) for at in held.players} == {
        (0, "Bob", True),
        (1, "Ann", True),
        *((seat, "", False) for seat in (2, 3)),
    }
    won = 0 if (ended.winner == "declarers") == (0 in ended.declarers) else 1
    assert [side.gained for side in held.played.sides] == [
        ended.levels if side == won else 0 for side in (0, 1)
    ]

    # A week later: Ann is first, and sits where she sat; the match goes on.
    house.time.base = _at("2026-12-10", 0)
    again = await house.come(evening, "Ann")
    assert again.id != live.id
    state = again.state()
    assert state.seats[1].person == house.people["Ann"].id
    assert tuple(state.levels) == ended.levels_after
    later = await play_a_hand(house, again, "Ann")
    await house.settled(again)
    last, before = (await house.known(evening)).held
    assert (last.day, before.day) == ("2026-12-10", THURSDAY)
    assert last.played is not None
    assert [side.before for side in last.played.sides] == list(ended.levels_after[:2])
    assert [side.after for side in last.played.sides] == list(later.levels_after[:2])


async def test_the_last_seat_of_an_evening_is_the_one_of_its_last_hand(house: House) -> None:
    house.time.base = _at(THURSDAY, 0)
    evening = await evening_of(house, "Ann")
    live = await house.come(evening, "Ann")
    ann = await Browser(live, house.people["Ann"].id).connect()
    assert isinstance(await ann.do(SwapSeats(0, 3)), Done)
    await play_a_hand(house, live, "Ann")
    assert isinstance(await ann.do(SetRules("pagat")), Done)
    assert isinstance(await ann.do(Next()), Done)
    await ann.until(lambda: ann.now is not None and ann.now.wait == "start")
    assert isinstance(await ann.do(SwapSeats(3, 1)), Done)
    ann.disconnect()
    await play_a_hand(house, live, "Ann")
    await house.settled(live)
    known = await house.known(evening)
    assert [at.seat for at in known.members] == [1]
    (held,) = known.held
    assert [at.seat for at in held.players] == sorted(at.seat for at in held.players)
    assert {at.seat for at in held.players if at.name == "Ann"} == {1, 3}


async def test_those_who_come_at_the_same_moment_come_to_one_table(house: House) -> None:
    house.time.base = _at(THURSDAY, 0)
    names = ("Ann", "Bob", "Cem")
    evening = await evening_of(house, *names)
    tables = await asyncio.gather(*(house.come(evening, name) for name in names))
    assert len({live.id for live in tables}) == 1
    seats = {at.person for at in tables[0].state().seats if at.person}
    assert seats == {house.people[name].id for name in names}
    # The one who has opened it, and nobody else, calls the others.
    others = seats - {tables[0].state().host}
    assert house.phones.told() == sorted(("evening-open", one) for one in others)


async def test_where_it_is_not_wanted_no_levels_are_carried_on(house: House) -> None:
    house.time.base = _at(THURSDAY, 0)
    evening = await evening_of(house, "Ann", carry_on=False)
    live = await house.come(evening, "Ann")
    await play_a_hand(house, live, "Ann")
    await house.settled(live)
    house.time.base = _at("2026-12-10", 0)
    assert (await house.come(evening, "Ann")).state().levels == ()


async def test_who_may_come_is_reminded_once_whatever_happens(house: House) -> None:
    house.time.base = _at("2026-12-01", 0)
    evening = await evening_of(house, "Ann", "Bob", "Cem")
    ann, bob, cem = (house.people[name].id for name in ("Ann", "Bob", "Cem"))
    store, day = house.store.evenings, date.fromisoformat(THURSDAY)
    await store.answer(evening, bob, day, "no")
    await store.answer(evening, cem, day, "perhaps")
    house.time.base = _at(THURSDAY, -DAY - 1)
    await house.evenings.remind()
    assert house.phones.told() == []
    house.time.base += 1
    for _ in range(2):
        await house.evenings.remind()
        await house.restart()
    assert house.phones.told() == [("evening-day", person) for person in sorted((ann, cem))]
    # The second one was due while the server was not there; it is not late by more than it may be.
    house.time.base = _at(THURSDAY, -HOUR // 2)
    await house.evenings.remind()
    assert [call.time for call in house.phones.calls] == ["20:00 (UTC)"] * 2
    assert {call.lasts for call in house.phones.calls} == {1800}
    assert house.phones.told() == [("evening-hour", person) for person in sorted((ann, cem))]
    await house.evenings.remind()
    assert house.phones.told() == []


async def test_one_job_does_what_is_due_and_goes_on_after_a_fault(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.time.base = _at(THURSDAY, -DAY)
    evening = await evening_of(house, "Ann")
    due, faults = house.store.evenings.due, ["the disk is gone"]

    async def failing(now: int) -> list[MemberView]:
        if faults:
            raise StorageError(faults.pop())
        return await due(now)

    monkeypatch.setattr(house.store.evenings, "due", failing)
    house.time.base = _at(THURSDAY, -HOUR)
    job = asyncio.create_task(house.evenings.run())
    await happens(lambda: not faults)
    house.evenings.wake()
    await happens(lambda: bool(house.phones.calls))
    assert house.phones.told() == [("evening-hour", house.people["Ann"].id)]
    live = await house.come(evening, "Ann")
    await play_a_hand(house, live, "Ann")

    async def kept() -> bool:
        (held,) = (await house.known(evening)).held
        return held.played is not None and held.played.hands == 1

    await happens(kept)
    await end(job)


async def test_a_reminder_that_comes_too_late_is_not_given(house: House) -> None:
    house.time.base = _at("2026-12-01", 0)
    evening = await evening_of(house, "Ann")
    house.time.base = _at("2026-12-20", 0)  # the server was away for some weeks
    await house.evenings.remind()
    assert house.phones.told() == []
    known = await house.known(evening)
    assert known.evening.remind == _at("2026-12-24", -DAY)


async def test_what_is_agreed_anew_is_reminded_of_anew(house: House) -> None:
    house.time.base = _at("2026-12-01", 0)
    evening = (await house.known(await evening_of(house, "Ann"))).evening
    await house.store.evenings.change(evening, agreed(time="21:00", remind="hour"), ())
    house.time.base = _at(THURSDAY, -HOUR)  # an hour before the old time
    await house.evenings.remind()
    assert house.phones.told() == []
    house.time.base = _at(THURSDAY, 0)
    await house.evenings.remind()
    assert house.phones.told() == [("evening-hour", house.people["Ann"].id)]
    changed = (await house.known(evening.id)).evening
    assert (changed.version, evening.version) == (1, 0)


def _at(day: str, after: int) -> int:
    """So many milliseconds after eight o'clock on a day."""
    return (date.fromisoformat(day) - date(1970, 1, 1)).days * DAY + 20 * HOUR + after
