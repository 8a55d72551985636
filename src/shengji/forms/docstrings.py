"""Docstrings of types, as what documents say of their fields."""

from __future__ import annotations

import inspect
import re
from typing import Any

Schema = dict[str, Any]
"""A JSON Schema."""


def document(part: Schema, kind: type | None = None) -> None:
    """Put what docstrings say of the fields of a type to its schema, in place.

    With the type itself, what the types that it is made from say counts too.
    """
    summary, fields = read_docstring(part.get("description", "").replace("`None`", "`null`"))
    if summary:
        part["description"] = summary
    if kind is not None:
        fields = field_words(kind)
    for name, words in fields.items():
        if name in part.get("properties", {}):
            part["properties"][name]["description"] = words


def field_words(kind: type) -> dict[str, str]:
    """The words about its fields in the docstrings of a type, and of those that it is made from."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        found |= read_docstring((one.__doc__ or "").replace("`None`", "`null`"))[1]
    return found


def read_docstring(text: str) -> tuple[str, dict[str, str]]:
    r"""The parts of a docstring: the text before its first section, and of each attribute.

    >>> read_docstring("A pair.\n\n    Attributes:\n        card: which\n            one.")
    ('A pair.', {'card': 'which one.'})
    """
    text = inspect.cleandoc(text)
    summary = re.split(r"\n(?:Attributes|Args|Raises|Returns):|\n>>> ", text)[0].strip()
    _, _, section = text.partition("Attributes:\n")
    fields: dict[str, str] = {}
    for words in re.split(r"\n(?=    [A-Za-z_])", "\n" + re.split(r"\n(?=\S)", section)[0]):
        name, colon, meaning = words.strip().partition(": ")
        if colon:
            fields[name] = " ".join(meaning.split())
    return re.sub(r"\s*\n\s*", " ", summary), fields
