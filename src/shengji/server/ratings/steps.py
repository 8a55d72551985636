"""Steps along the ledger: rate the next matches of a pool, and write the changes."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec
import structlog
from sqlalchemy import Row, Select, delete, func, insert, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.game import Event
from shengji.ratings import (
    Bot,
    Change,
    Player,
    Pool,
    Rating,
    RatingError,
    Ratings,
    Result,
    results_of,
)
from shengji.record.lines import decode_header
from shengji.server.database.schema import (
    rated_matches,
    rated_pools,
    rating_changes,
    ratings,
    records,
)
from shengji.server.ratings.company import CompanyRows, forget, read_company
from shengji.server.ratings.ledger import reached_in, read_left, read_seats
from shengji.server.ratings.night_results import results_of_night

_logger = structlog.get_logger()

_TOLD = tuple(
    f'"event":"{name}"'.encode() for name in ("hand_started", "hand_ended", "match_ended")
)
"""The events of a record that ratings need, about a hundredth of all."""

_decode_event = msgspec.json.Decoder(Event).decode


class Rated(NamedTuple):
    """The outcome of a step along a ledger.

    Attributes:
        results: number of rating changes by them.
        changed: number of changes that are new or differ from the earlier ones.
    """

    matches: int
    results: int
    changed: int


def to_be_rated() -> Select[Any]:
    """Select the pools with matches later than the last one rated."""
    beyond = tuple_(rated_matches.c.ended, rated_matches.c.match) > tuple_(
        rated_pools.c.ended, rated_pools.c.match
    )
    some = select(rated_matches.c.match).where(rated_matches.c.pool == rated_pools.c.pool, beyond)
    return select(rated_pools.c.pool).where(some.correlate(rated_pools).exists())


def matches_after(pool: str, ended: int, key: int, most: int) -> Select[Any]:
    """Select the next matches of a pool after a place, with their records."""
    place = tuple_(rated_matches.c.ended, rated_matches.c.match)
    return (
        select(rated_matches, records.c.body)
        .outerjoin(records, records.c.match == rated_matches.c.match)
        .where(rated_matches.c.pool == pool, place > tuple_(ended, key))
        .order_by(rated_matches.c.ended, rated_matches.c.match)
        .limit(most)
    )


def rating_at(player: int, pool: str, ended: int, key: int) -> Select[Any]:
    """Select the rating of a player after all matches of a pool up to a place."""
    changes = rating_changes.c
    return (
        select(changes.value, changes.deviation, changes.games, changes.season)
        .where(
            changes.player == player,
            changes.pool == pool,
            tuple_(changes.ended, changes.match) <= tuple_(ended, key),
        )
        .order_by(changes.ended.desc(), changes.match.desc(), changes.number.desc())
        .limit(1)
    )


async def step(connection: AsyncConnection, pool: Pool, most: int) -> Rated:
    """Rate the next matches of a pool.

    Args:
        connection: in a transaction that writes.
        pool: the pool.
        most: maximum number of matches.
    """
    reached = await reached_in(connection, pool)
    found = (await connection.execute(matches_after(pool, *reached, most))).all()
    if not found:
        return Rated(0, 0, 0)
    # One season at a time: the earlier ones are then complete, with known ratings.
    season = found[0].season
    rows = [row for row in found if row.season == season]
    keys = [row.match for row in rows]
    before = await _changes_of(connection, keys)
    seasons = [*await seasons_of(connection, pool, before=season), season]
    current: dict[tuple[str, Pool], Rating] = {}
    for player in {one for row in rows for one in read_seats(row.seats) if isinstance(one, int)}:
        at = (await connection.execute(rating_at(player, pool, *reached))).one_or_none()
        if at is not None:
            current[str(player), pool] = Rating(*at)
    tables = [[one for one in read_seats(row.seats) if isinstance(one, int)] for row in rows]
    company = await read_company(connection, tables, pool, *reached)
    # The arithmetic runs in a thread, so that live play is not delayed.
    page = _Page(pool, season, Ratings(current, {pool: seasons}, company))
    made = await asyncio.to_thread(page.fold, rows)
    await forget(connection, keys)
    if made:
        await connection.execute(insert(rating_changes), made)
    await page.company.write(connection)
    await _write_page(connection, page)
    last = rows[-1]
    place = update(rated_pools).where(rated_pools.c.pool == pool)
    await connection.execute(place.values(ended=last.ended, match=last.match))
    return Rated(len(rows), len(made), _differences(before, made))


async def _changes_of(connection: AsyncConnection, keys: Sequence[int]) -> list[dict[str, Any]]:
    query = select(rating_changes).where(rating_changes.c.match.in_(keys))
    return [dict(row._mapping) for row in await connection.execute(query)]


def _differences(before: Iterable[dict[str, Any]], after: Iterable[dict[str, Any]]) -> int:
    """Number of changes that are not in both."""
    old, new = (
        {(row["match"], row["number"], row["player"]): row for row in rows}
        for rows in (before, after)
    )
    return sum(old.get(place) != new.get(place) for place in old.keys() | new.keys())


class _Page:
    """A run of matches of a pool and a season, and their outcome.

    Args:
        current: the ratings of all their players, before the first match.

    Attributes:
        board: the rating of each player after their last match of the run in this season; `None`
            when there is none.
        company: the drifts and meetings of the players after these matches.
    """

    def __init__(self, pool: Pool, season: str, current: Ratings) -> None:
        self.pool = pool
        self.season = season
        self.board: dict[int, Rating | None] = {}
        self.company = CompanyRows(pool)
        self._ratings = current

    def fold(self, rows: Sequence[Row[Any]]) -> list[dict[str, Any]]:
        """Rate the matches in order; returns the rows of all changes."""
        return [change for row in rows for change in self._rate(row)]

    def _rate(self, row: Row[Any]) -> list[dict[str, Any]]:
        changes = [at for result in _results(row) for at in self._ratings.add(result)]
        for player in read_seats(row.seats):
            if isinstance(player, int):
                rating = self._ratings.current.get((str(player), self.pool))
                such = rating is not None and rating.season == self.season
                self.board[player] = rating if such else None
        rated = {int(change.person) for change in changes}
        self.company.gather(row.match, row.ended, rated, self._ratings.company)
        last = {change.person: change.number for change in changes}
        return [_change_row(row, at, last=last[at.person] == at.number) for at in changes]


def _results(row: Row[Any]) -> tuple[Result, ...]:
    """The results of a rated match, from its record."""
    if row.annulled is not None:
        return ()
    if row.results is not None:
        return results_of_night(row)
    first, *lines = zlib.decompress(row.body).splitlines()
    players: list[Player] = [
        str(one) if isinstance(one, int) else Bot(one) for one in read_seats(row.seats)
    ]
    try:
        return results_of(
            decode_header(first),
            list(_ends(lines)),
            players,
            match=f"{row.match:020}",
            at=datetime.fromtimestamp(row.ended / 1000, UTC),
            season=row.season,
            counted=row.counted,
            left=[str(one) for one in read_left(row.left)],
        )
    except RatingError as error:
        # The match is left out, and does not block later ones.
        _logger.error("match-not-rated", match=row.match, why=str(error))
        return ()


def _ends(lines: Iterable[bytes]) -> Iterator[Event]:
    """The starts and ends of hands, and the end of the match."""
    for line in lines:
        if any(told in line for told in _TOLD):
            yield _decode_event(line)


def _change_row(row: Row[Any], change: Change, *, last: bool) -> dict[str, Any]:
    return {
        "match": row.match,
        "number": change.number,
        "player": int(change.person),
        "pool": row.pool,
        "season": row.season,
        "ended": row.ended,
        "last": last,
        "expected": change.expected,
        "score": change.score,
        "before": change.before.value,
        "before_deviation": change.before.deviation,
        "value": change.after.value,
        "deviation": change.after.deviation,
        "games": change.after.games,
        "share": None if change.share == 1 else change.share,
    }


async def _write_page(connection: AsyncConnection, page: _Page) -> None:
    """Write the ratings of a season after a run of matches."""
    of_season = (ratings.c.pool == page.pool) & (ratings.c.season == page.season)
    gone = delete(ratings).where(of_season, ratings.c.player.in_(page.board))
    await connection.execute(gone)
    rows = [
        {
            "pool": page.pool,
            "season": page.season,
            "player": player,
            "value": rating.value,
            "deviation": rating.deviation,
            "games": rating.games,
            "provisional": rating.provisional,
        }
        for player, rating in page.board.items()
        if rating is not None
    ]
    if rows:
        await connection.execute(insert(ratings), rows)


def season_before(pool: str, season: str | None) -> Select[Any]:
    """Select the last season of a pool before another; `None`: the last of all."""
    query = select(func.max(ratings.c.season)).where(ratings.c.pool == pool)
    return query if season is None else query.where(ratings.c.season < season)


async def seasons_of(
    connection: AsyncConnection, pool: str, before: str | None = None, after: str = ""
) -> list[str]:
    """The seasons of a pool with rated results, in order, between `after` and `before`."""
    found: list[str] = []
    last = before
    while (last := (await connection.execute(season_before(pool, last))).scalar_one()) is not None:
        if last <= after:
            break
        found.append(last)
    return found[::-1]
