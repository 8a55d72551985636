"""SQLite connections that need one round trip to their thread for a statement.

The driver needs four: to create the cursor, to execute, to fetch and to close. A round trip costs
more than reading a few rows.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final

import aiosqlite

AT_ONCE: Final = 1000
"""Maximum number of rows in a round trip, so that large tables are read in pieces."""


class _Cursor(aiosqlite.Cursor):
    """Cursor that is created, executes, fetches its first rows and closes in one round trip."""

    def __init__(self, connection: Connection) -> None:
        self._conn: Connection = connection
        self._rows: list[Any] = []
        self._ended = True  # no rows are left to fetch

    async def execute(self, sql: str, parameters: Iterable[Any] | None = None) -> _Cursor:
        """Execute a statement."""
        await self._there(self._begin, self._conn.plain.execute, sql, parameters or ())
        return self

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]]) -> _Cursor:
        """Execute a statement with each of several sets of parameters."""
        await self._there(self._begin, self._conn.plain.executemany, sql, parameters)
        return self

    async def fetchone(self) -> Any:
        """Return the next row, or `None` at the end."""
        return next(iter(await self.fetchmany(1)), None)

    async def fetchmany(self, size: int | None = None) -> list[Any]:
        """Return the next rows, at most `size`."""
        size = self.arraysize if size is None else size
        while len(self._rows) < size and not self._ended:
            await self._there(self._fetch)
        rows, self._rows = self._rows[:size], self._rows[size:]
        return rows

    async def fetchall(self) -> list[Any]:
        """Return all remaining rows."""
        while not self._ended:
            await self._there(self._fetch)
        rows, self._rows = self._rows, []
        return rows

    async def close(self) -> None:
        """Discard the rows that were not fetched."""
        self._rows = []
        if not self._ended:
            self._ended = True
            await self._there(self._cursor.close)

    async def _there(self, do: Callable[..., None], *given: Any) -> None:
        await self._conn._execute(do, *given)  # type: ignore[no-untyped-call]

    # Methods for the connection's thread

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
    """Connection whose cursors are `_Cursor`."""

    _is_stopped = False

    def stop(self) -> asyncio.Future[Any] | None:
        """Stop the thread.

        Returns:
            A future that is done when the thread has stopped. `None` if `stop` was called before: a
            second future would never be done, for example after a cancelled close.
        """
        if self._is_stopped:
            return None
        self._is_stopped = True
        return super().stop()

    @property
    def plain(self) -> sqlite3.Connection:
        """The `sqlite3` connection, for use in its own thread."""
        return self._conn

    def cursor(self) -> _Cursor:  # type: ignore[override]  # it is awaited as the driver's is entered
        """Return a new cursor."""
        return _Cursor(self)


def connect(database: str, **given: Any) -> Connection:
    """Return an awaitable connection; takes the arguments of `sqlite3.connect`."""
    connection = Connection(partial(sqlite3.connect, database, **given), iter_chunk_size=64)
    connection._thread.daemon = True  # an unclosed connection does not block the exit
    return connection
