"""Restoring of backups, in one transaction."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator
from gzip import BadGzipFile, GzipFile
from pathlib import Path
from typing import IO, Annotated, Any, Final, TypeAlias, TypeVar

import msgspec
from sqlalchemy import Column, Connection, Table, func, select, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import OperationalError

from shengji.server.database.address import prepare_file, read_address, shown
from shengji.server.database.backup import (
    FORMAT,
    LONGEST_LINE,
    ROWS_AT_ONCE,
    BackedUp,
    BackupError,
    Ending,
    Heading,
    TableHeading,
    check_step,
)
from shengji.server.database.engine import DATABASE_FAULTS, for_writing, make_engine, plainly
from shengji.server.database.errors import StorageError
from shengji.server.database.migrations import (
    go_to,
    known_steps,
    step_of,
    tables_at,
    wait_for_turn,
)
from shengji.server.database.schema import OF_PROCESSES
from shengji.words import why_of

_BATCH_BYTES: Final = 4 * 1024 * 1024
"""Maximum size in bytes of the lines whose rows are inserted together."""

_FILLED_BY_ITSELF: Final = frozenset({"push_keys", "rated_pools", "sweeps", *OF_PROCESSES})
"""Tables that may have rows before a site has its first user."""

_INTEGER: Any = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]

_HEADING: Final = msgspec.json.Decoder(Heading)
_TABLE: Final = msgspec.json.Decoder(TableHeading)
_ENDING: Final = msgspec.json.Decoder(Ending)

T = TypeVar("T")
Row: TypeAlias = dict[str, Any]


async def restore(url: str, source: IO[bytes], *, replace: bool = False) -> BackedUp:
    """Restore a backup into a database and run the later migrations.

    Args:
        url: the URL of the database; a missing database is created.
        source: the backup.
        replace: whether to delete existing rows; otherwise the database must be empty.

    Returns:
        The summary of the backup, with the migration step at which it was made.

    Raises:
        BackupError: the backup cannot be restored; the database is unchanged.
    """
    address = read_address(url)
    made = _file_to_be(address)
    engine = make_engine(address)
    done = False
    try:
        prepare_file(address)
        async with engine.connect() as connection:
            await connection.run_sync(_alone, shown(address))
        async with for_writing(engine).begin() as connection:
            found = await connection.run_sync(_take_in, shown(address), source, replace)
        done = True
        return found
    except (*DATABASE_FAULTS, StorageError) as fault:
        raise BackupError("unwritable", database=shown(address), why=plainly(fault)) from fault
    finally:
        await engine.dispose()
        if made is not None and not done:
            made.unlink(missing_ok=True)


def check(source: IO[bytes]) -> BackedUp:
    """Read a backup to its end and verify that it is complete and undamaged.

    Raises:
        BackupError: the backup cannot be read, is incomplete, or has an unknown step.
    """
    backup = _Backup(source)
    rows = sum(1 for _ in backup.rows())
    return BackedUp(backup.step, len(backup.tables), rows)


def _file_to_be(address: URL) -> Path | None:
    """Return the path of a SQLite database that does not exist yet."""
    if address.get_backend_name() != "sqlite":
        return None
    path = Path(address.database or "")
    return None if path.exists() else path


def _alone(connection: Connection, database: str) -> None:
    """Reject a database that another program has open, such as a running server.

    That program would continue with its state in memory.
    """
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA busy_timeout = 0")
        try:
            # SQLite leaves WAL mode only for the sole user of the file. The next connection of the
            # server turns it on again.
            connection.exec_driver_sql("PRAGMA journal_mode = DELETE")
        except OperationalError as fault:
            if "locked" not in plainly(fault):
                raise
            raise BackupError("in-use", database=database) from fault
        return
    others = connection.execute(
        text(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
    )
    if others.scalar_one():
        raise BackupError("in-use", database=database)


def _take_in(connection: Connection, database: str, source: IO[bytes], replace: bool) -> BackedUp:
    wait_for_turn(connection)
    backup = _Backup(source)
    _clear(connection, database, replace)
    go_to(connection, backup.step)
    for table in reversed(backup.tables):
        connection.execute(table.delete())  # rows that the migrations inserted
    rows = 0
    for table, batch in backup.batches():
        if table.name not in OF_PROCESSES:
            connection.execute(table.insert(), batch)
        rows += len(batch)
    if connection.dialect.name == "postgresql":
        for table in backup.tables:
            _count_on(connection, table)
    go_to(connection, "head")
    return BackedUp(backup.step, len(backup.tables), rows)


def _clear(connection: Connection, database: str, replace: bool) -> None:
    """Drop the existing tables; rows of a site are dropped only with `replace`."""
    step = step_of(connection)
    if step is None:
        return
    check_step("database", step, database=database)
    tables = tables_at(step)
    filled = (
        connection.execute(select(1).select_from(table).limit(1)).first() is not None
        for table in tables
        if table.name not in _FILLED_BY_ITSELF
    )
    if not replace and any(filled):
        raise BackupError("not-empty", database=database)
    for table in reversed(tables):
        table.drop(connection)
    connection.execute(text("DROP TABLE alembic_version"))


def _count_on(connection: Connection, table: Table) -> None:
    """Advance the sequence of a table's key in PostgreSQL beyond its restored rows."""
    for column in table.primary_key.columns:
        name = connection.dialect.identifier_preparer.quote(table.name)
        sequence = connection.execute(select(func.pg_get_serial_sequence(name, column.name)))
        if (found := sequence.scalar_one()) is not None:
            last = connection.execute(select(func.max(column))).scalar_one()
            if last is not None:
                connection.execute(select(func.setval(found, last)))


class _Backup:
    """Reader of a backup; validates tables, columns and types against this program's schema.

    Attributes:
        step: the migration step at which the backup was made.
        tables: the tables at that step.
    """

    def __init__(self, source: IO[bytes]) -> None:
        self._packed = GzipFile(fileobj=source, mode="rb")
        self._hashed = hashlib.sha256()
        self._line = b""
        self._number = 0
        self._next()
        heading = self._decoded(_HEADING)
        check_step("backup", heading.step, program=heading.program)
        if heading.format > FORMAT:
            raise BackupError(
                "newer-backup",
                program=heading.program,
                step=heading.step,
                known=known_steps()[-1],
            )
        self.step = heading.step
        self.tables = tables_at(self.step)

    def batches(self) -> Iterator[tuple[Table, list[Row]]]:
        """Yield the rows in batches, in the order of the tables."""
        batch: list[Row] = []
        size, last = 0, None
        for table, row, length in self.rows():
            if batch and (table is not last or len(batch) >= ROWS_AT_ONCE or size > _BATCH_BYTES):
                assert last is not None
                yield last, batch
                batch, size = [], 0
            batch.append(row)
            size, last = size + length, table
        if last is not None:
            yield last, batch

    def rows(self) -> Iterator[tuple[Table, Row, int]]:
        """Yield the table, the row and the length in bytes of each line with a row."""
        count, left = 0, {table.name: table for table in self.tables}
        self._next()
        while left:
            # Match tables and columns by name: their order is that of the program that wrote them.
            heading = self._decoded(_TABLE)
            table = left.pop(heading.table, None)
            if table is None or sorted(heading.columns) != sorted(table.columns.keys()):
                raise self._damaged()
            shape: Any = tuple(_kind(table.columns[name]) for name in heading.columns)
            decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(tuple[shape])
            while self._next().startswith(b"["):
                row = dict(zip(heading.columns, self._decoded(decoder), strict=True))
                count += 1
                yield table, row, len(self._line)
        digest = self._hashed.hexdigest()
        if self._decoded(_ENDING) != Ending(count, digest) or self._next():
            raise self._damaged()

    def _next(self) -> bytes:
        """Advance to the next line and return it; empty at the end of the file."""
        self._hashed.update(self._line)
        try:
            self._line = self._packed.readline(LONGEST_LINE)
        except (EOFError, BadGzipFile, zlib.error) as fault:
            raise self._damaged() from fault
        except OSError as error:
            raise BackupError("cannot-read", why=why_of(error)) from error
        self._number += 1
        return self._line

    def _decoded(self, decoder: msgspec.json.Decoder[T]) -> T:
        """Decode the current line, which must be complete."""
        try:
            return decoder.decode(self._line)
        except (msgspec.MsgspecError, UnicodeDecodeError) as fault:
            raise self._damaged() from fault

    def _damaged(self) -> BackupError:
        return BackupError("damaged", line=self._number)


def _kind(column: Column[Any]) -> Any:
    kind: Any = column.type.python_type
    if kind is int:
        kind = _INTEGER
    return kind | None if column.nullable else kind
