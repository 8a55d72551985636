"""The programs of docs/programs.md and their output, from `examples/programs`.

`python -m docs.programs` in the root of the project writes them.
"""

from __future__ import annotations

import runpy
from contextlib import chdir, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from docs.marked import Marked

PAGE = Path(__file__).parent / "programs.md"
PROGRAMS = sorted((PAGE.parents[1] / "examples" / "programs").glob("*.py"))
NEEDS_PANDAS = "records"
"""The program that needs a package that tests do not have, and records in its folder."""


def part_of(program: Path) -> Marked:
    """The part of the page that has a program."""
    made = f"<!-- The program {program.stem}: made by `python -m docs.programs`. -->\n"
    return Marked(PAGE, made, f"<!-- End of {program.stem}. -->\n")


def shown(program: Path) -> str:
    """A program and its output in Markdown."""
    code = f"```python\n{program.read_text(encoding='utf-8')}```\n"
    if program.stem == NEEDS_PANDAS:
        return code
    printed = StringIO()
    with TemporaryDirectory() as folder, chdir(folder), redirect_stdout(printed):
        runpy.run_path(str(program))
    return f"{code}\n```text\n{printed.getvalue()}```\n"


if __name__ == "__main__":
    for one in PROGRAMS:
        part_of(one).write(shown(one))
