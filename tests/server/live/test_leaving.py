"""Leaving a rated match: being away for long, or standing up, loses it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from shengji.game import Event, HandStarted
from shengji.rules import rules_from
from shengji.server.matches.filters import MatchFilter
from shengji.server.matches.recorder import Recorder
from shengji.server.matches.schemas import MatchFacts
from shengji.server.stores import Stores
from shengji.server.tables.acts import Action
from shengji.server.tables.acts.match import Left, Next, Ready, Start
from shengji.server.tables.acts.seating import Sit, Stand
from shengji.server.tables.core.entries import Body, decode_body
from shengji.server.tables.core.rated import RatedRules, RatedTerms
from shengji.server.tables.live.context import LiveSettings
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.live.live_table import LiveTable
from shengji.server.tables.messages import Done
from shengji.server.tables.schemas import NewTable
from shengji.server.tables.state import Settings
from tests.seeds import Seeded
from tests.server.fresh import fresh_in
from tests.server.live.kit import Browser, StillTime

FORTY = RatedRules("forty-points", rules_from("forty-points"))
RATED = Settings(rated=True, clock=600, pace="instant")
GRACE, ABSENT = 60.0, 10.0


class Club:
    """Four accounts at a rated table, a match under way, in which nobody decides anything."""

    def __init__(self, store: Stores, hub: Hub, time: StillTime, recorder: Recorder) -> None:
        self.store = store
        self.hub = hub
        self.time = time
        self.recorder = recorder
        self.people: list[str] = []
        self.browsers: list[Browser] = []
        self.live: LiveTable

    async def sit(self) -> None:
        for number in range(4):
            self.people.append((await self.store.people.new_person(f"P{number}"))[0].id)
        new = NewTable(rules="forty-points", settings=RATED)
        self.live = await self.hub.open(self.people[0], "P0", new, account=True)
        for seat, person in enumerate(self.people):
            browser = Browser(self.live, person)
            browser.listener.account = True
            self.browsers.append(await browser.connect())
            if seat:
                await self.done(seat, Sit(seat))
                await self.done(seat, Ready(True))
        await self.done(0, Start())
        await self.browsers[0].until(lambda: self.browsers[0].events)

    async def play_a_hand(self) -> None:
        """Let everybody play until a hand is over, and the next one has begun."""
        for browser in self.browsers:
            browser.plays, browser.stops_at = True, "next"
            await browser.play()
        for seat, browser in enumerate(self.browsers):
            await browser.until(lambda at=browser: at.now is not None and at.now.wait == "next")  # type: ignore[misc]
            browser.plays = False
            await self.done(seat, Next())
        one = self.browsers[0]
        await one.until(lambda: any(_begins(at.event, 2) for at in one.events))

    async def done(self, seat: int, action: Action) -> None:
        answer = await self.browsers[seat].do(action)
        assert isinstance(answer, Done), answer

    async def away(self, seat: int, seconds: float) -> None:
        """Let a person be away, and come again."""
        self.browsers[seat].disconnect()
        await self.pass_seconds(seconds)
        again = Browser(self.live, self.people[seat])
        again.listener.account = True
        self.browsers[seat] = await again.connect()
        await self.pass_seconds(1.0)

    async def pass_seconds(self, seconds: float) -> None:
        await self.time.pass_seconds(seconds, self.live)

    async def bodies(self) -> list[Body]:
        return [decode_body(entry.body) for entry in await self.store.tables.read(self.live.id)]

    async def left(self) -> list[Left]:
        return [body for body in await self.bodies() if isinstance(body, Left)]

    async def over(self) -> None:
        await self.pass_seconds(GRACE + ABSENT)
        assert not self.live.state().playing

    async def kept(self) -> MatchFacts | None:
        """The match, as it is told."""
        await self.recorder.record()
        lines = await self.store.matches.page(self.people[0], MatchFilter(), None, 9) or []
        if not lines:
            return None
        found = await self.store.matches.one(lines[0].match, self.people[0])
        assert found is not None
        return found[0]


def _begins(event: Event, hand: int) -> bool:
    return isinstance(event, HandStarted) and event.hand == hand


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    store = await Stores.open(fresh_in(tmp_path))
    settings = LiveSettings(absent_after=ABSENT, leave_after=GRACE, unload_after=20.0)
    time = StillTime()
    hub = Hub(store.tables, store.ratings, settings, Seeded(), time, rated=RatedTerms([FORTY]))
    club = Club(store, hub, time, Recorder(store.tables, store.matches, store.ratings))
    await club.sit()
    yield club
    await hub.close()
    await store.close()


async def test_who_is_away_too_long_has_lost_and_the_partner_has_not(club: Club) -> None:
    await club.play_a_hand()
    club.browsers[1].disconnect()
    await club.pass_seconds(GRACE / 2)
    state = club.live.state()
    assert state.playing and [at.seat for at in state.leaving] == [1]
    await club.over()
    assert await club.left() == [Left((1,))] and club.live.state().left == (1,)
    facts = await club.kept()
    assert facts is not None and facts.rating is not None
    assert (facts.line.ending, facts.line.winners) == ("left", (0, 2))
    moved = {at.seat: at.results[-1].points for at in facts.rating.changes}
    assert moved[1] < 0 == moved[3] and moved[0] == moved[2] > 0
    assert facts.rating.left == (1,)


async def test_who_leaves_before_a_hand_is_over_leaves_nothing_to_be_rated(club: Club) -> None:
    club.browsers[1].disconnect()
    await club.over()
    assert await club.left() == [Left((1,))]
    facts = await club.kept()
    assert facts is not None and facts.rating is not None
    assert (facts.line.ending, facts.rating.left, facts.rating.changes) == ("left", (1,), ())


async def test_who_comes_back_before_a_bot_plays_for_long_has_not_left(club: Club) -> None:
    for seconds in (GRACE * 0.5, *[ABSENT * 0.5] * 12):
        await club.away(1, seconds)
    assert club.live.state().playing and club.live.state().leaving == ()
    assert await club.left() == []


async def test_who_comes_and_goes_to_let_a_bot_play_has_left(club: Club) -> None:
    for _ in range(2):
        await club.away(1, GRACE * 0.7)
    await club.over()
    assert await club.left() == [Left((1,))]


async def test_who_lets_a_bot_play_for_a_moment_again_and_again_has_left(club: Club) -> None:
    for _ in range(6):
        await club.away(1, ABSENT * 1.2)
    await club.over()
    assert await club.left() == [Left((1,))]


async def test_who_stands_up_and_does_not_sit_down_again_has_left(club: Club) -> None:
    await club.done(2, Stand())
    await club.pass_seconds(GRACE / 2)
    await club.done(2, Sit(2))
    await club.pass_seconds(GRACE)
    assert club.live.state().playing
    await club.done(2, Stand())
    await club.over()
    assert await club.left() == [Left((2,))]


async def test_a_match_that_all_leave_is_lost_by_nobody(club: Club) -> None:
    for browser in club.browsers:
        browser.disconnect()
    await club.over()
    assert await club.left() == [Left(())] and club.live.state().left == ()
    assert await club.kept() is None, "no hand was over"


async def test_who_left_long_before_the_others_has_lost_though_nobody_is_there(
    club: Club,
) -> None:
    club.browsers[3].disconnect()
    await club.pass_seconds(GRACE * 0.5)
    for browser in club.browsers[:3]:
        browser.disconnect()
    await club.over()
    assert await club.left() == [Left((3,))]


async def test_without_rating_nobody_leaves_a_match(club: Club) -> None:
    live = await club.hub.open(
        club.people[0],
        "P0",
        NewTable(
            rules="forty-points", settings=Settings(pace="instant"), bots="random", start=True
        ),
    )
    browser = await Browser(live, club.people[0]).connect()
    browser.disconnect()
    await club.pass_seconds(2 * GRACE)
    again = await club.hub.get(live.id)
    assert again is not None and again.state().playing


async def test_after_a_restart_who_does_not_come_back_has_left(club: Club) -> None:
    await club.hub.close()
    settings = LiveSettings(absent_after=ABSENT, leave_after=GRACE)
    club.hub = Hub(
        club.store.tables,
        club.store.ratings,
        settings,
        Seeded(),
        club.time,
        rated=RatedTerms([FORTY]),
    )
    live = await club.hub.get(club.live.id)
    assert live is not None and live.state().stakes == club.live.state().stakes
    club.live = live
    for person in club.people[:3]:
        browser = Browser(live, person)
        browser.listener.account = True
        await browser.connect()
    await club.pass_seconds(GRACE / 2)
    assert [at.seat for at in live.state().leaving] == [3]
    await club.over()
    assert await club.left() == [Left((3,))]
    await club.hub.close()
