"""`shengji backup` and `shengji restore`: all data of a site in one file."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import IO, Annotated

import typer

from shengji.terminal.database import DatabaseOption, url_of
from shengji.terminal.errors import as_usage, reading, writing
from shengji.terminal.options import LanguageOption
from shengji.words import Phrase

_STANDARD = "-"
"""The file name of standard input or output."""


def backup(
    file: Annotated[
        str, typer.Argument(help="The file that is made; - writes to the standard output.")
    ],
    database: DatabaseOption = None,
    lang: LanguageOption = "en",
) -> None:
    """Write all that a site holds into one file, as it is at one moment; the server may run.

    `shengji restore` takes it in again, on SQLite or PostgreSQL, whichever it was. It holds the
    cards of hands under way and what lets people in: keep it where nobody else reads it.
    """
    from shengji.server.database.backup import BackupError, back_up
    from shengji.server.database.errors import StorageError
    from shengji.server.database.moments import milliseconds

    url = url_of(database)
    with as_usage(BackupError, StorageError), _new(file) as out:
        done = asyncio.run(back_up(url, out, milliseconds()))
    told = Phrase("backup", "made", file=file, **done._asdict())
    typer.echo(told.render(lang), err=file == _STANDARD)


def restore(
    file: Annotated[
        str, typer.Argument(help="A file of `shengji backup`; - reads the standard input.")
    ],
    database: DatabaseOption = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Remove all that is in the database first.")
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Only see whether the file is whole.")
    ] = False,
    lang: LanguageOption = "en",
) -> None:
    """Take a backup into an empty database, all of it or nothing; the server must not run.

    One of an older version is brought up to date.
    """
    from shengji.server.database.address import read_address, shown
    from shengji.server.database.backup import BackupError
    from shengji.server.database.errors import StorageError
    from shengji.server.database.restore import check as checked
    from shengji.server.database.restore import restore as restored

    url = url_of(database)
    with (
        as_usage(OSError, doing=reading(file)),
        as_usage(BackupError, StorageError),
        nullcontext(sys.stdin.buffer) if file == _STANDARD else open(file, "rb") as source,
    ):
        if check:
            done = checked(source)
            told = Phrase("backup", "checked", file=file, **done._asdict())
        else:
            done = asyncio.run(restored(url, source, replace=replace))
            where = shown(read_address(url))
            told = Phrase("backup", "restored", file=file, database=where, **done._asdict())
    typer.echo(told.render(lang))


@contextmanager
def _new(file: str) -> Iterator[IO[bytes]]:
    """Open a new file that only its owner may read; it appears when it is completely on disk.

    Raises:
        BackupError: the file exists already.
    """
    from shengji.server.database.backup import BackupError

    if file == _STANDARD:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    path = Path(file)
    if path.exists():
        raise BackupError("exists", file=file)
    with as_usage(OSError, doing=writing(file)):
        handle, part = tempfile.mkstemp(".part", f"{path.name}.", path.parent)
        try:
            with open(handle, "wb") as out:
                yield out
                out.flush()
                os.fsync(handle)
            os.replace(part, path)
        except BaseException:
            Path(part).unlink(missing_ok=True)
            raise
