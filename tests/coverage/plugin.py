"""A plugin of pytest: it runs only the tests that are wanted, and tells each outcome as it comes.

It is loaded by `pytest -p` in a process of its own and reads what is wanted from a file that the
environment names; the outcomes go to another, one JSON object a line. Only this module needs
pytest, and only pytest loads it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Final

import pytest

from tests.coverage.outcomes import OUTCOMES, WANTED

_MAIN: Final = os.getpid()
"""The process that writes outcomes; its forked workers have this plugin, too."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what nobody asked for."""
    wanted = set(Path(os.environ[WANTED]).read_text(encoding="utf-8").split("\n"))
    left = [i for i in items if not {i.nodeid, i.nodeid.partition("[")[0]} & wanted]
    items[:] = [item for item in items if item not in left]
    config.hook.pytest_deselected(items=left)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Say how many tests there are."""
    if session.items:
        _tell({"total": len(session.items)})


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Tell the outcome of a test: when it has run, or when it could not."""
    if report.when == "call" or report.outcome != "passed":
        _tell({"test": report.nodeid, "passed": report.passed, "why": _why(report)})


def pytest_collectreport(report: pytest.CollectReport) -> None:
    """Tell of a file that cannot be read."""
    if report.failed:
        _tell({"test": report.nodeid, "passed": False, "why": _why(report)})


def _why(report: pytest.TestReport | pytest.CollectReport) -> str:
    """In one line, why a test did not pass."""
    if report.passed:
        return ""
    crash = getattr(report.longrepr, "reprcrash", None)
    said = crash.message if crash is not None else report.longreprtext.strip()
    return said.splitlines()[0 if crash is not None else -1] if said else report.outcome


def _tell(line: dict[str, object]) -> None:
    if os.getpid() != _MAIN:
        return
    with Path(os.environ[OUTCOMES]).open("a", encoding="utf-8") as out:
        out.write(json.dumps(line) + "\n")
