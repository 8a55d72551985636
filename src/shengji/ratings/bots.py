"""The declared ratings of bots, as measured in the arena; play never changes them."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from shengji.ratings.pools import Pool

FILE = Path(__file__).with_name("bots.toml")
"""TOML with a table for each pool; `python -m benchmarks.ratings bots` generates it."""


def bot_rating(name: str, pool: Pool) -> float | None:
    """The rating of a bot in a pool; `None` when it has not been measured.

    >>> bot_rating("medium", "two-decks")
    1500.0
    """
    return _ratings().get(pool, {}).get(name)


@cache
def _ratings() -> dict[str, dict[str, float]]:
    read = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {
        pool: dict(zip(bots, map(float, bots.values()), strict=True)) for pool, bots in read.items()
    }
