"""Helpers for the tests of ratings."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from shengji.ratings import Player, Pool, Result, Scale

HAND = Scale(spread=2000, lead=360, noise=0.12)
MATCH = Scale(spread=220, lead=0, noise=1)
NOON = datetime(2026, 3, 3, 12, tzinfo=UTC)


def result(
    *sides: tuple[Player, ...],
    scores: tuple[float, ...] = (1.0, 0.0),
    match: str = "m",
    number: int = 1,
    minutes: int = 0,
    pool: Pool = "two-decks",
    season: str = "spring",
    scale: Scale = MATCH,
    left: tuple[str, ...] = (),
) -> Result:
    return Result(
        match=match,
        number=number,
        at=NOON + timedelta(minutes=minutes),
        pool=pool,
        season=season,
        sides=sides,
        scores=scores,
        scale=scale,
        left=left,
    )
