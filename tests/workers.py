"""Worker processes for tests, forked after collection.

`pytest --workers 6` replaces `-n 6` of pytest-xdist, whose workers each import and collect all
tests: 30 seconds of CPU per worker in a fresh clone.

A worker takes one module at a time, so module fixtures are made once. Half of the workers start
with the modules that mostly wait, the other half with those that mostly compute; they meet at the
short ones.
"""

from __future__ import annotations

import atexit
import os
import signal
from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import groupby
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection, wait
from typing import Any, Final, TypeAlias

import pytest

Location: TypeAlias = tuple[str, int | None, str]

_WAITING: Final = ("tests/browser", "tests/server", "tests/arena", "tests/terminal")
"""Folders whose tests mostly wait for other processes, longest first."""
_COMPUTING: Final = ("tests/play", "tests/bots", "tests/record", "tests/practice", "tests/review")
"""Folders whose tests mostly compute, longest last."""


class Worker:
    """A worker process, as seen by the main process.

    Attributes:
        connection: messages from and to the worker.
        pending: indexes in `session.items` of the tests of its module that have not ended.
    """

    def __init__(self, session: pytest.Session, others: Iterable[Worker]) -> None:
        self.pending: deque[int] = deque()
        self.connection, theirs = Pipe()
        inherited = [self.connection, *(other.connection for other in others)]
        self._process = get_context("fork").Process(target=_run, args=(session, theirs, inherited))
        self._process.start()
        theirs.close()

    def assign(self, module: Sequence[int]) -> None:
        """Send the tests of a module to run; an empty module ends the worker."""
        self.pending = deque(module)
        self.connection.send(list(module))

    def join(self) -> int | None:
        """Wait for the end of the process and return its exit status."""
        self.connection.close()
        self._process.join()
        return self._process.exitcode

    def interrupt(self) -> None:
        """End the process during a test."""
        if self._process.pid:
            os.kill(self._process.pid, signal.SIGINT)
        self.join()


class _Reporter:
    """A plugin of a worker: sends each call of a reporting hook to the main process."""

    def __init__(self, config: pytest.Config, connection: Connection) -> None:
        self._config, self._connection = config, connection

    def pytest_runtest_logstart(self, nodeid: str, location: Location) -> None:
        call = {"nodeid": nodeid, "location": location}
        self._connection.send(("pytest_runtest_logstart", call))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        hook = self._config.hook
        data = hook.pytest_report_to_serializable(config=self._config, report=report)
        self._connection.send(("pytest_runtest_logreport", {"report": data}))

    def pytest_runtest_logfinish(self, nodeid: str, location: Location) -> None:
        call = {"nodeid": nodeid, "location": location}
        self._connection.send(("pytest_runtest_logfinish", call))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--workers", type=int, default=1, metavar="NUMBER", help="number of worker processes"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Assign modules to workers and replay their reports, instead of running tests here."""
    option = session.config.option
    if option.workers < 2 or option.collectonly or session.testsfailed:
        return None
    modules = _modules(session.items)
    workers: list[Worker] = []
    for _ in range(min(option.workers, len(modules))):
        workers.append(Worker(session, workers))
    computing = workers[1::2]
    try:
        while workers:
            ready = wait([worker.connection for worker in workers])
            for worker in [worker for worker in workers if worker.connection in ready]:
                try:
                    message = worker.connection.recv()
                except EOFError:
                    workers.remove(worker)
                    _check_end(session, worker)
                    if worker.pending:
                        modules.append(worker.pending)
                        workers.append(Worker(session, workers))
                    continue
                if message is not None:
                    _replay(session, worker, *message)
                elif not modules:
                    worker.assign(())
                else:
                    worker.assign(modules.pop() if worker in computing else modules.popleft())
            if session.shouldfail:
                raise session.Failed(session.shouldfail)
            if session.shouldstop:
                raise session.Interrupted(session.shouldstop)
    finally:
        for worker in workers:
            worker.interrupt()
    return True


def _modules(items: list[pytest.Item]) -> deque[Sequence[int]]:
    """The indexes of each module's tests, sorted from mostly waiting to mostly computing."""

    def key(indexes: Sequence[int]) -> int:
        path = items[indexes[0]].nodeid
        waits = [n - len(_WAITING) for n, at in enumerate(_WAITING) if path.startswith(at)]
        computes = [n + 1 for n, at in enumerate(_COMPUTING) if path.startswith(at)]
        return next(iter(waits + computes), 0)

    grouped = groupby(range(len(items)), lambda index: items[index].nodeid.partition("::")[0])
    modules: Iterable[Sequence[int]] = (list(indexes) for _, indexes in grouped)
    return deque(sorted(modules, key=key))


def _replay(session: pytest.Session, worker: Worker, hook: str, call: dict[str, Any]) -> None:
    """Call a hook as the worker has called it."""
    config = session.config
    if "report" in call:
        data = call["report"]
        report = config.hook.pytest_report_from_serializable(config=config, data=data)
        call = {"report": report}
    elif hook == "pytest_runtest_logfinish":
        worker.pending.popleft()
    getattr(config.hook, hook)(**call)


def _check_end(session: pytest.Session, worker: Worker) -> None:
    """Fail the test during which a worker ended, or the session when it ended with an error."""
    status = worker.join()
    if worker.pending:
        item = session.items[worker.pending.popleft()]
        why = f"The worker process ended with status {status} during this test."
        report = pytest.TestReport(item.nodeid, item.location, {}, "failed", why, "call")
        session.config.hook.pytest_runtest_logreport(report=report)
    elif status:
        session.shouldfail = f"a worker process ended with status {status} after its tests"


def _run(session: pytest.Session, connection: Connection, inherited: Iterable[Connection]) -> None:
    """Run, in a worker, each module received until an empty one."""
    for other in inherited:
        other.close()  # otherwise the end of the main process would go unnoticed
    config = session.config
    config.pluginmanager.unregister(name="terminalreporter")
    capture = config.pluginmanager.getplugin("capturemanager")
    capture.stop_global_capturing()
    capture.start_global_capturing()  # into files of its own
    config.pluginmanager.register(_Reporter(config, connection))
    # The main process has ended or has interrupted this one.
    with suppress(EOFError, BrokenPipeError, KeyboardInterrupt):
        connection.send(None)
        while indexes := connection.recv():
            items: list[Any] = [session.items[index] for index in indexes]
            # The session as the next item: module fixtures end here, session fixtures do not.
            for item, next_item in zip(items, [*items[1:], session], strict=True):
                config.hook.pytest_runtest_protocol(item=item, nextitem=next_item)
            connection.send(None)
    session._setupstate.teardown_exact(None)
    atexit._run_exitfuncs()
