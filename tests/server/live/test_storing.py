"""Live tables on the real store."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest

from shengji.game import HandEnded
from shengji.rules import RulesError
from shengji.server.stores import Stores
from shengji.server.tables.acts.hosting import SetSettings
from shengji.server.tables.acts.seating import Sit
from shengji.server.tables.acts.talk import Say
from shengji.server.tables.core.masks import Viewer
from shengji.server.tables.core.table import Checkpoint, Table
from shengji.server.tables.live.hub import Hub, OpeningRefusedError
from shengji.server.tables.live.table_actor import read_table
from shengji.server.tables.messages import Done, Refused, Welcome
from shengji.server.tables.schemas import NewTable
from shengji.server.tables.state import Settings
from tests.seeds import Seeded
from tests.server.fresh import fresh_in
from tests.server.live.kit import (
    INSTANT,
    PEOPLE,
    Browser,
    FastTime,
    MemoryStore,
    NoRatings,
    four,
    hub_of,
    opened,
)
from tests.waiting import happens


@pytest.fixture
def url(tmp_path: Path) -> str:
    return fresh_in(tmp_path)


async def test_a_hand_on_a_disk(url: str) -> None:
    store = await Stores.open(url)
    hub = Hub(store.tables, store.ratings, time=FastTime(), chance=Seeded())
    live, browsers = await four(hub)
    ann = browsers[0]
    await ann.until(lambda: any(isinstance(at.event, HandEnded) for at in ann.events))
    said = await ann.do(Say("thanks"), id_="once")
    assert isinstance(said, Done)
    await hub.close()
    await store.close()

    store = await Stores.open(url)
    hub = Hub(store.tables, store.ratings, time=FastTime(), chance=Seeded())
    again = await hub.get(live.id)
    assert again is not None and again.version >= said.version
    back = await Browser(again, "ann").connect()
    welcome = next(m for m in back.messages if isinstance(m, Welcome))
    assert (welcome.seat, welcome.you) == (0, "ann")
    assert await back.do(Say("thanks"), id_="once") == said
    await hub.close()
    await store.close()


@pytest.mark.campaign
async def test_a_table_goes_on_by_itself_when_it_is_known_again_whose_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("shengji.server.database.node._PATIENCE", 0.05)
    store = MemoryStore()
    hub = hub_of(store)
    live = await opened(hub)
    ann, again = await Browser(live, "ann").connect(), Browser(live, "ann")
    store.hold.node.renew(0.0)  # its lease is over, and the database is silent
    for _ in range(4):  # meanwhile a card was to be drawn, too
        refused = await ann.do(Say("hello"))
        assert isinstance(refused, Refused) and refused.code == "storage"
    await again.connect()
    assert again.bye == "restart"
    before = live.version
    store.hold.node.renew(inf)
    await happens(lambda: live.version > before)
    await hub.close()


async def test_the_lobby_hears_of_what_changes(url: str) -> None:
    store = await Stores.open(url)
    hub = Hub(store.tables, store.ratings, time=FastTime(), chance=Seeded())
    live = await hub.open("ann", "Ann", NewTable(settings=INSTANT))
    (line,) = await store.tables.lobby()
    assert (line.table, line.title, line.people, line.free) == (live.id, "Ann", ("Ann",), 3)
    assert isinstance(await live.act("bob", "Bob", Sit(2)), Done)
    (line,) = await store.tables.lobby()
    assert line.people == ("Ann", "Bob")
    assert [seated.table for seated in await store.tables.tables_of("bob")] == [live.id]
    hidden = SetSettings(Settings(pace="instant", private=True, title="Friday"))
    assert isinstance(await live.act("ann", "Ann", hidden), Done)
    assert await store.tables.lobby() == []
    line_now = await store.tables.line(live.id)
    assert line_now is not None and line_now.title == "Friday"
    playing = await opened(hub)
    found = await store.tables.line(playing.id)
    assert found is not None and found.playing and found.bots == 3
    await hub.close()
    await store.close()


async def test_what_cannot_be_opened_is_not() -> None:
    store = MemoryStore()
    hub = hub_of(store)
    with pytest.raises(OpeningRefusedError) as refused:
        await opened(hub, bots="nobody")
    assert refused.value.code == "no-such-bot"
    with pytest.raises(OpeningRefusedError):
        await opened(hub, bots=None)
    with pytest.raises(RulesError):
        await opened(hub, rules="nothing")
    assert not store.logs
    assert hub.counts().tables == 0
    await hub.close()


async def test_the_log_is_read_from_the_last_hand_on() -> None:
    store = MemoryStore()
    hub = Hub(store, NoRatings(), time=FastTime(), chance=Seeded())
    live, browsers = await four(hub)
    ann = browsers[0]

    def ended() -> int:
        return sum(isinstance(body, HandEnded) for body in store.bodies(live.id))

    await ann.until(lambda: ended() > 1)
    assert isinstance(await ann.do(Say("thanks")), Done)
    await hub.close()
    number, checkpoint = store.checkpoints[live.id]
    whole = Table.stored(await store.read(live.id))
    assert checkpoint is not None and 100 < number < whole.version
    assert Checkpoint.of(await store.load(live.id)) is not None
    for table in (await read_table(store, live.id), whole):
        assert table is not None
        assert table.room.state() == whole.room.state()
        for seat in range(4):
            assert table.prompts.now(Viewer(seat)) == whole.prompts.now(Viewer(seat))
        assert (table.version, table.moment, table.done) == (
            whole.version,
            whole.moment,
            whole.done,
        )
        assert table.events.unmasked == whole.events.unmasked
        for person in (*PEOPLE, "eve"):
            assert table.same_view_since(person) == whole.same_view_since(person)
    # What cannot be read, as of another version of the program, is not missed.
    store.checkpoints[live.id] = number, checkpoint.replace(b'"format":2', b'"format":1')
    again = await read_table(store, live.id)
    assert again is not None and again.room.state() == whole.room.state()
