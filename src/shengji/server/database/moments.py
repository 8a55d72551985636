"""Times in Unix milliseconds, and their conversion to datetimes."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TypeAlias

UnixMs: TypeAlias = int
"""A time in milliseconds since 1970."""


def milliseconds() -> UnixMs:
    """Return the current time."""
    return time.time_ns() // 1_000_000


def moment_of(at: UnixMs) -> datetime:
    """Convert Unix milliseconds to a datetime in UTC."""
    return datetime.fromtimestamp(at / 1000, UTC)


def milliseconds_of(at: datetime) -> UnixMs:
    """Convert a datetime to Unix milliseconds."""
    return round(at.timestamp() * 1000)
