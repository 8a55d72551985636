"""A database that fails, and a process that is killed."""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event, select

from shengji.server.database.errors import StorageError
from shengji.server.database.schema import matches, rating_changes
from shengji.server.matches.recorder import Recorder
from shengji.server.stores import Stores
from tests.forked import listened_to
from tests.server.fresh import fresh_in
from tests.server.storage.kit import bodies, execute, own, summary

pytestmark = [pytest.mark.faults, pytest.mark.postgresql]

KILLS = 2


async def test_a_batch_that_fails_tells_its_appenders_and_the_next_works(store: Stores) -> None:
    await store.tables.open_table("t", bodies("opened"), 5, None, summary("t"))
    await store.tables.open_table("u", bodies("opened"), 5, None, summary("u"))
    full = True

    def commit(_connection: object) -> None:
        if full:
            raise OSError("No space left on device")

    event.listen(store.database._engine.sync_engine, "commit", commit)
    outcomes = await asyncio.gather(
        store.tables.append("t", own(store), 2, bodies("secret cards"), 6),
        store.tables.append("u", own(store), 2, bodies("secret cards"), 6),
        return_exceptions=True,
    )
    for outcome in outcomes:
        assert isinstance(outcome, StorageError)
        assert "did not write: No space left on device" in str(outcome)
        assert "secret" not in str(outcome)
    full = False
    assert len(await store.tables.read("t")) == 1
    await store.tables.append("t", own(store), 2, bodies("played"), 7)
    assert [entry.body for entry in await store.tables.read("t")] == bodies("opened", "played")


async def test_of_a_batch_on_a_full_disk_that_is_told_as_stored_which_is(
    tmp_path: Path,
) -> None:
    store = await Stores.open(fresh_in(tmp_path))
    tables = ("t", "u", "v")
    for table in tables:
        await store.tables.open_table(table, bodies("opened"), 5, None, summary(table))
    most = 1  # the file does not grow, since fewer pages than there are cannot be asked for

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count = {most}")

    event.listen(store.database._engine.sync_engine, "begin", begin, insert=True)

    some = dict(zip(tables, ([b"small"], [b"large" * 100_000], [b"small"]), strict=True))

    async def append(tables: Sequence[str]) -> list[object]:
        appending = (store.tables.append(at, own(store), 2, some[at], 6) for at in tables)
        return await asyncio.gather(*appending, return_exceptions=True)

    await store.database.ready()
    told = await append(tables)
    assert isinstance(told[1], StorageError) and "disk is full" in str(told[1])
    stored = [len(await store.tables.read(table)) == 2 for table in tables]
    assert [outcome is None for outcome in told] == stored
    most = 1_000_000
    left = [table for table, done in zip(tables, stored, strict=True) if not done]
    assert await append(left) == [None] * len(left)
    assert [len(await store.tables.read(table)) for table in tables] == [2, 2, 2]
    await store.close()


async def test_a_database_that_cannot_be_written_to_is_not_ready(store: Stores) -> None:
    await store.database.ready()

    def commit(_connection: object) -> None:
        raise OSError("No space left on device")

    event.listen(store.database._engine.sync_engine, "commit", commit)
    with pytest.raises(StorageError, match="No space left"):
        await store.database.ready()
    event.remove(store.database._engine.sync_engine, "commit", commit)
    await store.database.ready()


async def test_a_sqlite_file_that_may_only_be_read_is_not_ready(tmp_path: Path) -> None:
    store = await Stores.open(fresh_in(tmp_path))
    await store.database._engine.dispose()

    def read_only(connection: Any, _record: object) -> None:
        connection.execute("PRAGMA query_only = ON").close()

    event.listen(store.database._engine.sync_engine, "connect", read_only)
    with pytest.raises(StorageError, match="readonly"):
        await store.database.ready()
    await store.close()


async def test_a_postgresql_that_drops_its_connections_is_found_again(postgres_url: str) -> None:
    store = await Stores.open(postgres_url)
    await store.database.ready()
    await execute(
        postgres_url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )
    ann, secret = await store.people.new_person("Ann")
    assert await store.people.person_by_secret(secret) == ann
    await store.close()


async def test_a_file_that_something_else_overwrote_is_said_so(tmp_path: Path) -> None:
    store = await Stores.open(fresh_in(tmp_path))
    await store.close()
    await store.database._engine.dispose()
    (tmp_path / "tables.db").write_bytes(b"overwritten by something else" * 1000)
    with pytest.raises(StorageError, match=r"tables\.db does not answer: .*not a database"):
        await store.tables.read("t")
    await store.database._engine.dispose()


async def test_what_was_acknowledged_survives_a_kill(url: str) -> None:
    """A process that appends to many tables at once is killed in the middle, again and again."""
    acknowledged: dict[str, int] = {}
    for number in range(KILLS):
        process, written = listened_to("tests.server.storage.appender", url, str(number))
        with written:
            for _ in range(150):
                table, entry = written.readline().split()
                acknowledged[table] = int(entry)
            process.send_signal(signal.SIGKILL)
            # What it had said and nobody had read yet counts too, but for a line cut short.
            for line in written:
                if line.endswith("\n"):
                    table, entry = line.split()
                    acknowledged[table] = int(entry)
        process.wait()
    store = await Stores.open(url)
    for table, last in acknowledged.items():
        log = await store.tables.read(table)
        assert [entry.number for entry in log] == list(range(1, len(log) + 1))
        assert len(log) >= last
        assert all(entry.body == b"%d" % entry.number for entry in log)
    await store.close()
    assert sum(acknowledged.values()) >= KILLS * 150


async def test_of_matches_that_end_while_a_server_is_killed_each_is_kept_once(url: str) -> None:
    said: set[str] = set()
    for number in range(KILLS):
        process, written = listened_to("tests.server.storage.ender", url, str(number))
        with written:
            said |= {written.readline().strip() for _ in range(40)}
            process.send_signal(signal.SIGKILL)
        process.wait()
    store = await Stores.open(url)
    recorder = Recorder(store.tables, store.matches, store.ratings)
    before = await _matches_of(store)
    await recorder.record()
    after = await _matches_of(store)
    assert await recorder.record() == 0
    assert await store.matches.unrecorded() == []
    await store.close()
    assert set(after.values()) == {1}, "none of them twice"
    assert said <= after.keys(), "none of them lost"
    assert before.items() <= after.items()


async def test_of_rated_matches_each_is_rated_once_though_the_server_is_killed(url: str) -> None:
    store = await Stores.open(url)
    people = [(await store.people.new_person(name))[0].id for name in ("Ann", "Bob", "Cem", "Dai")]
    await store.close()
    for number in range(KILLS):
        process, written = listened_to("tests.server.storage.ender", url, str(number), *people)
        with written:
            for _ in range(20):
                written.readline()
            process.send_signal(signal.SIGKILL)
        process.wait()
    store = await Stores.open(url)
    await Recorder(store.tables, store.matches, store.ratings).record()
    kept = sum((await _matches_of(store)).values())
    async with store.database.reading() as connection:
        rows = await connection.execute(select(rating_changes.c.match, rating_changes.c.player))
        changes = Counter(tuple(row) for row in rows)
    assert kept >= KILLS and len(changes) == kept * 4, "one hand of four people each"
    ann = (await store.ratings.of(people, "one-deck"))[people[0]]
    assert ann.games == kept
    done = await store.ratings.rebuild()
    assert (done.matches, done.results, done.changed) == (kept, kept * 4, 0)
    await store.close()


async def _matches_of(store: Stores) -> Counter[str]:
    """How many matches of each table are kept."""
    async with store.database.reading() as connection:
        return Counter((await connection.execute(select(matches.c.table))).scalars())
