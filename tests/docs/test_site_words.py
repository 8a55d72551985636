"""Pages for players and hosts name what is to be pressed as the site does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from web import make_words

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {
    "en": ("browser.md", "evenings.md", "learn.md", "run-a-night.md"),
    "zh": ("zh/browser.md", "zh/evenings.md", "zh/learn.md", "zh/night.md"),
}
WORDS = make_words.read().values()
SAID = {
    "en": {part for word in WORDS for part in word.en.split("|")},
    "zh": {word.hans for word in WORDS},
}


def known(language: str) -> set[str]:
    """All that the site says in a language; a placeholder stands as 1."""
    return {re.sub(r"\{\w+\}", "1", part).casefold() for part in SAID[language]}


def named() -> Iterator[tuple[str, str, str]]:
    """The language, page and words of everything in bold type."""
    for language, pages in PAGES.items():
        for page in pages:
            text = (DOCS / page).read_text("utf-8")
            for name in sorted(set(re.findall(r"\*\*([^*]+)\*\*", text))):
                yield language, page, re.sub(r"\s+", " ", name).strip().rstrip(".")


@pytest.mark.parametrize(("language", "page", "name"), tuple(named()))
def test_what_is_to_be_pressed_is_called_so(language: str, page: str, name: str) -> None:
    assert name.casefold() in known(language), page
