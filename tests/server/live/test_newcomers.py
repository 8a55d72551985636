"""People who take a bot's seat in the middle of a hand are told none of its cards."""

from __future__ import annotations

from shengji.game import CardDrawn
from shengji.server.site.ties import NoTies
from shengji.server.tables.acts.act import Actor
from shengji.server.tables.acts.decisions import NoMore
from shengji.server.tables.acts.seating import Admit, Sit
from shengji.server.tables.casual_sets import CasualRequest
from shengji.server.tables.live.casual import Casual
from shengji.server.tables.messages import Check, Done, Refused
from shengji.server.tables.schemas import NewTable
from tests.server.live.kit import Browser, MemoryStore, hub_of, opened


def cards_seen(browser: Browser) -> int:
    """How many cards of hands the browser has been told."""
    drawn = (at.event for at in browser.events if isinstance(at.event, CardDrawn))
    return sum(event.card is not None for event in drawn)


async def test_a_newcomer_is_told_no_card_before_the_next_hand() -> None:
    hub = hub_of(MemoryStore())
    live = await opened(hub)
    ann = await Browser(live, "ann").connect()
    await ann.until(lambda: len(ann.events) > 20)
    bob = await Browser(live, "bob").connect()
    assert isinstance(await bob.do(Sit(1)), Done)
    await bob.until(lambda: bob.table is not None and bob.table.seats[1].joins)
    for _ in range(2):  # However often the page is loaded.
        again = await Browser(live, "bob").connect()
        assert again.seat is None and again.events and not cards_seen(again)
    assert bob.seat is None and not cards_seen(bob)
    await bob.say(Check("c1", NoMore()))
    refusal = await bob.until(
        lambda: next((m for m in bob.messages if isinstance(m, Refused)), None)
    )
    assert refusal.code == "not-seated"
    ann.plays = bob.plays = True
    await ann.say(Check("go", NoMore()))
    await ann.play()
    await bob.until(lambda: bob.seat == 1 and cards_seen(bob))
    await hub.close()


async def test_the_host_lets_a_newcomer_see_the_hand_under_way() -> None:
    hub = hub_of(MemoryStore())
    live = await opened(hub)
    ann = await Browser(live, "ann").connect()
    await ann.until(lambda: len(ann.events) > 20)
    bob = await Browser(live, "bob").connect()
    assert isinstance(await bob.do(Sit(1)), Done)
    assert isinstance(await ann.do(Admit("bob")), Done)
    await bob.until(lambda: bob.seat == 1 and cards_seen(bob))
    await hub.close()


async def test_so_it_is_in_casual_play() -> None:
    hub = hub_of(MemoryStore())
    casual = Casual(hub, NoTies())
    wish = CasualRequest(None, NewTable(bots="random", start=True), "anyone")
    table = await casual.seat(Actor("ann", "Ann"), wish)
    live = await hub.get(table)
    assert live is not None
    ann = await Browser(live, "ann").connect()
    await ann.until(lambda: len(ann.events) > 20)
    assert await casual.seat(Actor("bob", "Bob"), wish) == table
    bob = await Browser(live, "bob").connect()
    assert bob.seat is None and not cards_seen(bob)
    assert bob.table is not None and sum(seat.joins for seat in bob.table.seats) == 1
    await hub.close()
