"""The tables of columns in the documents, made from where these are declared.

`python -m docs.columns` in the root of the project writes them: the columns of a dataset of
decisions and the fields of a puzzle.
"""

from __future__ import annotations

from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_type_hints

import msgspec

from docs.marked import Marked, table_of
from shengji.forms.docstrings import field_words
from shengji.learn.decisions import DecisionRow, Laid, OptionRow
from shengji.practice.puzzles import Offered, Puzzle
from shengji.record.arrow import may_be_missing
from shengji.record.parquet import HandRow, PlayRow

DOCS = Path(__file__).parent
END = "<!-- End of what is made. -->\n"


def mark(page: str, what: str, module: str = "docs.columns") -> Marked:
    """Where a table that a module makes stands in a page."""
    return Marked(DOCS / page, f"<!-- {what}: made by `python -m {module}`. -->\n", END)


COLUMNS: dict[Marked, type[msgspec.Struct]] = {
    mark("data.md", "Hands"): HandRow,
    mark("data.md", "Plays"): PlayRow,
    mark("data.md", "Decisions"): DecisionRow,
    mark("data.md", "Options"): OptionRow,
    mark("data.md", "Laid"): Laid,
}
FIELDS: dict[Marked, type[msgspec.Struct]] = {
    mark("puzzles.md", "Puzzle"): Puzzle,
    mark("puzzles.md", "Choices"): Offered,
}


def columns_of(row: type[msgspec.Struct]) -> str:
    """The columns of a type of rows as a table."""
    said, hints = field_words(row), get_type_hints(row)
    return table_of(
        ["column", "kind", "what"],
        [[f"`{name}`", kind_of(hints[name]), said[name]] for name in row.__struct_fields__],
        left=3,
    )


def fields_of(kind: type[msgspec.Struct]) -> str:
    """The fields of a type of a file as a table."""
    said = field_words(kind)
    rows = [[f"`{name}`", said[name].rstrip(".")] for name in kind.__struct_fields__]
    return table_of(["field", "meaning"], rows, left=2)


def kind_of(hint: Any) -> str:
    """A type in words."""
    if may_be_missing(hint):
        inner = next(each for each in get_args(hint) if each is not NoneType)
        return f"{kind_of(inner)}, or missing"
    if get_args(hint):
        inner = get_args(hint)[0]
        if hasattr(inner, "__struct_fields__"):
            return f"list of `{inner.__name__}`"
        if get_args(inner):
            return kind_of(inner).replace("list of", "list of lists of", 1)
        return "list of " + ({str: "texts", int: "whole numbers"}[inner])
    return {str: "text", int: "whole number", float: "number", bool: "yes or no"}[hint]


def written() -> dict[Marked, str]:
    """All tables, by where they stand."""
    return {
        **{place: columns_of(row) for place, row in COLUMNS.items()},
        **{place: fields_of(kind) for place, kind in FIELDS.items()},
    }


if __name__ == "__main__":
    for place, text in written().items():
        place.write(text)
