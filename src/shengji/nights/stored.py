"""Events of nights as they are kept: as JSON, one by one."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from shengji.nights.acts import Event
from shengji.nights.bounds import MOST_CARDS, MOST_LEVELS

encode_event: Final = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Event).decode

_MOST: Final = {"levels": MOST_LEVELS} | dict.fromkeys(("units", "cards", "withdrawn"), MOST_CARDS)


def read_event(body: bytes) -> Event:
    """The event that was kept.

    What people wrote down of a hand was once kept with any number; one larger than any hand can
    have counts as the largest.

    Raises:
        msgspec.DecodeError: when it is none.
    """
    try:
        event: Event = _decode(body)
    except msgspec.ValidationError:
        event = msgspec.convert(_bounded(msgspec.json.decode(body)), Event)
    return event


def _bounded(raw: Any) -> Any:
    """Plain data in which the largest number that there can be takes the place of a larger one."""
    if isinstance(raw, list):
        return [_bounded(part) for part in raw]
    if not isinstance(raw, dict):
        return raw
    return {
        name: min(part, _MOST[name]) if name in _MOST and isinstance(part, int) else _bounded(part)
        for name, part in raw.items()
    }
