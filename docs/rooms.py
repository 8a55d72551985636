"""The picture of the rooms in docs/architecture.md, made from what they import.

`python -m docs.rooms` in the root of the project writes it. An arrow goes from a room to each that
it uses, but for those that it reaches by other arrows anyway.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from docs.marked import Marked

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "shengji"
PAGE = ROOT / "docs" / "architecture.md"
PICTURE = Marked(
    PAGE,
    "<!-- The rooms: made by `python -m docs.rooms`. -->\n",
    "<!-- End of the rooms. -->\n",
)

Uses = dict[str, set[str]]


def rows() -> list[list[str]]:
    """The rooms that there are, from high to low; those in one row do not know each other."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contract = settings["tool"]["importlinter"]["contracts"][0]
    named = [[name.strip(" ()") for name in row.split("|")] for row in contract["layers"]]
    there = [[name for name in row if files_of(name)] for row in named]
    return [row for row in there if row]


def files_of(room: str) -> list[Path]:
    """The modules of a room, which is a folder or a single one."""
    single = SOURCE / f"{room}.py"
    return [single] if single.is_file() else sorted((SOURCE / room).rglob("*.py"))


def uses_of(rooms: list[str]) -> Uses:
    """The rooms that each room imports from, wherever in its modules."""
    return {room: _imported_by(room) & set(rooms) - {room} for room in rooms}


@cache
def _imported_by(room: str) -> set[str]:
    """The first names below `shengji` that the modules of a room import."""
    found = set[str]()
    for path in files_of(room):
        for node in _statements(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module == "shengji":
                names = [f"shengji.{alias.name}" for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module is not None:
                names = [node.module]
            found |= {name.split(".")[1] for name in names if name.startswith("shengji.")}
    return found


def _statements(within: ast.AST) -> Iterator[ast.AST]:
    """The statements within a node, without going through expressions, which are most of all."""
    for node in ast.iter_child_nodes(within):
        if not isinstance(node, ast.expr):
            yield node
            yield from _statements(node)


def arrows_of(uses: Uses) -> Uses:
    """Without those rooms that are reached through another one.

    >>> arrows_of({"game": {"rules", "cards"}, "rules": {"cards"}, "cards": set()})
    {'game': {'rules'}, 'rules': {'cards'}, 'cards': set()}
    """
    return {room: used - {low for one in used for low in uses[one]} for room, used in uses.items()}


def purpose_of(room: str) -> str:
    """The first words of what a room says of itself."""
    path = SOURCE / room / "__init__.py"
    text = (path if path.is_file() else files_of(room)[0]).read_text(encoding="utf-8")
    sentence = (ast.get_docstring(ast.parse(text)) or "").split("\n\n")[0].replace("\n", " ")
    return sentence.split(". ")[0].split(" (")[0].rstrip(".")


def picture() -> str:
    """The rooms and their arrows as a Mermaid flowchart in Markdown."""
    rooms = [room for row in rows() for room in row]
    arrows = arrows_of(uses_of(rooms))
    lines = ["```mermaid", "flowchart TD"]
    lines += [f'    {room}["<b>{room}</b><br/>{purpose_of(room)}"]' for room in rooms]
    lines += [f"    {room} --> {used}" for room in rooms for used in rooms if used in arrows[room]]
    return "\n".join([*lines, "```", ""])


if __name__ == "__main__":
    PICTURE.write(picture())
