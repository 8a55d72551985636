"""docs/terms.md calls everything as the program does, in both languages."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from web import make_words

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "terms.md"
GLOSSARY = ROOT / "web" / "src" / "help" / "glossary.ts"


def rows() -> list[tuple[str, str]]:
    """The English words of each row, and the Chinese ones."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    cells = [line.strip("| ").split(" | ") for line in lines if line.startswith("| ")]
    return [(en, zh) for en, zh, _ in cells if en not in ("word", "---")]


def terms() -> list[tuple[str, str]]:
    """Each English word of the page with its Chinese one."""
    found = []
    for en, zh in rows():
        pairs = list(zip(en.split(", "), zh.split(", "), strict=True))
        found += pairs
    return found


def texts_in(value: Any) -> Iterator[tuple[str, str]]:
    """All texts of a file of words, English and Chinese."""
    if isinstance(value, dict):
        if isinstance(value.get("zh"), str):
            yield value.get("en", ""), value["zh"]
        else:
            for part in value.values():
                yield from texts_in(part)


def said() -> list[tuple[str, str]]:
    """All that the program says: what it shares, what the browser says, and its glossary."""
    shared = (ROOT / "src/shengji/words").glob("*.toml")
    return [
        *(text for file in shared for text in texts_in(tomllib.loads(file.read_text("utf-8")))),
        *((word.en, word.hans) for word in make_words.read().values()),
        *re.findall(r'term\("\w+", "([^"]+)", "([^"]+)"', GLOSSARY.read_text("utf-8")),
    ]


SAID = said()


@pytest.mark.parametrize(("en", "zh"), terms())
def test_a_term_is_that_of_the_words(en: str, zh: str) -> None:
    word = re.compile(rf"\b{re.escape(en)}s?\b", re.IGNORECASE)
    assert any(zh in chinese and word.search(english) for english, chinese in SAID)


def test_no_term_is_told_twice() -> None:
    found = [en for en, _ in terms()]
    assert len(found) == len(set(found))


def test_the_browser_explains_the_same_terms() -> None:
    theirs = dict(re.findall(r'term\("\w+", "([^"]+)", "([^"]+)"', GLOSSARY.read_text("utf-8")))
    both = {en.casefold(): zh for en, zh in theirs.items()}
    ours = {en.casefold(): zh for en, zh in terms()}
    shared = both.keys() & ours.keys()
    assert len(shared) > 20
    assert {en: ours[en] for en in shared} == {en: both[en] for en in shared}
