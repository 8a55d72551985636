"""The reference of the commands in docs/commands.md, made from their declarations.

`python -m docs.commands` in the root of the project writes it.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docs.marked import Marked, table_of
from shengji.terminal.cli import command

PLACE = Marked(
    Path(__file__).parent / "commands.md",
    "<!-- Commands: made by `python -m docs.commands`. -->\n",
    "<!-- End of what is made. -->\n",
)

_VALUES = {
    "list[str]": "TEXT",
    "list[Path]": "FILE",
    "str": "TEXT",
    "path": "FILE",
    "int range": "N",
    "int": "N",
    "float range": "X",
    "float": "X",
}
"""The names of values in place of Typer's names of types."""


def written() -> str:
    """The section of each command: its description, its arguments and its options."""
    return "".join(
        f"\n## {name}\n\n{_description(one)}\n{_parameters(name, one)}" for name, one in commands()
    )


def commands() -> Iterator[tuple[str, Any]]:
    """The full name of each command, such as `shengji record find`, with the command."""
    yield from _commands("shengji", command)


def _commands(name: str, one: Any) -> Iterator[tuple[str, Any]]:
    parts = getattr(one, "commands", None)
    if parts is None:
        yield name, one
    else:
        for part in parts.values():
            yield from _commands(f"{name} {part.name}", part)


def _description(one: Any) -> str:
    return _linked(inspect.cleandoc(one.help).strip()) + "\n"


def _parameters(name: str, one: Any) -> str:
    """The arguments and options as a table; empty for a command without any."""
    context = one.context_class(one, info_name=name)
    rows = []
    for each in one.params:
        if record := each.get_help_record(context):
            names, meaning = record
            argument = each.param_type_name == "argument"
            called = names.split()[0].upper() if argument else _names(names)
            rows.append([f"`{called}`", _linked(_meaning(meaning))])
    return "\n" + table_of(["option", "meaning"], rows, left=2) if rows else ""


def _names(names: str) -> str:
    for typer, plain in _VALUES.items():
        names = names.replace(f"<{typer}>", plain)
    return re.sub(r"<([a-z|-]+)>", r"\1", names).replace("|", r"\|")


def _meaning(text: str) -> str:
    """The help text, with the default as a sentence in place of Typer's note."""
    text, _, notes = " ".join(text.split()).partition(" [")
    found = re.search(r"default: \(?(.*?)\)?(?:; |\]$)", notes)
    if found:
        text += f" Default: {found[1]}."
    elif "required" in notes:
        text += " Required."
    return text.replace("|", r"\|")


def _linked(text: str) -> str:
    """The text with links to the pages that it names."""
    return re.sub(r"docs/([a-z-]+)\.md", r"[\1](\1.md)", text)


if __name__ == "__main__":
    PLACE.write(written())
