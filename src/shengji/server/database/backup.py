"""Backups: all rows of a database in one file, which either engine can restore.

The file is JSON lines (RFC 8259, UTF-8), compressed by gzip (RFC 1952), so `zcat` can read it. It
consists of a `Heading`, then a `TableHeading` and the rows of each table, then an `Ending` with a
checksum. A row is a list; bytes are Base64.
"""

from __future__ import annotations

import hashlib
import zlib
from pathlib import Path
from typing import IO, Annotated, Final, Literal, NamedTuple

import msgspec
from sqlalchemy import Connection, Table, select

from shengji import __version__
from shengji.server.database.address import read_address, shown
from shengji.server.database.engine import DATABASE_FAULTS, for_snapshot, make_engine, plainly
from shengji.server.database.migrations import (
    LAST_WITH_EARLIER_STEPS,
    is_before_baseline,
    known_steps,
    step_of,
    tables_at,
)
from shengji.server.database.moments import UnixMs
from shengji.words import Phrase, SpokenError, why_of

FORMAT: Final = 1
"""Version of the format that is written; newer programs write higher numbers."""

LONGEST_LINE: Final = 64 * 1024 * 1024
"""Maximum length of a line in bytes; a row has a few kilobytes, rarely a megabyte."""

ROWS_AT_ONCE: Final = 500
"""Maximum number of rows in memory."""

_LEVEL: Final = 6
_GZIP: Final = 31
"""Value of `wbits` for the gzip format in `zlib`."""

_encode: Final = msgspec.json.Encoder().encode

_Short = Annotated[str, msgspec.Meta(max_length=200)]


class Heading(msgspec.Struct, frozen=True, tag="backup", tag_field="is"):
    """The first line.

    Attributes:
        format: the version of the format.
        step: the last migration of the database.
        program: the version of the program that wrote it.
        made: creation time in Unix milliseconds.
    """

    format: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
    step: _Short
    program: _Short
    made: Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class TableHeading(msgspec.Struct, frozen=True, tag="table", tag_field="is"):
    """The line before the rows of a table."""

    table: _Short
    columns: Annotated[tuple[_Short, ...], msgspec.Meta(max_length=200)]

    @classmethod
    def of(cls, table: Table) -> TableHeading:
        """Return the heading of a table."""
        return cls(str(table.name), tuple(map(str, table.columns.keys())))


class Ending(msgspec.Struct, frozen=True, tag="end", tag_field="is"):
    """The last line: the number of rows, and the SHA-256 of all lines before it."""

    rows: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    sha256: Annotated[str, msgspec.Meta(min_length=64, max_length=64)]


class BackedUp(NamedTuple):
    """Summary of a backup: its migration step and the numbers of tables and rows."""

    step: str
    tables: int
    rows: int


class BackupError(SpokenError):
    """A backup cannot be made or restored; nothing has changed.

    Args:
        key: the key of the message in the catalogue.
        params: the parameters of the message.
    """

    def __init__(self, key: str, **params: object) -> None:
        super().__init__(Phrase("backup", key, **params))


def check_step(of: Literal["database", "backup"], step: str, **params: object) -> None:
    """Reject a migration step that this version does not know.

    Args:
        of: the kind of object at this step.
        step: the migration step.
        params: further parameters of the error message.

    Raises:
        BackupError: the step is older than the baseline, or unknown and so newer.
    """
    steps = known_steps()
    if is_before_baseline(step):
        old = {"step": step, "first": steps[0], "version": LAST_WITH_EARLIER_STEPS}
        raise BackupError(f"older-{of}", **old, **params)
    if step not in steps:
        raise BackupError(f"newer-{of}", step=step, known=steps[-1], **params)


async def back_up(url: str, out: IO[bytes], made: UnixMs) -> BackedUp:
    """Write a consistent snapshot of a database; other connections may write meanwhile.

    Args:
        url: the URL of the database.
        out: the file to write to.
        made: creation time.

    Raises:
        BackupError: the database cannot be read, is empty or has an unknown step, or `out` cannot
            be written.
    """
    address = read_address(url)
    if address.get_backend_name() == "sqlite" and not Path(address.database or "").exists():
        raise BackupError("no-database", database=shown(address))
    engine = make_engine(address)
    try:
        async with for_snapshot(engine).connect() as connection:
            return await connection.run_sync(_write, shown(address), out, made)
    except DATABASE_FAULTS as fault:
        raise BackupError("unreadable", database=shown(address), why=plainly(fault)) from fault
    finally:
        await engine.dispose()


def _write(connection: Connection, database: str, out: IO[bytes], made: int) -> BackedUp:
    step = step_of(connection)
    if step is None:
        raise BackupError("no-database", database=database)
    check_step("database", step, database=database)
    tables = tables_at(step)
    lines, rows = _Lines(out), 0
    lines.put(_encode(Heading(FORMAT, step, __version__, made)))
    for table in tables:
        lines.put(_encode(TableHeading.of(table)))
        with connection.execution_options(yield_per=ROWS_AT_ONCE).execute(select(table)) as found:
            for row in found:
                lines.put(_encode(tuple(row)))
                rows += 1
    lines.end(rows)
    return BackedUp(step, len(tables), rows)


class _Lines:
    """Compressing writer of the lines of a backup."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out
        self._packer = zlib.compressobj(_LEVEL, wbits=_GZIP)
        self._hashed = hashlib.sha256()

    def put(self, line: bytes) -> None:
        """Add a line."""
        if len(line) >= LONGEST_LINE:
            raise BackupError("long-row", limit=LONGEST_LINE)
        self._hashed.update(line + b"\n")
        self._write(self._packer.compress(line + b"\n"))

    def end(self, rows: int) -> None:
        """Add the last line."""
        last = _encode(Ending(rows, self._hashed.hexdigest())) + b"\n"
        self._write(self._packer.compress(last) + self._packer.flush())

    def _write(self, packed: bytes) -> None:
        try:
            self._out.write(packed)
        except OSError as error:
            raise BackupError("cannot-write", why=why_of(error)) from error
