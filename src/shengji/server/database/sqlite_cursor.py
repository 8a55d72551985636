"""SQLite connections on which a statement is one trip to their thread.

As the driver comes it is four: for a cursor, to execute it, for its rows, and to close it. A trip
costs more than a look at a few rows does.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final

import aiosqlite

AT_ONCE: Final = 1000
"""How many rows a trip brings at most, so that a table of any size is read in pieces."""


class _Cursor(aiosqlite.Cursor):
    """A cursor that is made, executes, brings the first rows and closes in one trip."""

    def __init__(self, connection: Connection) -> None:
        self._conn: Connection = connection
        self._rows: list[Any] = []
        self._ended = True  # nothing is left to be fetched

    async def execute(self, sql: str, parameters: Iterable[Any] | None = None) -> _Cursor:
        """Execute a statement."""
        await self._there(self._begin, self._conn.plain.execute, sql, parameters or ())
        return self

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]]) -> _Cursor:
        """Execute a statement with each of several sets of parameters."""
        await self._there(self._begin, self._conn.plain.executemany, sql, parameters)
        return self

    async def fetchone(self) -> Any:
        """The next row; `None`: there is none."""
        return next(iter(await self.fetchmany(1)), None)

    async def fetchmany(self, size: int | None = None) -> list[Any]:
        """The next rows, at most so many."""
        size = self.arraysize if size is None else size
        while len(self._rows) < size and not self._ended:
            await self._there(self._fetch)
        rows, self._rows = self._rows[:size], self._rows[size:]
        return rows

    async def fetchall(self) -> list[Any]:
        """All rows that are left."""
        while not self._ended:
            await self._there(self._fetch)
        rows, self._rows = self._rows, []
        return rows

    async def close(self) -> None:
        """Let go what has not been fetched."""
        self._rows = []
        if not self._ended:
            self._ended = True
            await self._there(self._cursor.close)

    async def _there(self, do: Callable[..., None], *given: Any) -> None:
        """Do something in the thread of the connection."""
        await self._conn._execute(do, *given)  # type: ignore[no-untyped-call]

    # In that thread

    def _begin(self, execute: Any, sql: str, parameters: Any) -> None:
        self._cursor = execute(sql, parameters)
        self._rows = []
        self._fetch()

    def _fetch(self) -> None:
        found = self._cursor.fetchmany(AT_ONCE)
        self._rows += found
        self._ended = len(found) < AT_ONCE
        if self._ended:
            self._cursor.close()


class Connection(aiosqlite.Connection):
    """A connection with such cursors."""

    _is_stopped = False

    def stop(self) -> asyncio.Future[Any] | None:
        """Have the thread end.

        Returns:
            What is done when it has; `None`: it was told before, and would never say so again, as
            where somebody who closes a connection is cancelled and it is given up.
        """
        if self._is_stopped:
            return None
        self._is_stopped = True
        return super().stop()

    @property
    def plain(self) -> sqlite3.Connection:
        """The connection itself, for its own thread."""
        return self._conn

    def cursor(self) -> _Cursor:  # type: ignore[override]  # it is awaited as the driver's is entered
        """A cursor."""
        return _Cursor(self)


def connect(database: str, **given: Any) -> Connection:
    """A connection to a file, to be awaited; the arguments are those of `sqlite3.connect`."""
    connection = Connection(partial(sqlite3.connect, database, **given), iter_chunk_size=64)
    connection._thread.daemon = True  # one that is not closed holds no process up
    return connection
