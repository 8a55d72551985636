"""Group commit: queued writes share one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import msgspec
from sqlalchemy import bindparam, delete, insert, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncTransaction

from shengji.server.database import schema as database
from shengji.server.database.engine import plainly
from shengji.server.database.errors import StorageConflict, StorageError
from shengji.server.database.lease import Lease, check_leases
from shengji.server.database.log import Cause, SummaryColumns

T = TypeVar("T")

# Delay in seconds after a commit, to collect writes for the next one. A write to an idle writer
# does not wait; under load, a hundred commits a second are enough.
_BATCH_DELAY = 0.01

_encode = msgspec.json.Encoder().encode

_NEW_TABLES = insert(database.tables)
_NEW_ENTRIES = insert(database.entries)
_HELD_ENTRIES = text(
    'INSERT INTO entries ("table", number, at, person, command, body) '
    "SELECT :table, :number, :at, :person, :command, :body FROM tables "
    "WHERE id = :table AND owner = :owner AND epoch = :epoch"
)
"""Inserts an entry only if the lease holds. SQLite reports the number of inserted rows, so no check
is needed before; PostgreSQL does not report it for several statements."""

_NEW_SEATS = insert(database.seats)
_NEW_UNRECORDED = insert(database.unrecorded)
_CHANGED_TABLES = (
    update(database.tables)
    .where(database.tables.c.id == bindparam("key"))
    .values({name: bindparam(name) for name in ("updated", "listed", "playing", "started", "line")})
)
_CHECKPOINTS = (
    update(database.tables)
    .where(database.tables.c.id == bindparam("key"))
    .values({name: bindparam(name) for name in ("checkpoint", "checked")})
)
_OLD_SEATS = delete(database.seats).where(database.seats.c.table == bindparam("key"))


@dataclass(frozen=True, slots=True, eq=False)
class Append:
    """Entries to append to a table's log; `opens` creates the table first."""

    table: str
    hold: Lease
    first: int
    bodies: Sequence[bytes]
    at: int
    cause: Cause | None
    summary: SummaryColumns | None
    checkpoint: bytes | None = None
    opens: bool = False
    ends: bool = False


Work: TypeAlias = Callable[[AsyncConnection], Awaitable[T]]
"""A function that writes in the transaction; its result is returned after the commit."""


@dataclass(frozen=True, slots=True, eq=False)
class _Job:
    what: Append | Work[Any]
    done: asyncio.Future[Any]


class _GoneError(Exception):
    """The table of the log no longer exists."""


class Writer:
    """The queue and the single writing task of a process.

    Args:
        engine: an engine from `engine.for_writing`.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._waiting: list[_Job] = []
        self._some = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._run(), name="storage writer")

    async def append(self, append: Append) -> None:
        """Append entries, and return when they are durable.

        Raises:
            StorageConflict: other entries have the same numbers, or the table no longer exists.
            StorageError: the entries were not written.
        """
        await self._do(append)

    async def write(self, work: Work[T]) -> T:
        """Run `work` in a transaction, and return its result when the writes are durable.

        After a failure of another job, `work` is rolled back and called a second time.

        Raises:
            StorageError: nothing was written.
        """
        value: T = await self._do(work)
        return value

    async def close(self) -> None:
        """Flush the queue and stop."""
        self._closing = True
        self._some.set()
        await self._task

    async def _do(self, what: Append | Work[Any]) -> Any:
        if self._closing:
            raise StorageError("The database is being closed; nothing more is written.")
        job = _Job(what, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        self._some.set()
        return await job.done

    async def _run(self) -> None:
        while self._waiting or not self._closing:
            await self._some.wait()
            self._some.clear()
            jobs, self._waiting = self._waiting, []
            if jobs:
                await self._commit(jobs)
            if not self._closing:
                await asyncio.sleep(_BATCH_DELAY)

    async def _commit(self, jobs: list[_Job]) -> None:
        try:
            async with self._engine.begin() as connection:
                values = await _carry_out(connection, [job.what for job in jobs])
        except Exception:  # an error of one job must not stop the writer
            await self._commit_apart(jobs)
        else:
            for job, value in zip(jobs, values, strict=True):
                _resolve(job, value)

    async def _commit_apart(self, jobs: list[_Job]) -> None:
        """Commit jobs in separate savepoints, so that a failing job does not affect other jobs.

        If the database rolls back the whole transaction, as SQLite does on a full disk, all jobs
        fail.
        """
        outcomes: list[Any] = []
        try:
            async with self._engine.begin() as connection:
                for job in jobs:
                    savepoint = await connection.begin_nested()
                    try:
                        (value,) = await _carry_out(connection, [job.what])
                    except Exception as fault:
                        outcomes.append(_fault(job, fault))
                        await _undo(savepoint, fault)
                    else:
                        await savepoint.commit()
                        outcomes.append(value)
        except Exception as fault:
            outcomes = [_fault(job, fault) for job in jobs]
        for job, outcome in zip(jobs, outcomes, strict=True):
            _resolve(job, outcome)


async def _undo(savepoint: AsyncTransaction, fault: Exception) -> None:
    """Roll back to a savepoint; raise the original error if the savepoint no longer exists."""
    try:
        await savepoint.rollback()
    except Exception:
        raise fault from None


def _resolve(job: _Job, outcome: Any) -> None:
    if job.done.done():  # the caller was cancelled
        return
    if isinstance(outcome, StorageError):
        job.done.set_exception(outcome)
    else:
        job.done.set_result(outcome)


def _fault(job: _Job, fault: Exception) -> StorageError:
    if isinstance(fault, StorageError):
        return fault
    error: StorageError
    if isinstance(fault, IntegrityError | _GoneError) and isinstance(job.what, Append):
        if job.what.opens:
            error = StorageConflict(f"There is a table {job.what.table} already.")
        else:
            error = StorageConflict(
                f"Entry {job.what.first} of table {job.what.table} was not written: another "
                "writer has taken its place, or the table is gone. Read its log again."
            )
    else:
        error = StorageError(f"The database did not write: {plainly(fault)}.")
    error.__cause__ = fault
    return error


async def _carry_out(connection: AsyncConnection, jobs: Sequence[Append | Work[Any]]) -> list[Any]:
    """Write the rows of all jobs, grouped by kind, and return the result of each job."""
    appends = [job for job in jobs if isinstance(job, Append)]
    if appends:
        await _write_appends(connection, appends)
    return [None if isinstance(job, Append) else await job(connection) for job in jobs]


async def _write_appends(connection: AsyncConnection, appends: Sequence[Append]) -> None:
    # Only the last summary of each table counts; new tables must exist before their entries.
    summaries = {
        append.table: _table_row(append, append.summary)
        for append in appends
        if append.summary is not None
    }
    opened = {append.table for append in appends if append.opens}
    new = [
        {"id": append.table, **append.hold.columns, **summaries[append.table]}
        for append in appends
        if append.opens
    ]
    if new:
        await connection.execute(_NEW_TABLES, new)
    await _write_entries(connection, appends)
    changed = [{"key": table, **row} for table, row in summaries.items() if table not in opened]
    if changed:
        await connection.execute(_CHANGED_TABLES, changed)
        await connection.execute(_OLD_SEATS, [{"key": row["key"]} for row in changed])
    checked = {
        append.table: {
            "key": append.table,
            "checkpoint": append.checkpoint,
            "checked": append.first - 1,
        }
        for append in appends
        if append.checkpoint is not None
    }
    if checked:
        await connection.execute(_CHECKPOINTS, list(checked.values()))
    over = [
        {"table": append.table, "number": append.first + len(append.bodies) - 1}
        for append in appends
        if append.ends
    ]
    if over:
        await connection.execute(_NEW_UNRECORDED, over)
    seated = {append.table: append.summary.seated for append in appends if append.summary}
    seats = [
        {"table": table, "person": person}
        for table, people in seated.items()
        for person in dict.fromkeys(people)
    ]
    if seats:
        await connection.execute(_NEW_SEATS, seats)


async def _write_entries(connection: AsyncConnection, appends: Sequence[Append]) -> None:
    """Write entries whose leases hold."""
    held = [(append.table, append.hold) for append in appends if not append.opens]
    if connection.dialect.name != "sqlite":
        await check_leases(connection, database.tables, held)
        entries = [row for append in appends for row in _entry_rows(append)]
        if entries:
            await connection.execute(_NEW_ENTRIES, entries)
        return
    entries = [row | append.hold.columns for append in appends for row in _entry_rows(append)]
    if entries and (await connection.execute(_HELD_ENTRIES, entries)).rowcount != len(entries):
        await check_leases(connection, database.tables, held)
        raise _GoneError


def _table_row(append: Append, summary: SummaryColumns) -> dict[str, Any]:
    return {
        "updated": append.at,
        "listed": summary.listed,
        "playing": summary.line.playing,
        "started": summary.started,
        "line": _encode(summary.line),
    }


def _entry_rows(append: Append) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = [
        {
            "table": append.table,
            "number": number,
            "at": append.at,
            "person": None,
            "command": None,
            "body": body,
        }
        for number, body in enumerate(append.bodies, start=append.first)
    ]
    if rows and append.cause is not None:
        rows[-1].update(person=append.cause.person, command=append.cause.command)
    return rows
