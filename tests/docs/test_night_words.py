"""docs/run-a-night.md calls everything as the pages do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from web import make_words

PAGE = Path(__file__).parents[2] / "docs" / "run-a-night.md"
NAMED = sorted(
    {re.sub(r"\s+", " ", name) for name in re.findall(r"\*\*([^*]+)\*\*", PAGE.read_text("utf-8"))}
)
SAID = {
    re.sub(r"\{\w+\}", "1", part).casefold()
    for word in make_words.read().values()
    for part in word.en.split("|")
}


@pytest.mark.parametrize("name", NAMED)
def test_what_is_to_be_pressed_is_called_so(name: str) -> None:
    assert name.strip().rstrip(".").casefold() in SAID
