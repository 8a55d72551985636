"""Pools that are rated apart, of all presets and systems, and seasons."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from shengji.ratings import POOLS, Pool, pool_of, season_of
from shengji.ratings.scale import LEADS
from shengji.rules import PRESETS, Rules

POOL_OF: dict[str, Pool] = {
    "zhang-2021": "two-decks",
    "zhang-2016": "two-decks",
    "pagat": "two-decks",
    "wikipedia-2014": "two-decks",
    "wikipedia-2023": "two-decks",
    "botzone": "two-decks",
    "tractor": "two-decks",
    "forty-points": "one-deck",
    "three-deck": "more-decks",
    "six-player": "more-decks",
    "six-player-two-deck": "two-decks",
    "finding-friends": "friends",
}


def test_every_preset_has_its_pool() -> None:
    assert {name: pool_of(preset.rules) for name, preset in PRESETS.items()} == POOL_OF


@pytest.mark.parametrize("players", range(4, 13))
def test_finding_friends_is_a_pool_whatever_its_decks(players: int) -> None:
    assert pool_of(Rules(players=players, teams="friends")) == "friends"


@pytest.mark.parametrize("decks", range(3, 7))
def test_three_decks_and_more_are_one_pool(decks: int) -> None:
    assert pool_of(Rules(decks=decks)) == "more-decks"


def test_the_halves_of_a_year_are_seasons() -> None:
    assert season_of(date(2026, 1, 1)) == season_of(date(2026, 6, 30)) == "2026-1"
    assert season_of(date(2026, 7, 1)) == season_of(date(2026, 12, 31)) == "2026-2"
    assert season_of(datetime(2027, 1, 1, tzinfo=UTC)) == "2027-1"


def test_every_pool_has_a_lead() -> None:
    assert set(LEADS) == set(POOLS)
