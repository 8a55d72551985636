"""The ledger of ratings: rated matches in order, each once.

The matches of a pool are rated in the order in which they ended. The database stores the place up
to which a pool is rated. The transaction that writes a match's changes also advances that place, so
an interrupted run resumes where it stopped. A match that is entered late or annulled moves the
place back, and all matches that ended later are rated again.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime

import msgspec
from sqlalchemy import delete, insert, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.ratings import Counted, Pool, season_of
from shengji.server.database.moments import UnixMs
from shengji.server.database.schema import rated_matches, rated_people, rated_pools, ratings

read_seats = msgspec.json.Decoder(tuple[int | str, ...]).decode
"""Decodes the players of a rated match: people by their keys, bots by their names."""
read_left = msgspec.json.Decoder(tuple[int, ...]).decode
"""Decodes the keys of the players who left it."""


async def enter(
    connection: AsyncConnection,
    key: int,
    ended: UnixMs,
    *,
    pool: Pool,
    counted: Counted,
    seats: Sequence[int | str],
    left: Collection[int],
) -> None:
    """Enter a rated match into the ledger; it is rated when its turn comes.

    Args:
        connection: in the transaction that stores the match.
        key: the match's key.
        ended: its end.
        pool: the pool of its rules.
        counted: the unit that counts.
        seats: the players at its start, as `player_key` returns people, and bots by their names.
        left: the seats whose players left it.
    """
    row = {
        "match": key,
        "pool": pool,
        "season": season_of(datetime.fromtimestamp(ended / 1000, UTC)),
        "counted": counted,
        "ended": ended,
        "seats": msgspec.json.encode(seats),
        "left": msgspec.json.encode([seats[seat] for seat in left]),
    }
    await reached_in(connection, pool)
    await connection.execute(insert(rated_matches), row)
    await go_back(connection, pool, ended, key)


async def player_key(connection: AsyncConnection, person: str | None) -> int:
    """The key under which a person is rated, created when there is none."""
    if person is not None:
        known = select(rated_people.c.key).where(rated_people.c.person == person)
        key: int | None = (await connection.execute(known)).scalar_one_or_none()
        if key is not None:
            return key
    new = insert(rated_people).returning(rated_people.c.key)
    made: int = (await connection.execute(new, {"person": person})).scalar_one()
    return made


async def reached_in(connection: AsyncConnection, pool: str) -> tuple[int, int]:
    """The place that a pool's rating has reached, locked until the transaction commits."""
    query = select(rated_pools).where(rated_pools.c.pool == pool).with_for_update()
    row = (await connection.execute(query)).one()
    return row.ended, row.match


async def go_back(connection: AsyncConnection, pool: str, ended: int, key: int) -> None:
    """Move the place back, so that a match and all that ended later are rated again."""
    reached = tuple_(rated_pools.c.ended, rated_pools.c.match)
    back = update(rated_pools).where(rated_pools.c.pool == pool, reached >= tuple_(ended, key))
    await connection.execute(back.values(ended=ended, match=key - 1))


async def start_again(connection: AsyncConnection, pool: Pool) -> None:
    """Delete a pool's ratings, and move the place back to the start."""
    await reached_in(connection, pool)
    await connection.execute(delete(ratings).where(ratings.c.pool == pool))
    await go_back(connection, pool, -1, 1)
