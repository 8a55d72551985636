"""A program that runs beside ours, and the lines that go both ways.

Nothing here waits longer than it is told to, whatever the program does: threads of their own write
to it and read from it, and what it writes without being asked stays in its pipe.
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
"""The number of lines read before anybody asks for them."""
_TAIL = 4096
"""The number of bytes of standard error that are kept."""
_CHUNK = 65_536
_GRACE = 0.5
"""Seconds that a program has to end when its input has ended, and again when it is told to."""

_LOOK = 0.2
"""The seconds without a line after which it is checked that the program still runs."""

_Lines = queue.Queue[bytes | None]
_Outgoing = queue.SimpleQueue[bytes | None]


class ChannelError(ProgramFailedError):
    """There will be no line from the program."""


class Line(Protocol):
    """A carrier of lines to and from a program, wherever it runs."""

    def send(self, line: bytes) -> None:
        """Have a line sent; returns at once."""

    def receive(self, timeout: float) -> bytes:
        """The next line, waiting for it so many seconds at the most.

        Raises:
            ChannelError: when there is none.
        """

    @property
    def stderr(self) -> str:
        """The complaints of the program so far, as far as they are known."""

    def cpu_ns(self) -> int:
        """The CPU time in nanoseconds of the program; where it cannot be told, the time waited."""

    def close(self) -> None:
        """Nothing more is sent or received."""


def program_of(command: str) -> tuple[str, ...]:
    """The program and the arguments in a command; no shell reads it.

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
    """The environment of a program: ours, without our settings, some of which are secret.

    Where no other `python` and `shengji` are found, these are the ones that run here.
    """
    kept = {k: v for k, v in os.environ.items() if not k.startswith("SHENGJI_")}
    ours = str(Path(sys.executable).parent)
    return {**kept, "PATH": os.pathsep.join((kept.get("PATH", os.defpath), ours))}


class Channel:
    """A program that has been started, and what it says.

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
                start_new_session=True,  # Ctrl-C is for us, and it can be ended with all its own.
            )
        except OSError as error:
            why = f"it cannot be started: {error.strerror or error}"
            if error.errno == errno.ENOEXEC:
                why += "; its first line does not say what runs it, as #!/usr/bin/env python3 does"
            raise ChannelError("start", why) from None
        self._process = process
        self._outgoing: _Outgoing = queue.SimpleQueue()
        self._lines: _Lines = queue.Queue(_AHEAD)
        self._begun = bytearray()  # A line that has not ended yet.
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
        # Also ends the program when this is forgotten, or the interpreter ends.
        self._end = weakref.finalize(
            self, _end, process, self._outgoing, self._lines, self._over, threads
        )

    def send(self, line: bytes) -> None:
        """Have a line written; returns at once. When the program has ended it is lost."""
        self._outgoing.put(line)

    def receive(self, timeout: float) -> bytes:
        """The next line, waiting for it so many seconds at the most.

        Raises:
            ChannelError: when there is none.
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
        """The next line; `None` for the end, also where others hold its output open.

        Raises:
            queue.Empty: when nothing comes in time.
        """
        deadline = monotonic() + timeout
        while (left := max(deadline - monotonic(), 0.0)) > _LOOK:
            with suppress(queue.Empty):
                return self._lines.get(timeout=_LOOK)
            if self._process.poll() is not None:
                # What it wrote at its end may still be on its way.
                with suppress(queue.Empty):
                    return self._lines.get(timeout=_GRACE)
                return None
        return self._lines.get(timeout=left)

    def _why_ended(self) -> ChannelError:
        """Why nothing more comes from the program."""
        try:
            status = self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return ChannelError("closed", "it closed its standard output")
        if status < 0:
            return ChannelError("died", f"it was ended by signal {-status}")
        return ChannelError("died", f"it ended with exit status {status}")

    @property
    def is_quiet(self) -> bool:
        """Whether the program runs and has written nothing that was not asked for."""
        return self._process.poll() is None and self._lines.empty()

    def begin_again(self) -> None:
        """Forget the complaints so far: they were about something else."""
        self._complaints.clear()

    @property
    def stderr(self) -> str:
        """The end of what the program has written to standard error since it last began."""
        self._threads[2].join(0.05 if self._process.poll() is None else _GRACE)
        return self._complaints[-_TAIL:].decode("utf-8", "replace")

    def cpu_ns(self) -> int:
        """The CPU time in nanoseconds of the program; where it cannot be told, the time waited.

        Of one that has ended, up to its last line.
        """
        self._take_time()
        return self._waited if self._cpu is None else self._cpu

    def _take_time(self) -> None:
        """Look at the clock of the program, if it still has one."""
        found = self._clock.ns()
        if found is not None:
            self._cpu = max(found, self._cpu or 0)

    def close(self) -> None:
        """End the program: first its input, then with a signal, then with one that it must heed."""
        with self._closing:
            self._end()
        # Whoever waits for a line in another thread is to wait no longer.
        with suppress(queue.Full):
            self._lines.put_nowait(None)


def _write(stream: IO[bytes], outgoing: _Outgoing) -> None:
    """Write what is sent, as fast as it is read."""
    with suppress(OSError):
        while (line := outgoing.get()) is not None:
            rest = memoryview(line)
            while rest:
                rest = rest[os.write(stream.fileno(), rest) :]
    with suppress(OSError):
        stream.close()


def _read(stream: IO[bytes], lines: _Lines, begun: bytearray, over: Event) -> None:
    """Read lines; `None` at the end. After a line that is too long nothing is read.

    `begun` is what has come of a line that has not ended. When all is `over` nobody takes lines any
    more, and what still comes is thrown away.
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
    """Read what a program complains of, and keep the end of it."""
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
    """End a program and all that it has started, and the threads that talk to it.

    Each thread closes its own stream, once nobody at the other end holds it open.
    """
    over.set()
    outgoing.put(None)
    deadline = monotonic() + _GRACE
    while process.poll() is None and monotonic() < deadline:
        # It may be writing what nobody wants to read any more.
        with suppress(queue.Empty):
            lines.get(timeout=0.01)
    if process.poll() is None:
        _signal(process, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE)
    _signal(process, signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
    # One that runs as somebody else (sudo) may go on: its input has ended, and no more can be done.
    with suppress(subprocess.TimeoutExpired):
        process.wait(_GRACE)
    deadline = monotonic() + _GRACE
    while any(thread.is_alive() for thread in threads) and monotonic() < deadline:
        with suppress(queue.Empty):
            lines.get(timeout=0.01)


def _signal(process: subprocess.Popen[bytes], number: int) -> None:
    """Send a signal to a program and all that it has started."""
    with suppress(ProcessLookupError, PermissionError):
        if os.name == "nt":
            process.terminate()
        else:
            os.killpg(process.pid, number)
