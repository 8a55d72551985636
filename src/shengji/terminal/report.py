"""Text tables of results: titled columns, and rows of cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

from rich import box
from rich.table import Table
from rich.text import Text

Frame = Literal["ruled", "tight", "none"]
"""A rule below the titles; the same with little space, for 80 columns; or no rule."""

_FRAMES: dict[Frame, dict[str, Any]] = {
    "ruled": {"box": box.SIMPLE_HEAD},
    "tight": {"box": box.SIMPLE_HEAD, "show_edge": False, "padding": (0, 1, 0, 0)},
    "none": {"box": None, "padding": (0, 2, 0, 0)},
}


class Column(NamedTuple):
    """A column of a report.

    Attributes:
        long: what happens to a word longer than the column; `whole` keeps a cell in one line.
    """

    title: str
    align: Literal["left", "right"] = "left"
    long: Literal["cut", "fold", "whole"] = "cut"


def figures(*titles: str) -> list[Column]:
    """Columns of figures, aligned at the right."""
    return [Column(title, "right") for title in titles]


def report(
    columns: Sequence[Column], rows: Iterable[Sequence[Text | str]], frame: Frame = "ruled"
) -> Table:
    """Create a table of these rows; cells that a row lacks are empty.

    The titles are shown if any column has one.
    """
    table = Table(**_FRAMES[frame], show_header=any(column.title for column in columns))
    for title, align, long in columns:
        overflow: Literal["fold", "ellipsis"] = "fold" if long == "fold" else "ellipsis"
        table.add_column(title, justify=align, overflow=overflow, no_wrap=long == "whole")
    for row in rows:
        table.add_row(*row)
    return table
