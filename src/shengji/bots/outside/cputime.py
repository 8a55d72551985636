"""The CPU time of another process and its descendants."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

LOOK = 0.1
"""Interval in seconds between scans for child processes: a scan takes longer than many answers."""

_PROCESSES = Path("/proc")
_CHILDREN_TIMES = (15, 16)
"""Fields of `/proc/PID/stat`, from 0: the ticks of ended children, user and system."""


class CpuTime:
    """The CPU time of a process and its descendants."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._running: list[int] = []
        self._ended = 0
        self._looked = -LOOK

    def ns(self) -> int | None:
        """The time in nanoseconds; `None` where the system does not provide it (all but Linux).

        Ended descendants count in ticks of the system's clock, mostly 10 ms; new ones count from
        the next scan on. `None` also when the process no longer exists.
        """
        own = _own_ns(self._pid) if sys.platform == "linux" else None
        if own is None:
            return None
        now = time.monotonic()
        if now - self._looked >= LOOK:
            self._looked = now
            self._running = list(_descendants(self._pid))
            self._ended = sum(map(_ended_ns, (self._pid, *self._running)))
        return own + self._ended + sum(_own_ns(pid) or 0 for pid in self._running)


def _own_ns(pid: int) -> int | None:
    """The CPU time of one process, by its clock: clock_getcpuclockid(3)."""
    with suppress(OSError):
        return time.clock_gettime_ns(~pid << 3 | 2)
    return None


def _ended_ns(pid: int) -> int:
    with suppress(OSError, IndexError, ValueError):
        # The program's name, in parentheses, may contain any character.
        text = (_PROCESSES / str(pid) / "stat").read_text(encoding="utf-8", errors="replace")
        fields = ["", "", *text.rpartition(")")[2].split()]
        ticks = sum(int(fields[at]) for at in _CHILDREN_TIMES)
        return ticks * 1_000_000_000 // os.sysconf("SC_CLK_TCK")
    return 0


def _descendants(pid: int) -> Iterator[int]:
    with suppress(OSError):
        for task in (_PROCESSES / str(pid) / "task").iterdir():
            with suppress(OSError):
                for child in map(int, (task / "children").read_text(encoding="ascii").split()):
                    yield child
                    yield from _descendants(child)
