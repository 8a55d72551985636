"""Testers: processes that share the tests out, forked from the one that has collected them.

`pytest --testers 6` is here what `-n 6` of pytest-xdist is elsewhere, whose workers import and
collect all tests themselves: 30 seconds of a core for each of them.

A tester takes a module at a time, so that what its tests share is made once. Half of the testers
begin with what waits most, the others with what computes most, and they meet at what is short.
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

_WAIT_MOST: Final = ("tests/browser", "tests/server", "tests/arena", "tests/terminal")
"""Folders whose tests wait for other processes, those that wait most first."""
_COMPUTE_MOST: Final = (
    "tests/play",
    "tests/bots",
    "tests/record",
    "tests/practice",
    "tests/review",
)
"""Folders whose tests compute for seconds, those that compute most last."""


class Tester:
    """A process that runs tests, as seen by the one that has collected them.

    Attributes:
        line: the connection to it.
        left: the places in the session of those tests of its module that have not ended.
    """

    def __init__(self, session: pytest.Session, others: Iterable[Tester]) -> None:
        self.left: deque[int] = deque()
        self.line, theirs = Pipe()
        ours = [self.line, *(other.line for other in others)]
        self._process = get_context("fork").Process(target=_run, args=(session, theirs, ours))
        self._process.start()
        theirs.close()

    def give(self, module: Sequence[int]) -> None:
        """Let it run the tests of a module; with none, let it end."""
        self.left = deque(module)
        self.line.send(list(self.left))

    def end(self, *, now: bool = False) -> int | None:
        """Wait until the process has ended, and say with which status; `now`: interrupt it."""
        self.line.close()
        if now and self._process.pid:
            os.kill(self._process.pid, signal.SIGINT)
        self._process.join()
        return self._process.exitcode


class _Teller:
    """A plugin of a tester: what pytest is told there, the first process is told."""

    def __init__(self, config: pytest.Config, line: Connection) -> None:
        self._config, self._line = config, line

    def pytest_runtest_logstart(self, nodeid: str, location: Location) -> None:
        self._line.send(("pytest_runtest_logstart", {"nodeid": nodeid, "location": location}))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        hook = self._config.hook
        data = hook.pytest_report_to_serializable(config=self._config, report=report)
        self._line.send(("pytest_runtest_logreport", {"report": data}))

    def pytest_runtest_logfinish(self, nodeid: str, location: Location) -> None:
        self._line.send(("pytest_runtest_logfinish", {"nodeid": nodeid, "location": location}))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--testers", type=int, default=1, metavar="NUMBER", help="test in so many processes"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Let testers run what was collected, and tell pytest what they say."""
    option = session.config.option
    if option.testers < 2 or option.collectonly or session.testsfailed:
        return None
    modules = _modules(session.items)
    testers: list[Tester] = []
    for _ in range(min(option.testers, len(modules))):
        testers.append(Tester(session, testers))
    begin_last = testers[1::2]
    try:
        while testers:
            said_by = wait([tester.line for tester in testers])
            for tester in [tester for tester in testers if tester.line in said_by]:
                try:
                    said = tester.line.recv()
                except EOFError:
                    testers.remove(tester)
                    _note_end(session, tester)
                    if tester.left:
                        modules.append(tester.left)
                        testers.append(Tester(session, testers))
                    continue
                if said is not None:
                    _tell(session, tester, *said)
                elif not modules:
                    tester.give(())
                else:
                    tester.give(modules.pop() if tester in begin_last else modules.popleft())
            if session.shouldfail:
                raise session.Failed(session.shouldfail)
            if session.shouldstop:
                raise session.Interrupted(session.shouldstop)
    finally:
        for tester in testers:
            tester.end(now=True)
    return True


def _modules(items: list[pytest.Item]) -> deque[Sequence[int]]:
    """The places of the tests of each module: what waits most first, what computes most last."""

    def turn(places: Sequence[int]) -> int:
        path = items[places[0]].nodeid
        waits = [-len(_WAIT_MOST) + n for n, at in enumerate(_WAIT_MOST) if path.startswith(at)]
        computes = [n + 1 for n, at in enumerate(_COMPUTE_MOST) if path.startswith(at)]
        return next(iter(waits + computes), 0)

    together = groupby(range(len(items)), lambda place: items[place].nodeid.partition("::")[0])
    modules: Iterable[Sequence[int]] = (list(places) for _, places in together)
    return deque(sorted(modules, key=turn))


def _tell(session: pytest.Session, tester: Tester, hook: str, said: dict[str, Any]) -> None:
    """Call a hook of pytest as a tester has called it."""
    config = session.config
    if "report" in said:
        data = said["report"]
        report = config.hook.pytest_report_from_serializable(config=config, data=data)
        said = {"report": report}
    elif hook == "pytest_runtest_logfinish":
        tester.left.popleft()
    getattr(config.hook, hook)(**said)


def _note_end(session: pytest.Session, tester: Tester) -> None:
    """A tester has ended: let the test fail that it was running, or all, if it was at none."""
    status = tester.end()
    if tester.left:
        item = session.items[tester.left.popleft()]
        why = f"The process that ran this test ended with status {status}."
        report = pytest.TestReport(item.nodeid, item.location, {}, "failed", why, "call")
        session.config.hook.pytest_runtest_logreport(report=report)
    elif status:
        session.shouldfail = f"a tester ended with status {status}, after its tests"


def _run(session: pytest.Session, line: Connection, inherited: Iterable[Connection]) -> None:
    """Run, in a tester, the tests that come along the line until none come."""
    for other in inherited:
        other.close()  # or nobody would see the first process end
    config = session.config
    config.pluginmanager.unregister(name="terminalreporter")
    capture = config.pluginmanager.getplugin("capturemanager")
    capture.stop_global_capturing()
    capture.start_global_capturing()  # in files of its own
    config.pluginmanager.register(_Teller(config, line))
    # The first process is gone, or has enough.
    with suppress(EOFError, BrokenPipeError, KeyboardInterrupt):
        line.send(None)
        while places := line.recv():
            items: list[Any] = [session.items[place] for place in places]
            # What a module shares ends with it; what the session shares stays.
            for item, following in zip(items, [*items[1:], session], strict=True):
                config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            line.send(None)
    session._setupstate.teardown_exact(None)
    atexit._run_exitfuncs()
