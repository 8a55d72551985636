"""Saved matches: their folder, the latest unfinished one, and a lock for each file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import IO, NamedTuple

import platformdirs

from shengji.game import MatchEnded
from shengji.record import Record, RecordError, read_record
from shengji.record.faults import fault
from shengji.record.lines import LONGEST_LINE, LineError, decode_told
from shengji.record.lock import take
from shengji.words import Spoken

SUFFIX = ".jsonl"


class Saved(NamedTuple):
    """A saved match that is unfinished, or unreadable (`record` is `None`)."""

    path: Path
    record: Record | None
    reason: Spoken | None = None

    @property
    def played(self) -> datetime:
        """The time of the last event."""
        return datetime.fromtimestamp(self.path.stat().st_mtime)


class SaveInUseError(Exception):
    """Another running game holds the lock of the saved match."""


def folder() -> Path:
    """The folder of saved matches."""
    return platformdirs.user_data_path("shengji") / "matches"


def new_path() -> Path:
    """Create a path for a new match; also creates the folder."""
    where = folder()
    where.mkdir(parents=True, exist_ok=True)
    name = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    path, number = where / f"{name}{SUFFIX}", 1
    while path.exists():
        number += 1
        path = where / f"{name}-{number}{SUFFIX}"
    return path


def newest_unfinished() -> Saved | None:
    """The latest match that is unfinished or unreadable and not in use, or `None`."""
    for path in _newest_first():
        if is_over(path) or is_in_use(path):
            continue
        saved = load(path)
        if saved.record is None or saved.record.match.winners is None:
            return saved
    return None


def _newest_first() -> Iterator[Path]:
    found = []
    with suppress(OSError):
        for path in folder().glob(f"*{SUFFIX}"):
            with suppress(OSError):
                found.append((path.stat().st_mtime, path))
    for _, path in sorted(found, reverse=True):
        yield path


def is_over(path: Path) -> bool:
    """Whether the last line of a saved match ends it; a quick test that reads only this line."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - LONGEST_LINE))
            lines = file.read().splitlines()
        return bool(lines) and isinstance(decode_told(lines[-1]), MatchEnded)
    except (OSError, LineError):
        return False


def load(path: Path) -> Saved:
    """Read a saved match."""
    try:
        record = read_record(path)
    except RecordError as error:
        reason = error.reason
        if error.line is not None:
            reason = fault("in-line", line=error.line, why=reason)
        return Saved(path, None, reason)
    if record.header.seen_by != "all":
        return Saved(path, None, fault("one-seat"))
    return Saved(path, record)


class Lock:
    """A lock on a saved match, held while this game runs.

    Raises:
        SaveInUseError: another game holds it.
    """

    def __init__(self, path: Path) -> None:
        self._file: IO[bytes] = path.open("rb")
        if not take(self._file):
            self._file.close()
            raise SaveInUseError(os.fspath(path))

    def release(self) -> None:
        """Release the lock."""
        self._file.close()


def is_in_use(path: Path) -> bool:
    """Whether another game holds the lock of this match."""
    try:
        Lock(path).release()
    except SaveInUseError:
        return True
    except OSError:
        return False
    return False
