"""Pools and seasons: ratings are kept apart for each."""

from __future__ import annotations

from datetime import date
from typing import Literal, TypeAlias, get_args

from shengji.rules import Rules

Pool: TypeAlias = Literal["one-deck", "two-decks", "more-decks", "friends"]
POOLS: tuple[Pool, ...] = get_args(Pool)
"""All pools: fixed teams by number of decks, and Finding Friends with any number."""


def pool_of(rules: Rules) -> Pool:
    """The rating pool of a game with these rules.

    >>> [pool_of(Rules(decks=decks)) for decks in (1, 2, 3, 4)]
    ['one-deck', 'two-decks', 'more-decks', 'more-decks']
    >>> pool_of(Rules(players=6, teams="friends"))
    'friends'
    """
    if rules.teams == "friends":
        return "friends"
    return POOLS[min(rules.deck_count, 3) - 1]


def season_of(day: date) -> str:
    """The default season of a day: half of a calendar year.

    For a point in time, pass the day in the time zone of the site, always the same one.

    >>> season_of(date(2026, 6, 30)), season_of(date(2026, 7, 1))
    ('2026-1', '2026-2')
    """
    return f"{day.year:04}-{1 if day.month <= 6 else 2}"
