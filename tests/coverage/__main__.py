"""Test the family row by row, and print the rows.

    python -m tests.coverage [--json | --markdown]

`--markdown` prints the table of docs/family.md, and tests nothing. Ends with status 1 when a row
has no test or a test does not pass, and with 2 when that cannot be found out.
"""

from __future__ import annotations

import argparse
import json
import sys

from shengji.terminal.output import bar
from tests.coverage.outcomes import Outcome, judge_rows, run_tests
from tests.coverage.rows import ROOT, read_page, read_peers
from tests.coverage.tables import as_data, as_markdown, faults, print_table


def main() -> int:
    """Do what the command line says; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.coverage", description=__doc__)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true")
    how.add_argument("--markdown", action="store_true")
    words = parser.parse_args()
    try:
        rows, peers = read_page(ROOT), read_peers(ROOT)
        if words.markdown:
            sys.stdout.write(as_markdown(rows, peers))
            return 0
        tests = list(dict.fromkeys(test for row in rows for test in row.tests))
        verdicts = judge_rows(rows, _run(tests))
    except (RuntimeError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    if words.json:
        data = as_data(rows, peers, verdicts)
        print(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        print_table(rows, verdicts)
    return 1 if faults(rows, verdicts) else 0


def _run(tests: list[str]) -> list[Outcome]:
    """Run the tests, with a bar on a terminal and a line elsewhere."""
    if not sys.stderr.isatty():
        print("running the tests of all rows ...", file=sys.stderr)
        return run_tests(ROOT, tests)
    with bar("tests", None) as move:
        return run_tests(ROOT, tests, lambda done, total: move(completed=done, total=total or None))


if __name__ == "__main__":
    sys.exit(main())
