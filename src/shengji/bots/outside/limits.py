"""How long a bot in another process may take."""

from __future__ import annotations

import re
from typing import Annotated

import msgspec

from shengji.words import Phrase, SpokenError

_Seconds = Annotated[float, msgspec.Meta(gt=0, le=86_400)]

_NUMBER = r"([0-9]+\.?[0-9]*|\.[0-9]+)"
_TIME = re.compile(rf"{_NUMBER}(?:\+{_NUMBER})?")


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


def read_limits(time: str | None = None, start: float | None = None) -> Limits:
    """Limits as people write them: seconds for a decision, and after a plus those of the bank.

    Args:
        time: such as `10+60`, or `0.5`, which is without a bank; `None`: as usual.
        start: the seconds to be ready in; `None`: as many as usual.

    Raises:
        ValueError: when that is not what stands there, or it is out of range.

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
