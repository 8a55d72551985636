"""Parameters in addresses, bounded: Litestar reads bounds from these, and none from `msgspec.Meta`.

Texts there need no bound of their own: the gate refuses addresses longer than `LONGEST_ADDRESS`.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from litestar.params import PathParameter, QueryParameter

LONGEST_ADDRESS: Final = 2048
"""The longest path with its query, in bytes."""

LATEST: Final = 2**53
"""The latest time and the highest version that can be asked for; browsers count exactly so far."""

NumberInPath: TypeAlias = Annotated[int, PathParameter(ge=0, le=9999)]
"""The number of a hand or of a round."""


def number(description: str, name: str | None = None) -> QueryParameter:
    """A whole number in the query, such as a time or a version; `name`: how it is called there."""
    return QueryParameter(name=name, ge=0, le=LATEST, description=description)
