"""`python -m tests.coverage`: which tests run, what is said of the rows, and the exit status."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.coverage.__main__ import main
from tests.coverage.outcomes import Outcome, judge_rows, run_tests
from tests.coverage.rows import PEERS, ROWS, Row
from tests.family.make_table import PAGE, block_of

SOME_TESTS = """
import pytest

@pytest.mark.parametrize("number", [1, 2])
def test_good(number):
    assert number

@pytest.mark.parametrize("number", [0, 1])
def test_bad(number):
    assert number == 1, "it is not 1"

@pytest.fixture
def broken():
    raise OSError("no disk")

def test_broken(broken):
    pass

def test_skipped():
    pytest.skip("not today")

def test_not_wanted():
    raise AssertionError
"""
SETTINGS = """
[pytest]
addopts = -p no:schemathesis -p no:faker -p no:anyio -p no:asyncio
"""
SOME_ROWS = """
[[rows]]
id = "good"
group = "One"
text = "What works | well"
sources = "Z21 §1"
options = { players = [4] }
tests = ["test_some.py::test_good"]

[[rows]]
id = "bad"
group = "One"
text = "What does not work"
sources = "PAG"
tests = ["test_some.py::test_good[1]", "test_some.py::test_bad[0]", "test_some.py::test_gone"]

[[rows]]
id = "G8"
group = "Two"
text = "What is not there"
sources = "Z16"
later = "Some day."
"""
SOME_PEERS = """
date = "May"

[[peers]]
id = "one"
name = "one/first"
short = "first"
url = "https://github.com/one/first"
read = "all of it"
others = "no"

[peers.rows]
good = { has = "yes", file = "a.py" }

[[peers]]
id = "two"
name = "two/second"
short = "second"
url = "https://github.com/two/second"
read = "a part of it"
like = "one"

[peers.rows]
bad = { has = "partly", note = "half of it", file = "b.py" }
"""


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A made-up checkout with three rows, where we are now."""
    texts = {
        ROWS: SOME_ROWS,
        PEERS: SOME_PEERS,
        "test_some.py": SOME_TESTS,
        "pytest.ini": SETTINGS,  # without what is slow to load
    }
    for name, text in texts.items():
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    monkeypatch.setattr("tests.coverage.__main__.ROOT", tmp_path)
    monkeypatch.setenv("JOBS", "0")
    return tmp_path


class Ran(NamedTuple):
    status: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def coverage(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*words: str) -> Ran:
        monkeypatch.setattr("sys.argv", ["coverage", *words])
        try:
            status = main()
        except SystemExit as ended:
            status = int(ended.code or 0)
        return Ran(status, *capsys.readouterr())

    return run


def test_only_what_is_wanted_runs_and_each_outcome_is_told(checkout: Path) -> None:
    names = ("good", "bad[0]", "broken", "skipped")
    wanted = [f"test_some.py::test_{name}" for name in names]
    found = run_tests(checkout, [*wanted, "test_gone.py::test_x"])
    by_name = {outcome.test.partition("::test_")[2]: outcome for outcome in found}
    assert {name: outcome.passed for name, outcome in by_name.items()} == {
        "good[1]": True,
        "good[2]": True,
        "bad[0]": False,
        "broken": False,
        "skipped": False,
    }
    assert "it is not 1" in by_name["bad[0]"].why
    assert "no disk" in by_name["broken"].why
    assert by_name["good[1]"].why == ""


def test_a_file_that_cannot_be_read_fails_its_tests_alone(checkout: Path) -> None:
    (checkout / "test_torn.py").write_text("def test_x(:\n", encoding="utf-8")
    wanted = ("test_torn.py::test_x", "test_some.py::test_good")
    found = run_tests(checkout, wanted)
    verdicts = judge_rows([_row("torn", wanted[0]), _row("good", wanted[1])], found)
    assert [len(verdicts["torn"].failed), verdicts["torn"].missing] == [1, ()]
    assert verdicts["good"].passed


def test_tests_that_cannot_begin(
    checkout: Path, coverage: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JOBS", "many")
    ran = coverage()
    assert (ran.status, ran.out) == (2, "")
    assert "many" in ran.err


def _row(name: str, *tests: str) -> Row:
    return Row(name, "G", "text", "Z21", tests=tests)


@pytest.mark.parametrize(
    ("tests", "count", "passes"),
    [
        (["a::x"], 2, True),
        (["a::x[1]"], 1, True),
        (["a::x", "a::x[1]"], 2, True),
        (["a::x[3]"], 0, False),
        (["a::y"], 1, False),
        (["a::x", "a::y"], 3, False),
        (["a::x", "a::z"], 2, False),
        ([], 0, False),
    ],
)
def test_a_row_passes_when_all_its_tests_do(tests: list[str], count: int, passes: bool) -> None:
    outcomes = [Outcome("a::x[1]", True), Outcome("a::x[2]", True), Outcome("a::y", False, "no")]
    verdict = judge_rows([_row("one", *tests)], outcomes)["one"]
    assert (verdict.tests, verdict.passed) == (count, passes)


def test_every_row_is_printed_and_what_is_wrong(checkout: Path, coverage: Run) -> None:
    ran = coverage()
    assert ran.status == 1
    rows = {line.split()[0]: line.split()[-2:] for line in ran.out.splitlines() if line.strip()}
    assert rows["good"] == ["2", "passes"]
    assert rows["bad"] == ["2", "FAILS"]
    assert rows["G8"] == ["–", "later"]
    lines = [line.strip() for line in ran.out.splitlines()]
    assert lines[lines.index("test_some.py test_good") - 1].startswith("good")
    assert {"test_some.py test_bad[0]", "test_some.py test_gone"} < set(lines)
    assert "bad: test_some.py::test_bad[0]" in ran.out
    assert "it is not 1" in ran.out
    assert "bad: there is no test test_some.py::test_gone" in ran.out
    assert "1 of 2 rows pass; 1 wait for what is not there yet" in ran.out


def test_everything_is_in_the_json(checkout: Path, coverage: Run) -> None:
    ran = coverage("--json")
    data = json.loads(ran.out)
    assert (ran.status, data["passed"]) == (1, False)
    good, bad, later = data["rows"]
    assert (good["passed"], good["test_count"], good["options"]) == (True, 2, {"players": [4]})
    assert (bad["passed"], bad["missing"]) == (False, ["test_some.py::test_gone"])
    assert [one["test"] for one in bad["failed"]] == ["test_some.py::test_bad[0]"]
    assert (later["passed"], later["later"]) == (False, "Some day.")
    assert good["peers"]["two"] == {"has": "yes", "note": "", "file": "a.py"}
    assert bad["peers"]["one"]["has"] == "no"
    assert bad["peers"]["two"]["note"] == "half of it"


def test_the_table_as_markdown(checkout: Path, coverage: Run) -> None:
    (checkout / "test_some.py").unlink()
    ran = coverage("--markdown")
    assert ran.status == 0
    assert "| [one/first](https://github.com/one/first) | 1 | 0 | 1 | 0 |" in ran.out
    assert "| good | What works \\| well | [1 test](../test_some.py) | ✓ | ✓ |" in ran.out
    assert "| bad | What does not work | [3 tests](../test_some.py) | – | ~ |" in ran.out
    assert "| G8 | What is not there | later | – | – |" in ran.out


def test_the_table_of_our_page(coverage: Run) -> None:
    ran = coverage("--markdown")
    assert ran.out == block_of(PAGE.read_text(encoding="utf-8"))


def test_a_row_that_says_something_unknown(checkout: Path, coverage: Run) -> None:
    (checkout / ROWS).write_text(SOME_ROWS.replace("sources", "source"), encoding="utf-8")
    ran = coverage()
    assert (ran.status, ran.out) == (2, "")
    assert "source" in ran.err


def test_words_that_do_not_go_together(coverage: Run) -> None:
    ran = coverage("--markdown", "--json")
    assert (ran.status, ran.out) == (2, "")
    assert "--markdown" in ran.err
