"""Characters of what people write, as far as others see it: names, titles, and what is said."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_JOINERS: Final = "\u200d\ufe0f"
"""They join emoji, and choose how one looks; they are fine behind something that is seen."""

_UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0e\uffa0\U000e0100-\U000e01ef]"
)
"""Letters and marks that are not seen, or are as wide as a space: fillers, variants of a glyph."""

_MOST_MARKS: Final = 3
"""Accents that one letter may carry; more make towers that cover other lines."""


def visible(text: str) -> str:
    r"""A text as others can see it.

    Spaces are single, none stands at its ends, and what cannot be seen is left out: controls, what
    turns the direction of writing, fillers, and more accents than a letter may carry.

    >>> (
    ...     visible("  Wu\t Song\u202e "),
    ...     visible("\u3164\u2800"),
    ...     visible("\u200d武\u200d\ufe0f"),
    ... )
    ('Wu Song', '', '武')
    """
    found: list[str] = []
    marks = 0
    for character in re.sub(r"\s+", " ", unicodedata.normalize("NFC", text)):
        kind = unicodedata.category(character)
        if character in _JOINERS:
            hidden = not found or found[-1] in (" ", *_JOINERS[:1])
        else:
            hidden = kind[0] == "C" or _UNSEEN.match(character) is not None
            marks = marks + 1 if kind in ("Mn", "Me") else 0
            hidden |= marks > _MOST_MARKS or (marks > 0 and (not found or found[-1] == " "))
        if not hidden:
            found.append(character)
    return re.sub(" +", " ", "".join(found)).strip(" " + _JOINERS[0])


def is_visible(text: str) -> bool:
    r"""Whether nothing in a text is hidden, but for spaces too many.

    >>> is_visible("Wu  Song"), is_visible("Wu\u3164"), is_visible("❤\ufe0f")
    (True, False, True)
    """
    spaced = re.sub(r"\s+", " ", unicodedata.normalize("NFC", text)).strip(" " + _JOINERS[0])
    return visible(text) == spaced
