"""Names of people: what may stand in one, and what guests are called first."""

from __future__ import annotations

import re
import secrets
import unicodedata

LONGEST = 24

_JOINER = "\u200d"  # joins emoji
_MOST_MARKS = 3
"""Accents that one letter may carry; more make towers that cover other lines."""


def tidy_name(text: str) -> str | None:
    """A name as others will read it, or `None` when it cannot be one.

    Spaces at its ends and doubled ones go. What cannot be seen may not stand in it, such as
    control characters and those that turn the direction of writing.

    >>> tidy_name("  Wu   Song "), tidy_name("武松"), tidy_name("a\u202eb"), tidy_name(" ")
    ('Wu Song', '武松', None, None)
    """
    name = re.sub(r"\s+", " ", unicodedata.normalize("NFC", text)).strip(" " + _JOINER)
    if not 1 <= len(name) <= LONGEST:
        return None
    marks = 0
    for character in name:
        kind = unicodedata.category(character)
        if (kind[0] == "C" and character != _JOINER) or kind in ("Zl", "Zp"):
            return None
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks > _MOST_MARKS:
            return None
    return name


def guest_name(languages: str) -> str:
    """A name for somebody new.

    Args:
        languages: the browser's `Accept-Language`.
    """
    number = secrets.randbelow(9000) + 1000
    first = languages.strip().lower()
    if not first.startswith("zh"):
        return f"Guest {number}"
    traditional = re.match(r"zh-(hant|tw|hk|mo)\b", first)
    return f"{'訪客' if traditional else '访客'} {number}"
