"""Data that older versions have stored go on under this one."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from shengji.game import HandEnded
from shengji.record.validation import validate
from shengji.server.accounts.names import skeletons
from shengji.server.accounts.values import Passkey
from shengji.server.database import migrations
from shengji.server.database.address import read_address
from shengji.server.matches.filters import MatchFilter
from shengji.server.matches.recorder import Recorder
from shengji.server.matches.store import PersonLine
from shengji.server.nights.store import NightIndex
from shengji.server.push.store import Subscription
from shengji.server.site.person import Person
from shengji.server.stores import Stores
from shengji.server.tables.core.entries import Body, MatchBegan, decode_body
from shengji.server.tables.core.table import Table
from tests.seeds import all_are_made
from tests.server.storage.kit import bodies, execute, go_back, held, keep, over, own, summary
from tests.server.storage.test_ratings import SPRING, rated

pytestmark = pytest.mark.postgresql

KEPT = Path(__file__).parents[2] / "data" / "version1" / "table.jsonl"
"""The log of a table as version 1 has stored it: a match to its end."""

STEPS = Path(migrations.__file__).parent / "versions"


async def test_a_log_of_version_1_says_afterwards_what_follows_from_its_hands(
    url: str, tmp_path: Path
) -> None:
    kept = KEPT.read_bytes().splitlines()
    store = await Stores.open(url)
    await store.tables.open_table("kept", kept, 1, None, summary("kept", started=True))
    await store.close()
    await go_back(url, "0001")
    store = await Stores.open(url)
    log = [decode_body(entry.body) for entry in await store.tables.read("kept")]
    assert await Recorder(store.tables, store.matches, store.ratings).record() == 1
    (line,) = await store.matches.page("nobody", MatchFilter(), None, 9) or []
    record = await store.matches.record(line.match, "nobody")
    await store.close()
    assert record is not None
    file = tmp_path / "match.jsonl"
    file.write_bytes(record.packed.lines())
    assert not validate(file).faults
    assert (line.ending, line.winners, line.hands) == ("won", (1, 3), len(_ends(log)))
    table = Table.of(log)
    assert table.match is not None
    assert _ends(log)[-1].winners == table.match.winners == (1, 3)
    assert [at.tried for at in table.match.standings] == [True, False, True, False]
    assert [at.level.value for at in table.match.standings] == ["2", "3", "2", "3"]
    others = [decode_body(body) for body in kept]
    assert [body for body in log if not isinstance(body, HandEnded)] == [
        body for body in others if not isinstance(body, HandEnded)
    ]


def _ends(log: list[Body]) -> list[HandEnded]:
    return [body for body in log if isinstance(body, HandEnded)]


async def test_tables_of_version_4_go_on_and_their_matches_are_to_be_kept(url: str) -> None:
    store = await Stores.open(url)
    ann, secret = await store.people.new_person("Ann")
    await store.people.use_link(await store.people.new_link(ann.id, 60))
    for table, started in (("played", True), ("waits", False)):
        seen = summary(table, ann.id, playing=started, started=started)
        await store.tables.open_table(table, [b"1", b"2"], 1, None, seen)
    await store.tables.append("played", own(store), 3, [b"3"], 2, checkpoint=b"two")
    first, *_ = sorted(device.made or 0 for device in await store.people.devices(ann.id))
    before = [await store.tables.load(table) for table in ("played", "waits")]
    await store.close()
    await go_back(url, "0004")
    store = await Stores.open(url)
    assert [await store.tables.load(table) for table in ("played", "waits")] == before
    assert await store.people.person_by_secret(secret) == ann
    known = await store.matches.person(ann.id, ann.id)
    assert known == PersonLine("Ann", first, 0, 0)
    assert await store.matches.unrecorded() == ["played"]
    # Up to where they had come, and no further.
    await store.tables.append("played", await held(store, "played"), 4, [b"4"], 3, ends=True)
    await store.matches.keep("played", 3, [])
    assert await store.matches.unrecorded() == ["played"]
    await store.matches.keep("played", 4, [])
    assert await store.matches.unrecorded() == []
    await store.close()


async def test_a_table_under_way_in_the_oldest_database_has_all_that_came_since(url: str) -> None:
    store = await Stores.open(url)
    people = [await store.people.new_person(name) for name in ("Ann", "Bob", "Cem", "Dai")]
    (ann, secret), (bob, _), *_ = people
    host = b'"person":"%s"' % ann.id.encode()
    kept = [line.replace(b'"person":"host"', host) for line in KEPT.read_bytes().splitlines()]
    for table, entries in (("over", kept), ("played", kept[:60])):
        seen = summary(table, ann.id, playing=table == "played", started=True)
        await store.tables.open_table(table, entries, 1, None, seen)
    link = await store.people.new_link(ann.id, 600)
    await store.close()
    await go_back(url, "0001")
    store = await Stores.open(url)
    assert await store.people.person_by_secret(secret) == ann
    assert await store.people.use_link(link) is not None
    assert {at.table for at in await store.tables.tables_of(ann.id)} == {"over", "played"}
    log = [decode_body(entry.body) for entry in (await store.tables.load("played")).entries]
    resumed = Table.of(log)
    assert resumed.match is not None and resumed.match.hand is not None
    assert (resumed.room.playing, resumed.match.hand.number) == (True, 2)
    # It is played to its end, and the history has it, with what each hand was (0007, 0014).
    assert await Recorder(store.tables, store.matches, store.ratings).record() == 1
    rest = [entry.body for entry in await store.tables.read("over", 60)]
    await store.tables.append("played", await held(store, "played"), 61, rest, 2, ends=True)
    assert await Recorder(store.tables, store.matches, store.ratings).record() == 1
    found = await store.matches.page(ann.id, MatchFilter(person=ann.id), None, 9)
    assert found is not None
    assert [(line.winners, line.hands, line.ended) for line in found] == [
        ((1, 3), 2, 2),
        ((1, 3), 2, 1),
    ]
    numbers = await store.statistics.of(ann.id, ann.id, None)
    assert numbers is not None
    # Seat 0 was the partner of seat 2, and then one of the Opponents; its side lost both.
    assert [(of.hands, of.won, of.levels) for of in numbers.roles] == [
        (0, 0, 0),
        (2, 0, -12),
        (2, 0, -6),
    ]
    # What a person may have besides: calls (0005), an account with its ways in (0006), tokens
    # (0010), a bot's account (0012).
    called = Subscription("https://push.example/1", b"4" * 65, b"a" * 16, "en")
    assert await store.subscriptions.subscribe(secret, called)
    assert await store.subscriptions.subscriptions(ann.id) == [called]
    made = await store.accounts.make(ann.id, "Ann", ("ann",), "hash")
    assert made is not None
    passkey = Passkey(b"k", ann.id, "example.org", b"key", 0, "Phone", 1, None)
    assert await store.ways.add_passkey(passkey)
    code = await store.ways.ask_mail(ann.id, "ann@example.org", 600)
    assert await store.ways.confirm_mail(ann.id, code)
    await store.ways.new_challenge(b"c", made.secret, "prove", 600)
    assert await store.ways.use_challenge(b"c", made.secret, "prove")
    account = await store.accounts.of(ann.id)
    assert account is not None
    assert (account.mail, account.codes, account.bot) == ("ann@example.org", 8, False)
    _, token = await store.tokens.make(ann.id, "mine", ["history"], None)
    bearer = await store.tokens.bearer(token)
    assert bearer is not None and bearer.person.id == ann.id
    assert await store.accounts.make(bob.id, "Bob", ("bob",), "hash") is not None
    assert await store.accounts.make_bot(bob.id) and not await store.accounts.make_bot(ann.id)
    # Peace is kept (0009), also over matches (0013), and what is rated is rated (0011).
    told = await store.moderation.report(bob.id, ann.id, "slow", match=found[0].match, hand=2)
    assert told == "kept"
    (report,) = await store.moderation.reports()
    assert (report.match, report.table) == (found[0].match, None)
    assert await store.moderation.impose(bob.id, "mute", "slow", ann.id, None) is not None
    assert [act.act for act in await store.moderation.acts()] == ["mute"]
    ids = [person.id for person, _ in people]
    await keep(store, rated(3, SPRING, ids, Random(1)))
    assert (await store.ratings.advance()).matches == 1
    assert len(await store.ratings.person(ann.id, ann.id, None)) == 1
    await store.close()


async def test_a_table_under_way_goes_on_from_every_older_database(url: str) -> None:
    store = await Stores.open(url)
    ann, secret = await store.people.new_person("Ann")
    log = KEPT.read_bytes().splitlines()[:10]
    await store.tables.open_table(
        "kept", log, 1, None, summary("kept", ann.id, playing=True, started=True)
    )
    await store.close()
    steps = sorted((file.name[:4] for file in STEPS.glob("0*.py")), reverse=True)
    # From the newest, from some between, and from the oldest; in a campaign from each.
    for step in steps[1:] if all_are_made() else (*steps[1:-1:6], steps[-1]):
        await go_back(url, step)
        store = await Stores.open(url)
        assert await store.people.person_by_secret(secret) == ann, step
        assert [entry.body for entry in (await store.tables.load("kept")).entries] == log, step
        assert [at.playing for at in await store.tables.tables_of(ann.id)] == [True], step
        await store.tables.append("kept", await held(store, "kept"), 11, bodies("more"), 2)
        assert len(await store.tables.read("kept")) == 11, step
        await store.close()
        await execute(url, "DELETE FROM entries WHERE number = 11")
    assert steps[-1] == "0001"


@pytest.mark.bare
async def test_each_step_is_made_once(url: str) -> None:
    for _ in range(2):
        await (await Stores.open(url)).close()
    engine = create_async_engine(read_address(url))
    async with engine.connect() as connection:
        found = await connection.execute(text("SELECT version_num FROM alembic_version"))
        assert found.scalars().all() == [max(file.name[:4] for file in STEPS.glob("0*.py"))]
    await engine.dispose()


async def test_people_and_tables_of_before_go_on_and_may_have_accounts(url: str) -> None:
    store = await Stores.open(url)
    ann, secret = await store.people.new_person("Ann", "Firefox · Linux")
    await store.tables.open_table(
        "kept", bodies("a", "b"), 1, None, summary("kept", ann.id, playing=True)
    )
    token = await store.people.new_link(ann.id, 600)
    await store.close()
    await go_back(url, "0004")
    store = await Stores.open(url)
    assert await store.people.person_by_secret(secret) == ann
    assert [at.table for at in await store.tables.tables_of(ann.id)] == ["kept"]
    assert [entry.body for entry in await store.tables.read("kept")] == bodies("a", "b")
    assert await store.people.use_link(token) is not None
    made = await store.accounts.make(ann.id, "Wu Song", ("wu song",), "hash")
    assert made is not None
    assert await store.people.person_by_secret(made.secret) == Person(ann.id, "Wu Song", "player")
    assert [at.table for at in await store.tables.tables_of(ann.id)] == ["kept"]
    await store.close()


async def test_accounts_whose_names_are_read_alike_keep_them(url: str) -> None:
    store = await Stores.open(url)
    people = {}
    for name in ("Victim One", "Victim-One", "Wu Song"):
        person, _ = await store.people.new_person("?")
        shown = skeletons(name)[:-1]  # as names were compared before
        assert await store.accounts.make(person.id, name, shown, "hash") is not None
        people[name] = person.id
    await store.close()
    await go_back(url, "0018")
    store = await Stores.open(url)
    for name, owner in people.items():
        account = await store.accounts.named(skeletons(name)[0])
        assert account is not None and (account.person, account.name) == (owner, name)
    for name in ("Victim One.", "Víctim One", "wu-song"):
        assert await store.accounts.is_taken(skeletons(name))
    assert not await store.accounts.is_taken(skeletons("Victim Two"))
    await store.close()


async def test_what_was_before_ratings_goes_on_and_what_ends_then_may_be_rated(url: str) -> None:
    store = await Stores.open(url)
    people = [(await store.people.new_person(name))[0].id for name in ("Ann", "Bob", "Cem", "Dai")]
    await keep(store, over(1, 1000, people))
    log = [b'{"event":"match_began"}', *bodies("a")]
    await store.tables.open_table("kept", log, 1, None, summary("kept", *people, playing=True))
    await store.close()
    await go_back(url, "0010")
    store = await Stores.open(url)
    assert [decode_body(log[0])] == [MatchBegan()], "no match of before is rated"
    assert [entry.body for entry in await store.tables.read("kept")] == log
    (line,) = await store.matches.page(people[0], MatchFilter(), None, 9) or []
    found = await store.matches.one(line.match, people[0])
    assert found is not None and found[3] is None and not line.rated
    assert await store.ratings.advance() == (0, 0, 0)
    await keep(store, rated(2, SPRING, people, Random(1)))
    assert (await store.ratings.advance()).matches == 1
    assert len(await store.ratings.person(people[0], people[0], None)) == 1
    await store.close()


async def test_a_series_of_before_belongs_to_whoever_made_its_earliest_night(url: str) -> None:
    """The nights of others wait for that person, and those of accounts that are gone stay."""
    store = await Stores.open(url)
    people = []
    for name in ("Ann", "Bob"):
        person, _ = await store.people.new_person(name)
        await store.accounts.make(person.id, name, (name.lower(),), "hash")
        people.append(person.id)
    ann, bob = people
    made = [("n1", "gone", "Fall"), ("n2", ann, "Fall"), ("n3", bob, "Fall"), ("n4", ann, "Fall")]
    made += [("n5", bob, "Spring"), ("n6", ann, "")]
    for at, (night, by, series) in enumerate(made):
        line = NightIndex("", series, "open", at, None, 0, 0, "levels", frozenset())
        await store.nights.append(night, own(store), 1, [b'{"by":"%s"}' % by.encode()], line)
    await store.close()
    await go_back(url, "0032")
    store = await Stores.open(url)
    assert [await store.series.owner(name) for name in ("Fall", "Spring", "")] == [ann, bob, None]
    lines = await store.nights.lines("x", series="Fall")
    assert [line.night for line in lines] == ["n4", "n2", "n1"]
    assert [request.night for request in await store.series.requests(ann)] == ["n3"]
    await store.close()
