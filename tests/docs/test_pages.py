"""The pages of the documents: their length, their examples, their links and the names in them."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import shengji
from docs.words import DOCS, ROOT, counts, pages
from tests.prose import docstrings

SOURCE = ROOT / "src" / "shengji"
PAGES = pages()
OUTSIDE = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")]
HISTORY = {"decisions.md", "strength.md"}
"""Pages that tell what is no longer there."""
OTHERS = {"ip_hash", "shengji_data"}
"""Names of nginx and of Docker."""

WORDS = 57_500
"""Maximum number of words by hand without the Chinese pages, lowered as pages get shorter."""
EXAMPLES = 427
"""Lines of examples at least: 390 before the documents became a site, the others written since."""
BLOCKS = 314
"""Blocks of code at least; 274 before the documents became a site."""


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def prose_of(page: Path) -> str:
    return re.sub(r"^```.*?^```$", "", text_of(page), flags=re.DOTALL | re.MULTILINE)


def matches(pattern: str) -> int:
    """The number of lines of all pages that match."""
    return sum(len(re.findall(pattern, text_of(page), re.MULTILINE)) for page in PAGES)


def test_the_pages_are_no_longer_than_a_reader_bears() -> None:
    written = {page: words for page, words in counts().items() if not page.startswith("zh/")}
    assert sum(written.values()) <= WORDS, "python -m docs.words tells which pages are long"


def test_no_example_is_lost() -> None:
    assert matches(r"^ *>>> ") >= EXAMPLES
    assert matches(r"^ *```\w") >= BLOCKS


@cache
def anchors_of(page: Path) -> set[str]:
    """The anchors of a page: of its headings as forges and MyST make them, and those written."""
    found = list[str]()
    for heading in re.findall(r"^#+ (.+)$", prose_of(page), re.MULTILINE):
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", plain.strip().lower()).replace(" ", "-")
        found.append(f"{slug}-{n}" if (n := found.count(slug)) else slug)
    return {*found, *re.findall(r'<a id="([^"]+)">', text_of(page))}


@pytest.mark.parametrize("page", [*PAGES, *OUTSIDE], ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", prose_of(page)):
        if "://" in link or link.startswith("mailto:"):
            continue
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        assert target.exists(), link
        if anchor and target.suffix == ".md":
            assert anchor in anchors_of(target.resolve()), link


@cache
def sources() -> str:
    """The text of the program, its tests, its client and its tools."""
    folders = ("src", "tests", "benchmarks", "examples", "deploy", "web/src", "web/words")
    kinds = (".py", ".ts", ".svelte", ".toml", ".yaml", ".env", ".conf")
    paths = [path for folder in folders for path in (ROOT / folder).rglob("*")]
    mine = [path for path in paths if path.suffix in kinds and path.name != "wire.ts"]
    return "\n".join(map(text_of, mine))


NAME = re.compile(
    r"(?:\w+\.)*(?:[A-Z][a-z]+(?:[A-Z][a-z0-9]*)+|[a-z][a-z0-9]*(?:_[a-z0-9]+)+|SHENGJI_\w+)(?:\(\))?"
)
"""A name of code that is unlike a word: CamelCase, snake_case, a setting of the server."""


@pytest.mark.parametrize("page", [*PAGES, *OUTSIDE], ids=lambda page: page.stem)
def test_names_of_code_are_those_of_the_code(page: Path) -> None:
    if page.name in HISTORY:
        return
    quoted = [name for name in re.findall(r"`([^`\n]+)`", prose_of(page)) if NAME.fullmatch(name)]
    words = {word for name in quoted for word in re.findall(r"[a-zA-Z]\w*[a-zA-Z]", name)}
    assert [word for word in words - OTHERS if _as_written(word) not in sources()] == []


def _as_written(word: str) -> str:
    """The form in which a name stands in the code: settings and counters get a part from others."""
    if word.startswith("SHENGJI_"):
        return word.removeprefix("SHENGJI_").lower()
    return word.removesuffix("_total")


@pytest.mark.parametrize("page", [*PAGES, *OUTSIDE], ids=lambda page: page.stem)
def test_public_names_are_public(page: Path) -> None:
    rooms = {path.stem for path in SOURCE.iterdir()}
    named = set(re.findall(r"\bshengji\.([a-zA-Z]\w*)", text_of(page)))
    files = (
        {"env", "service", "toml", "db", "jsonl", "example"} if page.name != "python.md" else set()
    )
    assert sorted(named - {*shengji.__all__, *rooms, "__version__"} - files) == []


@pytest.mark.parametrize("page", [*PAGES, *OUTSIDE], ids=lambda page: page.stem)
def test_files_that_are_named_exist(page: Path) -> None:
    files = r"[\w./-]+/[\w.-]+\.(?:py|ts|svelte|css|toml|md|txt)"
    folders = r"(?:web|src|tests|docs|benchmarks|examples)/[\w./-]+"
    if page.name in HISTORY:
        return
    for name in re.findall(rf"`({files}|{folders})`", prose_of(page)):
        assert (ROOT / name).exists() or (SOURCE / name).exists(), name


NAMED_PAGE = re.compile(r"\bdocs/((?:zh/)?[a-z0-9-]{2,}\.md)\b")


def test_pages_that_the_code_names_exist() -> None:
    named = set(NAMED_PAGE.findall(sources()))
    assert len(named) > 20
    assert sorted(name for name in named if not (DOCS / name).exists()) == []


def test_texts_for_people_name_pages_by_their_function() -> None:
    """Where a page is changes when the project is published: `shengji.documents.page` knows."""
    found = []
    for path in SOURCE.rglob("*.py"):
        text = text_of(path)
        if not NAMED_PAGE.search(text):
            continue
        tree = ast.parse(text)
        described = {id(one) for one in docstrings(tree)}
        found += [
            f"{path.relative_to(ROOT)}:{node.lineno}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
            if id(node) not in described and NAMED_PAGE.search(node.value)
        ]
    assert found == []
