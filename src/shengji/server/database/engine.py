"""Engines for SQLite and PostgreSQL, configured for durable commits."""

from __future__ import annotations

from typing import Any, Final

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy import Connection, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, DisconnectionError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from shengji.server.database.sqlite_cursor import connect

_BEGIN: Final = "shengji_begin"

DATABASE_FAULTS: Final = (SQLAlchemyError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError)
"""Errors that a database may raise; during a connect, drivers raise their own errors."""


def make_engine(url: URL) -> AsyncEngine:
    """Create an engine for reading in autocommit mode; see `for_writing` and `for_snapshot`.

    Error messages hide the parameters of statements, which may contain hidden cards.
    """
    return _sqlite(url) if url.get_backend_name() == "sqlite" else _postgresql(url)


def for_writing(engine: AsyncEngine) -> AsyncEngine:
    """Return the engine with transactions for writing.

    In SQLite, a transaction takes the write lock at once. One that reads first and writes later
    fails if another connection has written in between, regardless of the timeout.
    """
    if engine.dialect.name != "sqlite":
        return engine.execution_options(isolation_level="READ COMMITTED")
    return engine.execution_options(**{_BEGIN: "BEGIN IMMEDIATE"})


def for_snapshot(engine: AsyncEngine) -> AsyncEngine:
    """Return the engine with read transactions that see one consistent snapshot."""
    if engine.dialect.name == "sqlite":
        return engine.execution_options(**{_BEGIN: "BEGIN"})
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


def plainly(fault: Exception) -> str:
    """Return the message of a database error without the statement."""
    return str(fault.orig if isinstance(fault, DBAPIError) else fault)


def _postgresql(url: URL) -> AsyncEngine:
    # Each statement is a round trip. So reading uses no transactions and no liveness check of
    # pooled connections. Opening a connection costs more than waiting for one.
    engine = create_async_engine(
        url, hide_parameters=True, isolation_level="AUTOCOMMIT", pool_size=10, max_overflow=0
    )
    event.listen(engine.sync_engine, "connect", _set_costs)
    event.listen(engine.sync_engine, "checkout", _need_open)
    return engine


def _need_open(connection: Any, _record: object, _proxy: object) -> None:
    """Make the pool replace a connection that the server has closed."""
    if connection.driver_connection.is_closed():
        raise DisconnectionError


def _set_costs(connection: Any, _record: object) -> None:
    """Set the cost of random reads for data in memory or on an SSD.

    PostgreSQL's default assumes that a random read costs four times a sequential one. It would then
    scan all matches instead of looking up some thousands of them.
    """
    connection.run_async(lambda driver: driver.execute("SET random_page_cost = 1.1"))


def _sqlite(url: URL) -> AsyncEngine:
    # Each call on a connection is a round trip to its thread. So reading uses no transactions, and
    # a returned connection is rolled back only if a transaction is still open after a failed
    # commit.
    engine = create_async_engine(
        url,
        hide_parameters=True,
        pool_size=4,
        pool_reset_on_return=None,
        connect_args={"timeout": 10, "async_creator_fn": connect},
    )
    event.listen(engine.sync_engine, "connect", _set_up)
    event.listen(engine.sync_engine, "begin", _begin)
    event.listen(engine.sync_engine, "reset", _reset)
    return engine


def _set_up(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # the driver begins no transactions; `_begin` does
    cursor = connection.cursor()
    for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _begin(connection: Connection) -> None:
    if begin := connection.get_execution_options().get(_BEGIN):
        connection.exec_driver_sql(begin)


def _reset(connection: Any, _record: object, _state: object) -> None:
    if connection.driver_connection.in_transaction:
        connection.rollback()
