"""Converts docstrings of types into descriptions in their JSON Schemas."""

from __future__ import annotations

import inspect
import re
from typing import Any

import msgspec

Schema = dict[str, Any]
"""A JSON Schema."""


def document(part: Schema, kind: type | None = None) -> None:
    """Add the descriptions of a type's fields to its schema, in place.

    A field's own words come before the description of its type, such as a unit. If the type is
    given, the docstrings of its base classes count as well.
    """
    summary, fields = read_docstring(part.get("description", "").replace("`None`", "`null`"))
    if summary:
        part["description"] = summary
    if kind is not None:
        fields = field_words(kind)
    for name, words in fields.items():
        field = part.get("properties", {}).get(name)
        if field is not None:
            units = (one.pop("description", "") for one in (field, *field.get("anyOf", ())))
            field["description"] = " ".join(filter(None, (words, *units)))


def field_words(kind: type) -> dict[str, str]:
    """The descriptions of a type's fields as encoded, from its docstring and its bases'."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        found |= read_docstring((one.__doc__ or "").replace("`None`", "`null`"))[1]
    if issubclass(kind, msgspec.Struct):
        for field in msgspec.structs.fields(kind):
            if field.name in found:
                found[field.encode_name] = found.pop(field.name)
    return found


def read_docstring(text: str) -> tuple[str, dict[str, str]]:
    r"""Split a docstring into its text before the first section, and the texts of its attributes.

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
