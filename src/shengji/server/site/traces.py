"""Errors for the server's log, without values, which may be a player's cards."""

from __future__ import annotations

import traceback
from pathlib import Path

from shengji.server.database.errors import StorageError


def traced(error: Exception) -> str:
    """The type and call stack of an error, for the server's log; without values."""
    frames = traceback.extract_tb(error.__traceback__)
    places = " < ".join(f"{Path(at.filename).name}:{at.lineno}" for at in reversed(frames))
    said = f": {error}" if isinstance(error, StorageError) else ""
    return f"{type(error).__name__}{said} ({places})"
