"""The tables of settings in the documents, made from the types of what is set.

`python -m docs.settings` in the root of the project writes them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import msgspec

from shengji.forms import Field, fields_of
from shengji.forms.docstrings import field_words
from shengji.nights.settings import NightSettings
from shengji.server.evenings.evening_settings import EveningSettings
from shengji.server.tables.state import Settings

DOCS = Path(__file__).parent
BEGIN = "<!-- Made by `python -m docs.settings`. -->\n"
END = "<!-- End of what is made. -->\n"


class Table(NamedTuple):
    """A table of settings, and the page in which it stands."""

    page: Path
    struct: type[msgspec.Struct]


TABLES = (
    Table(DOCS / "server.md", Settings),
    Table(DOCS / "nights.md", NightSettings),
    Table(DOCS / "evenings.md", EveningSettings),
)


def written(struct: type[msgspec.Struct]) -> str:
    """Write the settings of a struct as a table in Markdown."""
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


def paged(text: str, struct: type[msgspec.Struct]) -> str:
    """Put the table of a struct into the text of its page, between the marks."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    return before + begin + written(struct) + end + after


def main() -> None:
    """Write the pages again."""
    for page, struct in TABLES:
        page.write_text(paged(page.read_text(encoding="utf-8"), struct), encoding="utf-8")


if __name__ == "__main__":
    main()
