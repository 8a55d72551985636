"""Cursors of SQLite, which execute, fetch and close in one trip."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from shengji.server.database.sqlite_cursor import AT_ONCE, Connection, connect
from tests.waiting import PATIENCE

ROWS = (0, 1, AT_ONCE - 1, AT_ONCE, AT_ONCE + 1, 2 * AT_ONCE + 7)
NUMBERS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n LIMIT ?"


@pytest.fixture
async def connection(tmp_path: Path) -> AsyncIterator[Connection]:
    async with connect(str(tmp_path / "db.sqlite")) as found:
        assert isinstance(found, Connection)
        yield found


@pytest.mark.parametrize("rows", ROWS)
async def test_all_rows_come_in_their_order(connection: Connection, rows: int) -> None:
    wanted = [(number,) for number in range(1, rows + 1)]
    async with connection.cursor() as cursor:
        await cursor.execute(NUMBERS, (rows,))
        assert [name for name, *_ in cursor.description] == ["i"]
        assert await cursor.fetchall() == wanted
        assert await cursor.fetchall() == []
        await cursor.execute(NUMBERS, (rows,))
        found = []
        while piece := await cursor.fetchmany(300):
            assert len(piece) <= 300
            found += piece
        assert found == wanted
        await cursor.execute(NUMBERS, (rows,))
        assert await cursor.fetchone() == (wanted[0] if wanted else None)
        assert await cursor.fetchall() == wanted[1:]


async def test_a_statement_is_one_trip(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    trips = 0
    trip = connection._execute

    async def counted(*given: object) -> object:
        nonlocal trips
        trips += 1
        return await trip(*given)  # type: ignore[no-untyped-call]

    monkeypatch.setattr(connection, "_execute", counted)
    for statement in ("CREATE TABLE t (i)", "INSERT INTO t VALUES (1)", "SELECT * FROM t"):
        before = trips
        async with connection.cursor() as cursor:
            await cursor.execute(statement)
            await cursor.fetchall()
        assert trips == before + 1, statement


async def test_what_changes_is_counted_and_given_back(connection: Connection) -> None:
    async with connection.cursor() as cursor:
        await cursor.execute("CREATE TABLE t (i INTEGER PRIMARY KEY, word TEXT)")
        assert cursor.description is None
        await cursor.executemany("INSERT INTO t (word) VALUES (?)", [("a",), ("b",), ("c",)])
        assert cursor.rowcount == 3
        await cursor.execute("INSERT INTO t (word) VALUES ('d')")
        assert cursor.lastrowid == 4
        await cursor.execute("UPDATE t SET word = 'x' WHERE i > 2 RETURNING i")
        assert await cursor.fetchall() == [(3,), (4,)]
        assert cursor.rowcount == 2


async def test_a_fault_comes_out_and_the_next_statement_works(connection: Connection) -> None:
    async with connection.cursor() as cursor:
        with pytest.raises(sqlite3.OperationalError, match="no such table"):
            await cursor.execute("SELECT * FROM nowhere")
        await cursor.execute("SELECT 1")
        assert await cursor.fetchone() == (1,)


async def test_who_stops_in_the_middle_holds_nothing_up(connection: Connection) -> None:
    await connection.execute("CREATE TABLE t AS " + NUMBERS.replace("?", str(3 * AT_ONCE)))
    async with connection.cursor() as cursor:
        await cursor.execute("SELECT * FROM t")
        assert len(await cursor.fetchmany(5)) == 5
    await connection.execute("DROP TABLE t")  # refused as long as it is read


async def test_a_connection_that_is_closed_and_given_up_at_once_holds_nobody_up(
    tmp_path: Path,
) -> None:
    connection = await connect(str(tmp_path / "db.sqlite"))
    closing = asyncio.create_task(connection.close())
    await asyncio.sleep(0)
    stopped = connection.stop()
    assert stopped is not None
    closing.cancel()
    async with asyncio.timeout(PATIENCE):
        await asyncio.wait([closing])
        await stopped
