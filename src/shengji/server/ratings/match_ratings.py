"""The changes by a rated match, seat by seat, for the API."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from sqlalchemy import Row, Select, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.ratings import Counted, Pool
from shengji.server.database.schema import rated_matches, rated_pools, rating_changes
from shengji.server.ratings.ledger import read_left, read_seats
from shengji.server.ratings.night_results import read_night
from shengji.server.ratings.schemas import MatchRating, SeatRating, SeatResult


def rated_facts(key: int) -> tuple[Select[Any], Select[Any]]:
    """Select the ledger row of a rated match, and its changes."""
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
    """The changes by a match; `None` when it is not rated."""
    facts, changes = rated_facts(key)
    row = (await connection.execute(facts)).one_or_none()
    if row is None:
        return None
    place = _place_of(row)
    by_place: dict[tuple[int, int], list[Row[Any]]] = {}
    for change in await connection.execute(changes):
        if change.player in place:
            by_place.setdefault(place[change.player], []).append(change)
    return MatchRating(
        pool=cast(Pool, row.pool),
        season=row.season,
        counted=cast(Counted, row.counted),
        left=tuple(sorted(place[one][0] for one in read_left(row.left) if one in place)),
        annulled=row.annulled,
        done=bool(row.done),
        changes=tuple(_seat_rating(*at, by_place[at]) for at in sorted(by_place)),
    )


def _place_of(row: Row[Any]) -> dict[int, tuple[int, int]]:
    """The seat of each player of a rated match, by key, and their first hand in it."""
    if row.results is None:
        seats = read_seats(row.seats)
        return {one: (seat, 0) for seat, one in enumerate(seats) if isinstance(one, int)}
    kept = read_night(row.results)
    return {kept.players[one]: at for one, at in kept.seats.items() if one in kept.players}


def _seat_rating(seat: int, held: int, rows: Sequence[Row[Any]]) -> SeatRating:
    first, last = rows[0], rows[-1]
    return SeatRating(
        seat=seat,
        first=held,
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
                share=1.0 if row.share is None else row.share,
            )
            for row in rows
        ),
    )
