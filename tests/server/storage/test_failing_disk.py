"""A SQLite file on a disk that is full, that does not sync, or that returns another page."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from io import BytesIO
from pathlib import Path

import pytest

from shengji.server.database import restore
from shengji.server.database.backup import BackupError, back_up
from shengji.server.database.errors import StorageError
from shengji.server.stores import Stores
from shengji.terminal.doctor.storage import check_database
from tests.cases import cases
from tests.server.fresh import fresh_in
from tests.server.storage.faulty_disk import FULL, NOT_SYNCED, Kind, faulty_disk
from tests.server.storage.kit import bodies, held, summary

pytestmark = pytest.mark.faults

TABLES = ("t", "u")
INDEX = "sqlite_autoindex_tables_1"


def entries(database: Path) -> dict[str, int]:
    """How many entries each table has in a file, which must be whole."""
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return dict(connection.execute('SELECT "table", count(*) FROM entries GROUP BY 1'))


@pytest.mark.parametrize(
    ("kind", "code", "said", "least"),
    [("write", FULL, "disk is full", 8), ("sync", NOT_SYNCED, "disk I/O error", 2)],
)
async def test_whichever_operation_fails_what_was_acknowledged_is_kept(
    tmp_path: Path, kind: Kind, code: int, said: str, least: int
) -> None:
    refused = 0
    with faulty_disk() as disk:
        store = await Stores.open(fresh_in(tmp_path))
        for table in TABLES:
            await store.tables.open_table(table, bodies("opened"), 5, None, summary(table))
        kept = dict.fromkeys(TABLES, 1)
        leases = {table: await held(store, table) for table in TABLES}
        for after in range(8):
            disk.fail(kind, code, after)
            appending = (
                store.tables.append(table, leases[table], number + 1, [b"9" * 6000], 6)
                for table, number in kept.items()
            )
            told = await asyncio.gather(*appending, return_exceptions=True)
            # As after a power cut at this moment.
            cut = tmp_path / f"cut-{after}"
            cut.mkdir()
            for file in ("tables.db", "tables.db-wal"):
                shutil.copy(tmp_path / file, cut / file)
            disk.mend()
            for table, outcome in zip(TABLES, told, strict=True):
                kept[table] += outcome is None
                if outcome is not None:
                    assert isinstance(outcome, StorageError) and said in str(outcome)
                    refused += 1
                assert len(await store.tables.read(table)) == kept[table]
            found = entries(cut / "tables.db")
            assert all(found[table] >= number for table, number in kept.items())
        await store.close()
        await store.database._engine.dispose()
    assert refused >= least
    assert entries(tmp_path / "tables.db") == kept


@pytest.mark.parametrize("of", cases(["entries", "people", INDEX], "entries"))
async def test_a_damaged_page_is_said_and_the_rest_is_read(tmp_path: Path, of: str) -> None:
    url, file = fresh_in(tmp_path), tmp_path / "tables.db"
    store = await Stores.open(url)
    await store.people.new_person("Ann")
    for table in TABLES:
        await store.tables.open_table(table, bodies("opened"), 5, None, summary(table))
    await store.close()
    await store.database._engine.dispose()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        asked = "SELECT rootpage FROM sqlite_schema WHERE name = ?"
        (page,) = connection.execute(asked, (of,)).fetchone()
    with file.open("r+b") as content:
        content.seek((page - 1) * size)
        content.write(b"\xa5" * size)
    states = {found.check: found.state for found in await check_database(url)}
    assert states["whole"] == "bad"
    out = BytesIO()
    try:
        await back_up(url, out, 7)
    except BackupError as error:
        assert "malformed" in str(error) and of != INDEX
    else:  # what is damaged is made again from what is not
        assert restore.check(BytesIO(out.getvalue())).rows > 0
    store = await Stores.open(url)
    if of == "entries":
        with pytest.raises(StorageError, match=r"does not answer: .*malformed"):
            await store.tables.read("t")
        await store.people.new_person("Bob")
    else:
        assert len(await store.tables.read("t")) == 1
    await store.close()
    await store.database._engine.dispose()
