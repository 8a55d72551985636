"""The words for what is wrong with a record."""

from __future__ import annotations

from shengji.words import Phrase


def fault(key: str, **params: object) -> Phrase:
    """The fault with this key in the words."""
    return Phrase("misfits", key, **params)
