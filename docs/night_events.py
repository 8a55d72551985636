"""The tables of a night's events and commands in the documents, made from their declarations.

`python -m docs.night_events` in the root of the project writes them.
"""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import msgspec

from docs.marked import Marked, table_of
from shengji.nights import Command, Event
from shengji.nights.acts.act import NightCommand, NightEvent

PAGE = Path(__file__).parent / "night-events.md"


def place(what: str) -> Marked:
    """The part of the page that holds a table."""
    begin = f"<!-- {what}: made by `python -m docs.night_events`. -->\n"
    return Marked(PAGE, begin, "<!-- End of what is made. -->\n")


def written() -> dict[Marked, str]:
    """Both tables, by the part of the page that holds them."""
    return {
        place("Events"): _table(["event", "what has happened"], get_args(Event), NightEvent),
        place("Commands"): _table(["command", "what it does"], get_args(Command), NightCommand),
    }


def _table(
    heads: list[str], kinds: tuple[type[msgspec.Struct], ...], base: type[msgspec.Struct]
) -> str:
    """The tag, the first line of the docstring and the own fields of each kind."""
    common = {field.encode_name for field in msgspec.structs.fields(base)}
    rows = []
    for kind in kinds:
        names = [field.encode_name for field in msgspec.structs.fields(kind)]
        own = ", ".join(f"`{name}`" for name in names if name not in common)
        first = (kind.__doc__ or "").splitlines()[0]
        rows.append([f"`{kind.__struct_config__.tag}`", first, own])
    return table_of([*heads, "fields"], rows, left=3)


if __name__ == "__main__":
    for part, text in written().items():
        part.write(text)
