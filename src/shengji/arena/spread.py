"""Parallel work over processes, with results in the order of the work."""

from __future__ import annotations

import atexit
import os
import signal
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from queue import SimpleQueue
from threading import Thread, current_thread, main_thread
from types import FrameType
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

Work = TypeVar("Work")
Result = TypeVar("Result")

_AHEAD = 4
"""Maximum number of pieces per process begun before the first of them is done."""
_PATIENCE = 10.0
"""Timeout in seconds for a process to end the programs that it started."""


class Spread(Protocol):
    """A strategy to spread work: maps a function over pieces, in the order of the pieces.

    To stop early, close the generator, which ends all running work.
    """

    def __call__(
        self, function: Callable[[Work], Result], work: Iterable[Work], /
    ) -> Generator[Result]:
        """Yield the results, in order."""
        ...


class HelperEndedError(RuntimeError):
    """A worker process has ended, for example killed by the system.

    The message contains how it ended, and a remedy.
    """


def alone(function: Callable[[Work], Result], work: Iterable[Work], /) -> Generator[Result]:
    """Do all the work in this process; an interrupt from the keyboard waits for the current piece.

    Raises:
        KeyboardInterrupt: the work was interrupted.
    """
    with _stops_kept() as stopped:
        for piece in work:
            result = function(piece)
            if stopped():
                raise KeyboardInterrupt
            yield result


def over_processes(jobs: int) -> Spread:
    """Spread work over `jobs` processes of this machine."""
    return partial(in_order, jobs=jobs)


def in_order(
    function: Callable[[Work], Result], work: Iterable[Work], jobs: int
) -> Generator[Result]:
    """Yield a function's results for all pieces of work, in order, computed by `jobs` processes.

    With one job, this process does all the work. `work` may be endless: only a few pieces are
    computed ahead. When the generator is closed, or this process ends or is killed, the worker
    processes and the programs of external bots end at once.

    Raises:
        HelperEndedError: a worker process ended.
    """
    if jobs == 1:
        yield from alone(function, work)
        return
    pieces = enumerate(work)
    given = wanted = 0
    idle: list[_Helper[Work, Result]] = []
    busy: dict[object, tuple[int, _Helper[Work, Result]]] = {}
    done: dict[int, _Outcome[Result]] = {}
    try:
        while True:
            room = min(jobs - len(busy), wanted + _AHEAD * jobs - given)
            for number, piece in islice(pieces, max(0, room)):
                helper = idle.pop() if idle else _Helper(function)
                busy[helper.connection] = number, helper
                helper.give(piece)
                given += 1
            if wanted in done:
                outcome = done.pop(wanted)
                wanted += 1
                yield outcome.result()
            elif busy:
                for connection in wait([helper.connection for _, helper in busy.values()]):
                    number, helper = busy[connection]
                    done[number] = helper.take()
                    del busy[connection]
                    idle.append(helper)
            else:
                return
    finally:
        helpers = [*idle, *(helper for _, helper in busy.values())]
        for helper in helpers:
            helper.connection.close()
        for helper in helpers:
            helper.end()


class _Outcome(NamedTuple, Generic[Result]):
    """The result of a piece: its value, or the error with its traceback."""

    value: Result | None
    error: Exception | None = None
    where: str = ""

    def result(self) -> Result:
        if self.error is not None:
            raise self.error from _RaisedThereError(self.where)
        return self.value  # type: ignore[return-value]  # of a function that may return None


def outcome_of(function: Callable[[Work], Result], piece: Work) -> _Outcome[Result]:
    """Call a function, and return its value or its error for another process.

    The outcome's `result` method then returns the value, or raises the error.
    """
    try:
        return _Outcome(function(piece))
    except Exception as error:
        return _Outcome(None, error, traceback.format_exc())


class _RaisedThereError(Exception):
    """The cause of an error from another process: its traceback there."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"


class _Helper(Generic[Work, Result]):
    """A worker process that handles one piece at a time.

    Attributes:
        connection: the pipe to the process; the process ends when it is closed.
    """

    def __init__(self, function: Callable[[Work], Result]) -> None:
        # A new process: a fork would copy all threads of this one.
        context = get_context("spawn")
        self.connection, there = context.Pipe()
        self._process = context.Process(target=_help, args=(there, function), daemon=True)
        with _stops_held_back():
            self._process.start()
        there.close()

    def give(self, piece: Work) -> None:
        """Send a piece; if the process has ended, `take` raises the error."""
        with suppress(BrokenPipeError):
            self.connection.send(piece)

    def take(self) -> _Outcome[Result]:
        """Wait for the outcome of the piece."""
        try:
            outcome: _Outcome[Result] = self.connection.recv()
        except (EOFError, ConnectionResetError):
            self._process.join()
            raise HelperEndedError(_how_ended(self._process.exitcode)) from None
        return outcome

    def end(self) -> None:
        """Wait for the process, whose connection is closed, and kill it after a timeout."""
        self._process.join(_PATIENCE)
        self._process.kill()
        self._process.join()


def _how_ended(status: int | None) -> str:
    """How a process ended, in words; a negative status is a signal."""
    if status is None or status >= 0:
        return f"a helper process ended with status {status}"
    told = f"a helper process was ended by signal {-status}"
    if -status == getattr(signal, "SIGKILL", None):
        told += ", most likely for lack of memory; fewer --jobs need less"
    return told


@contextmanager
def _stops_kept() -> Iterator[Callable[[], bool]]:
    """Record interrupts from the keyboard; yields a function that returns whether there was one.

    Python drops exceptions that are raised in finalizers or in callbacks from compiled code.
    """
    before = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or not callable(before):
        yield lambda: False
        return
    stops: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        stops.append(number)
        before(number, frame)

    signal.signal(signal.SIGINT, stop)
    try:
        yield lambda: bool(stops)
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _stops_held_back() -> Iterator[None]:
    """Block interrupts from the keyboard, here and in a process started meanwhile.

    An interrupt would end the new process before it can ignore interrupts.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows cannot block signals.
        yield
        return
    # The first process also starts the resource tracker, which would unblock them.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _help(connection: Connection, function: Callable[[Any], Any]) -> None:
    """Worker loop: run pieces until the parent closes the connection."""
    # Interrupts and a closed terminal are handled by the parent process.
    for name in ("SIGINT", "SIGHUP"):
        if hasattr(signal, name):  # Windows has no such signal.
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):  # The parent blocked them until this point.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    pieces: SimpleQueue[Any] = SimpleQueue()
    Thread(target=_listen, args=(connection, pieces), daemon=True).start()
    while True:
        outcome = outcome_of(function, pieces.get())
        with suppress(OSError):  # The parent has ended; the other thread ends this process.
            connection.send(outcome)


def _listen(connection: Connection, pieces: SimpleQueue[Any]) -> None:
    """Receive pieces; when the parent closes the connection, end at once, even within a piece."""
    try:
        while True:
            pieces.put(connection.recv())
    except (EOFError, OSError):
        # External bots end with this process, as at a normal exit.
        atexit._run_exitfuncs()
        os._exit(1)
