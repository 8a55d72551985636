"""The bots that the server has, and those that the client can name and draw."""

from __future__ import annotations

import re

import pytest

from shengji.bots import LEVELS
from shengji.bots.characters import CHARACTERS, STEPS
from web.make_words import WEB, read

NAMED = (*LEVELS, *CHARACTERS)


@pytest.mark.parametrize("bot", NAMED)
def test_every_bot_has_a_name_in_each_language(bot: str) -> None:
    word = read()[f"bots.name_{bot}"]
    assert len({word.en, word.hans}) == 2


def test_the_client_has_the_levels_characters_and_faces_of_the_server() -> None:
    bots = (WEB / "src" / "bots" / "bots.ts").read_text()
    assert re.findall(r'^  "([a-z]+)",$', bots, re.MULTILINE) == list(CHARACTERS)
    assert f"LEVELS = {list(range(1, len(STEPS) + 1))} as const" in bots
    assert [one.level for one in CHARACTERS.values()] == [
        level for level in range(1, len(STEPS) + 1) for _ in range(2)
    ]
    faces = (WEB / "src" / "faces" / "characters.ts").read_text()
    assert re.findall(r"^  ([a-z]+): {$", faces, re.MULTILINE) == list(CHARACTERS)
