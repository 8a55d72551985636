"""The built client: small enough for a phone, and without traces of where it was built."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

from web import make_words

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "shengji" / "server" / "static"
BUDGET = 157_700
"""Of script and style, compressed as even the plainest browser takes it, in bytes."""
LANGUAGES = ("en", "zh-Hans", "zh-Hant")
APART = make_words.APART
"""Pages that nobody needs to play; each has a file of its own, with its words in another."""
APART_BUDGET = 20_500
# What the lobby and a table need, without the language; the rest comes when it is asked for.
FIRST = ("index", "base", "TablePage", "sounds")


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    """All of this is about the built client."""
    assert (STATIC / "index.html").exists(), "the web client is not built; run `make web`"


def texts() -> list[Path]:
    """The files that are no pictures and no compressed copies of others."""
    others = {".png", ".br", ".gz"}
    return [path for path in STATIC.rglob("*") if path.is_file() and path.suffix not in others]


def compressed(path: Path) -> int:
    """How long a file is on its way."""
    return len(gzip.compress(path.read_bytes(), 9))


def chunk(path: Path) -> str:
    """The name of a built file, without what its content adds to it."""
    return re.sub(r"-[\w-]{8}$", "", path.stem)


def needed(name: str) -> set[Path]:
    """The script and style of a chunk, and of all that it imports before it can run."""
    found: set[Path] = set()
    ahead = [path for path in (STATIC / "assets").glob("*.[jc]s*") if chunk(path) == name]
    while ahead:
        path = ahead.pop()
        if path in found or path.suffix not in {".js", ".css"}:
            continue
        found.add(path)
        if path.suffix == ".js":
            imported = re.findall(r"""(?:from|import)\s*["'`]\./([^"'`]+)["'`]""", path.read_text())
            ahead += [path.parent / file for file in imported]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_first_load(language: str) -> None:
    files = set().union(*(needed(name) for name in (*FIRST, language)))
    assert {*FIRST, language} <= {chunk(path) for path in files}
    assert sum(map(compressed, files)) <= BUDGET


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_to_play_with_in_one_language(language: str) -> None:
    files = [path for path in in_language(language) if area(path) is None]
    assert sum(map(compressed, files)) <= BUDGET


@pytest.mark.parametrize("apart", APART)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_apart(language: str, apart: str) -> None:
    files = [path for path in in_language(language) if area(path) == apart]
    assert {path.suffix for path in files} == {".js", ".css"}
    assert sum(map(compressed, files)) <= APART_BUDGET


def in_language(language: str) -> list[Path]:
    """All script and style, without the words of the other languages."""
    others = set(LANGUAGES) - {language}
    return [
        path
        for path in (STATIC / "assets").iterdir()
        if path.suffix in {".js", ".css"} and chunk(path).rpartition(".")[2] not in others
    ]


def area(path: Path) -> str | None:
    """The page that a file belongs to, if that stands apart."""
    name = chunk(path).partition(".")[0]
    return name if name in APART else None


@pytest.mark.parametrize("name", FIRST)
def test_nothing_apart_comes_first(name: str) -> None:
    assert not {chunk(path) for path in needed(name) if area(path)}


def test_languages_come_alone() -> None:
    for name in FIRST:
        assert not {chunk(path) for path in needed(name)} & set(LANGUAGES)


def test_no_source_maps() -> None:
    assert not list(STATIC.rglob("*.map"))
    assert not [path for path in texts() if "sourceMappingURL" in path.read_text()]


@pytest.mark.parametrize("trace", [str(ROOT), str(Path.home()) + "/", "file://", "node_modules/"])
def test_no_trace_of_this_machine(trace: str) -> None:
    assert not [path for path in texts() if trace in path.read_text()]


def test_every_file_of_the_page_is_there() -> None:
    page = (STATIC / "index.html").read_text()
    linked = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert linked
    for address in linked:
        assert (STATIC / address).exists(), address


def test_installable() -> None:
    """The site has everything that browsers ask for before they offer to install it."""
    for path in STATIC.glob("*.webmanifest"):
        manifest = json.loads(path.read_text())
        assert manifest["name"]
        assert manifest["short_name"]
        assert manifest["display"] == "standalone"
        assert manifest["start_url"] == manifest["scope"] == "./"
        icons = {(icon["sizes"], icon.get("purpose", "any")): icon for icon in manifest["icons"]}
        assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= set(icons)
        for icon in icons.values():
            picture = (STATIC / icon["src"]).read_bytes()
            if icon["type"] == "image/png":
                width, height = picture[16:20], picture[20:24]
                size = f"{int.from_bytes(width)}x{int.from_bytes(height)}"
                assert size == icon["sizes"]


def test_everything_is_kept_for_later() -> None:
    """The service worker knows every script and style."""
    worker = (STATIC / "service-worker.js").read_text()
    for path in (STATIC / "assets").iterdir():
        if path.suffix in {".js", ".css"}:
            assert f'"assets/{path.name}"' in worker
