"""How long a bot in another process may take."""

from __future__ import annotations

from typing import Annotated

import msgspec

_Seconds = Annotated[float, msgspec.Meta(gt=0, le=86_400)]


class Limits(msgspec.Struct, frozen=True):
    """Times in seconds, by the clock on the wall.

    Attributes:
        start: from when it is started, or asked to begin a match, until it must be ready.
        decision: for each decision.
        bank: what all decisions of a hand together may take beyond that.
    """

    start: _Seconds = 60.0
    decision: _Seconds = 10.0
    bank: Annotated[float, msgspec.Meta(ge=0, le=86_400)] = 60.0
