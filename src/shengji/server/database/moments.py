"""Moments, as all that is kept and told has them."""

from __future__ import annotations

import time
from datetime import datetime


def milliseconds() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def milliseconds_of(at: datetime) -> int:
    """A moment in milliseconds since 1970."""
    return round(at.timestamp() * 1000)
