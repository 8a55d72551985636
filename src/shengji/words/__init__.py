"""The words: every sentence and name that a person reads, in English and simplified Chinese.

What lives here: a file for each area, and the reading of them. A text is a table in its file:

    [not-held]
    en = "You do not hold {cards}."
    zh = "你手里没有 {cards}。"

One that says what stands elsewhere already names it: `as = "table.not-seated"`. Traditional
characters are made from the simplified ones where they are shown. What may not: anything else; the
names of options and presets stand with these, in `shengji.rules`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")

FOLDER = Path(__file__).parent
"""Where the files are, `AREA.toml`."""


class Text(NamedTuple):
    """A text in both languages, with the same parameters in braces."""

    en: str
    zh: str

    def said(self, language: Language, **params: object) -> str:
        """The text in one language, with its parameters put in.

        >>> texts("refusals")["not-held"].said("en", cards="10♠")
        'You do not hold 10♠.'
        """
        return self.of(language).format(**params)

    def of(self, language: Language) -> str:
        """The text in one language, as it is written."""
        return self.zh if language == "zh" else self.en


@cache
def texts(area: str) -> Mapping[str, Text]:
    """The texts of an area by key, in their order.

    Raises:
        KeyError: a text names one that there is not.
    """
    return {key: _text(given) for key, given in _written(area).items()}


@cache
def _written(area: str) -> Mapping[str, dict[str, str]]:
    """What stands in the file of an area; `[ask.draw]` has the key `ask.draw`."""
    read = tomllib.loads((FOLDER / f"{area}.toml").read_text(encoding="utf-8"))
    return dict(_tables(read, ""))


def _tables(table: dict[str, Any], key: str) -> Iterator[tuple[str, dict[str, str]]]:
    own = {name: found for name, found in table.items() if isinstance(found, str)}
    if own:
        yield key, own
    for name, found in table.items():
        if isinstance(found, dict):
            yield from _tables(found, f"{key}.{name}" if key else name)


def _text(given: dict[str, str]) -> Text:
    while "as" in given:
        area, _, key = given["as"].partition(".")
        given = _written(area)[key]
    return Text(given["en"], given["zh"])
