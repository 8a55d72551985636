"""Files that one process at a time adds to."""

from __future__ import annotations

from typing import IO

try:
    import fcntl
except ImportError:  # Windows has no such lock; there two processes could write one file.
    fcntl = None  # type: ignore[assignment]


def take(file: IO[bytes]) -> bool:
    """Take an open file for this process, until it is closed.

    Returns:
        Whether it is ours now; else somebody else has it.
    """
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
