"""What time it is, as all that is kept and told has it."""

from __future__ import annotations

import time


def milliseconds() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
