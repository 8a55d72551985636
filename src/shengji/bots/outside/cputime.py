"""The CPU time of another process and of all that it has started."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_PROCESSES = Path("/proc")
_CHILDREN_TIMES = (15, 16)
"""Fields of `/proc/PID/stat`, from 0: the ticks of children that have ended, user and system."""


def cpu_ns(pid: int) -> int | None:
    """The CPU time in nanoseconds of a process and its descendants.

    Those that have ended count in ticks of the system's clock, mostly 10 ms. `None` where the
    system does not tell it (only Linux does), or there is no such process.
    """
    if sys.platform != "linux":
        return None
    own = _own_ns(pid)
    if own is None:
        return None
    return own + _ended_ns(pid) + sum(cpu_ns(child) or 0 for child in _children(pid))


def _own_ns(pid: int) -> int | None:
    """The CPU time of one process, by its clock: clock_getcpuclockid(3)."""
    with suppress(OSError):
        return time.clock_gettime_ns(~pid << 3 | 2)
    return None


def _ended_ns(pid: int) -> int:
    """The CPU time of those children that have ended."""
    with suppress(OSError, IndexError, ValueError):
        # The name of the program, which may hold anything, stands in parentheses before the rest.
        text = (_PROCESSES / str(pid) / "stat").read_text(encoding="utf-8", errors="replace")
        fields = ["", "", *text.rpartition(")")[2].split()]
        ticks = sum(int(fields[at]) for at in _CHILDREN_TIMES)
        return ticks * 1_000_000_000 // os.sysconf("SC_CLK_TCK")
    return 0


def _children(pid: int) -> Iterator[int]:
    """The processes that one has started and that run."""
    with suppress(OSError):
        for task in (_PROCESSES / str(pid) / "task").iterdir():
            with suppress(OSError):
                yield from map(int, (task / "children").read_text(encoding="ascii").split())
