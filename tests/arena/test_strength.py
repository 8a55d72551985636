"""The page about strength is written from what has been measured."""

from __future__ import annotations

import pytest

from benchmarks import strength


def test_the_page_is_fresh() -> None:
    text = strength.PAGE.read_text(encoding="utf-8")
    assert text == strength.page(), "run `python -m benchmarks.strength write`"


def test_every_match_can_be_played_and_has_a_seed_of_its_own() -> None:
    found = strength.read()
    matches = [*found.matches, *found.check]
    assert len({match.seed for match in matches}) == len(matches)
    assert len({match.name for match in matches}) == len(matches)
    for match in matches:
        assert match.duel.rules.players >= 4


@pytest.mark.parametrize("match", strength.read().matches, ids=lambda match: match.name)
def test_results_are_those_of_the_match(match: strength.Match) -> None:
    found = strength.results_of(match)
    if found is not None:
        assert found["settings"]["seed"] == match.seed
        assert found["settings"]["bots"] == list(match.bots)
        assert found["deals"] <= found["settings"]["deals"]
