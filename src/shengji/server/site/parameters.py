"""Bounded parameters of paths and queries; Litestar reads no bounds from `msgspec.Meta`.

Texts need no bound of their own: the gate refuses addresses longer than `LONGEST_ADDRESS`.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from litestar.params import PathParameter, QueryParameter

LONGEST_ADDRESS: Final = 2048
"""Maximum length of a path with its query, in bytes."""

LATEST: Final = 2**53
"""Maximum of times and versions in requests; browsers represent integers exactly up to here."""

NumberInPath: TypeAlias = Annotated[int, PathParameter(ge=0, le=9999)]
"""The number of a hand or a round."""


def number(description: str, name: str | None = None) -> QueryParameter:
    """A whole number in the query, such as a time; `name`: the name of the parameter."""
    return QueryParameter(name=name, ge=0, le=LATEST, description=description)
