"""The tables of docs/bots.md, made from the messages; `python -m tests.bots.outside.page`."""

from __future__ import annotations

import types
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from docs.marked import Marked
from shengji.bots.outside import messages
from shengji.bots.outside.messages import FromBot, Request, ToBot
from shengji.cards import Card, Rank, Suit
from shengji.forms.docstrings import field_words
from shengji.game import Call, Event

PAGE = Path(__file__).parents[3] / "docs" / "bots.md"
PARTS = (
    messages.Times,
    messages.TrumpNow,
    messages.Snapshot,
    messages.PastTrick,
    messages.Choice,
    messages.Laid,
    messages.Duty,
)
"""The parts of messages."""
KINDS: tuple[type, ...] = (*ToBot.__args__, *FromBot.__args__, *PARTS)
COMMON = tuple(field.name for field in msgspec.structs.fields(messages.RedealRequest))
"""The fields of every request; the request for a re-deal has no others."""

_PLAIN = {
    int: "number",
    str: "text",
    bool: "`true` or `false`",
    Card: "card",
    Rank: "rank",
    Suit: "suit",
    Call: "call",
    Event: "event",
    Any: "anything",
    type(None): "`null`",
    messages.Times: "times",
    messages.TrumpNow: "trump",
    messages.Snapshot: "snapshot",
    messages.PastTrick: "past trick",
    messages.Choice: "choice",
    messages.Laid: "laid",
    messages.Duty: "duty",
}


def field_table(kind: type) -> str:
    """The fields of a message, or of a part of one, as a table of the page.

    The fields of every request are those of the request for a re-deal alone.
    """
    meanings = field_words(kind)
    hints = get_type_hints(kind)
    others = set(Request.__args__) - {messages.RedealRequest}
    common = COMMON if kind in others else ()
    rows = ["| field | value | meaning |", "| --- | --- | --- |"]
    for field in msgspec.structs.fields(kind):
        if field.name in common:
            continue
        meaning = meanings.get(field.name, "").rstrip(".")
        may_lack = field.default is msgspec.UNSET or (
            kind in FromBot.__args__ and field.default is not msgspec.NODEFAULT
        )
        optional = " (may be missing)" if may_lack else ""
        rows.append(f"| `{field.name}` | {_words(hints[field.name])}{optional} | {meaning} |")
    return "\n".join(rows) + "\n"


def _words(kind: Any) -> str:
    """A type in words."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " or ".join(f"`{msgspec.json.encode(value).decode()}`" for value in args)
    if origin in (Union, types.UnionType):
        return " or ".join(_words(part) for part in args if part is not msgspec.UnsetType)
    if origin is tuple:
        inner = [_words(part) for part in args if part is not Ellipsis]
        if Ellipsis not in args:
            return f"list of {len(inner)} {inner[0]}s"
        if inner[0].startswith("list of "):
            return f"list of lists of {inner[0].removeprefix('list of ')}"
        first, *others = inner[0].split(" or ")
        many = first + ("" if first.startswith("`") else "s")
        return "list of " + " or ".join([many, *others])
    assert origin is dict, kind
    return "object"


def place_of(kind: type) -> Marked:
    """The place of the table of a message or a part: its name, or for an answer its type."""
    tag = kind.__struct_config__.tag  # type: ignore[attr-defined]
    name = tag or _PLAIN.get(kind, kind.__name__)
    begin = f"<!-- {name}: made by `python -m tests.bots.outside.page`. -->\n"
    return Marked(PAGE, begin, "<!-- End of what is made. -->\n")


TABLES = tuple(kind for kind in KINDS if msgspec.structs.fields(kind))
"""The messages and parts that have fields."""

if __name__ == "__main__":
    for each in TABLES:
        place_of(each).write(field_table(each))
