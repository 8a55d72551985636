"""The tables of settings in the documents, made from the types of what is set.

`python -m docs.settings` in the root of the project writes them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Literal, get_origin, get_type_hints

import msgspec

from docs.marked import Marked, table_of
from shengji.forms import Field, fields_of
from shengji.forms.docstrings import field_words, read_docstring
from shengji.nights.settings import NightSettings
from shengji.server.evenings.evening_settings import EveningSettings
from shengji.server.site.settings import ServerSettings, expected, variable_of
from shengji.server.tables.state import Settings

DOCS = Path(__file__).parent
END = "<!-- End of what is made. -->\n"


def place(page: str, what: str) -> Marked:
    """The part of a page that holds a table of settings."""
    return Marked(DOCS / page, f"<!-- {what}: made by `python -m docs.settings`. -->\n", END)


SERVER = place("settings.md", "The server")
STRUCTS: dict[Marked, type[msgspec.Struct]] = {
    place("settings.md", "A table"): Settings,
    place("night-events.md", "A night"): NightSettings,
    place("evenings.md", "An evening"): EveningSettings,
}


def variables() -> str:
    """The settings of a server as a table in Markdown."""
    hints = get_type_hints(ServerSettings, include_extras=True)
    _, meanings = read_docstring(ServerSettings.__doc__ or "")
    rows = []
    for field in msgspec.structs.fields(ServerSettings):
        default = field.default
        shown = ",".join(default) if isinstance(default, tuple) else f"{default}"
        words, kind = meanings[field.name], hints[field.name]
        if get_origin(kind) in (Annotated, Literal):
            words = f"{words.rstrip('.')}; {expected(kind)}."
        code = f"`{shown}`" if shown else "–"
        rows.append([f"`{variable_of(field.name)}`", code, words[0].upper() + words[1:]])
    return table_of(["variable", "default", "what it is"], rows, left=3)


def table(struct: type[msgspec.Struct]) -> str:
    """The settings of a struct as a table in Markdown."""
    said = field_words(struct)
    rows = [
        f"| `{field.name}` | {_allowed(field)} | {_value(field.default)} | {said[field.name]} |\n"
        for field in fields_of(struct)
    ]
    return "| | allowed | default | |\n| --- | --- | --- | --- |\n" + "".join(rows)


def _allowed(field: Field) -> str:
    """The values that a field can have, in a few words."""
    if field.high is not None:
        numbers = f"{field.low} to {field.high}"
        return ", ".join([*(_value(value) for value in field.values if value is None), numbers])
    match field.kind:
        case "text":
            return f"at most {field.longest} characters"
        case "flag":
            return "`true`, `false`"
        case "choice":
            begun = "such as " if field.setting.usual else ""
            return begun + ", ".join(map(_value, field.values))
        case "numbers":
            return "a list of numbers"
        case _:
            return ""


def _value(value: object) -> str:
    """A value as JSON has it."""
    return f"`{json.dumps(value, ensure_ascii=False)}`"


def written() -> dict[Marked, str]:
    """All tables, by the part of a page that holds them."""
    return {SERVER: variables()} | {at: table(struct) for at, struct in STRUCTS.items()}


if __name__ == "__main__":
    for at, text in written().items():
        at.write(text)
