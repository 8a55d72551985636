"""Time limits of a bot in another process."""

from __future__ import annotations

import re
from typing import Annotated

import msgspec

from shengji.words import Phrase, SpokenError

_Seconds = Annotated[float, msgspec.Meta(gt=0, le=86_400)]

_NUMBER = r"([0-9]+\.?[0-9]*|\.[0-9]+)"
_TIME = re.compile(rf"{_NUMBER}(?:\+{_NUMBER})?")


class Limits(msgspec.Struct, frozen=True):
    """Time limits in seconds of wall-clock time.

    Attributes:
        start: from its start, or from the request to begin a match, until it must be ready.
        bank: extra time for all decisions of a hand together.
    """

    start: _Seconds = 60.0
    decision: _Seconds = 10.0
    bank: Annotated[float, msgspec.Meta(ge=0, le=86_400)] = 60.0


def read_limits(time: str | None = None, start: float | None = None) -> Limits:
    """Parse limits as people write them: seconds for a decision, a plus, and seconds in the bank.

    Args:
        time: such as `10+60`, or `0.5` without a bank; `None`: the default.
        start: the seconds until it must be ready; `None`: the default.

    Raises:
        ValueError: when the text is invalid, or a number is out of range.

    >>> read_limits("0.5+10")
    Limits(start=60.0, decision=0.5, bank=10.0)
    >>> read_limits("1", start=5.0)
    Limits(start=5.0, decision=1.0, bank=0.0)
    """
    data = dict[str, float]()
    if time is not None:
        found = _TIME.fullmatch(time.strip())
        if found is None:
            raise SpokenError(Phrase("usage", "time", given=time))
        data = {"decision": float(found[1]), "bank": float(found[2] or 0)}
    if start is not None:
        data["start"] = start
    try:
        return msgspec.convert(data, Limits)
    except msgspec.ValidationError:
        raise SpokenError(Phrase("usage", "seconds")) from None
