"""The built client: small enough for a phone, and without traces of where it was built."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path, PurePath

import pytest

from shengji.server.site.assets import STATIC, Client
from web import make_words

ROOT = Path(__file__).parents[2]
CLIENT = Client(STATIC).assets
LOBBY = 95_000
"""Of all files of a first visit, in bytes, as browsers of today take them; not of the answers."""
LOBBY_REQUESTS = 14
TABLE = 90_000
"""Maximum bytes that a table loads after the lobby, which has loaded the cards already."""
LANGUAGES = ("en", "zh-Hans", "zh-Hant")
APART = make_words.APART
"""Pages that nobody needs to play; each has a file of its own, with its words in another."""
APART_BUDGET = 23_000
CARDS_BUDGET = 45_000
TABLE_PARTS = ("TablePage", "sounds", "joy", "characters", "Coach")
"""Modules that a table with bots loads at once; the last explains its signs to a newcomer."""
FIRST = ("index", *TABLE_PARTS)
"""Modules that the lobby and a table need, without the language; others load on request."""


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    """All of this is about the built client."""
    assert "index.html" in CLIENT, "the web client is not built; run `make web`"


def texts() -> dict[str, str]:
    """The text files, by their paths."""
    others = (name for name in CLIENT if name.endswith((".png", ".woff2")))
    return {name: text(name) for name in CLIENT.keys() - set(others)}


def text(name: str) -> str:
    """The text of a file."""
    return CLIENT[name].body.decode()


def compressed(name: str) -> int:
    """How long a file is on its way."""
    return len(gzip.compress(CLIENT[name].body, 9))


def taken(names: set[str]) -> int:
    """How long files are on their way to a browser of today."""
    return sum(len(dict(CLIENT[name].packed).get("br", CLIENT[name].body)) for name in names)


def code() -> list[str]:
    """The paths of all script and style."""
    return [name for name in CLIENT if re.fullmatch(r"assets/.*\.(js|css)", name)]


def chunk(name: str) -> str:
    """The name of a built file, without what its content adds to it."""
    return re.sub(r"-[\w-]{8}$", "", PurePath(name).stem)


def needed(chunk_name: str) -> set[str]:
    """The script and style of a chunk, and of all that it imports before it can run."""
    found: set[str] = set()
    ahead = [name for name in code() if chunk(name) == chunk_name]
    while ahead:
        name = ahead.pop()
        if name in found:
            continue
        found.add(name)
        if name.endswith(".js"):
            imported = re.findall(r"""(?:from|import)\s*["'`]\./([^"'`]+)["'`]""", text(name))
            ahead += [f"assets/{file}" for file in imported]
            ahead += [f for f in code() if f.endswith(".css") and chunk(f) == chunk(name)]
    return found


def cards() -> str:
    """The path of the art of all cards."""
    (name,) = (name for name in CLIENT if chunk(name) == "cards" and name.endswith(".svg"))
    return name


def of_lobby(language: str) -> set[str]:
    """All files of a first visit to the lobby, which shows cards, too."""
    fonts = {name for name in CLIENT if name.endswith(".woff2")}
    return {"index.html", cards(), *fonts, *needed("index"), *needed(language)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_first_load(language: str) -> None:
    lobby = of_lobby(language)
    words = (f"play.{language}", f"joy.{language}")
    table = set[str]().union(*map(needed, (*TABLE_PARTS, *words))) - lobby
    assert {"index", "base", language} <= set(map(chunk, lobby))
    assert {*TABLE_PARTS, *words} <= set(map(chunk, table))
    first, more, art = taken(lobby), taken(table), taken({cards()})
    figures = f"lobby {first} B in {len(lobby)} requests; table {more} B more and {art} B of cards"
    assert first <= LOBBY, figures
    assert len(lobby) <= LOBBY_REQUESTS, figures
    assert more <= TABLE, figures


@pytest.mark.parametrize("apart", APART)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_apart(language: str, apart: str) -> None:
    files = [name for name in in_language(language) if area(name) == apart]
    assert {PurePath(name).suffix for name in files} == {".js", ".css"}
    assert sum(map(compressed, files)) <= APART_BUDGET


def test_the_art_of_the_cards() -> None:
    assert compressed(cards()) <= CARDS_BUDGET
    assert f'"{cards()}"' in text("service-worker.js")


def in_language(language: str) -> list[str]:
    """All script and style, without the words of the other languages."""
    others = set(LANGUAGES) - {language}
    return [name for name in code() if chunk(name).rpartition(".")[2] not in others]


def area(name: str) -> str | None:
    """The page that a file belongs to, if that stands apart."""
    name = chunk(name).partition(".")[0]
    return name if name in APART else None


@pytest.mark.parametrize("name", FIRST)
def test_nothing_apart_comes_first(name: str) -> None:
    assert {area(file) for file in needed(name)} <= {None, name}


def test_languages_come_alone() -> None:
    for name in FIRST:
        assert not set(map(chunk, needed(name))) & set(LANGUAGES)


def test_scripts_and_styles_lie_there_packed_only() -> None:
    for name in code():
        packed = [(STATIC / f"{name}{suffix}").exists() for suffix in (".br", ".gz")]
        assert all(packed) != (STATIC / name).exists(), name


def test_no_source_maps() -> None:
    assert not [name for name in CLIENT if name.endswith(".map")]
    assert not [name for name, text in texts().items() if "sourceMappingURL" in text]


@pytest.mark.parametrize("trace", [str(ROOT), str(Path.home()) + "/", "file://", "node_modules/"])
def test_no_trace_of_this_machine(trace: str) -> None:
    assert not [name for name, text in texts().items() if trace in text]


def test_every_file_of_the_page_is_there() -> None:
    linked = re.findall(r'(?:src|href)="([^"]+)"', text("index.html"))
    assert linked
    assert {address.removeprefix("./") for address in linked} <= CLIENT.keys()


def test_installable() -> None:
    """The site has everything that browsers ask for before they offer to install it."""
    for name in [name for name in CLIENT if name.endswith(".webmanifest")]:
        manifest = json.loads(text(name))
        assert manifest["name"]
        assert manifest["short_name"]
        assert manifest["display"] == "standalone"
        assert manifest["start_url"] == manifest["scope"] == "./"
        icons = {(icon["sizes"], icon.get("purpose", "any")): icon for icon in manifest["icons"]}
        assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= set(icons)
        for icon in icons.values():
            picture = CLIENT[icon["src"]].body
            if icon["type"] == "image/png":
                width, height = picture[16:20], picture[20:24]
                size = f"{int.from_bytes(width)}x{int.from_bytes(height)}"
                assert size == icon["sizes"]


def test_everything_is_kept_for_later() -> None:
    """The service worker knows every script and style."""
    worker = text("service-worker.js")
    assert not [name for name in code() if f'"{name}"' not in worker]
