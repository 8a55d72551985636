"""Casual play between hands: who comes for cards does not wait for those who look at a result."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from shengji.server.site.ties import NoTies
from shengji.server.tables.acts.act import Actor
from shengji.server.tables.casual_sets import SETS, CasualRequest
from shengji.server.tables.live.casual import HURRY, Casual
from shengji.server.tables.live.live_table import LiveTable
from shengji.server.tables.messages import Look
from tests.server.live.kit import Browser, MemoryStore, hub_of
from tests.server.live.test_results import onward, waits


async def at_a_result(monkeypatch: pytest.MonkeyPatch) -> tuple[Casual, LiveTable, Browser]:
    """Ann and bots, after the first hand."""
    at_once = replace(SETS["quick"].settings, pace="instant")
    monkeypatch.setattr(SETS["quick"], "settings", at_once)
    hub = hub_of(MemoryStore())
    casual = Casual(hub, NoTies())
    live = await hub.get(await casual.seat(Actor("ann", "Ann"), wish()))
    assert live is not None
    ann = await Browser(live, "ann", plays=True).connect()
    ann.stops_at = "next"
    await ann.until(lambda: waits(ann, "next"))
    return casual, live, ann


def wish() -> CasualRequest:
    return CasualRequest.of("quick", "anyone")


async def test_who_comes_between_hands_has_cards_within_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    casual, live, ann = await at_a_result(monkeypatch)
    assert await casual.seat(Actor("bob", "Bob"), wish()) == live.id
    bob = await Browser(live, "bob").connect()
    found = await ann.until(lambda: onward(ann))
    assert found.left <= HURRY * 1000
    await bob.until(lambda: bob.now is not None and bob.now.wait != "next")


async def test_nobody_is_sent_to_where_a_result_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    casual, live, ann = await at_a_result(monkeypatch)
    await ann.say(Look(seen=True, reading=True))
    assert await casual.seat(Actor("bob", "Bob"), wish()) != live.id
