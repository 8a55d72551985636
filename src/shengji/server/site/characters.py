"""Cleaning of texts that users write for other people: names, titles and messages."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_JOINERS: Final = "\u200d\ufe0f"
"""Characters that join or vary emoji; allowed after a visible character."""

_UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0e\uffa0\U000e0100-\U000e01ef]"
)
"""Letters and marks that are invisible or blank: fillers, and variation selectors."""

_MOST_MARKS: Final = 3
"""Maximum number of accents on one letter; more of them cover other lines."""


def visible(text: str) -> str:
    r"""The visible part of a text.

    Spaces are single and stripped at both ends. Invisible characters are removed: controls, marks
    that change the direction of writing, fillers, and more accents than a letter may carry.

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
    r"""Whether a text has no invisible characters, apart from extra spaces.

    >>> is_visible("Wu  Song"), is_visible("Wu\u3164"), is_visible("❤\ufe0f")
    (True, False, True)
    """
    spaced = re.sub(r"\s+", " ", unicodedata.normalize("NFC", text)).strip(" " + _JOINERS[0])
    return visible(text) == spaced
