"""Errors of the decoder, translated from its English messages."""

from __future__ import annotations

import re

from shengji.server.site.schemas import Text
from shengji.server.site.words import shortened, words_from

_PLACE = re.compile(r"(?P<what>.*?)(?: - at `(?:key in )?\$\.?(?P<place>.*)`)?", re.DOTALL)
_SAID = {
    key: re.compile(pattern, re.DOTALL)
    for key, pattern in {
        "longest": r"Expected `str` of length <= (?P<limit>[0-9]+)",
        "shortest": r"Expected `str` of length >= (?P<limit>[0-9]+)",
        "most-items": r"Expected `(?:array|object)` of length <= (?P<limit>[0-9]+)",
        "least-items": r"Expected `(?:array|object)` of length >= (?P<limit>[0-9]+)",
        "highest": r"Expected `(?:int|float)` <= (?P<limit>\S+)",
        "lowest": r"Expected `(?:int|float)` >= (?P<limit>\S+)",
        "characters": r"Expected `str` matching regex .*",
        "kind": r"Expected `(?P<wanted>[^`]*)`, got `(?P<given>[^`]*)`",
        "unknown-field": r"Object contains unknown field `(?P<name>.*)`",
        "missing-field": r"Object missing required field `(?P<name>.*)`",
        "value": r"Invalid (?:enum )?value (?P<value>.*)",
        "no-json": r"JSON is malformed: .* \(byte (?P<byte>[0-9]+)\)",
        "torn": r"Input data was truncated",
    }.items()
}
"""Patterns of the decoder's messages, by the key of their translation."""


def decode_error_text(message: str, place: str = "") -> Text:
    """Translate a decoder's error, as part of a sentence.

    Args:
        message: the decoder's message.
        place: the field; empty: the message itself has the place.

    >>> decode_error_text("Expected `str` of length <= 24 - at `$.name`").en
    'name: at most 24 characters may stand there'
    >>> decode_error_text("Expected `str`, got `int`", "name").hans
    'name：应为 str，不是 int'
    """
    parts = _PLACE.fullmatch(message.rstrip("."))
    assert parts is not None, "every text has these parts"
    what = _translated(parts["what"])
    place = place or parts["place"] or ""
    return words_from("misread", "at", place=shortened(place), what=what) if place else what


def _translated(what: str) -> Text:
    for key, pattern in _SAID.items():
        if found := pattern.fullmatch(what):
            given = {name: shortened(value) for name, value in found.groupdict().items()}
            return words_from("misread", key, **given)
    return words_from("misread", "other")
