"""Spreading work over processes, with results in the order of the work."""

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
"""The most pieces begun for each process before the first of them is done."""
_PATIENCE = 10.0
"""The seconds that a process has to end the programs that it has started."""


class Spread(Protocol):
    """A way to spread work: what a function makes of each piece, in the order of the pieces.

    Whoever stops early closes the generator, which ends all work that is under way.
    """

    def __call__(
        self, function: Callable[[Work], Result], work: Iterable[Work], /
    ) -> Generator[Result]:
        """The results, in order."""
        ...


class HelperEndedError(RuntimeError):
    """A process that did a part of the work has ended, as when the system kills it.

    The message says how it ended, and what may help.
    """


def alone(function: Callable[[Work], Result], work: Iterable[Work], /) -> Generator[Result]:
    """Do all the work in this process; a stop from the keyboard ends it, after a piece at worst.

    Raises:
        KeyboardInterrupt: when it is stopped.
    """
    with _stops_kept() as stopped:
        for piece in work:
            result = function(piece)
            if stopped():
                raise KeyboardInterrupt
            yield result


def over_processes(jobs: int) -> Spread:
    """Spread work over so many processes of this machine."""
    return partial(in_order, jobs=jobs)


def in_order(
    function: Callable[[Work], Result], work: Iterable[Work], jobs: int
) -> Generator[Result]:
    """The results of a function for all pieces of work, in order, worked out by so many processes.

    With one job this process does it all. `work` may be endless: only a few pieces are done ahead.
    When the generator is closed the processes end at once, whatever they are doing, and with them
    the programs of bots; so they do when this process ends, or is killed.

    Raises:
        HelperEndedError: when one of the processes has ended.
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
    """The outcome of a piece: its value, or an error and where it was raised."""

    value: Result | None
    error: Exception | None = None
    where: str = ""

    def result(self) -> Result:
        if self.error is not None:
            raise self.error from _RaisedThereError(self.where)
        return self.value  # type: ignore[return-value]  # of a function that may return None


def outcome_of(function: Callable[[Work], Result], piece: Work) -> _Outcome[Result]:
    """The value of a function for a piece, or the error raised, to be sent to another process.

    `result` of the outcome gives the value there, or raises the error.
    """
    try:
        return _Outcome(function(piece))
    except Exception as error:
        return _Outcome(None, error, traceback.format_exc())


class _RaisedThereError(Exception):
    """The cause of an error that was raised in another process: where that was."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"


class _Helper(Generic[Work, Result]):
    """A process that does one piece of work after another.

    Args:
        function: what it does with each.

    Attributes:
        connection: leads to it; when this is closed, the process ends.
    """

    def __init__(self, function: Callable[[Work], Result]) -> None:
        # A fresh process: a fork would copy whatever threads this one has.
        context = get_context("spawn")
        self.connection, there = context.Pipe()
        self._process = context.Process(target=_help, args=(there, function), daemon=True)
        with _stops_held_back():
            self._process.start()
        there.close()

    def give(self, piece: Work) -> None:
        """Have it do a piece; when it has ended, `take` says so."""
        with suppress(BrokenPipeError):
            self.connection.send(piece)

    def take(self) -> _Outcome[Result]:
        """The outcome of the piece, as soon as it is done."""
        try:
            outcome: _Outcome[Result] = self.connection.recv()
        except (EOFError, ConnectionResetError):
            self._process.join()
            raise HelperEndedError(_how_ended(self._process.exitcode)) from None
        return outcome

    def end(self) -> None:
        """Wait until it has ended; its connection is closed."""
        self._process.join(_PATIENCE)
        self._process.kill()
        self._process.join()


def _how_ended(status: int | None) -> str:
    """How a process ended, in words; a status below zero is that of a signal."""
    if status is None or status >= 0:
        return f"a helper process ended with status {status}"
    told = f"a helper process was ended by signal {-status}"
    if -status == getattr(signal, "SIGKILL", None):
        told += ", most likely for lack of memory; fewer --jobs need less"
    return told


@contextmanager
def _stops_kept() -> Iterator[Callable[[], bool]]:
    """Remember stops from the keyboard; gives a function that says whether there was one.

    Python drops what is raised while it tidies up, or in a callback from compiled code.
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
    """Hold back stops from the keyboard, here and in a process that is started meanwhile.

    It would be stopped by them until it has come so far as to ignore them.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows holds nothing back.
        yield
        return
    # The first process starts this one too, and that would let them through.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _help(connection: Connection, function: Callable[[Any], Any]) -> None:
    """Do what comes, until nobody is there to ask."""
    # Stops from the keyboard, and a terminal that is closed, are for the process that was started.
    for name in ("SIGINT", "SIGHUP"):
        if hasattr(signal, name):  # Windows has no terminals that close.
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):  # They were held back until it was so.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    pieces: SimpleQueue[Any] = SimpleQueue()
    Thread(target=_listen, args=(connection, pieces), daemon=True).start()
    while True:
        outcome = outcome_of(function, pieces.get())
        with suppress(OSError):  # Nobody is there any more; the other thread ends us.
            connection.send(outcome)


def _listen(connection: Connection, pieces: SimpleQueue[Any]) -> None:
    """Take in work; and once nobody is there to ask, end at once, in the middle of a piece too."""
    try:
        while True:
            pieces.put(connection.recv())
    except (EOFError, OSError):
        # Programs that play end with us, as they would if we ended by ourselves.
        atexit._run_exitfuncs()
        os._exit(1)
