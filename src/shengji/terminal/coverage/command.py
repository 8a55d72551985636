"""What `shengji rules --coverage` does."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import typer

from shengji.terminal.coverage.page import ROWS, find_checkout, read_page, read_peers
from shengji.terminal.coverage.running import Outcome, judge_rows, run_tests
from shengji.terminal.coverage.telling import as_data, as_markdown, faults, print_table
from shengji.terminal.errors import UsageError
from shengji.terminal.progress import bar


def show_coverage(*, as_json: bool, as_table: bool) -> None:
    """Run the tests of every row and print the rows; `as_table` prints the README's, and runs none.

    Ends with status 1 when a row has no test or a test does not pass.

    Raises:
        UsageError: outside a checkout of the source, or when the tests cannot be run.
    """
    root = find_checkout()
    if root is None:
        raise UsageError(f"coverage needs a checkout of the source: no {ROWS} here or above")
    try:
        rows, peers = read_page(root), read_peers(root)
    except ValueError as error:
        raise UsageError(f"the coverage cannot be read: {error}") from None
    if as_table:
        typer.echo(as_markdown(rows, peers), nl=False)
        return
    tests = list(dict.fromkeys(test for row in rows for test in row.tests))
    try:
        verdicts = judge_rows(rows, _run(root, tests))
    except ModuleNotFoundError as error:
        raise UsageError(f"coverage needs {error.name}: `make setup` installs it") from None
    except RuntimeError as error:
        raise UsageError(f"the tests could not be run: {error}") from None
    if as_json:
        data = as_data(rows, peers, verdicts)
        typer.echo(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        print_table(rows, verdicts)
    if faults(rows, verdicts):
        raise typer.Exit(1)


def _run(root: Path, tests: list[str]) -> list[Outcome]:
    """Run the tests, with a bar on a terminal and a line elsewhere."""
    if not sys.stderr.isatty():
        typer.echo("running the tests of all rows ...", err=True)
        return run_tests(root, tests)
    with bar("tests", None) as move:
        return run_tests(root, tests, lambda done, total: move(completed=done, total=total or None))
