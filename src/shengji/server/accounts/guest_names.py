"""Names of guests: which are allowed, and the name of a new guest."""

from __future__ import annotations

import re
from random import Random

from shengji.server.site.characters import is_visible, visible

LONGEST = 24


def tidy_name(text: str) -> str | None:
    """Normalize a name; return `None` if it is not allowed.

    Spaces are stripped at both ends and made single. Invisible characters are not allowed.

    >>> tidy_name("  Wu   Song "), tidy_name("武松"), tidy_name("a\u202eb"), tidy_name("\u3164")
    ('Wu Song', '武松', None, None)
    """
    name = visible(text)
    return name if 1 <= len(name) <= LONGEST and is_visible(text) else None


def guest_name(languages: str, chance: Random) -> str:
    """A name for a new guest, in the browser's language.

    Args:
        languages: the browser's `Accept-Language`.
        chance: source of the number.
    """
    number = chance.randrange(1000, 10_000)
    first = languages.strip().lower()
    if not first.startswith("zh"):
        return f"Guest {number}"
    traditional = re.match(r"zh-(hant|tw|hk|mo)\b", first)
    return f"{'訪客' if traditional else '访客'} {number}"
