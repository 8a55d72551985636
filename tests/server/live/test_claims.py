"""Claims of the rest, as a table hears of them: through a crash, and against the clock."""

from __future__ import annotations

from typing import Any

from shengji.game import HandEnded, Played, RestClaimed
from shengji.server.tables.acts.match import Ready, Start
from shengji.server.tables.acts.seating import Sit
from shengji.server.tables.acts.votes import Answer, Propose
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.live.live_table import LiveTable
from shengji.server.tables.messages import Done
from shengji.server.tables.schemas import NewTable
from shengji.server.tables.state import Settings
from tests.server.live.kit import PEOPLE, Browser, MemoryStore, hub_of

SHORT: dict[str, Any] = {
    "preset": "forty-points",
    "kitty": 38,
    "after_last_level": "wrap",
    "laps": 9,
}
"""Four cards each, so that many hands are short of trumps; and a match that lasts."""


class Claimer(Browser):
    """A browser that plays until it may claim the rest."""

    async def play(self) -> None:
        if self.offered:
            self.plays = False
            return
        await super().play()

    @property
    def offered(self) -> bool:
        turn = None if self.now is None else self.now.turn
        return turn is not None and turn.claim == "all"


async def until_offered(live: LiveTable, browsers: list[Claimer]) -> tuple[Claimer, list[Claimer]]:
    """The browser that may claim, and the others."""

    def claimer() -> Claimer | None:
        return next((browser for browser in browsers if browser.offered), None)

    found = await browsers[0].until(claimer)
    return found, [browser for browser in browsers if browser is not found]


async def table_of_four(
    store: MemoryStore, settings: Settings
) -> tuple[Hub, LiveTable, list[Claimer]]:
    hub = hub_of(store, declare_window=1.0)
    live = await hub.open("ann", "Ann", NewTable(settings=settings, rules=SHORT))
    browsers = [Claimer(live, person) for person in PEOPLE]
    for browser in browsers:
        await browser.connect()
    for seat, browser in enumerate(browsers[1:], 1):
        assert isinstance(await browser.do(Sit(seat)), Done)
        assert isinstance(await browser.do(Ready(True)), Done)
    for browser in browsers:
        browser.plays = True
    assert isinstance(await browsers[0].do(Start()), Done)
    return hub, live, browsers


def heard(browser: Browser, kind: type) -> list[Any]:
    return [at.event for at in browser.events if isinstance(at.event, kind)]


def clock_of(browser: Browser) -> int:
    """The milliseconds that were left when the browser heard of its clock last."""
    assert browser.now is not None and browser.now.clock is not None
    return browser.now.clock.left


async def test_a_claim_outlives_the_server() -> None:
    store = MemoryStore()
    _, live, browsers = await table_of_four(store, Settings(pace="instant"))
    claimer, others = await until_offered(live, browsers)
    assert isinstance(await claimer.do(Propose("claim_all")), Done)
    assert isinstance(await others[0].do(Answer(True)), Done)
    # The server is gone, and another one reads the log.
    hub = hub_of(store, declare_window=1.0)
    again = await hub.get(live.id)
    assert again is not None
    back = [await Browser(again, browser.person).connect() for browser in others[1:]]
    for browser in back:
        assert browser.table is not None and browser.table.proposal is not None
        assert isinstance(await browser.do(Answer(True)), Done)
    (claim,) = await back[0].until(lambda: heard(back[0], RestClaimed))
    assert claim == RestClaimed(claimer.seat or 0, "all")
    assert await back[1].until(lambda: heard(back[1], HandEnded))
    assert [entry.number for entry in store.logs[live.id]] == [
        number for number, _ in enumerate(store.logs[live.id], 1)
    ]
    await hub.close()


async def test_the_clock_goes_on_while_a_claim_is_answered() -> None:
    settings = Settings(pace="instant", clock=120, bank=0)
    hub, live, browsers = await table_of_four(MemoryStore(), settings)
    claimer, others = await until_offered(live, browsers)
    assert isinstance(await claimer.do(Propose("claim_all")), Done)
    before = clock_of(claimer)
    assert isinstance(await others[0].do(Answer(False)), Done)
    await claimer.until(lambda: heard(claimer, RestClaimed))
    assert heard(claimer, RestClaimed) == [RestClaimed(claimer.seat or 0, "all", accepted=False)]
    assert clock_of(claimer) < before and not claimer.offered
    # Who does not play is played for in time.
    plays = len(heard(claimer, Played))
    await claimer.until(lambda: len(heard(claimer, Played)) > plays)
    await hub.close()


async def test_a_claim_that_nobody_answers_ends_with_the_time() -> None:
    hub, live, browsers = await table_of_four(
        MemoryStore(), Settings(pace="instant", clock=30, bank=0)
    )
    claimer, others = await until_offered(live, browsers)
    plays = len(heard(others[0], Played))
    assert isinstance(await claimer.do(Propose("claim_all")), Done)
    await others[0].until(lambda: len(heard(others[0], Played)) > plays)
    assert not heard(claimer, RestClaimed)
    await others[0].until(lambda: others[0].table and others[0].table.proposal is None)
    await hub.close()
