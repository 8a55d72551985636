"""Connections to SQLite and PostgreSQL, set up so that what is committed stays."""

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
"""Errors that a database may raise; while connecting, the driver's own come as they are."""


def make_engine(url: URL) -> AsyncEngine:
    """An engine for reading, each statement by itself; see `for_writing` and `for_snapshot`.

    Its errors do not show what was to be written: that may be cards which nobody should see.
    """
    return _sqlite(url) if url.get_backend_name() == "sqlite" else _postgresql(url)


def for_writing(engine: AsyncEngine) -> AsyncEngine:
    """The same engine with transactions that write.

    In SQLite they take the lock for writing at once: one that first reads and then wants to write
    is refused when another has written meanwhile, however long it would wait.
    """
    if engine.dialect.name != "sqlite":
        return engine.execution_options(isolation_level="READ COMMITTED")
    return engine.execution_options(**{_BEGIN: "BEGIN IMMEDIATE"})


def for_snapshot(engine: AsyncEngine) -> AsyncEngine:
    """The same engine with transactions that see all of it as it is when they first read."""
    if engine.dialect.name == "sqlite":
        return engine.execution_options(**{_BEGIN: "BEGIN"})
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


def plainly(fault: Exception) -> str:
    """The words of a database about a fault, without the statement."""
    return str(fault.orig if isinstance(fault, DBAPIError) else fault)


def _postgresql(url: URL) -> AsyncEngine:
    # Each statement is a trip to the server. So reading goes without transactions, and whether a
    # connection still stands is not asked there. Making one costs more than waiting for one.
    engine = create_async_engine(
        url, hide_parameters=True, isolation_level="AUTOCOMMIT", pool_size=10, max_overflow=0
    )
    event.listen(engine.sync_engine, "connect", _set_costs)
    event.listen(engine.sync_engine, "checkout", _need_open)
    return engine


def _need_open(connection: Any, _record: object, _proxy: object) -> None:
    """Have another connection made where the server has closed this one."""
    if connection.driver_connection.is_closed():
        raise DisconnectionError


def _set_costs(connection: Any, _record: object) -> None:
    """Have PostgreSQL look things up where they lie in memory, or on a disk without moving parts.

    As it comes, it takes a place elsewhere to cost four times the next one, and would rather read
    all matches than look up some thousands of them.
    """
    connection.run_async(lambda driver: driver.execute("SET random_page_cost = 1.1"))


def _sqlite(url: URL) -> AsyncEngine:
    # Each call on a connection is a trip to its thread. So reading goes without transactions, of
    # which a single statement has no need, and a connection goes back without a question whether
    # something is to be undone, but where a commit has failed.
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
    connection.isolation_level = None  # the driver begins nothing by itself; `_begin` does
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
