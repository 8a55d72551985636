"""The table of the layout of observations in docs/environments.md, made from its declaration.

`python -m docs.layout` in the root of the project writes it.
"""

from __future__ import annotations

from pathlib import Path

from docs.marked import Marked, table_of
from shengji.env.layout import FIELDS, Field

TABLE = Marked(
    Path(__file__).parent / "environments.md",
    "<!-- The layout: made by `python -m docs.layout`. -->\n",
    "<!-- End of the layout. -->\n",
)
_ROWS = {"one": "1", "seat": "seats", "call": "calls"}


def fields() -> str:
    """The fields of the layout as a table in Markdown."""
    heads = ["field", "rows × columns", "from", "to", "meaning"]
    return table_of(heads, [_row(field) for field in FIELDS], left=len(heads))


def _row(field: Field) -> list[str]:
    size = f"{_ROWS[field.rows]} × {field.columns}"
    high = "decks" if field.high is None else str(field.high)
    return [f"`{field.name}`", size, str(field.low), high, field.meaning]


if __name__ == "__main__":
    TABLE.write(fields())
