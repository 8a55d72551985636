"""Machine on which figures are measured."""

from __future__ import annotations

import os
import platform
from contextlib import suppress
from functools import cache
from pathlib import Path

from shengji.arena.bench import hands_per_second
from shengji.rules import Rules


def machine() -> str:
    """The processor, in words."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return f"{os.cpu_count()} cores of {line.partition(':')[2].strip()}"
    return f"{os.cpu_count()} cores of {platform.machine()}"


@cache
def speed() -> int:
    """How many random-legal hands a second one thread of this machine plays, in thousands."""
    rules = Rules()
    hands_per_second(rules, 100, 1, 1)
    return round(hands_per_second(rules, 50_000, 1, 1) / 1000)
