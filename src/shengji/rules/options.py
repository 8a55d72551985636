"""The options of `Rules` as a list: what forms, tables, flags and documents are generated from."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, get_type_hints

import msgspec

from shengji.rules.domain import RulesError, allowed_words, nearest_name, plain, values_of
from shengji.rules.rules import Rules
from shengji.rules.text import Text


class Option(NamedTuple):
    """One field of `Rules`.

    Attributes:
        name: the field.
        text: its titles, help and source.
        values: every value it may have where these are few, else empty.
        allowed: what it may be, in words.
        default: the default, as plain data (text, number, list or `None`).
    """

    name: str
    text: Text
    values: tuple[object, ...]
    allowed: str
    default: object


@cache
def options() -> tuple[Option, ...]:
    """All options, in the order in which they are shown."""
    hints = get_type_hints(Rules, include_extras=True)
    found = []
    for field in msgspec.structs.fields(Rules):
        annotation = hints[field.name]
        text = next(extra for extra in annotation.__metadata__ if isinstance(extra, Text))
        values = values_of(annotation)
        found.append(
            Option(field.name, text, values, allowed_words(annotation), plain(field.default))
        )
    return tuple(found)


def option_of(name: str) -> Option:
    """The option with this name.

    Raises:
        RulesError: when there is none; it names the nearest one.
    """
    for option in options():
        if option.name == name:
            return option
    names = [option.name for option in options()]
    nearest = nearest_name(name, names)
    hint = f"; did you mean {nearest}?" if nearest else "."
    raise RulesError(
        f"there is no option {name!r}{hint} The options are: {', '.join(names)}",
        field=name,
        allowed=", ".join(names),
        nearest=nearest,
    )
