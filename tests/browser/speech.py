"""Words of the site in each of its languages, so that tests find things by their names."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from web.make_words import Word, read

Tongue = Literal["en", "zh-Hans", "zh-Hant"]
TONGUES: tuple[Tongue, ...] = ("en", "zh-Hans", "zh-Hant")


@cache
def _words() -> dict[str, Word]:
    return read()


def say(key: str, tongue: Tongue = "en", **given: str | int) -> str:
    """A text of the client, as it shows it.

    Args:
        key: `area.key`, as authored in `web/words/`.
        tongue: the language of the site.
        given: what is put into its braces; `count` also chooses between one and many.
    """
    word = _words()[key]
    text = {"en": word.en, "zh-Hans": word.hans, "zh-Hant": word.hant}[tongue]
    if "count" in given:
        one, _, many = text.partition("|")
        text = one if given["count"] == 1 or not many else many
    for name, value in given.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text


def pattern(key: str, tongue: Tongue = "en") -> re.Pattern[str]:
    """Whatever a text may be with anything in its braces."""
    forms = say(key, tongue).split("|")
    shapes = [".+".join(map(re.escape, re.split(r"\{[a-z_]+\}", form))) for form in forms]
    return re.compile(f"^(?:{'|'.join(shapes)})$")
