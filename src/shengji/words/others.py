"""Texts that people write for others to read, marked as such where they are declared.

Whoever takes such a text asks the mark and not a list of fields: nobody writes who is muted, and
nothing comes in that cannot be seen. `tests/server/test_written.py` asks of every text that the
server takes whether it has to be marked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Annotated, Any, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import replace

T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)


class _Mark:
    """The mark of a text that others read."""

    def __repr__(self) -> str:
        return "FOR_OTHERS"


FOR_OTHERS = _Mark()
ForOthers: TypeAlias = Annotated[str, FOR_OTHERS]
"""A text that others read, such as a name, a title, or what is said."""


def texts_in(value: object) -> Iterator[str]:
    """The texts for others in a struct, and in those within it, that are not empty."""
    if isinstance(value, msgspec.Struct):
        for name, marked in _fields(type(value)).items():
            found = getattr(value, name)
            if not marked:
                yield from texts_in(found)
            elif found:
                yield found
    elif isinstance(value, tuple):
        for one in value:
            yield from texts_in(one)


def rewrite_texts(value: T, change: Callable[[str], str]) -> T:
    """The same struct, where each text for others is changed so.

    A text that is longer afterwards than its field may be is cut: composed characters may become
    several.
    """
    if not isinstance(value, msgspec.Struct):
        return value
    found = {name: getattr(value, name) for name in _fields(type(value))}
    longest = _longest(type(value))
    changed = {
        name: change(old)[: longest[name]] if isinstance(old, str) else rewrite_texts(old, change)
        for name, old in found.items()
    }
    return replace(value, **changed) if changed != found else value


def as_before(value: S, before: S) -> S:
    """A struct with its own texts for others as they were in another one."""
    own = {name: getattr(before, name) for name, marked in _fields(type(value)).items() if marked}
    return replace(value, **own)


def has_texts(kind: Any) -> bool:
    """Tell whether a type has texts for others in it, at any depth."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return bool(_fields(kind))
    return any(map(has_texts, get_args(kind)))


@cache
def _fields(kind: type[msgspec.Struct]) -> dict[str, bool]:
    """The fields of a struct with texts for others: whether they are one, or have one within."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        field.name: marked
        for field in msgspec.structs.fields(kind)
        if (marked := _is_marked(hints[field.name])) or has_texts(hints[field.name])
    }


@cache
def _longest(kind: type[msgspec.Struct]) -> dict[str, int | None]:
    """The maximum lengths of the fields of a struct with texts for others."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: next(_lengths(hints[name]), None) for name in _fields(kind)}


def _lengths(kind: Any) -> Iterator[int]:
    """The maximum lengths that a type declares."""
    for given in get_args(kind):
        if isinstance(given, msgspec.Meta) and given.max_length is not None:
            yield given.max_length
        yield from _lengths(given)


def _is_marked(kind: Any) -> bool:
    """Tell whether a field is a text for others itself, or none."""
    if get_origin(kind) is Annotated:
        return FOR_OTHERS in get_args(kind)[1:]
    return any(map(_is_marked, get_args(kind)))
