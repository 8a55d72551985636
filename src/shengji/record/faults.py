"""Messages for errors in records."""

from __future__ import annotations

from shengji.words import Phrase


def fault(key: str, **params: object) -> Phrase:
    """The message with this key."""
    return Phrase("misfits", key, **params)
