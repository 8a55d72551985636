"""Moments, as all that is kept and told has them."""

from __future__ import annotations

import time
from datetime import UTC, datetime


def milliseconds() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def moment_of(at: int) -> datetime:
    """A moment given in milliseconds since 1970."""
    return datetime.fromtimestamp(at / 1000, UTC)


def milliseconds_of(at: datetime) -> int:
    """A moment in milliseconds since 1970."""
    return round(at.timestamp() * 1000)
