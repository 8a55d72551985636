"""The documents as a site: every page is found from its index, and its links lead somewhere."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import shengji
from docs.site import DOCS, adapted

TOCTREE = re.compile(r"^```\{toctree\}\n(?:.*\n)*?```$", re.MULTILINE)


def listed(index: Path) -> list[str]:
    """The pages in the toctrees of an index."""
    blocks = TOCTREE.findall(index.read_text(encoding="utf-8"))
    return [
        line for block in blocks for line in block.splitlines()[1:-1] if line[:1] not in ("", ":")
    ]


@pytest.mark.parametrize("folder", [DOCS, DOCS / "zh"], ids=["en", "zh"])
def test_every_page_is_in_exactly_one_toctree(folder: Path) -> None:
    pages = {page.stem for page in folder.glob("*.md")} - {"index"}
    found = [page for page in listed(folder / "index.md") if "/" not in page]  # others are made
    assert Counter(found) == Counter(pages)


def test_a_link_out_of_the_site_is_its_words() -> None:
    page = DOCS / "one.md"
    assert (
        adapted("see [`deploy`](../deploy) and [x](a.md#b).", page)
        == "see `deploy` and [x](a.md#b)."
    )


def test_a_link_out_of_the_site_leads_to_the_published_repository(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shengji, "__url__", "https://example.org/us")
    monkeypatch.setattr(shengji, "__version__", "1.2")
    found = adapted("[x](../deploy/a.conf)", DOCS / "one.md")
    assert found == "[x](https://example.org/us/blob/v1.2/deploy/a.conf)"


def test_a_link_to_the_other_language_leads_to_its_page() -> None:
    to_chinese = adapted("[中文](zh/index.md)", DOCS / "index.md")
    assert to_chinese == '<a href="zh/index.html">中文</a>'
    to_english = adapted("[English](../terms.md#a)", DOCS / "zh" / "index.md")
    assert to_english == '<a href="../terms.html#a">English</a>'
