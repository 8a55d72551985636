"""Shares of the next deal, at a table with a clock: all given, one late, and after a restart."""

from __future__ import annotations

from shengji.game import CardDrawn, HandStarted
from shengji.game.shares import DealRequest, JointDeal, commitment_to
from shengji.server.site.chance import Chance
from shengji.server.tables.acts.match import Ready, Start
from shengji.server.tables.acts.seating import ClearSeat, Sit
from shengji.server.tables.acts.shuffling import CommitShare, GiveShare
from shengji.server.tables.live.context import LiveSettings
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.live.live_table import LiveTable
from shengji.server.tables.live.pace import TEMPOS
from shengji.server.tables.messages import Done
from shengji.server.tables.schemas import NewTable
from shengji.server.tables.state import Settings
from tests.server.live.kit import INSTANT, Browser, MemoryStore, NoRatings, StillTime

SHARES = [f"{number:064x}" for number in range(20)]


def shared_hub(store: MemoryStore, time: StillTime) -> Hub:
    """A hub whose decks the players' shares decide."""
    return Hub(store, NoRatings(), LiveSettings(), Chance(), time)


async def two_ready(hub: Hub, settings: Settings = INSTANT) -> tuple[LiveTable, Browser, Browser]:
    """Ann and Ben before a match among bots; the page of each has committed to a share."""
    new = NewTable(settings=settings, bots="random", start=False)
    live = await hub.open("ann", "Ann", new)
    ann = await Browser(live, "ann").connect()
    ben = await Browser(live, "ben").connect()
    for actor, action in (
        (ann, ClearSeat(1)),
        (ben, Sit(1)),
        (ben, Ready(True)),
        (ann, CommitShare(commitment_to(SHARES[0]))),
        (ben, CommitShare(commitment_to(SHARES[10]))),
    ):
        assert isinstance(await actor.do(action), Done)
    return live, ann, ben


def request_of(browser: Browser) -> DealRequest | None:
    return None if browser.table is None else browser.table.request


async def asked(browser: Browser, number: int) -> DealRequest:
    """The request with this number, as pages receive it."""

    def found() -> DealRequest | None:
        request = request_of(browser)
        return request if request is not None and request.number == number else None

    return await browser.until(found)


async def give(browser: Browser, number: int, share: int) -> None:
    given = GiveShare(number, SHARES[share], commitment_to(SHARES[share + 1]))
    assert isinstance(await browser.do(given), Done)


async def dealt(browser: Browser) -> JointDeal:
    """How the first hand was dealt."""

    def found() -> HandStarted | None:
        starts = (at.event for at in browser.events if isinstance(at.event, HandStarted))
        return next(starts, None)

    made = (await browser.until(found)).shares
    assert isinstance(made, JointDeal)
    return made


async def test_a_hand_begins_as_soon_as_all_shares_are_there() -> None:
    time = StillTime()
    hub = shared_hub(MemoryStore(), time)
    live, ann, ben = await two_ready(hub)
    assert isinstance(await ann.do(Start()), Done)
    assert (await asked(ann, 1)).missing == (0, 1)
    await give(ben, 1, 10)
    await time.pass_seconds(0.5, live)
    assert live.table.step == "shares"
    await give(ann, 1, 0)
    made = await dealt(ben)
    assert [at.share for at in made.request.seats] == [SHARES[0], SHARES[10], None, None]
    assert made.given_up == ()
    await hub.close()


async def test_the_first_card_comes_as_soon_as_without_shares() -> None:
    time = StillTime()
    hub = shared_hub(MemoryStore(), time)
    live, ann, ben = await two_ready(hub, Settings(pace="normal"))
    tempo = TEMPOS["normal"]

    def drawn() -> bool:
        return any(isinstance(at.event, CardDrawn) for at in ann.events)

    assert isinstance(await ann.do(Start()), Done)
    await time.pass_seconds(tempo.decision, live)
    await asked(ann, 1)
    await time.pass_seconds(0.4, live)
    await give(ann, 1, 0)
    await give(ben, 1, 10)
    await dealt(ann)
    await time.pass_seconds(tempo.trick - 0.5, live)
    assert not drawn()
    await time.pass_seconds(0.2, live)
    assert drawn()
    await hub.close()


async def test_after_a_second_the_deal_is_begun_again_without_who_was_late() -> None:
    time = StillTime()
    hub = shared_hub(MemoryStore(), time)
    live, ann, ben = await two_ready(hub)
    assert isinstance(await ann.do(Start()), Done)
    await give(ann, 1, 0)
    await time.pass_seconds(0.9, live)
    assert request_of(ben) == live.table.room.request.without_shares()  # type: ignore[union-attr]
    await time.pass_seconds(0.2, live)
    assert [at.why for at in (await asked(ben, 2)).seats] == [None, "out", "bot", "bot"]
    late = await ben.do(GiveShare(1, SHARES[10], SHARES[11]))
    assert not isinstance(late, Done) and late.code == "share-not-asked"
    await give(ann, 2, 1)
    (lost,) = (await dealt(ben)).given_up
    assert lost.missing == (1,)
    await hub.close()


async def test_a_deal_goes_on_after_a_restart_between_shares_and_start() -> None:
    store, time = MemoryStore(), StillTime()
    hub = shared_hub(store, time)
    live, ann, ben = await two_ready(hub)
    assert isinstance(await ann.do(Start()), Done)
    await give(ann, 1, 0)
    before = live.table.room.request
    await hub.close()
    hub = shared_hub(store, time)
    again = await hub.get(live.id)
    assert again is not None and again.table.room.request == before
    ann = await Browser(again, "ann").connect()
    ben = await Browser(again, "ben").connect()
    await give(ben, 1, 10)
    made = await dealt(ann)
    assert [at.share for at in made.request.seats] == [SHARES[0], SHARES[10], None, None]
    await hub.close()
