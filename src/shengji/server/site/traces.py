"""Errors in the log of the server, where no value may stand: it may be somebody's cards."""

from __future__ import annotations

import traceback
from pathlib import Path

from shengji.server.database.errors import StorageError


def traced(error: Exception) -> str:
    """Where an error comes from, for the log of the server; without values, which may be cards."""
    frames = traceback.extract_tb(error.__traceback__)
    places = " < ".join(f"{Path(at.filename).name}:{at.lineno}" for at in reversed(frames))
    said = f": {error}" if isinstance(error, StorageError) else ""
    return f"{type(error).__name__}{said} ({places})"
