"""The notebooks of `examples/notebooks`, each run from its first cell to its last at small size."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from shengji.bots import BOTS

NOTEBOOKS = Path(__file__).parents[2] / "examples" / "notebooks"


def shown_by(notebook: Path) -> list[Any]:
    """The values that the cells of a notebook show, one after the other.

    What the cell tagged `parameters` sets is set again to what its metadata call `small`.
    """
    found, names = list[Any](), dict[str, Any]({"__name__": "notebook"})
    for cell in json.loads(notebook.read_text("utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        assert cell["outputs"] == [], "no output is kept: it would be that of an older program"
        lines = ast.parse("".join(cell["source"]))
        last = lines.body.pop()
        if not isinstance(last, ast.Expr):
            lines.body.append(last)
        exec(compile(lines, notebook.name, "exec"), names)
        if isinstance(last, ast.Expr):
            found.append(eval(compile(ast.Expression(last.value), notebook.name, "eval"), names))
        small = cell["metadata"].get("small", {})
        assert small.keys() <= names.keys()
        names |= small
    return found


@pytest.fixture(autouse=True)
def bots_as_before() -> Iterator[None]:
    before = dict(BOTS)
    yield
    BOTS.clear()
    BOTS.update(before)


@pytest.mark.parametrize("notebook", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda at: at.stem)
def test_a_notebook_runs(notebook: Path) -> None:
    shown = shown_by(notebook)
    assert shown and all(value is not None for value in shown)
