"""The folder that a command writes records to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from shengji.terminal.errors import UsageError

if TYPE_CHECKING:
    from shengji.arena.contest import Contest

OWN = "records go to a folder of their own"


def make_record_folder(path: Path, *, resumed: bool = False) -> None:
    """A folder for records: a new or empty one, unless a run goes on.

    Raises:
        UsageError: when it cannot be made, or something stands in it.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        full = any(path.iterdir())
    except OSError as error:
        raise UsageError(f"cannot write records to {path}: {error.strerror}") from None
    if full and not resumed:
        raise UsageError(f"{path} is not empty; {OWN}")


@contextmanager
def only_records_of(contest: Contest) -> Iterator[None]:
    """Before and after playing, remove the records of deals that were begun and do not count.

    Where a bot's failure has stopped everything, the record that shows it stays.

    Raises:
        UsageError: when there are records of something else.
    """
    from shengji.arena.recording import OthersRecordsError, check_records, clear_records

    duel, most = contest.duel, contest.stopping.looks[-1]
    try:
        check_records(duel, most)
    except OthersRecordsError as error:
        raise UsageError(f"{error}; {OWN}") from None
    clear_records(duel, len(contest.lines), most)
    try:
        yield
    finally:
        clear_records(duel, len(contest.lines), most, but_failures=duel.on_failure == "stop")
