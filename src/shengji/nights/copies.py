"""Build structs from objects with fields of the same names."""

from __future__ import annotations

from typing import Any, Final, TypeVar

import msgspec

T = TypeVar("T", bound=msgspec.Struct)

_NOTHING: Final = object()


def made_from(kind: type[T], *sources: object, **own: Any) -> T:
    """Build a struct, each field from the first source that has an attribute of its name.

    Args:
        kind: type of the struct.
        sources: objects to copy from, in order of precedence.
        own: overrides, and fields that no source has.

    >>> class One(msgspec.Struct):
    ...     name: str
    ...     place: int
    >>> class Other(msgspec.Struct):
    ...     name: str
    ...     score: int
    >>> made_from(One, Other("Wu", 3), place=1)
    One(name='Wu', place=1)
    """
    for name in kind.__struct_fields__:
        if name not in own:
            values = (getattr(source, name, _NOTHING) for source in sources)
            found = next((value for value in values if value is not _NOTHING), _NOTHING)
            if found is not _NOTHING:
                own[name] = found
    return kind(**own)
