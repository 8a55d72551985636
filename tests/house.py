"""Size and shape of the source, in numbers: `python -m tests.house`.

The numbers are a compass; nothing fails by them. Prose is counted by `python -m tests.prose`.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Final, NamedTuple

from tests.prose import docstrings

ROOT: Final = Path(__file__).parents[1]
SOURCE: Final = ROOT / "src/shengji"
_FIELDS: Final = 4
"""Minimum number of fields of a data class that is counted."""
_SHARED: Final = 0.6
"""Minimum share of common field names at which two data classes are a pair."""
_BLANK: Final = {tokenize.NL, tokenize.NEWLINE, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT}


class DataClass(NamedTuple):
    """A class with annotated fields."""

    name: str
    file: Path
    fields: frozenset[str]


def main() -> None:
    """Print the numbers."""
    files = sorted(SOURCE.rglob("*.py"))
    texts = {file: file.read_text(encoding="utf-8") for file in files}
    trees = {file: ast.parse(text) for file, text in texts.items()}
    lines = {file: text.count("\n") for file, text in texts.items()}
    classes = [found for file, tree in trees.items() for found in _data_classes(file, tree)]
    pairs = [
        (one, other)
        for one, other in combinations(classes, 2)
        if one.file != other.file and _alike(one, other)
    ]
    tests = sum(file.read_text(encoding="utf-8").count("\n") for file in ROOT.glob("tests/**/*.py"))
    numbers = {
        "lines of src/shengji": sum(lines.values()),
        "lines of src/shengji/server": sum(
            number for file, number in lines.items() if "server" in file.relative_to(SOURCE).parts
        ),
        "lines of code (no blanks, docstrings, comments, imports)": sum(
            len(_code_lines(texts[file], trees[file])) for file in files
        ),
        "lines of tests": tests,
        f"data classes of {_FIELDS} fields or more": len(classes),
        f"pairs of them in two files that share {_SHARED:.0%} of their fields": len(pairs),
        "`Attributes:` lines": sum(_attribute_lines(tree) for tree in trees.values()),
    }
    for name, number in numbers.items():
        print(f"{number:8,} {name}")


def _data_classes(file: Path, tree: ast.Module) -> Iterator[DataClass]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            fields = frozenset(
                part.target.id
                for part in node.body
                if isinstance(part, ast.AnnAssign)
                and isinstance(part.target, ast.Name)
                and "ClassVar" not in ast.unparse(part.annotation)
            )
            if len(fields) >= _FIELDS:
                yield DataClass(node.name, file, fields)


def _alike(one: DataClass, other: DataClass) -> bool:
    shared = len(one.fields & other.fields)
    return shared >= _FIELDS and shared >= _SHARED * min(len(one.fields), len(other.fields))


def _code_lines(text: str, tree: ast.Module) -> set[int]:
    imports = (node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom))
    left_out = {
        line
        for node in (*docstrings(tree), *imports)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    code = {
        line
        for token in tokens
        if token.type not in _BLANK and token.string
        for line in range(token.start[0], token.end[0] + 1)
    }
    return code - left_out


def _attribute_lines(tree: ast.Module) -> int:
    """The lines of all sections `Attributes:` of docstrings."""
    number = 0
    for text in docstrings(tree):
        inside = False
        for line in str(text.value).splitlines():
            if line.strip() == "Attributes:":
                inside = True
            elif inside and line.strip() and not line.startswith("        "):
                inside = False
            number += inside and bool(line.strip())
    return number


if __name__ == "__main__":
    main()
