"""People near in rating are seated together; who does not come keeps nobody else from playing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from shengji.ratings import Rating
from shengji.rules import rules_from
from shengji.server.pairing.queue import COMING, SILENT, PairingError, PairingQueue
from shengji.server.pairing.schemas import PairingState
from shengji.server.site.person import Person
from shengji.server.stores import Stores
from shengji.server.tables.core.rated import RatedRules, RatedTerms
from shengji.server.tables.live.context import LiveSettings
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.live.live_table import LiveTable
from tests.seeds import Seeded
from tests.server.fresh import fresh_in
from tests.server.live.kit import Browser, FastTime
from tests.waiting import end, happens

TRACTOR = RatedRules("zhang-2021", rules_from("zhang-2021"))
SIX = RatedRules("six-player", rules_from("six-player"))
FRIENDS = RatedRules("finding-friends", rules_from("finding-friends"))


class SetTime(FastTime):
    """A time that goes on only when a test says so, but for what sleeps."""

    def __init__(self) -> None:
        self.at = 1000.0

    def now(self) -> float:
        return self.at


class Office:
    """A queue, and people of known strength."""

    def __init__(self, store: Stores, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
        self.store = store
        self.hub = hub
        self.time = SetTime()
        self.queue = PairingQueue(hub, store.people, store.tables, store.ratings, self.time)
        self.values: dict[str, float] = {}

        async def of(persons: Sequence[str], pool: str) -> dict[str, Rating]:
            return {person: Rating(self.values[person]) for person in persons}

        monkeypatch.setattr(store.ratings, "of", of)

    async def person(self, name: str, value: float = 1500.0) -> Person:
        made, _ = await self.store.people.new_person(name)
        self.values[made.id] = value
        return made._replace(role="player")

    async def people(self, *values: float) -> list[Person]:
        return [await self.person(f"P{at}", value) for at, value in enumerate(values)]

    async def wait(self, *people: Person, rules: RatedRules = TRACTOR) -> None:
        for person in people:
            await self.queue.ask(person, rules, partner=False)

    async def tick(self, *awake: Person, seconds: float = 1.0) -> list[PairingState]:
        """Let time pass while these ask again and again; how it stands with them."""
        while seconds > 0:
            self.time.at += min(seconds, 5.0)
            seconds -= 5.0
            for person in awake:
                self.queue.state(person.id)
            await self.queue.tick()
        return [self.queue.state(person.id) for person in awake]

    async def come(self, table: str | None, *people: Person) -> list[Browser]:
        assert table is not None
        live = await self.hub.get(table)
        assert live is not None
        found = []
        for person in people:
            browser = Browser(live, person.id)
            browser.listener.account = True
            found.append(await browser.connect())
        return found


@pytest.fixture
async def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Office]:
    store = await Stores.open(fresh_in(tmp_path))
    terms = RatedTerms([TRACTOR, SIX, FRIENDS])
    hub = Hub(store.tables, store.ratings, LiveSettings(), Seeded(), FastTime(), rated=terms)
    yield Office(store, hub, monkeypatch)
    await hub.close()
    await store.close()


async def test_four_near_each_other_are_seated_and_play_as_soon_as_all_have_come(
    office: Office,
) -> None:
    people = await office.people(1500, 1560, 1540, 1520)
    await office.wait(*people[:3])
    states = await office.tick(*people[:3])
    assert {(at.state, at.waiting, at.table) for at in states} == {("waits", 3, None)}
    await office.wait(people[3])
    states = await office.tick(*people)
    assert {at.state for at in states} == {"seated"}
    (table,) = {at.table for at in states}
    live = await office.hub.get(table or "")
    assert live is not None
    state = live.state()
    assert state.settings.rated and state.rules.given == TRACTOR.given
    # Of 1500, 1560, 1540 and 1520 the strongest and the weakest are partners.
    seated = [seat.person for seat in state.seats]
    assert seated.index(people[1].id) % 2 == seated.index(people[0].id) % 2
    await office.come(table, *people[:3])
    assert {at.state for at in await office.tick(*people)} == {"seated"}
    await office.come(table, people[3])
    states = await office.tick(*people)
    assert {at.state for at in states} == {"plays"} and {at.table for at in states} == {table}
    assert live.state().playing and len(live.state().stakes) == 4
    await office.tick(seconds=COMING + 70)
    assert office.queue.state(people[0].id).state == "none"


async def test_the_search_widens_with_time(office: Office) -> None:
    people = await office.people(1500, 1520, 1540, 1900)
    await office.wait(*people)
    states = await office.tick(*people, seconds=25)
    assert {at.state for at in states} == {"waits"}
    assert states[0].reach == 100 + 25 * 10
    states = await office.tick(*people, seconds=20)
    assert {at.state for at in states} == {"seated"}


async def test_two_partners_sit_opposite_each_other(office: Office) -> None:
    ann, bob, cem, dai = await office.people(1500, 1400, 1450, 1450)
    waits = await office.queue.ask(ann, TRACTOR, partner=True)
    assert waits.state == "partner" and waits.code
    await office.wait(cem, dai)
    with pytest.raises(PairingError, match="no-party"):
        await office.queue.join(bob, "wrong")
    with pytest.raises(PairingError, match="no-party"):
        await office.queue.join(ann, waits.code)
    joined = await office.queue.join(bob, waits.code)
    assert (joined.state, joined.people) == ("waits", ("P1", "P0"))
    with pytest.raises(PairingError, match="no-party"):
        await office.queue.join(cem, waits.code)
    states = await office.tick(ann, bob, cem, dai)
    assert {at.state for at in states} == {"seated"}
    live = await office.hub.get(states[0].table or "")
    assert live is not None
    seats = [seat.person for seat in live.state().seats]
    assert abs(seats.index(ann.id) - seats.index(bob.id)) == 2


async def test_of_six_up_to_three_partners_come_together(office: Office) -> None:
    ann, bob, cem, dai, eve, fay, gil = await office.people(*[1500.0] * 7)
    code = (await office.queue.ask(ann, SIX, partner=True)).code
    assert code is not None
    joined = await office.queue.join(bob, code)
    assert (joined.state, joined.people, joined.code) == ("waits", ("P1", "P0"), code)
    await office.wait(dai, eve, fay, rules=SIX)
    (state, *_) = await office.tick(ann, bob, dai, eve, fay)
    assert (state.state, state.waiting) == ("waits", 5)
    joined = await office.queue.join(cem, code)
    assert (joined.people, joined.code, joined.since) == (("P2", "P0", "P1"), None, state.since)
    with pytest.raises(PairingError, match="no-party"):
        await office.queue.join(gil, code)
    everyone = (ann, bob, cem, dai, eve, fay)
    states = await office.tick(*everyone)
    assert {at.state for at in states} == {"seated"}
    live = await office.hub.get(states[0].table or "")
    assert live is not None
    assert {seat.person for seat in live.state().seats[::2]} == {ann.id, bob.id, cem.id}
    await office.come(live.id, *everyone)
    assert {at.state for at in await office.tick(*everyone)} == {"plays"}
    assert live.state().playing and len(live.state().stakes) == 6


async def test_who_comes_along_while_a_table_is_made_is_not_left_without_a_seat(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, cem, *others = await office.people(*[1500.0] * 7)
    code = (await office.queue.ask(ann, SIX, partner=True)).code
    assert code is not None
    await office.queue.join(bob, code)
    await office.wait(*others, rules=SIX)
    make = office.hub.open

    async def open_slowly(*given: Any, **more: Any) -> Any:
        monkeypatch.setattr(office.hub, "open", make)
        made = await make(*given, **more)
        await office.queue.join(cem, code)
        return made

    monkeypatch.setattr(office.hub, "open", open_slowly)
    await office.queue.tick()
    assert {office.queue.state(at.id).state for at in (ann, bob, cem, *others)} == {"waits"}
    states = await office.tick(ann, bob, cem, *others)
    assert [at.state for at in states].count("seated") == 6 and states[2].table is not None


async def test_friends_are_found_alone(office: Office) -> None:
    people = await office.people(*[1500.0] * 6)
    with pytest.raises(PairingError, match="no-pairs"):
        await office.queue.ask(people[0], FRIENDS, partner=True)
    await office.wait(*people, rules=FRIENDS)
    assert {at.state for at in await office.tick(*people)} == {"seated"}


async def test_who_does_not_come_is_out_and_the_others_wait_on_in_their_place(
    office: Office,
) -> None:
    people = await office.people(1500, 1500, 1500, 1500)
    await office.wait(*people)
    first = [at.since for at in await office.tick(*people)]
    table = office.queue.state(people[0].id).table
    await office.come(table, *people[:3])
    states = await office.tick(*people[:3], seconds=COMING + 5)
    assert [at.state for at in states] == ["waits"] * 3
    assert [at.since for at in states] == first[:3]
    assert office.queue.state(people[3].id).state == "none"
    live = await office.hub.get(table or "")
    assert live is not None and not any(seat.person for seat in live.state().seats)
    fifth = await office.person("late")
    await office.wait(fifth)
    assert {at.state for at in await office.tick(*people[:3], fifth)} == {"seated"}


async def test_who_asks_no_more_waits_no_more(office: Office) -> None:
    ann, bob, cem, dai = await office.people(*[1500.0] * 4)
    await office.wait(ann, bob, cem)
    await office.tick(ann, bob, seconds=62)
    assert office.queue.state(cem.id).state == "waits", "a hidden page asks once a minute"
    await office.tick(ann, bob, seconds=SILENT + 5)
    assert office.queue.state(cem.id).state == "none"
    await office.wait(dai)
    assert {at.state for at in await office.tick(ann, bob, dai)} == {"waits"}
    await office.queue.drop(ann.id)
    assert office.queue.state(ann.id).state == "none"
    assert office.queue.state(bob.id).waiting == 2


async def test_whoever_stops_after_being_seated_sends_the_others_back(office: Office) -> None:
    people = await office.people(*[1500.0] * 4)
    await office.wait(*people)
    await office.tick(*people)
    await office.queue.drop(people[2].id)
    others = [people[0], people[1], people[3]]
    assert {office.queue.state(at.id).state for at in others} == {"waits"}
    assert office.queue.state(people[2].id).state == "none"


async def gathered(office: Office) -> list[Person]:
    """Four people who have come to the table at which they are seated."""
    people = await office.people(*[1500.0] * 4)
    await office.wait(*people)
    await office.come((await office.tick(*people))[0].table, *people)
    return people


async def test_who_asks_for_another_match_just_when_theirs_starts_plays_that(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await gathered(office)
    act, refused = LiveTable.act, list[str]()

    async def act_late(live: LiveTable, *given: Any, **more: Any) -> Any:
        with pytest.raises(PairingError) as error:
            await office.queue.ask(people[2], TRACTOR, partner=False)
        refused.append(error.value.code)
        return await act(live, *given, **more)

    monkeypatch.setattr(LiveTable, "act", act_late)
    states = await office.tick(*people)
    assert refused == ["plays-rated"]
    assert {at.state for at in states} == {"plays"}


async def test_who_stops_just_when_the_match_starts_keeps_nobody_from_it(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await gathered(office)
    act = LiveTable.act

    async def act_late(live: LiveTable, *given: Any, **more: Any) -> Any:
        monkeypatch.setattr(LiveTable, "act", act)
        await office.queue.drop(people[2].id)
        return await act(live, *given, **more)

    monkeypatch.setattr(LiveTable, "act", act_late)
    states = await office.tick(*people)
    assert [at.state for at in states] == ["plays", "plays", "none", "plays"]
    live = await office.hub.get(states[0].table or "")
    assert live is not None and live.state().playing
    with pytest.raises(PairingError, match="plays-rated"):
        await office.queue.ask(people[2], TRACTOR, partner=False)


async def test_a_match_that_starts_after_one_look_and_before_the_other_is_seen(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await gathered(office)
    look = office.store.tables.tables_of

    async def look_late(person: str) -> Any:
        found = await look(person)
        monkeypatch.setattr(office.store.tables, "tables_of", look)
        assert {at.state for at in await office.tick(*people)} == {"plays"}
        return found

    monkeypatch.setattr(office.store.tables, "tables_of", look_late)
    with pytest.raises(PairingError, match="plays-rated"):
        await office.queue.ask(people[0], TRACTOR, partner=False)
    assert office.queue.state(people[0].id).state == "plays"


async def test_a_person_waits_once(office: Office) -> None:
    ann, *_ = await office.people(1500)
    await office.wait(ann)
    await office.wait(ann)
    await office.wait(ann, rules=FRIENDS)
    state = office.queue.state(ann.id)
    assert (state.rules, state.waiting) == ("finding-friends", 1)


async def test_the_desk_goes_on_by_itself(office: Office) -> None:
    store = office.store
    office.queue = PairingQueue(office.hub, store.people, store.tables, store.ratings, FastTime())
    running = asyncio.create_task(office.queue.run())
    people = await office.people(*[1500.0] * 4)
    await office.wait(*people)
    await happens(lambda: office.queue.state(people[0].id).table)
    assert office.queue.state(people[0].id).state == "seated"
    await end(running)


@pytest.mark.parametrize("which", [0, 2])
async def test_who_is_deleted_while_waiting_keeps_nobody_from_playing(
    office: Office, which: int
) -> None:
    people = await office.people(*[1500.0] * 4)
    await office.wait(*people)
    gone = people.pop(which)
    await office.store.accounts.forget(gone.id)
    assert {at.state for at in await office.tick(*people)} == {"waits"}
    assert office.queue.state(gone.id).state == "none"
    fifth = await office.person("late")
    await office.wait(fifth)
    assert {at.state for at in await office.tick(*people, fifth)} == {"seated"}


async def test_who_is_renamed_while_waiting_sits_down_under_the_new_name(office: Office) -> None:
    people = await office.people(*[1500.0] * 4)
    await office.wait(*people)
    for person in people:
        await office.store.people.rename(person.id, f"new {person.name}")
    live = await office.hub.get((await office.tick(*people))[0].table or "")
    assert live is not None
    assert {seat.name for seat in live.state().seats} == {f"new P{at}" for at in range(4)}
    assert office.queue.state(people[1].id).people == ("new P1",)


async def test_who_stands_up_at_once_sends_back_also_those_who_still_have_time_to_come(
    office: Office,
) -> None:
    people = await office.people(*[1500.0] * 4)
    await office.wait(*people)
    table = (await office.tick(*people))[0].table or ""
    await office.come(table, *people[:2])
    await office.hub.leave(people[0], table)
    assert {at.state for at in await office.tick(*people[1:])} == {"waits"}
    assert office.queue.state(people[0].id).state == "none"
