"""The reference of the Python API: pages for Sphinx, which fills them from docstrings."""

from __future__ import annotations

import importlib
import re
import types
import typing
from pathlib import Path

import shengji

FOLDER = Path(__file__).parent / "python-api"
"""Where the pages are written; they are not kept."""

MODULES = (
    "shengji",
    *("shengji.game", "shengji.rules", "shengji.record", "shengji.bots", "shengji.judge"),
    *("shengji.env.shengji_v0", "shengji.env.vector", "shengji.env.vector.vector_env"),
    *("shengji.env.policy_bot", "shengji.env.layout", "shengji.env.spiel", "shengji.picture"),
    *("shengji.ratings", "shengji.nights", "shengji.review", "shengji.explain"),
)
"""The modules that programs import from, the most used first."""

_PAGE = re.compile(r"\bdocs/([a-z0-9-]+)\.md\b")
_CODE = re.compile(r"(?<!`)`([^`]+)`(?!`)")


def names_of(module: str) -> list[str]:
    """The public names of a module that are on its page: those of `shengji` are on that one's."""
    names = vars(importlib.import_module(module))
    own = [name for name, value in names.items() if getattr(value, "__module__", "") == module]
    there = names.get("__all__", [name for name in own if not name.startswith("_")])
    there = [name for name in there if name in dir(importlib.import_module(module))]
    return [name for name in there if module == "shengji" or name not in shengji.__all__]


def aliases() -> dict[str, str]:
    """Names of types that are written in signatures as they are, by the full name that they get."""
    found = {}
    for module in MODULES:
        for name in names_of(module):
            value = getattr(importlib.import_module(module), name)
            if isinstance(value, types.UnionType) or typing.get_origin(value) is not None:
                found[name] = f"{module}.{name}"
    return found


def write_pages() -> None:
    """Write the page of each module, and their index; a page that stays the same is not touched."""
    FOLDER.mkdir(exist_ok=True)
    rows, pages = "", "\n".join(f"   {module}" for module in MODULES)
    for module in MODULES:
        lines = [
            _title(module),
            f".. automodule:: {module}",
            f"   :members: {', '.join(names_of(module))}",
        ]
        _write(module, "\n".join([*lines, ""]))
        about = (importlib.import_module(module).__doc__ or "").partition("\n")[0]
        rows += f":doc:`{module}`\n   {reworded(about)}\n\n"
    about = "The names that programs import, from their docstrings."
    _write(
        "index", f"{_title('Python API')}{about}\n\n{rows}.. toctree::\n   :hidden:\n\n{pages}\n"
    )


def _title(text: str) -> str:
    return f"{text}\n{'=' * len(text)}\n\n"


def _write(name: str, text: str) -> None:
    page = FOLDER / f"{name}.rst"
    if not page.exists() or page.read_text(encoding="utf-8") != text:
        page.write_text(text, encoding="utf-8")


def reworded(docstring: str) -> str:
    """A docstring in reStructuredText: what is in backticks is code, and public names are links.

    >>> reworded("The `Match` of `x`.")
    'The :py:obj:`Match <shengji.Match>` of ``x``.'
    """

    def code(match: re.Match[str]) -> str:
        name = match[1].removeprefix("shengji.")
        return (
            f":py:obj:`{name} <shengji.{name}>`"
            if name in shengji.__all__
            else f"``{match[1].strip()}``"
        )

    return _PAGE.sub(r":doc:`\1 </\1>`", _CODE.sub(code, docstring))
