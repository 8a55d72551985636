"""The tables of fields in docs/record-format.md, made from the types of the header and the events.

`python -m docs.record_fields` in the root of the project writes them.
"""

from __future__ import annotations

import types
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from docs.columns import mark
from docs.marked import Marked, table_of
from shengji.cards import Card, Rank, Suit
from shengji.forms.docstrings import read_docstring
from shengji.game import Call
from shengji.game.shares import DealRequest, JointDeal, SeatShare
from shengji.record import Header
from shengji.record.changes import Line
from shengji.record.reviews import HandReview

LINES: tuple[type[msgspec.Struct], ...] = get_args(Line)
"""The types that can stand after the header."""

_PLAIN = {
    int: "number",
    str: "text",
    Card: "card",
    Rank: "rank",
    Suit: "suit",
    bool: "`true` or `false`",
    Call: "call",
    type(None): "`null`",
    Any: "anything",
    HandReview: "object",
    JointDeal: "object",
    DealRequest: "request",
    SeatShare: "share",
}
_PARTS: dict[type[msgspec.Struct], str] = {
    Header: "header",
    JointDeal: "shares",
    DealRequest: "request",
    SeatShare: "share",
}
"""The types that have no tag, by their names on the page."""


def name_of(kind: type[msgspec.Struct]) -> str:
    """The name of a type of lines on the page."""
    return _PARTS.get(kind) or str(kind.__struct_config__.tag)


def place_of(kind: type[msgspec.Struct]) -> Marked:
    """Where the fields of a type stand."""
    return mark("record-format.md", name_of(kind), "docs.record_fields")


def fields_of(kind: type[msgspec.Struct]) -> str:
    """The fields of a header or event as a table."""
    _, meanings = read_docstring((kind.__doc__ or "").replace("`None`", "`null`"))
    hints = get_type_hints(kind)
    rows = [
        [f"`{field.encode_name}`", words_of(hints[field.name]), meanings[field.name].rstrip(".")]
        for field in msgspec.structs.fields(kind)
    ]
    return table_of(["field", "value", "meaning"], rows, left=3)


def words_of(kind: Any) -> str:
    """A type in words."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " or ".join(f"`{msgspec.json.encode(value).decode()}`" for value in args)
    if origin in (Union, types.UnionType):
        return " or ".join(words_of(part) for part in args if part is not msgspec.UnsetType)
    if origin is tuple:
        inner = words_of(args[0])
        return f"list of {'lists' + inner[4:] if inner.startswith('list') else inner + 's'}"
    if origin is dict:
        return "object"
    return _PLAIN[kind]


def written() -> dict[Marked, str]:
    """All tables, by where they stand."""
    kinds: tuple[type[msgspec.Struct], ...] = (*_PARTS, *LINES)
    return {place_of(kind): fields_of(kind) for kind in kinds}


if __name__ == "__main__":
    for place, text in written().items():
        place.write(text)
