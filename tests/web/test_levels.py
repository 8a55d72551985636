"""The levels of the bots that the server has, and those that the client can name."""

from __future__ import annotations

import re

import pytest

from shengji.bots import LEVELS
from shengji.server.tables.acts.seating import STAND_IN
from web.make_words import WEB, read


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_has_a_name_in_each_language(level: str) -> None:
    word = read()[f"bots.name_{level}"]
    assert len({word.en, word.hans}) == 2
    assert f'["{level}", "bots.name_{level}"]' in (WEB / "src" / "bots" / "bots.ts").read_text()


def test_the_usual_bot_is_that_of_the_server() -> None:
    preferences = (WEB / "src" / "state" / "preferences.svelte.ts").read_text()
    assert re.findall(r'bot: "(\w+)"', preferences) == [STAND_IN]
