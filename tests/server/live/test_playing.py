"""Whole hands, by four people and with bots."""

from __future__ import annotations

import pytest

from shengji.game import CardDrawn, HandEnded, HandStarted
from shengji.server.tables.messages import Happened
from shengji.server.tables.state import Settings
from tests.server.live.kit import Browser, MemoryStore, four, hub_of, opened


def hands(browser: Browser) -> int:
    return sum(isinstance(at.event, HandEnded) for at in browser.events)


async def test_four_people_play_hands() -> None:
    store = MemoryStore()
    hub = hub_of(store)
    live, browsers = await four(hub)
    await browsers[0].until(lambda: hands(browsers[0]) >= 2)
    for browser in browsers[1:]:
        await browser.until(lambda browser=browser: hands(browser) >= 2)  # type: ignore[misc]
    for seat, browser in enumerate(browsers):
        assert browser.seat == seat
        drawn = [at.event for at in browser.events if isinstance(at.event, CardDrawn)]
        assert all((event.card is not None) == (event.seat == seat) for event in drawn)
    assert not hub.counts().faults
    assert store.summaries[live.id].line.playing
    await hub.close()
    assert all(browser.listener.ended for browser in browsers)


@pytest.mark.parametrize("given", [{}, {"system": "finding-friends"}, {"land": True}])
async def test_one_person_plays_with_bots(given: dict[str, object]) -> None:
    rules = {"preset": "zhang-2021", **given}
    hub = hub_of(MemoryStore())
    live = await opened(hub, rules=rules, bots="basic")
    ann = await Browser(live, "ann", plays=True).connect()
    await ann.until(lambda: hands(ann) >= 1)
    assert not hub.counts().faults
    await hub.close()


async def test_the_draw_is_told_a_round_at_a_time() -> None:
    hub = hub_of(MemoryStore())
    live = await opened(hub, Settings(pace="fast"))
    ann = await Browser(live, "ann", plays=True).connect()
    await ann.until(lambda: sum(isinstance(at.event, CardDrawn) for at in ann.events) == 100)
    rounds = [
        len(message.events)
        for message in ann.messages
        if isinstance(message, Happened)
        and message.events
        and all(isinstance(at.event, CardDrawn) for at in message.events)
    ]
    assert rounds == [4] * 25
    assert isinstance(ann.events[0].event, HandStarted)
    assert ann.events[0].event.deck is None
    await hub.close()
