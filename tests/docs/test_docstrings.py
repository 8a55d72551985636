"""Docstrings begin with a noun or a verb."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.prose import docstrings

ROOT = Path(__file__).parents[2]
FOLDERS = ("src/shengji", "tests", "benchmarks", "docs", "web")
UNCHECKED = {"node_modules", "__pycache__"}
PRONOUN = re.compile(r"(?:what|who|whom|whose|such|which|that|those)\b", re.IGNORECASE)
QUOTED = re.compile(rf"[\"'](?:\\n|\\?\s)*{PRONOUN.pattern}", re.IGNORECASE)
"""A text that begins with a pronoun: only modules with such texts need to be parsed."""


def modules(folder: str) -> list[Path]:
    found = []
    for place, folders, files in os.walk(ROOT / folder):
        folders[:] = sorted(set(folders) - UNCHECKED)  # those of others are many
        found += [Path(place, file) for file in sorted(files) if file.endswith(".py")]
    return found


def docstrings_of(path: Path) -> Iterator[tuple[int, str]]:
    """The docstrings of a module, and the texts below its names, each with its line."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return ((found.lineno, str(found.value)) for found in docstrings(tree))


def offenders(path: Path) -> list[str]:
    if not QUOTED.search(path.read_text(encoding="utf-8")):
        return []
    return [
        f"{path.relative_to(ROOT)}:{line}: {text.strip().splitlines()[0]}"
        for line, text in docstrings_of(path)
        if PRONOUN.match(text.strip())
    ]


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_docstring_begins_with_a_pronoun(folder: str) -> None:
    there = modules(folder)
    assert there
    assert [one for path in there for one in offenders(path)] == []


def test_docstrings_of_all_kinds_are_found(tmp_path: Path) -> None:
    module = tmp_path / "one.py"
    module.write_text(
        '"""Which module."""\nN = 1\n"""What a number is."""\n\n\n'
        'class C:\n    """Such a class."""\n\n    def f(self) -> None:\n        """\n'
        '        Whose function.\n        """\n\n\n'
        'def whatever() -> None:\n    """Whatever is asked; "what" is no pronoun here."""\n',
        encoding="utf-8",
    )
    found = [line for line, text in docstrings_of(module) if PRONOUN.match(text.strip())]
    assert sorted(found) == [1, 3, 7, 10]
    for text in ('"""What', '"""\n        Whose', '"""\\\n    Such', "'which", '"\\n that"'):
        assert QUOTED.search(text), text
