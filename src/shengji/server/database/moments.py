"""Conversion between Unix milliseconds and datetimes."""

from __future__ import annotations

import time
from datetime import UTC, datetime


def milliseconds() -> int:
    """Return the current time in Unix milliseconds."""
    return time.time_ns() // 1_000_000


def moment_of(at: int) -> datetime:
    """Convert Unix milliseconds to a datetime in UTC."""
    return datetime.fromtimestamp(at / 1000, UTC)


def milliseconds_of(at: datetime) -> int:
    """Convert a datetime to Unix milliseconds."""
    return round(at.timestamp() * 1000)
