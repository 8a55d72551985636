"""Serialisation of a night's events: one JSON object each."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from shengji.nights.acts import Event
from shengji.nights.bounds import MOST_CARDS, MOST_LEVELS

encode_event: Final = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Event).decode

_FORMER_SETTINGS: Final = ("series", "least_nights")
"""Settings of nights stored before clubs: the night's row names the club now."""

_MOST: Final = {"levels": MOST_LEVELS} | dict.fromkeys(("units", "cards", "withdrawn"), MOST_CARDS)


def read_event(body: bytes) -> Event:
    """Decode a stored event.

    Old events hold unbounded numbers in the entry of a hand; a number above its bound counts as the
    bound. Old settings hold the name of a series, which is ignored.

    Raises:
        msgspec.DecodeError: the body is not an event.
    """
    try:
        event: Event = _decode(body)
    except msgspec.ValidationError:
        raw = msgspec.json.decode(body)
        settings = raw.get("settings") if isinstance(raw, dict) else None
        if isinstance(settings, dict):
            for name in _FORMER_SETTINGS:
                settings.pop(name, None)
        event = msgspec.convert(_bounded(raw), Event)
    return event


def _bounded(raw: Any) -> Any:
    """Plain data with numbers above their bound replaced by the bound."""
    if isinstance(raw, list):
        return [_bounded(part) for part in raw]
    if not isinstance(raw, dict):
        return raw
    return {
        name: min(part, _MOST[name]) if name in _MOST and isinstance(part, int) else _bounded(part)
        for name, part in raw.items()
    }
