"""A subprocess, and the lines exchanged with it.

No call waits longer than its timeout, whatever the program does: separate threads write to it and
read from it, and unread output stays in its pipe.
"""

from __future__ import annotations

import errno
import os
import queue
import shlex
import shutil
import signal
import subprocess
import sys
import weakref
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic, perf_counter_ns
from typing import IO, Protocol

from shengji.bots.outside.cputime import CpuTime
from shengji.bots.outside.failures import ProgramFailedError
from shengji.bots.outside.messages import LONGEST_LINE
from shengji.bots.outside.names import BOTZONE, EXEC, name_of

_AHEAD = 2
"""Maximum number of lines read ahead."""
_TAIL = 4096
"""Number of bytes of standard error to keep."""
_CHUNK = 65_536
_GRACE = 0.5
"""Timeout in seconds for a program to end after its input has ended, and again after a signal."""

_LOOK = 0.2
"""Interval in seconds between checks that the program still runs."""

_Lines = queue.Queue[bytes | None]
_Outgoing = queue.SimpleQueue[bytes | None]


class ChannelError(ProgramFailedError):
    """No more lines will come from the program."""


class Line(Protocol):
    """A connection that carries lines to and from a program, wherever it runs."""

    def send(self, line: bytes) -> None:
        """Queue a line for sending; does not block."""

    def receive(self, timeout: float) -> bytes:
        """Receive the next line.

        Raises:
            ChannelError: when no line comes within `timeout` seconds, or at all.
        """

    @property
    def stderr(self) -> str:
        """The program's standard error so far, if known."""

    def cpu_ns(self) -> int:
        """The CPU time of the program in nanoseconds; where unknown, the time spent waiting."""

    def close(self) -> None:
        """Close the connection in both directions."""


def program_of(command: str) -> tuple[str, ...]:
    """Split a command into the program and its arguments, without a shell.

    Raises:
        ValueError: when there is no such program, it may not be run, or quotes are not closed.
    """
    try:
        parts = shlex.split(command.removeprefix(BOTZONE), posix=os.name != "nt")
    except ValueError as error:
        raise ValueError(f"the command {command!r} cannot be read: {error}") from None
    if not parts:
        prefix = BOTZONE if command.startswith(BOTZONE) else EXEC
        raise ValueError(f"{prefix} needs a command, such as {prefix}python club.py")
    if shutil.which(parts[0], path=_environment()["PATH"]) is None:
        if Path(parts[0]).is_file():
            raise ValueError(
                f"{parts[0]!r} may not be run as a program for {name_of(command)}: put what runs "
                f"it before it, such as python {parts[0]}, or allow it with chmod +x {parts[0]}"
            )
        raise ValueError(f"there is no program {parts[0]!r} to run for {name_of(command)}")
    return tuple(parts)


def _environment() -> dict[str, str]:
    """The environment of a program: ours, without our settings, since some are secret.

    Our `python` and `shengji` are a fallback when the program's path has none.
    """
    kept = {k: v for k, v in os.environ.items() if not k.startswith("SHENGJI_")}
    ours = str(Path(sys.executable).parent)
    return {**kept, "PATH": os.pathsep.join((kept.get("PATH", os.defpath), ours))}


class Channel:
    """A running program, and its output.

    Args:
        program: the program and its arguments.

    Raises:
        ChannelError: when it cannot be started.
    """

    def __init__(self, program: Sequence[str]) -> None:
        self.program = tuple(program)
        try:
            process = subprocess.Popen(
                self.program,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=_environment(),
                start_new_session=True,  # Ctrl-C does not reach it; its group can be killed.
            )
        except OSError as error:
            why = f"it cannot be started: {error.strerror or error}"
            if error.errno == errno.ENOEXEC:
                why += "; its first line does not say what runs it, as #!/usr/bin/env python3 does"
            raise ChannelError("start", why) from None
        self._process = process
        self._outgoing: _Outgoing = queue.SimpleQueue()
        self._lines: _Lines = queue.Queue(_AHEAD)
        self._begun = bytearray()  # An incomplete line.
        self._over = Event()
        self._complaints = bytearray()  # The end of standard error.
        assert process.stdin is not None and process.stdout is not None
        assert process.stderr is not None
        self._threads = threads = (
            Thread(target=_write, args=(process.stdin, self._outgoing), daemon=True),
            Thread(
                target=_read,
                args=(process.stdout, self._lines, self._begun, self._over),
                daemon=True,
            ),
            Thread(target=_keep_tail, args=(process.stderr, self._complaints), daemon=True),
        )
        for thread in threads:
            thread.start()
        self._waited = 0
        self._clock = CpuTime(process.pid)
        self._cpu: int | None = None
        self._closing = Lock()
        # Also ends the program when this object is collected, or the interpreter exits.
        self._end = weakref.finalize(
            self, _end, process, self._outgoing, self._lines, self._over, threads
        )

    def send(self, line: bytes) -> None:
        """Queue a line for writing; it is lost when the program has ended."""
        self._outgoing.put(line)

    def receive(self, timeout: float) -> bytes:
        """Receive the next line.

        Raises:
            ChannelError: when no line comes within `timeout` seconds, or at all.
        """
        before = perf_counter_ns()
        try:
            line = self._next(timeout)
        except queue.Empty:
            seconds = f"{timeout:.1f}" if timeout >= 0.05 else f"{timeout:.1g}"
            why = f"it did not answer within {seconds} seconds"
            if self._begun:
                why += "; what it has written has no end of line"
            raise ChannelError("late", why) from None
        finally:
            self._waited += perf_counter_ns() - before
            self._take_time()
        if line is None:
            self._lines.put(None)
            raise self._why_ended()
        if len(line) > LONGEST_LINE:
            raise ChannelError("flood", f"it wrote a line of more than {LONGEST_LINE} bytes")
        return line

    def _next(self, timeout: float) -> bytes | None:
        """The next line; `None` at the end, also when other processes hold its output open.

        Raises:
            queue.Empty: when no line comes in time.
        """
        deadline = monotonic() + timeout
        while (left := max(deadline - monotonic(), 0.0)) > _LOOK:
            with suppress(queue.Empty):
                return self._lines.get(timeout=_LOOK)
            if self._process.poll() is not None:
                # Its last output may still be in the pipe.
                with suppress(queue.Empty):
                    return self._lines.get(timeout=_GRACE)
                return None
        return self._lines.get(timeout=left)

    def _why_ended(self) -> ChannelError:
        try:
            status = self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return ChannelError("closed", "it closed its standard output")
        if status < 0:
            return ChannelError("died", f"it was ended by signal {-status}")
        return ChannelError("died", f"it ended with exit status {status}")

    @property
    def is_quiet(self) -> bool:
        """Whether the program runs and has written no unread line."""
        return self._process.poll() is None and self._lines.empty()

    def begin_again(self) -> None:
        """Discard the standard error so far, which belongs to the last match."""
        self._complaints.clear()

    @property
    def stderr(self) -> str:
        """The end of the program's standard error since `begin_again`."""
        self._threads[2].join(0.05 if self._process.poll() is None else _GRACE)
        return self._complaints[-_TAIL:].decode("utf-8", "replace")

    def cpu_ns(self) -> int:
        """The CPU time of the program in nanoseconds; where unknown, the time spent waiting.

        For a program that has ended, up to its last line.
        """
        self._take_time()
        return self._waited if self._cpu is None else self._cpu

    def _take_time(self) -> None:
        """Update the CPU time, if the program still has a clock."""
        found = self._clock.ns()
        if found is not None:
            self._cpu = max(found, self._cpu or 0)

    def close(self) -> None:
        """End the program: by closing its input, then SIGTERM, then SIGKILL."""
        with self._closing:
            self._end()
        # Wakes a thread that waits for a line.
        with suppress(queue.Full):
            self._lines.put_nowait(None)


def _write(stream: IO[bytes], outgoing: _Outgoing) -> None:
    """Write queued lines, as fast as the program reads them."""
    with suppress(OSError):
        while (line := outgoing.get()) is not None:
            rest = memoryview(line)
            while rest:
                rest = rest[os.write(stream.fileno(), rest) :]
    with suppress(OSError):
        stream.close()


def _read(stream: IO[bytes], lines: _Lines, begun: bytearray, over: Event) -> None:
    """Read lines; `None` at the end. Reading stops after a line that is too long.

    `begun` holds an incomplete line. Once `over` is set, no thread takes lines, and further output
    is discarded.
    """
    with stream, suppress(OSError):
        while chunk := os.read(stream.fileno(), _CHUNK):
            *whole, rest = (bytes(begun) + chunk).split(b"\n")
            begun[:] = rest
            for line in whole:
                if line.strip() and not over.is_set():
                    lines.put(line)
            if len(rest) > LONGEST_LINE:
                lines.put(rest)
                return
    if over.is_set():
        return
    if begun.strip():
        lines.put(bytes(begun))
    lines.put(None)


def _keep_tail(stream: IO[bytes], kept: bytearray) -> None:
    """Read the program's standard error, and keep its end."""
    with stream, suppress(OSError):
        while chunk := os.read(stream.fileno(), _CHUNK):
            kept += chunk
            del kept[:-_TAIL]


def _end(
    process: subprocess.Popen[bytes],
    outgoing: _Outgoing,
    lines: _Lines,
    over: Event,
    threads: Sequence[Thread],
) -> None:
    """End a program with all its children, and the threads of its streams.

    Each thread closes its own stream, once no process at the other end holds it open.
    """
    over.set()
    outgoing.put(None)
    deadline = monotonic() + _GRACE
    while process.poll() is None and monotonic() < deadline:
        # It may be blocked by writing output that will not be read.
        with suppress(queue.Empty):
            lines.get(timeout=0.01)
    if process.poll() is None:
        _signal(process, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE)
    _signal(process, signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
    # A program of another user (sudo) may continue: its input has ended, and it cannot be
    # signalled.
    with suppress(subprocess.TimeoutExpired):
        process.wait(_GRACE)
    deadline = monotonic() + _GRACE
    while any(thread.is_alive() for thread in threads) and monotonic() < deadline:
        with suppress(queue.Empty):
            lines.get(timeout=0.01)


def _signal(process: subprocess.Popen[bytes], number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        if os.name == "nt":
            process.terminate()
        else:
            os.killpg(process.pid, number)
