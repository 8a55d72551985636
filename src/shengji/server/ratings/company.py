"""Stored drifts and meetings of people, along the ledger: queries, reads and writes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import Any

from sqlalchemy import (
    ColumnElement,
    FromClause,
    Integer,
    Row,
    Select,
    Table,
    and_,
    column,
    delete,
    insert,
    select,
    tuple_,
    values,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.ratings import Company, Drift, Meeting, Pool
from shengji.server.database.schema import rating_changes, rating_drifts, rating_meetings

_AT_ONCE = 1000
"""Maximum number of keys in one query."""


def pairs_of(people: Iterable[int]) -> list[tuple[int, int]]:
    """All pairs of some people, in the order of a meeting."""
    return list(combinations(sorted(people, key=str), 2))


def drifts_at(players: Sequence[int], pool: str, ended: int, key: int) -> Select[Any]:
    """Select people's drifts after all matches up to a place in the ledger."""
    rows = [(one,) for one in players]
    return _last_of(rating_drifts, ("player",), rows, pool, ended, key)


def meetings_at(pairs: Sequence[tuple[int, int]], pool: str, ended: int, key: int) -> Select[Any]:
    """Select the meetings of pairs of people after all matches of a pool up to a place."""
    return _last_of(rating_meetings, ("one", "other"), pairs, pool, ended, key)


def _last_of(
    table: Table,
    names: Sequence[str],
    rows: Sequence[tuple[int, ...]],
    pool: str,
    ended: int,
    key: int,
) -> Select[Any]:
    """Select the last rows of a table up to a place, one for each combination of key columns."""
    wanted = values(*(column(name, Integer) for name in names)).data(rows).cte("wanted")

    def same(found: FromClause) -> list[ColumnElement[bool]]:
        return [found.c[name] == wanted.c[name] for name in names]

    kept = table.c
    last = (
        select(kept.match)
        .where(
            *same(table),
            kept.pool == pool,
            tuple_(kept.ended, kept.match) <= tuple_(ended, key),
        )
        .order_by(kept.ended.desc(), kept.match.desc())
        .limit(1)
        .correlate(wanted)
        .scalar_subquery()
    )
    found = table.alias()
    return select(found).select_from(wanted.join(found, and_(*same(found), found.c.match == last)))


async def read_company(
    connection: AsyncConnection,
    tables: Iterable[Collection[int]],
    pool: Pool,
    ended: int,
    key: int,
) -> Company:
    """Read the company of players after all matches of a pool up to a place.

    Args:
        connection: in a transaction.
        tables: the players of each table.
        pool: the pool.
        ended: end of the match at that place, in Unix ms.
        key: the key of that match.
    """
    company = Company()
    several = [set(people) for people in tables]
    players = sorted(set[int]().union(*several))
    pairs = sorted({pair for people in several for pair in pairs_of(people)})
    for at in range(0, len(players), _AT_ONCE):
        query = drifts_at(players[at : at + _AT_ONCE], pool, ended, key)
        for row in await connection.execute(query):
            company.drifts[str(row.player), pool] = _drift(row)
    for at in range(0, len(pairs), _AT_ONCE):
        query = meetings_at(pairs[at : at + _AT_ONCE], pool, ended, key)
        for row in await connection.execute(query):
            company.meetings[str(row.one), str(row.other), pool] = _meeting(row)
    return company


def _drift(row: Row[Any]) -> Drift:
    return Drift(row.hands, row.season, row.moved, row.against, row.beside)


def _meeting(row: Row[Any]) -> Meeting:
    return Meeting(
        row.hands,
        row.season,
        (row.against_one, row.against_other),
        (row.beside_one, row.beside_other),
        row.correlation,
    )


class CompanyRows:
    """The rows of a run of matches, collected while they are rated."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._drifts: list[dict[str, Any]] = []
        self._meetings: list[dict[str, Any]] = []

    def gather(self, match: int, ended: int, people: Collection[int], company: Company) -> None:
        """Collect the drifts and meetings of people after a match with a rated result."""
        pool = self._pool
        place = {"match": match, "pool": pool, "ended": ended}
        for player in people:
            drift = company.drifts[str(player), pool]
            row = {"player": player, "hands": drift.hands, "season": drift.season}
            points = {"moved": drift.moved, "against": drift.against, "beside": drift.beside}
            self._drifts.append({**place, **row, **points})
        for one, other in pairs_of(people):
            met = company.meetings.get((str(one), str(other), pool))
            if met is None:
                continue  # at a table of a night where one substituted for the other
            row = {"one": one, "other": other, "hands": met.hands, "season": met.season}
            (against_one, against_other), (beside_one, beside_other) = met.against, met.beside
            points = {
                "against_one": against_one,
                "against_other": against_other,
                "beside_one": beside_one,
                "beside_other": beside_other,
                "correlation": met.correlation,
            }
            self._meetings.append({**place, **row, **points})

    async def write(self, connection: AsyncConnection) -> None:
        """Insert the rows; earlier rows of these matches must have been deleted."""
        for table, rows in ((rating_drifts, self._drifts), (rating_meetings, self._meetings)):
            if rows:
                await connection.execute(insert(table), rows)


async def forget(connection: AsyncConnection, matches: Collection[int]) -> None:
    """Delete the rating rows of matches, so that they are computed again."""
    for table in (rating_changes, rating_drifts, rating_meetings):
        await connection.execute(delete(table).where(table.c.match.in_(matches)))
