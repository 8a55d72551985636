"""No regular expression takes the digits of other writings for 0 to 9.

In Python `\\d` and `\\w` match the digits and letters of all writings: `"1٣:00"` passes for a time,
and whoever computes with it fails later. (In the client they match ASCII alone.)
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
import pytest

import shengji
from shengji.server.evenings.evening_settings import When

ROOT: Final = Path(__file__).parents[1]
PROGRAMS: Final = (
    *Path(shengji.__file__).parent.rglob("*.py"),
    *(ROOT / "web").glob("*.py"),
    *(ROOT / "docs").rglob("*.py"),
    *(ROOT / "benchmarks").rglob("*.py"),
)

OF_ALL_WRITINGS: Final = {
    r"[^\W_][\w-]{0,39}": "names of files with rules, which may be Chinese; nothing is computed",
}
"""Patterns that mean the letters of all writings, and why nothing can go wrong with them."""

ESCAPED: Final = re.compile(r"\\[dDwW]")
CLASSES: Final = re.compile(r"(?<!\\)(?:\\\\)*\\[dDwW]")


def written(tree: ast.Module) -> Iterator[str]:
    """All texts in a program, but for those that stand alone, such as docstrings."""
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.value


def test_no_pattern_takes_digits_of_other_writings() -> None:
    assert len(PROGRAMS) > 500
    programs = {path: path.read_text(encoding="utf-8") for path in PROGRAMS}
    found = {
        f"{path.relative_to(ROOT)}: {text}"
        for path, program in programs.items()
        if ESCAPED.search(program)  # to parse all of them takes seconds
        for text in written(ast.parse(program))
        if CLASSES.search(text) and text not in OF_ALL_WRITINGS
    }
    assert found == set()


@pytest.mark.parametrize("given", [{"time": "1٣:00"}, {"time": "２0:00"}, {"first": "20٢٦-12-03"}])
def test_a_time_in_digits_of_another_writing_is_refused(given: dict[str, str]) -> None:
    with pytest.raises(msgspec.ValidationError, match="regex"):
        msgspec.convert(given, When)
