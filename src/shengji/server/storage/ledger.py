"""The ledger of ratings: rated matches one after the other, each once, and what they change.

The matches of a pool are rated in the order in which they ended. Up to where that has come stands
in the database, and moves on in the transaction that writes what a match has changed; so whatever
is broken off goes on where it was. What comes late, or is annulled, moves that place back: all that
ended later is then rated anew.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple, cast

import msgspec
import structlog
from sqlalchemy import Row, Select, delete, func, insert, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.game import Event
from shengji.ratings import (
    Bot,
    Change,
    Counted,
    Player,
    Pool,
    Rating,
    RatingError,
    Ratings,
    Result,
    pool_of,
    results_of,
    season_of,
)
from shengji.record.lines import decode_header
from shengji.server.shapes import MatchRating, SeatRating, SeatResult
from shengji.server.storage.database import (
    rated_matches,
    rated_people,
    rated_pools,
    rating_changes,
    ratings,
    records,
)
from shengji.server.table.match_reader import OverMatch

_logger = structlog.get_logger()

_TOLD = tuple(
    f'"event":"{name}"'.encode() for name in ("hand_started", "hand_ended", "match_ended")
)
"""What ratings want of a record; of what was played it has a hundred times as much."""

_decode_event = msgspec.json.Decoder(Event).decode
_read_seats = msgspec.json.Decoder(tuple[int | str, ...]).decode
_read_left = msgspec.json.Decoder(tuple[int, ...]).decode


class Rated(NamedTuple):
    """What a step along a ledger has done.

    Attributes:
        matches: how many matches it has gone through.
        results: how many changes of ratings they have made.
        changed: how many changes came out otherwise than before, those that are new included.
    """

    matches: int
    results: int
    changed: int


# Entering matches, and going back


async def enter(
    connection: AsyncConnection, key: int, over: OverMatch, counted: Counted, alive: Collection[str]
) -> None:
    """Enter a rated match, so that it is rated when it is its turn.

    Args:
        connection: in the transaction that keeps the match.
        key: its key.
        over: the match.
        counted: what counts.
        alive: the persons who are known; of another one nothing is known but this match.
    """
    began = {holder.seat: holder for holder in over.holders if not holder.first}
    seats: list[int | str] = []
    for seat in sorted(began):
        holder = began[seat]
        if holder.person is None:
            seats.append(holder.bot or "")
        else:
            person = holder.person if holder.person in alive else None
            seats.append(await _player_key(connection, person))
    pool = pool_of(over.played.rules)
    row = {
        "match": key,
        "pool": pool,
        "season": season_of(datetime.fromtimestamp(over.ended / 1000, UTC)),
        "counted": counted,
        "ended": over.ended,
        "seats": msgspec.json.encode(seats),
        "left": msgspec.json.encode([seats[seat] for seat in over.left]),
    }
    await _reached(connection, pool)
    await connection.execute(insert(rated_matches), row)
    await go_back(connection, pool, over.ended, key)


async def _player_key(connection: AsyncConnection, person: str | None) -> int:
    """The key under which a person is rated, made where there was none."""
    if person is not None:
        known = select(rated_people.c.key).where(rated_people.c.person == person)
        key: int | None = (await connection.execute(known)).scalar_one_or_none()
        if key is not None:
            return key
    new = insert(rated_people).returning(rated_people.c.key)
    made: int = (await connection.execute(new, {"person": person})).scalar_one()
    return made


async def _reached(connection: AsyncConnection, pool: str) -> tuple[int, int]:
    """The place up to which a pool is rated; nobody else moves it until we have committed."""
    query = select(rated_pools).where(rated_pools.c.pool == pool).with_for_update()
    row = (await connection.execute(query)).one()
    return row.ended, row.match


async def go_back(connection: AsyncConnection, pool: str, ended: int, key: int) -> None:
    """Have a match rated anew, and all that ended later."""
    reached = tuple_(rated_pools.c.ended, rated_pools.c.match)
    back = update(rated_pools).where(rated_pools.c.pool == pool, reached >= tuple_(ended, key))
    await connection.execute(back.values(ended=ended, match=key - 1))


async def start_again(connection: AsyncConnection, pool: Pool) -> None:
    """Have all matches of a pool rated anew, as if none had been."""
    await _reached(connection, pool)
    await connection.execute(delete(ratings).where(ratings.c.pool == pool))
    await go_back(connection, pool, -1, 1)


# Going on


def to_be_rated() -> Select[Any]:
    """The pools that have matches beyond the place up to which they are rated."""
    beyond = tuple_(rated_matches.c.ended, rated_matches.c.match) > tuple_(
        rated_pools.c.ended, rated_pools.c.match
    )
    some = select(rated_matches.c.match).where(rated_matches.c.pool == rated_pools.c.pool, beyond)
    return select(rated_pools.c.pool).where(some.correlate(rated_pools).exists())


def matches_after(pool: str, ended: int, key: int, most: int) -> Select[Any]:
    """The next matches of a pool after a place, with their records."""
    place = tuple_(rated_matches.c.ended, rated_matches.c.match)
    return (
        select(rated_matches, records.c.body)
        .join(records, records.c.match == rated_matches.c.match)
        .where(rated_matches.c.pool == pool, place > tuple_(ended, key))
        .order_by(rated_matches.c.ended, rated_matches.c.match)
        .limit(most)
    )


def rating_at(player: int, pool: str, ended: int, key: int) -> Select[Any]:
    """The rating of somebody after all matches of a pool up to a place."""
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
        most: how many of them at most.
    """
    reached = await _reached(connection, pool)
    found = (await connection.execute(matches_after(pool, *reached, most))).all()
    if not found:
        return Rated(0, 0, 0)
    # Of one season at once: those before it are over then, and how they came out is known.
    season = found[0].season
    rows = [row for row in found if row.season == season]
    keys = [row.match for row in rows]
    before = await _changes_of(connection, keys)
    seasons = [*await seasons_of(connection, pool, before=season), season]
    current: dict[tuple[str, Pool], Rating] = {}
    for player in {one for row in rows for one in _read_seats(row.seats) if isinstance(one, int)}:
        at = (await connection.execute(rating_at(player, pool, *reached))).one_or_none()
        if at is not None:
            current[str(player), pool] = Rating(*at)
    # Those who play meanwhile do not wait for the arithmetic.
    page = _Page(pool, season, Ratings(current, {pool: seasons}))
    made = await asyncio.to_thread(page.fold, rows)
    await connection.execute(delete(rating_changes).where(rating_changes.c.match.in_(keys)))
    if made:
        await connection.execute(insert(rating_changes), made)
    await _write_page(connection, page)
    last = rows[-1]
    place = update(rated_pools).where(rated_pools.c.pool == pool)
    await connection.execute(place.values(ended=last.ended, match=last.match))
    return Rated(len(rows), len(made), _differences(before, made))


async def _changes_of(connection: AsyncConnection, keys: Sequence[int]) -> list[dict[str, Any]]:
    query = select(rating_changes).where(rating_changes.c.match.in_(keys))
    return [dict(row._mapping) for row in await connection.execute(query)]


def _differences(before: Iterable[dict[str, Any]], after: Iterable[dict[str, Any]]) -> int:
    """How many changes are not in both."""
    old, new = (
        {(row["match"], row["number"], row["player"]): row for row in rows}
        for rows in (before, after)
    )
    return sum(old.get(place) != new.get(place) for place in old.keys() | new.keys())


class _Page:
    """Some matches of a pool and a season in a row, and what comes of them.

    Args:
        pool: the pool.
        season: the season.
        current: the ratings of all who played in them, before the first one.

    Attributes:
        pool: likewise; `season` likewise.
        board: the rating of each after the last of these matches in this season, by player;
            `None`: there is none.
    """

    def __init__(self, pool: Pool, season: str, current: Ratings) -> None:
        self.pool = pool
        self.season = season
        self.board: dict[int, Rating | None] = {}
        self._ratings = current

    def fold(self, rows: Sequence[Row[Any]]) -> list[dict[str, Any]]:
        """Rate the matches in order: all changes."""
        return [change for row in rows for change in self._rate(row)]

    def _rate(self, row: Row[Any]) -> list[dict[str, Any]]:
        changes = [at for result in _results(row) for at in self._ratings.add(result)]
        for player in _read_seats(row.seats):
            if isinstance(player, int):
                rating = self._ratings.current.get((str(player), self.pool))
                such = rating is not None and rating.season == self.season
                self.board[player] = rating if such else None
        last = {change.person: change.number for change in changes}
        return [_change_row(row, at, last=last[at.person] == at.number) for at in changes]


def _results(row: Row[Any]) -> tuple[Result, ...]:
    """The results of a rated match, from its record."""
    if row.annulled is not None:
        return ()
    first, *lines = zlib.decompress(row.body).splitlines()
    players: list[Player] = [
        str(one) if isinstance(one, int) else Bot(one) for one in _read_seats(row.seats)
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
            left=[str(one) for one in _read_left(row.left)],
        )
    except RatingError as error:
        # It is left out, and holds up no other.
        _logger.error("match-not-rated", match=row.match, why=str(error))
        return ()


def _ends(lines: Iterable[bytes]) -> Iterator[Event]:
    """The beginnings and ends of hands, and of the match."""
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
    }


async def _write_page(connection: AsyncConnection, page: _Page) -> None:
    """Write how the ratings of a season are after some matches."""
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
    """The last season of a pool before another; `None`: the last of all."""
    query = select(func.max(ratings.c.season)).where(ratings.c.pool == pool)
    return query if season is None else query.where(ratings.c.season < season)


async def seasons_of(
    connection: AsyncConnection, pool: str, before: str | None = None, after: str = ""
) -> list[str]:
    """The seasons of a pool in which somebody is rated, in order; only those between others."""
    found: list[str] = []
    last = before
    while (last := (await connection.execute(season_before(pool, last))).scalar_one()) is not None:
        if last <= after:
            break
        found.append(last)
    return found[::-1]


# What a match has changed


def rated_facts(key: int) -> tuple[Select[Any], Select[Any]]:
    """What is known of a rated match, and what it has changed."""
    facts = select(
        rated_matches,
        (
            tuple_(rated_pools.c.ended, rated_pools.c.match)
            >= tuple_(rated_matches.c.ended, rated_matches.c.match)
        ).label("done"),
    ).join(rated_pools, rated_pools.c.pool == rated_matches.c.pool)
    changes = select(rating_changes).where(rating_changes.c.match == key)
    return facts.where(rated_matches.c.match == key), changes.order_by(rating_changes.c.number)


async def rating_of(connection: AsyncConnection, key: int) -> MatchRating | None:
    """What a match has changed; `None`: it is not rated."""
    facts, changes = rated_facts(key)
    row = (await connection.execute(facts)).one_or_none()
    if row is None:
        return None
    seats = _read_seats(row.seats)
    by_seat: dict[int, list[Row[Any]]] = {}
    for change in await connection.execute(changes):
        by_seat.setdefault(seats.index(change.player), []).append(change)
    return MatchRating(
        pool=cast(Pool, row.pool),
        season=row.season,
        counted=cast(Counted, row.counted),
        left=tuple(sorted(seats.index(one) for one in _read_left(row.left))),
        annulled=row.annulled,
        done=bool(row.done),
        changes=tuple(_seat_rating(seat, by_seat[seat]) for seat in sorted(by_seat)),
    )


def _seat_rating(seat: int, rows: Sequence[Row[Any]]) -> SeatRating:
    first, last = rows[0], rows[-1]
    return SeatRating(
        seat=seat,
        before=first.before,
        before_deviation=first.before_deviation,
        after=last.value,
        after_deviation=last.deviation,
        results=tuple(
            SeatResult(
                number=row.number,
                expected=row.expected,
                score=row.score,
                points=round(row.value - row.before, 3),
            )
            for row in rows
        ),
    )
