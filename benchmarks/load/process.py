"""A process that was started here, on some cores, and what it uses of them."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

import psutil  # type: ignore[import-untyped]


class Process:
    """A running program.

    Args:
        command: its words.
        cores: the cores that it and its threads may use; none: all.
        log: where what it writes goes; `None`: orders can be given and answers read.
        environment: its variables; `None`: ours.
    """

    def __init__(
        self,
        command: Sequence[str],
        cores: Sequence[int],
        *,
        log: IO[bytes] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        before = os.sched_getaffinity(0) if cores else set()
        if cores:
            os.sched_setaffinity(0, cores)  # What is started now inherits it.
        try:
            self._popen = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL if log else subprocess.PIPE,
                stdout=log or subprocess.PIPE,
                stderr=subprocess.STDOUT if log else None,
                env=environment,
            )
        finally:
            if cores:
                os.sched_setaffinity(0, before)
        self._watched = psutil.Process(self._popen.pid)

    @property
    def id(self) -> int:
        """The number by which the system knows it."""
        return self._popen.pid

    @property
    def runs(self) -> bool:
        """Whether it has not ended."""
        return self._popen.poll() is None

    @property
    def cpu_seconds(self) -> float:
        """The seconds of its cores that it has used so far."""
        times = self._watched.cpu_times()
        return float(times.user + times.system)

    @property
    def starved_seconds(self) -> float:
        """How long its first thread could have run, and other programs had its core.

        0 where the system does not tell.
        """
        try:
            waited = Path(f"/proc/{self.id}/schedstat").read_text().split()[1]
        except OSError:
            return 0.0
        return int(waited) / 1e9

    @property
    def memory(self) -> int:
        """The bytes that it has in memory."""
        return int(self._watched.memory_info().rss)

    def write(self, line: bytes) -> None:
        """Give it a line."""
        assert self._popen.stdin is not None
        self._popen.stdin.write(line + b"\n")
        self._popen.stdin.flush()

    def read(self) -> bytes:
        """Wait for a line of it; empty when it has ended."""
        assert self._popen.stdout is not None
        return self._popen.stdout.readline()

    def end(self, patience: float = 0.0) -> None:
        """Ask it to end; after so many seconds make it."""
        if patience:
            self._popen.terminate()
            try:
                self._popen.wait(patience)
            except subprocess.TimeoutExpired:
                pass
            else:
                return
        self._popen.kill()
        self._popen.wait()


def split_cores() -> tuple[list[int], list[int]]:
    """One core for the server and the others for the clients; none where that cannot be said."""
    if not hasattr(os, "sched_getaffinity"):
        return [], []
    first, *others = sorted(os.sched_getaffinity(0))
    return [first], others or [first]
