"""The folder that a command writes records to."""

from __future__ import annotations

from pathlib import Path

from shengji.terminal.errors import UsageError

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
