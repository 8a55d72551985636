"""Running the tests of the rows, once for all of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.coverage.rows import ROOT, Row

WANTED = "SHENGJI_COVERAGE_WANTED"
"""The variable that names the file with the tests that are wanted."""

OUTCOMES = "SHENGJI_COVERAGE_OUTCOMES"
"""The variable that names the file for the outcomes."""

_PAUSE = 0.2
_COULD_NOT_BEGIN = (3, 4)
"""The exit statuses of pytest for a fault of its own, and for a command line that is wrong."""


class Outcome(NamedTuple):
    """How a test ended; `why` is the last line of what it said when it failed."""

    test: str
    passed: bool
    why: str = ""


class Verdict(NamedTuple):
    """The verdict of the tests on a row.

    Attributes:
        tests: how many tests it has, each set of parameters counted.
        failed: those that did not pass.
        missing: names in the row for which there is no test.
    """

    tests: int
    failed: tuple[Outcome, ...]
    missing: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether there is a test and everything is well."""
        return self.tests > 0 and not self.failed and not self.missing


def judge_rows(rows: Iterable[Row], outcomes: Sequence[Outcome]) -> dict[str, Verdict]:
    """The verdict on each row, by its name."""
    by_name: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        by_name.setdefault(outcome.test.partition("[")[0], []).append(outcome)
    verdicts = {}
    for row in rows:
        found = {test: _of_name(test, by_name) for test in row.tests}
        ended = {outcome for some in found.values() for outcome in some}
        failed = sorted(outcome for outcome in ended if not outcome.passed)
        missing = [test for test, some in found.items() if not some]
        verdicts[row.id] = Verdict(
            len({outcome.test for outcome in ended}), tuple(failed), tuple(missing)
        )
    return verdicts


def _of_name(test: str, by_name: dict[str, list[Outcome]]) -> list[Outcome]:
    """The outcomes of a test: of all its parameters, or of the ones that are named.

    What befell its whole file befell the test.
    """
    name, bracket, _ = test.partition("[")
    some = by_name.get(name, [])
    if bracket:
        some = [outcome for outcome in some if outcome.test == test]
    return some or by_name.get(name.partition("::")[0], [])


def run_tests(
    root: Path, tests: Sequence[str], told: Callable[[int, int], None] = lambda done, total: None
) -> list[Outcome]:
    """Run these tests of the checkout in one go; `told` hears how many of how many are done.

    Raises:
        RuntimeError: when pytest could not begin; it says why.
    """
    files = dict.fromkeys(test.partition("::")[0] for test in tests)
    there = [file for file in files if (root / file).is_file()]
    if not there:
        return []
    with tempfile.TemporaryDirectory() as folder:
        wanted, told_to, said = (Path(folder, name) for name in ("wanted", "outcomes", "said"))
        wanted.write_text("\n".join(tests), encoding="utf-8")
        told_to.touch()
        command = [sys.executable, "-m", "pytest", "-q", "--continue-on-collection-errors"]
        command += ["-p", "tests.coverage.plugin", "-p", "no:cacheprovider"]
        command += [
            "-p",
            "tests.workers",
            "--workers",
            os.environ.get("JOBS") or str(os.cpu_count() or 1),
        ]
        with (
            said.open("w", encoding="utf-8") as out,
            subprocess.Popen(
                [*command, *there],
                cwd=root,
                env={**_environment(), WANTED: str(wanted), OUTCOMES: str(told_to)},
                stdout=out,
                stderr=subprocess.STDOUT,
            ) as process,
        ):
            try:
                while process.poll() is None:
                    time.sleep(_PAUSE)
                    told(*_progress(told_to))
            except BaseException:
                process.terminate()
                raise
        if process.returncode in _COULD_NOT_BEGIN:
            raise RuntimeError(said.read_text(encoding="utf-8").strip())
        return [
            Outcome(line["test"], line["passed"], line["why"])
            for line in _lines(told_to)
            if "test" in line
        ]


def _environment() -> dict[str, str]:
    """The environment without what an outer pytest says of itself: the inner one begins anew.

    It finds its plugin, wherever the tests are.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return {
        **kept,
        "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, [kept.get("PYTHONPATH")])]),
    }


def _progress(file: Path) -> tuple[int, int]:
    lines = list(_lines(file))
    return (
        sum("test" in line for line in lines),
        max((line["total"] for line in lines if "total" in line), default=0),
    )


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    """The complete lines so far."""
    for line in file.read_text(encoding="utf-8").splitlines(keepends=True):
        if line.endswith("\n"):
            yield json.loads(line)
