"""Every word for what is wrong with a record is used, and every use has its words."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import shengji
from shengji.words import texts

SOURCE = Path(shengji.__file__).parent
CALLS = {"need", "fault", "Misfit"}


def keys(path: Path) -> Iterator[tuple[str, set[str]]]:
    """The keys that a module names, each with the parameters that it gives."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
            params = {keyword.arg for keyword in node.keywords if keyword.arg is not None}
            for argument in node.args:
                for part in ast.walk(argument):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        yield part.value, params


def test_the_words_are_those_that_are_used() -> None:
    words = texts("misfits")
    used = set()
    for path in (*SOURCE.glob("record/*.py"), SOURCE / "arena/behaviour.py"):
        for key, params in keys(path):
            if key in words:
                used.add(key)
                wanted = {name for name in params if f"{{{name}" in words[key].en}
                assert wanted == params or key.startswith("turn"), (path, key)
                words[key].render("zh", **dict.fromkeys(params, 1))
    others = {"in-line", "one-seat", "notation"}  # of the terminal and the server
    assert set(words) - used == others
