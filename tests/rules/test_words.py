"""The catalogue: no sentence stands twice, and none is missing in a language."""

from __future__ import annotations

import tomllib
from pathlib import Path
from string import Formatter

import pytest

from shengji.words import FOLDER, Text, texts
from web.make_words import AUTHORED, read

AREAS = sorted(path.stem for path in FOLDER.glob("*.toml"))
ALL = {(area, key): text for area in AREAS for key, text in texts(area).items()}
BY_LANGUAGE = {"duties", "faults", "rules"}
"""Areas of which some texts are given other parameters in each language."""
SHORT = 6
"""Names of so few characters may stand twice."""


def parameters(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("area", AREAS)
def test_both_languages_say_the_same(area: str) -> None:
    for key, text in texts(area).items():
        assert text.en and text.zh, key
        if area not in BY_LANGUAGE:
            assert parameters(text.en) == parameters(text.zh), key


def test_no_sentence_stands_twice() -> None:
    written: dict[Text, tuple[str, str]] = {}
    for (area, key), text in ALL.items():
        if len(text.zh) > SHORT and f"[{key}]\nas = " not in source(area):
            assert text not in written, (area, key, written[text])
            written[text] = area, key
    for file in AUTHORED.glob("*.toml"):
        for name, given in tomllib.loads(file.read_text(encoding="utf-8")).items():
            if (
                isinstance(given, dict)
                and name != "same"
                and "as" not in given
                and len(given["zh"]) > SHORT
            ):
                assert Text(given["en"], given["zh"]) not in written, (file.stem, name)


@pytest.mark.parametrize("folder", [FOLDER, AUTHORED], ids=["catalogue", "browser"])
@pytest.mark.parametrize("other", ["\N{RIGHT SINGLE QUOTATION MARK}", "Dealer's side"])
def test_one_thing_is_written_in_one_way(folder: Path, other: str) -> None:
    """An apostrophe is a straight one, and the side of the Dealer are the Declarers."""
    assert [file.name for file in folder.glob("*.toml") if other in file.read_text("utf-8")] == []


def test_the_browser_takes_what_stands_in_the_catalogue() -> None:
    assert read()["bots.thinks"].en == texts("terminal")["bots.thinks"].en


def source(area: str) -> str:
    return (FOLDER / f"{area}.toml").read_text(encoding="utf-8")
