"""The client shows texts of people as texts: nothing in it turns one into markup."""

from __future__ import annotations

import re
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "web" / "src"
MARKUP = re.compile(r"\{@html|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(")


def test_no_text_becomes_markup() -> None:
    read = [path for path in SOURCES.rglob("*") if path.suffix in (".ts", ".svelte")]
    assert len(read) > 100
    assert [path.name for path in read if MARKUP.search(path.read_text(encoding="utf-8"))] == []
