"""Exclusive locks on files, for appending."""

from __future__ import annotations

from typing import IO

try:
    import fcntl
except ImportError:  # Windows has no such lock; two processes could write one file there.
    fcntl = None  # type: ignore[assignment]


def take(file: IO[bytes]) -> bool:
    """Lock an open file for this process, until it is closed.

    Returns:
        `False` when another process holds the lock.
    """
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
