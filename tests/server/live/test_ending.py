"""Matches that end early, and plays that are taken back, as those at the table hear of it."""

from __future__ import annotations

from functools import partial

from shengji.game import HandEnded, MatchEnded, Played
from shengji.server.tables.acts.hosting import SetRules
from shengji.server.tables.acts.match import Start
from shengji.server.tables.acts.votes import Answer, Propose
from shengji.server.tables.core.masks import Viewer
from shengji.server.tables.core.table import Table
from shengji.server.tables.live.table_actor import read_table
from shengji.server.tables.messages import Done, Welcome
from shengji.server.tables.state import Settings
from tests.server.live.kit import Browser, MemoryStore, four, hub_of, opened


def is_over(browser: Browser) -> bool:
    return browser.now is not None and browser.now.wait == "over"


def ends(browser: Browser) -> list[list[str]]:
    """The frames that say how a proposal ended, by the types of their messages."""
    frames = ([str(one.__struct_config__.tag) for one in frame] for frame in browser.frames)
    return [frame for frame in frames if "proposal_ended" in frame]


async def test_everybody_hears_that_a_match_is_conceded() -> None:
    store = MemoryStore()
    hub = hub_of(store, declare_window=1.0)
    live, browsers = await four(hub, Settings(pace="instant"), stops_at="lead")
    ann, bob, _, dai = browsers
    await ann.until(lambda: ann.now is not None and ann.now.wait == "lead")
    for browser in browsers:
        browser.plays = False
    assert isinstance(await bob.do(Propose("concede")), Done)
    await dai.until(lambda: dai.table is not None and dai.table.proposal)
    assert isinstance(await dai.do(Answer(True)), Done)
    for browser in browsers:
        await browser.until(partial(is_over, browser))
        assert browser.events[-1].event == MatchEnded((0, 2), "conceded")
        assert browser.now is not None and browser.now.account is None
        assert browser.table is not None and not browser.table.playing
        assert browser.table.ending == "conceded"
        assert ends(browser) == [["table", "proposal_ended", "happened"]]
    assert not store.summaries[live.id].line.playing
    await hub.close()


async def test_other_rules_are_played_at_the_same_table_after_the_hand() -> None:
    hub = hub_of(MemoryStore())
    live = await opened(hub)
    ann = await Browser(live, "ann", plays=True).connect()
    await ann.until(lambda: any(isinstance(at.event, Played) for at in ann.events))
    assert isinstance(await ann.do(SetRules("pagat")), Done)
    await ann.until(lambda: ann.table is not None and not ann.table.playing)
    assert ann.table is not None and ann.table.rules.given == {"preset": "pagat"}
    ended = next(at.event for at in ann.events if isinstance(at.event, HandEnded))
    levels = ended.levels_after
    assert ann.table.levels == levels
    ann.plays = False
    before = len(ann.messages)
    assert isinstance(await ann.do(Start()), Done)

    def welcome() -> Welcome | None:
        heard = (m for m in ann.messages[before:] if isinstance(m, Welcome))
        return next((m for m in heard if m.start is not None), None)

    start = (await ann.until(welcome)).start
    assert start is not None and start.levels == levels
    await hub.close()


async def test_bots_and_people_hear_a_hand_anew_when_a_play_is_taken_back() -> None:
    store = MemoryStore()
    hub = hub_of(store, declare_window=1.0)
    settings = Settings(pace="instant", take_back=True)
    live = await opened(hub, settings, bots="medium")
    ann = await Browser(live, "ann", plays=True).connect()
    eve = await Browser(live, "eve").connect()

    def own(times: int) -> bool:
        plays = [at.event for at in ann.events if isinstance(at.event, Played)]
        return sum(event.seat == 0 for event in plays) >= times

    await ann.until(lambda: own(3))
    ann.stops_at = "follow"
    await ann.until(lambda: not ann.plays)
    await ann.until(lambda: ann.now is not None and ann.now.turn is not None)
    before = len(ann.events)
    assert isinstance(await ann.do(Propose("take_back")), Done)
    await ann.until(lambda: 0 < len(ann.events) < before)
    for browser in (ann, eve):
        assert await browser.until(partial(ends, browser)) == [
            ["table", "proposal_ended", "welcome"]
        ]
    await eve.until(lambda: len(eve.events) == len(ann.events))
    await ann.until(lambda: ann.now is not None and ann.now.turn is not None)
    # What its log says is the same table, and the match goes on to the end of the hand.
    table = await read_table(store, live.id)
    whole = Table.stored(await store.read(live.id))
    assert table is not None and table.prompts.now(Viewer(0)) == whole.prompts.now(Viewer(0))
    assert table.events.unmasked == whole.events.unmasked
    ann.plays, ann.stops_at = True, None
    await ann.play()
    await ann.until(lambda: any(isinstance(at.event, HandEnded) for at in ann.events))
    assert hub.counts().faults == 0
    await hub.close()
