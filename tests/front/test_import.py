"""`import shengji`: what it offers, and that it loads nothing."""

from __future__ import annotations

import ast
import subprocess
import sys
from doctest import DocTestParser
from pathlib import Path
from types import FunctionType

import pytest

import shengji

SOURCE = Path(shengji.__file__).read_text(encoding="utf-8")


def loaded_by(code: str) -> set[str]:
    """The modules that are loaded after some code and were not when Python had started."""
    script = f"import sys; before = set(sys.modules)\n{code}\nprint(*set(sys.modules) - before)"
    found = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    return set(found.stdout.split())


def test_import_alone_loads_nothing() -> None:
    loaded = loaded_by("import shengji")
    assert "shengji" in loaded
    assert {name.partition(".")[0] for name in loaded} <= {"shengji", "importlib", "warnings"}
    assert not any(name.startswith("shengji.") for name in loaded)


def test_a_name_loads_no_more_than_its_room() -> None:
    loaded = loaded_by("from shengji import Card, rules_from")
    assert {"shengji.cards", "shengji.rules"} <= loaded
    assert not loaded & {"numpy", "numba", "shengji.play", "shengji.game", "shengji.bots"}


def test_every_name_is_there_and_is_that_of_its_room() -> None:
    named: dict[str, str] = {}
    for node in ast.walk(ast.parse(SOURCE)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("shengji."):
            named |= {alias.name: str(node.module) for alias in node.names}
    assert sorted(named) == sorted(shengji.__all__)
    for name, module in named.items():
        __import__(module)
        assert getattr(shengji, name) is getattr(sys.modules[module], name)
        assert name in dir(shengji)


@pytest.mark.parametrize("name", shengji.__all__)
def test_every_name_has_an_example(name: str) -> None:
    """Its docstring has one, which runs as a test, or that of the package names it in one."""
    found = getattr(shengji, name)
    own = found.__doc__ if isinstance(found, type | FunctionType) else shengji.__doc__
    examples = [part.source for part in DocTestParser().get_examples(own or "")]
    assert (
        examples
        if isinstance(found, type | FunctionType)
        else any(f"shengji.{name}" in source for source in examples)
    )


def test_other_names_are_refused() -> None:
    with pytest.raises(AttributeError, match="'shengji' has no attribute 'Random'"):
        _ = shengji.Random  # type: ignore[attr-defined]
    assert not hasattr(shengji, "import_module_")


def test_rooms_are_imported_as_ever() -> None:
    assert "shengji.judge" in loaded_by("from shengji import judge")
