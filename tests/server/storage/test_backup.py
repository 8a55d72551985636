"""A backup takes all of a site elsewhere, or says why it does not and leaves all as it is."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import io
import itertools
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from benchmarks.night.playing import SeatAtTable
from shengji import __version__
from shengji.server.database import backup as backups
from shengji.server.database.backup import BackedUp, BackupError, Ending, TableHeading, back_up
from shengji.server.database.leader import Leader
from shengji.server.database.migrations import known_steps
from shengji.server.database.nodes import Nodes
from shengji.server.database.restore import check, restore
from shengji.server.stores import Stores
from shengji.server.tables.messages import Do, Happened, ToBrowser, Welcome
from tests.server.fresh import fresh_in
from tests.server.http.site import Site, Talk, running
from tests.server.http.test_accounts import owner
from tests.server.http.test_nights import ask, come, made
from tests.server.storage.kit import DAY, bodies, contents, execute, keep, summary
from tests.server.storage.test_ratings import SPRING, rated
from tests.waiting import PATIENCE

both = pytest.mark.postgresql

decoded = msgspec.json.Decoder(ToBrowser).decode_lines


async def written(url: str) -> bytes:
    out = io.BytesIO()
    await back_up(url, out, 1_000 * DAY)
    return out.getvalue()


async def taken(url: str, backup: bytes, *, replace: bool = False) -> BackedUp:
    return await restore(url, io.BytesIO(backup), replace=replace)


def lines_of(backup: bytes) -> list[bytes]:
    return gzip.decompress(backup).splitlines(keepends=True)


class Player:
    """Somebody at a table, for whom a bot decides."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.seat = SeatAtTable("basic", 1, itertools.count(1))
        talk.say({"type": "hello"})

    def until_mine(self) -> tuple[int, Do]:
        """Play until others' cards lie on the table and it is my turn: the version, and my play."""
        while True:
            for heard in decoded(self.talk.connection.recv(timeout=PATIENCE)):
                for said in self.seat.hear(heard):
                    mine = isinstance(heard, Welcome | Happened) and heard.now.wait == "follow"
                    if mine and isinstance(said, Do):
                        return heard.version, said
                    self.talk.say(msgspec.json.encode(said).decode())


def goes_on(site: Site, ann: httpx.Client, table: str, version: int, mine: Do) -> None:
    """The table is where it was, and the play is made."""
    browser = site.browser(cookies={"shengji": ann.cookies["shengji"]})
    with site.connect(browser, table) as talk:
        found, again = Player(talk).until_mine()
        assert (found, again.action) == (version, mine.action)
        talk.say(msgspec.json.encode(mine).decode())
        assert talk.until("done", "refused")["type"] == "done"


def test_a_site_goes_to_another_engine_and_back_while_it_runs(
    tmp_path: Path, postgres_url: str
) -> None:
    ours, theirs = (f"sqlite:///{tmp_path}/{name}.db" for name in ("ours", "theirs"))
    with running(tmp_path, database=ours) as site:
        boss, night = made(site, title="Friday")
        assert [ask(boss, night, "announce", text="Welcome")["done"] for _ in come(site, night, 4)]
        ann, _ = owner(site, "Wu Song")
        table = site.table(ann, bots="basic", start=True)
        with site.connect(ann, table) as talk:
            version, mine = Player(talk).until_mine()
            asyncio.run(_rate(ours))
            first = asyncio.run(written(ours))
    before = asyncio.run(contents(ours))
    with running(tmp_path, database=postgres_url):
        pass  # it has been started, and nobody has come
    asyncio.run(taken(postgres_url, first))
    with running(tmp_path, database=postgres_url) as site:
        state = site.browser(cookies=dict(boss.cookies)).get(night).json()
        assert (state["role"], len(state["people"])) == ("organiser", 4)
        second = asyncio.run(written(postgres_url))
        goes_on(site, ann, table, version, mine)
    asyncio.run(taken(theirs, second))
    after = asyncio.run(contents(theirs))
    for name in ("accounts", "entries", "keys", "night_events", "ratings", "rating_changes"):
        assert before[name] and after[name][: len(before[name])] == before[name], name
    with running(tmp_path, database=theirs) as site:
        goes_on(site, ann, table, version, mine)


async def _rate(url: str) -> None:
    """Have two matches rated, so that there is more than one number that the engine gives."""
    store = await Stores.open(url)
    for number in (1, 2):
        people = [(await store.people.new_person(f"P{seat}"))[0].id for seat in range(4)]
        await keep(store, rated(number, SPRING + number, people, Random(number)))
    assert (await store.ratings.advance()).matches == 2
    await store.close()


@both
async def test_all_rows_come_back_and_new_ones_get_new_numbers(url: str, tmp_path: Path) -> None:
    await _rate(url)
    backup = await written(url)
    before = await contents(url)
    other = f"sqlite:///{tmp_path}/other.db"
    done = await taken(other, backup)
    assert await contents(other) == before
    assert done == (known_steps()[-1], len(before), sum(map(len, before.values())))
    assert check(io.BytesIO(backup)) == done
    # And where it came from, which is another engine in one case.
    await taken(url, await written(other), replace=True)
    assert await contents(url) == before
    await _rate_again(url)


async def _rate_again(url: str) -> None:
    store = await Stores.open(url)
    ids = [(await store.people.new_person("New"))[0].id for _ in range(4)]
    await keep(store, rated(3, SPRING + 3, ids, Random(3)))
    assert (await store.ratings.advance()).matches == 1
    await store.close()


@pytest.fixture(scope="module")
def backup(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    async def made(url: str) -> bytes:
        store = await Stores.open(url)
        ann, _ = await store.people.new_person("Ann")
        await store.tables.open_table("kept", bodies("a", "b"), 1, None, summary("kept", ann.id))
        await store.close()
        return await written(url)

    return asyncio.run(made(fresh_in(tmp_path_factory.mktemp("source"))))


def packed(*lines: bytes) -> bytes:
    return gzip.compress(b"".join(lines))


def harmed(whole: bytes) -> Iterator[bytes]:
    """Backups with which something is wrong."""
    lines = lines_of(whole)
    yield whole[: len(whole) // 2]
    yield whole[:-1]
    yield whole[:200] + bytes([whole[200] ^ 1]) + whole[201:]
    yield whole + gzip.compress(b"more\n")
    yield b""
    yield b"SQLite format 3\0" * 100
    yield packed(*lines[:-1])
    yield packed(*lines[:5], *lines[6:])
    yield packed(*(line.replace(b"Ann", b"Bob") for line in lines))
    yield packed(*(line.replace(b'"secret"', b'"secrets"') for line in lines))
    yield packed(lines[0], b'["a"]\n')
    yield packed(b"[" * 100_000)


def test_a_backup_that_is_not_whole_is_seen(backup: bytes) -> None:
    for harm in harmed(backup):
        with pytest.raises(BackupError, match=r"damaged or .*, at line .*nothing was changed"):
            check(io.BytesIO(harm))


@both
async def test_a_backup_that_is_not_whole_is_refused(url: str, backup: bytes) -> None:
    """Also where that is seen in the middle, or when all has been written but the end."""
    before = await contents(url)
    for harm in itertools.islice(harmed(backup), 1, None, 4):
        with pytest.raises(BackupError, match=r"damaged or .*, at line .*nothing was changed"):
            await taken(url, harm, replace=True)
    assert await contents(url) == before


async def test_columns_are_found_by_their_names(url: str, backup: bytes) -> None:
    *lines, _ = lines_of(backup)
    at = next(number for number, line in enumerate(lines) if b'"table":"people"' in line)
    heading, row = (msgspec.json.decode(line) for line in lines[at : at + 2])
    heading["columns"].reverse()
    lines[at : at + 2] = [msgspec.json.encode(part) + b"\n" for part in (heading, row[::-1])]
    rows = sum(line.startswith(b"[") for line in lines)
    ending = Ending(rows, hashlib.sha256(b"".join(lines)).hexdigest())
    await taken(url, packed(*lines, msgspec.json.encode(ending) + b"\n"))
    assert [row[1] for row in (await contents(url))["people"]] == ["Ann"]


async def test_a_line_without_end_fills_no_memory(
    backup: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shengji.server.database.restore.LONGEST_LINE", 1000)
    long = packed(*lines_of(backup)[:2], b'["' + b"a" * 5000)
    with pytest.raises(BackupError, match="at line 3"):
        check(io.BytesIO(long))


@both
async def test_a_database_that_holds_something_is_left_alone(url: str, backup: bytes) -> None:
    store = await Stores.open(url)
    await store.people.new_person("Bob")
    await store.close()
    before = await contents(url)
    with pytest.raises(BackupError, match=r"not empty.*--replace"):
        await taken(url, backup)
    assert await contents(url) == before
    await taken(url, backup, replace=True)
    assert [row[1] for row in (await contents(url))["people"]] == ["Ann"]


@both
async def test_a_database_that_a_server_has_open_is_left_alone(url: str, backup: bytes) -> None:
    store = await Stores.open(url)
    await store.database.ready()
    for replace in (False, True):
        with pytest.raises(BackupError, match=r"another program has the database .* stop the"):
            await taken(url, backup, replace=replace)
    await store.people.new_person("Bob")
    await store.close()


@both
async def test_what_the_database_refuses_changes_nothing(url: str, backup: bytes) -> None:
    before = await contents(url)
    lines = lines_of(backup)
    # A person twice, which both engines refuse.
    at = next(number for number, line in enumerate(lines) if b'"Ann"' in line)
    twice = packed(*lines[: at + 1], lines[at], *lines[at + 1 :])
    with pytest.raises(BackupError, match=r"cannot take the backup in: .*Nothing was changed"):
        await taken(url, twice)
    assert await contents(url) == before


async def test_a_file_that_could_not_be_filled_is_not_left(tmp_path: Path, backup: bytes) -> None:
    (tmp_path / "new").mkdir()
    with pytest.raises(BackupError, match="damaged"):
        await taken(f"sqlite:///{tmp_path}/new/tables.db", backup[:-9])
    assert list((tmp_path / "new").iterdir()) == []


async def test_newer_ones_are_refused_with_what_to_do(url: str, backup: bytes) -> None:
    lines = lines_of(backup)
    for change in ((b'"step":"', b'"step":"9'), (b'"format":1', b'"format":2')):
        newer = packed(lines[0].replace(*change), *lines[1:])
        with pytest.raises(BackupError, match=rf"newer version of shengji, {__version__}.*Install"):
            await taken(url, newer)
    await taken(url, backup)
    await execute(url, "UPDATE alembic_version SET version_num = '9999'")
    for doing in (written(url), taken(url, backup, replace=True)):
        with pytest.raises(BackupError, match=r"newer version of shengji: it is at step 9999"):
            await doing


@pytest.mark.bare
async def test_where_no_site_is_nothing_is_made(tmp_path: Path, postgres_url: str) -> None:
    with pytest.raises(BackupError, match="there is no site in sqlite:"):
        await written(f"sqlite:///{tmp_path}/none.db")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(BackupError, match="there is no site in postgresql:"):
        await written(postgres_url)
    with pytest.raises(BackupError, match="cannot be read: "):
        await written("postgresql://u:hush@127.0.0.1:1/n")


@both
async def test_a_backup_is_of_one_moment(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = await Stores.open(url)
    await store.people.new_person("Ann")
    await store.close()
    encode, names = backups._encode, []

    def while_reading(value: Any) -> bytes:
        """Somebody comes when one table has been read, and leaves traces in those after it."""
        if isinstance(value, TableHeading):
            names.append(value.table)
            if value.table == "keys":
                with ThreadPoolExecutor(1) as apart:  # in an event loop of its own
                    apart.submit(asyncio.run, come_in()).result()
        return encode(value)

    async def come_in() -> None:
        there = await Stores.open(url)
        await there.people.new_person("Bob")
        await there.close()

    monkeypatch.setattr(backups, "_encode", while_reading)
    backup = await written(url)
    assert names.index("people") < names.index("keys")
    lines = lines_of(backup)
    (at,) = (number for number, line in enumerate(lines) if b'"table":"keys"' in line)
    assert lines[at + 1].startswith(b"[") and lines[at + 2].startswith(b"{"), "one key, Ann's"


async def test_what_processes_do_just_now_is_left_behind(url: str, tmp_path: Path) -> None:
    store = await Stores.open(url)
    await Nodes(store.database).begin()
    await Leader(store.database, "site").check()
    await store.close()
    backup = await written(url)
    other = f"sqlite:///{tmp_path}/other.db"
    await taken(other, backup)
    assert (await contents(url))["nodes"]
    found = await contents(other)
    assert not found["nodes"] and not found["duties"]
    await taken(other, backup)  # a site that was only started holds nothing
