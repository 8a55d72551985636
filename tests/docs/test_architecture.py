"""The pages for who changes the program say what there is: rooms, files, names, lines of code."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

from docs import rooms
from docs.rooms import PAGE, PICTURE, ROOT, SOURCE
from shengji.rules import PRESETS

ADDING = ROOT / "docs" / "adding.md"
CLIENT = ROOT / "docs" / "web-client.md"


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def defined_in(path: Path) -> set[str]:
    """The names that a module defines; in Python those within a class also as `Class.name`."""

    def found(body: list[ast.stmt], before: str) -> Iterator[str]:
        for node in body:
            match node:
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                    yield before + node.name
                    if isinstance(node, ast.ClassDef):
                        yield from found(node.body, f"{node.name}.")
                case ast.Assign():
                    yield from (before + t.id for t in node.targets if isinstance(t, ast.Name))
                case ast.AnnAssign(target=ast.Name(name)):
                    yield before + name

    if path.suffix == ".ts":
        exported = r"^export (?:async )?(?:function|class|const|interface|type) (\w+)"
        return set(re.findall(exported, text_of(path), re.MULTILINE))
    return set(found(ast.parse(text_of(path)).body, ""))


def test_the_picture_of_the_rooms_is_that_of_their_imports() -> None:
    assert PICTURE.read() == rooms.picture()


def test_the_rooms_are_all_there_is() -> None:
    named = {room for row in rooms.rows() for room in row}
    folders = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    modules = {path.stem for path in SOURCE.glob("*.py")} - {"__init__", "__main__"}
    assert named == folders | modules


@cache
def imports() -> grimp.ImportGraph:
    """The imports of all modules, wherever they stand, also those for types alone."""
    return grimp.build_graph("shengji", cache_dir=None)


@pytest.mark.parametrize("room", [room for row in rooms.rows() for room in row])
def test_no_modules_of_a_room_import_each_other_in_a_circle(room: str) -> None:
    """To read one of them, or to change it, one would have to know all of them at once."""
    name = f"shengji.{room}"
    modules = {module for module in imports().modules if f"{module}.".startswith(f"{name}.")}
    assert modules
    uses = {one: imports().find_modules_directly_imported_by(one) & modules for one in modules}
    TopologicalSorter(uses).prepare()


ROLES = {
    "context",
    "inviting",
    "people",
    "claims",
    "members",
    "queue",
    "log",
    "news",
    "records",
    "routes",
    "errors",
    "schemas",
    "sources",
    "state",
    "steps",
    "store",
    "tokens",
    "views",
}
"""The modules of the server that each subject may have."""


@pytest.mark.parametrize("room", sorted(path.parent.name for path in SOURCE.glob("*/__init__.py")))
def test_no_module_of_a_room_has_the_name_of_another(room: str) -> None:
    """A name says which module is meant; in the server a role bears one name in every subject."""
    names = [path.stem for path in (SOURCE / room).rglob("*.py") if path.stem != "__init__"]
    # The steps by which the database has changed are numbered, not named.
    found = Counter(name for name in names if not name[:4].isdigit())
    repeated = {name for name, number in found.items() if number > 1}
    assert repeated <= (ROLES if room == "server" else set())


def test_an_arrow_shows_every_use_of_a_room_at_least_by_another() -> None:
    names = [room for row in rooms.rows() for room in row]
    uses = rooms.uses_of(names)
    arrows = rooms.arrows_of(uses)
    assert uses["cards"] == set()
    assert uses["game"] >= {"cards", "rules", "play"}
    for room in names:
        reached, new = set[str](), arrows[room]
        while new - reached:
            reached |= new
            new = {low for one in reached for low in arrows[one]}
        assert reached >= uses[room], room


def rows_to_find() -> list[tuple[str, list[str], list[str]]]:
    """The rows of the table: the thing to find, the files, and the names in them."""
    table = text_of(PAGE).partition("## Where to find what")[2].partition("\n## ")[0]
    lines = [line for line in table.splitlines() if line.startswith("| [") or " | [" in line]
    rows = [line.strip("| ").split(" | ") for line in lines]
    return [
        (what, re.findall(r"\]\((\.\./[^)]*)\)", files), re.findall(r"`([^`]*)`", names))
        for what, files, names in rows
    ]


@pytest.mark.parametrize(("what", "files", "names"), rows_to_find())
def test_what_is_to_be_found_is_there(what: str, files: list[str], names: list[str]) -> None:
    assert files and names
    defined = set[str]()
    for file in files:
        defined |= defined_in(PAGE.parent / file)
    assert set(names) <= defined


@pytest.mark.parametrize(
    "wanted",
    [
        "where a throw is judged",
        "what a seat is asked now",
        "what a seat or a spectator may see",
        "what a late spectator sees",
        "taken back after a disconnect",
        "where a rating is written",
        "where an invitation is sent",
        "where a friend is stored",
        "where a table is handed to another node",
        "where a setting of a table is added",
        "where an option is added",
        "where a bot is added",
        "where an address of the API is added",
        "where the tables of a round are drawn",
        "where a page of the browser is added",
    ],
)
def test_what_a_stranger_looks_for_first_is_in_the_table(wanted: str) -> None:
    assert sum(wanted in what for what, _, _ in rows_to_find()) == 1


def added_lines() -> list[tuple[str, str]]:
    """The lines that docs/adding.md shows, each with its file."""
    found = []
    for block in re.findall(r"```diff\n(.*?)```", text_of(ADDING), re.DOTALL):
        file = ""
        for line in block.splitlines():
            if line.startswith("+++ b/"):
                file = line.removeprefix("+++ b/")
            else:
                assert line.startswith("+"), line
                found.append((file, line[1:]))
    return found


def test_what_is_shown_as_added_stands_in_the_code() -> None:
    shown = added_lines()
    assert len({file for file, _ in shown}) > 8
    for file, line in shown:
        assert line in text_of(ROOT / file).splitlines(), f"{file}: {line}"


def test_the_key_names_every_text_that_is_cited() -> None:
    key = text_of(PAGE).partition("## The sources")[2]
    named = set(re.findall(r"^\| (\w+) \|", key, re.MULTILINE))
    cited = set[str]()
    for option in re.findall(r"\b(?:Z\d\d|W\d\d|PAG|BOT)\b", text_of(ROOT / "docs/rules-book.md")):
        cited.add(option)
    assert named == cited
    assert len(cited) == sum(preset.kind == "text" for preset in PRESETS.values())


def test_the_page_of_the_client_names_all_its_folders() -> None:
    named = re.findall(r"^\| (`.*?`) \| ", text_of(CLIENT).partition("## Words")[0], re.MULTILINE)
    listed = [name for cell in named for name in re.findall(r"`(\w+)`", cell)]
    there = {path.name for path in (ROOT / "web" / "src").iterdir() if path.is_dir()}
    assert set(listed) == there and len(listed) == len(there)


def test_a_name_of_the_client_is_there() -> None:
    """Names that the page tells with their file stand in that file."""
    for name, file in re.findall(r"`(\w+)` (?:in|of) `(web/[\w./-]+)`", text_of(CLIENT)):
        assert re.search(rf"\b{name}\b", text_of(ROOT / file)), f"{name} in {file}"
