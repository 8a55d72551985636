"""Every match that is over is kept, once, whatever fails meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from sqlalchemy import event, text

from shengji.record.validation import validate
from shengji.rules import rules_from
from shengji.server.database.errors import StorageError
from shengji.server.matches.filters import MatchFilter
from shengji.server.matches.match_reader import MatchReader
from shengji.server.matches.match_rows import NewMatch
from shengji.server.matches.recorder import Recorder
from shengji.server.matches.schemas import MatchLine
from shengji.server.ratings.steps import Rated
from shengji.server.stores import Stores
from shengji.server.tables.acts.hosting import SetRules
from shengji.server.tables.acts.match import Start
from shengji.server.tables.core.entries import Body, encode_body
from shengji.server.tables.core.table import Table
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.messages import Done
from shengji.server.tables.state import Settings
from shengji.server.tables.summary import Summary
from tests.seeds import Seeded
from tests.server.fresh import fresh_in
from tests.server.live.kit import Browser, FastTime, MemoryStore, hub_of, opened
from tests.server.storage.kit import own
from tests.server.table.kit import HOST, Player, done, started
from tests.waiting import end, happens

ONE_HAND = Settings(pace="instant", one_hand=True)
DAYS = 90
DAY = 24 * 60 * 60 * 1000


class Clock:
    now = 1_000 * DAY

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def url(tmp_path: Path) -> str:
    return fresh_in(tmp_path)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def store(url: str, clock: Clock) -> AsyncIterator[Stores]:
    store = await Stores.open(url, clock)
    yield store
    await store.close()


def match_log(hands: int | None = None) -> tuple[list[Body], Table]:
    """The log of a table with a match of one hand; or of so many, and of half of another."""
    log: list[Body] = []
    settings = ONE_HAND if hands is None else Settings()
    table = started(rules_from("forty-points"), 1, settings, log)
    player = Player(table, Random(1), told=log.append)
    while player.step():
        if hands is not None and len(table.events.results) == hands and table.room.in_hand:
            break
    return log, table


async def stored(
    store: Stores, table: str, hands: int | None = None, at: int = 1_000
) -> list[Body]:
    """Store the log of such a table, as it would have been while it was played."""
    log, seen = match_log(hands)
    written = [encode_body(body) for body in log]
    summary = Summary.of(seen.room.state(), "Wu")
    summary = summary._replace(line=replace(summary.line, table=table))
    await store.tables.open_table(table, written[:1], at, None, summary)
    await store.tables.append(table, own(store), 2, written[1:], at, ends=hands is None)
    return log


async def kept(store: Stores) -> list[MatchLine]:
    found = await store.matches.page("nobody", MatchFilter(), None, 100)
    assert found is not None
    return found


async def test_a_match_that_is_played_is_kept_as_soon_as_it_is_over(
    store: Stores, tmp_path: Path
) -> None:
    ann, _ = await store.people.new_person("Ann")
    recorder = Recorder(store.tables, store.matches, store.ratings)
    keeping = asyncio.create_task(recorder.run())
    hub = Hub(store.tables, store.ratings, time=FastTime(), chance=Seeded())
    hub.subscribe(recorder.on_notification)
    live = await opened(hub, ONE_HAND, rules="forty-points")
    browser = await Browser(live, "ann", plays=True).connect()
    await browser.until(lambda: browser.now is not None and browser.now.wait == "over")
    (line,) = await happens(lambda: kept(store))
    assert (line.ending, line.hands, line.open) == ("hand", 1, True)
    # Who has played is no person of this database, like one who was removed meanwhile.
    assert (line.seats[0].person, line.seats[0].name) == (None, "")
    assert await recorder.record() == 0
    record = await store.matches.record(line.match, ann.id)
    assert record is not None
    file = tmp_path / "match.jsonl"
    file.write_bytes(record.packed.lines())
    assert not validate(file).faults
    await hub.close()
    await end(keeping)


async def test_only_what_ends_a_match_has_it_recorded() -> None:
    store = MemoryStore()
    hub = hub_of(store)
    live = await opened(hub, Settings(pace="instant"), bots="random", start=False)
    for rules in ("pagat", "forty-points"):
        assert isinstance(await live.act("ann", "Ann", SetRules(rules)), Done)
    assert store.ended == [], "there was no match"
    playing = await opened(hub, Settings(pace="instant"), rules="forty-points")
    ann = await Browser(playing, "ann", plays=True).connect()
    assert isinstance(await ann.do(SetRules("pagat")), Done)
    await ann.until(lambda: ann.table is not None and not ann.table.playing)
    assert store.ended == [(playing.id, len(store.logs[playing.id]))]
    await hub.close()


async def test_a_server_that_ended_before_it_kept_a_match_keeps_it_when_it_starts(
    url: str, store: Stores
) -> None:
    await stored(store, "t")
    await store.close()
    again = await Stores.open(url)
    assert await Recorder(again.tables, again.matches, again.ratings).record() == 1
    assert await Recorder(again.tables, again.matches, again.ratings).record() == 0
    assert len(await kept(again)) == 1
    await again.close()


@pytest.mark.parametrize("statement", range(9))
async def test_a_database_that_fails_while_a_match_is_kept_keeps_it_whole_or_not(
    store: Stores, statement: int
) -> None:
    """The transaction breaks off at each of its statements in turn, the last one being its end."""
    await stored(store, "t")
    done = 0

    def break_off(*_: object) -> None:
        nonlocal done
        done += 1
        if done > statement:
            raise OSError("disk I/O error")

    async def rows() -> list[int]:
        tables = ("matches", "records", "match_players", "hands", "hand_players")
        async with store.database.reading() as connection:
            return [
                (await connection.execute(text(f"SELECT count(*) FROM {table}"))).scalar_one()
                for table in tables
            ]

    reader = MatchReader()
    for number, body in enumerate(match_log()[0], 1):
        reader.read(number, number, body)
    new = [NewMatch.of(over) for over in reader.finish()]
    engine = store.database._engine.sync_engine
    for name in ("before_cursor_execute", "commit"):
        event.listen(engine, name, break_off)
    with pytest.raises(StorageError):
        await store.matches.keep("t", 10_000, new)
    for name in ("before_cursor_execute", "commit"):
        event.remove(engine, name, break_off)
    assert await rows() == [0] * 5
    assert await Recorder(store.tables, store.matches, store.ratings).record() == 1
    assert await rows() == [1, 1, 4, 1, 4]


async def test_a_recorder_outlives_what_fails(
    store: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stored(store, "t")
    recorder, tries = Recorder(store.tables, store.matches, store.ratings), 0
    record = recorder.record

    async def failing() -> int:
        nonlocal tries
        tries += 1
        if tries < 3:
            raise (StorageError if tries == 1 else RuntimeError)("no luck")
        return await record()

    monkeypatch.setattr(recorder, "record", failing)
    keeping = asyncio.create_task(recorder.run())

    async def after_all() -> list[MatchLine]:
        recorder.match_over()
        return await kept(store)

    assert len(await happens(after_all)) == 1 and not keeping.done()
    await end(keeping)


async def test_a_recorder_ends_also_when_it_is_told_of_a_match_at_that_moment(
    store: Stores,
) -> None:
    recorder = Recorder(store.tables, store.matches, store.ratings)
    for _ in range(3):
        keeping = asyncio.create_task(recorder.run())
        await asyncio.sleep(0.05)  # it has looked, and waits
        recorder.match_over()
        await asyncio.sleep(0)  # what it waits for has come, and it has not gone on yet
        keeping.cancel()
        async with asyncio.timeout(10):
            await asyncio.wait([keeping])
        assert keeping.cancelled()


async def test_who_asks_for_ratings_waits_for_those_of_just_now(
    store: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder, slow = Recorder(store.tables, store.matches, store.ratings), asyncio.Event()
    record = recorder.record

    async def slowly() -> int:
        await slow.wait()
        return await record()

    keeping = asyncio.create_task(recorder.run())
    assert await recorder.wait_rated()
    await stored(store, "t")
    recorder.match_over()
    assert await recorder.wait_rated()
    assert len(await kept(store)) == 1
    # Where it takes long, they are told so.
    monkeypatch.setattr(recorder, "record", slowly)
    recorder.match_over()
    assert not await recorder.wait_rated()
    slow.set()
    assert await recorder.wait_rated()
    await end(keeping)


async def test_a_log_that_cannot_be_read_holds_up_no_other(store: Stores, clock: Clock) -> None:
    log = await stored(store, "bad", at=clock.now)
    await store.tables.append(
        "bad", own(store), len(log) + 1, [b'{"event":"nothing"}'], clock.now, ends=True
    )
    await stored(store, "good", at=clock.now)
    recorder = Recorder(store.tables, store.matches, store.ratings)
    assert await recorder.record() == 1
    assert await recorder.record() == 0
    assert await store.matches.unrecorded() == ["bad"], "for who starts the server the next time"
    assert await Recorder(store.tables, store.matches, store.ratings).record() == 0
    clock.now += (DAYS + 1) * DAY
    assert (await store.sweep(days=DAYS)).tables == 1
    assert await recorder.retire(set, DAYS) == 1
    assert await store.tables.read("bad") == [] and await store.matches.unrecorded() == []


async def test_a_match_that_nobody_goes_on_with_is_kept_when_its_table_goes(
    store: Stores, clock: Clock
) -> None:
    await stored(store, "left", hands=2, at=clock.now)
    await stored(store, "early", hands=0, at=clock.now)
    await stored(store, "busy", hands=1, at=clock.now)
    recorder = Recorder(store.tables, store.matches, store.ratings)
    clock.now += (DAYS + 1) * DAY
    assert await recorder.record() == 0
    assert (await store.sweep(days=DAYS)).tables == 0
    assert await recorder.retire(set, DAYS + 2) == 0
    came: set[str] = set()

    def busy() -> set[str]:
        """Somebody comes to one of them while its matches are gathered."""
        before = set(came)
        came.add("busy")
        return before

    assert await recorder.retire(busy, DAYS) == 2
    (line,) = await kept(store)
    assert (line.ending, line.hands, line.winners) == ("abandoned", 2, ())
    assert [bool(await store.tables.read(table)) for table in ("left", "early", "busy")] == [
        False,
        False,
        True,
    ]


async def test_matches_are_kept_one_after_the_other_as_a_table_plays_on(store: Stores) -> None:
    log = await stored(store, "t")
    table, recorder = Table.of(log), Recorder(store.tables, store.matches, store.ratings)
    player = Player(table, Random(2), told=log.append)
    assert await recorder.record() == 1
    for at in (2_000, 3_000):
        since = len(log)
        player.hear(done(table, HOST, Start()))
        while player.step():
            pass
        bodies = [encode_body(body) for body in log[since:]]
        await store.tables.append("t", own(store), since + 1, bodies, at, ends=True)
        assert await recorder.record() == 1
    assert [line.ended for line in await kept(store)] == [3_000, 2_000, 1_000]


async def test_what_ends_while_much_is_rated_anew_does_not_wait_for_it(
    store: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds: list[int] = []

    async def advance_some() -> Rated:
        """Three rounds, during the first of which a match ends."""
        rounds.append(len(await kept(store)))
        if len(rounds) == 1:
            await stored(store, "late")
        return Rated(int(len(rounds) < 4), 0, 0)

    monkeypatch.setattr(store.ratings, "advance_some", advance_some)
    assert await Recorder(store.tables, store.matches, store.ratings).record() == 1
    assert rounds == [0, 1, 1, 1]
