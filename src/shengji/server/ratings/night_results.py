"""Results of tables of nights in the ledger, which may still change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Row, Select, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.ratings import Result, Scale
from shengji.server.database.schema import (
    matches,
    night_tables,
    rated_matches,
)

NIGHT_TABLES = 1000
"""The number of a night's table is its round times this, plus its table number."""


class _KeptResult(msgspec.Struct, frozen=True):
    """A result; attributes as in `Result`, with people by their keys."""

    number: int
    sides: tuple[tuple[int, ...], ...]
    scores: tuple[float, ...]
    scale: Scale
    left: tuple[int, ...]


class _KeptNight(msgspec.Struct, frozen=True):
    """The stored results of a night's table.

    Attributes:
        players: the rating key of each person, by their name in the night: so a deleted person
            keeps the key when the results are entered again.
        seats: the seat of each person, and the hand from which they held it.
    """

    players: dict[str, int]
    results: tuple[_KeptResult, ...]
    seats: dict[str, tuple[int, int]] = {}


read_night = msgspec.json.Decoder(_KeptNight).decode


def stored_night(
    results: Sequence[Result],
    players: Mapping[str, int],
    places: Mapping[str, tuple[int, int]],
) -> bytes:
    """The results in their stored form; people who are no longer in them lose their key.

    Args:
        results: the results.
        players: rating keys by the names in `results`.
        places: the seat and the first hand of each person, by the names in `results`.
    """
    named = sorted({person for result in results for person in result.people})
    kept = tuple(
        _KeptResult(
            result.number,
            tuple(tuple(players[str(one)] for one in side) for side in result.sides),
            result.scores,
            result.scale,
            tuple(players[one] for one in result.left),
        )
        for result in results
    )
    return msgspec.json.encode(
        _KeptNight(
            {one: players[one] for one in named},
            kept,
            {one: places[one] for one in named if one in places},
        )
    )


def without_results(body: bytes) -> bytes | None:
    """The stored form without its results; `None`: it has none."""
    kept = read_night(body)
    return msgspec.json.encode(msgspec.structs.replace(kept, results=())) if kept.results else None


def of_night(night: str) -> Select[Any]:
    """Select the tables of a night that are in the ledger."""
    return (
        select(rated_matches, matches.c.number)
        .join(matches, matches.c.key == rated_matches.c.match)
        .where(matches.c.table == night, rated_matches.c.results.is_not(None))
    )


def site_of(night: str, number: int, table: int) -> Select[Any]:
    """Select the tables of the site that belong to a night's table."""
    at = night_tables.c
    return select(at.site).where(at.night == night, at.round == number, at.table == table)


def results_of_night(row: Row[Any]) -> tuple[Result, ...]:
    """The entered results of a night's table."""
    return tuple(
        Result(
            match=f"{row.match:020}",
            number=one.number,
            at=datetime.fromtimestamp(row.ended / 1000, UTC),
            pool=row.pool,
            season=row.season,
            sides=tuple(tuple(map(str, side)) for side in one.sides),
            scores=one.scores,
            scale=one.scale,
            left=tuple(map(str, one.left)),
        )
        for one in read_night(row.results).results
    )


class NightPlace(NamedTuple):
    """The night's table of a match.

    Attributes:
        round: the number of the round; `table`: the number of the table.
        online: whether it was played at a table of the site, which has its record.
        key: the match's key in the ledger; `None` when it is not rated.
    """

    night: str
    round: int
    table: int
    online: bool
    key: int | None


async def night_place(connection: AsyncConnection, key: int) -> NightPlace | None:
    """The night's table of a match, or `None`."""
    own = select(matches.c.table, matches.c.number, rated_matches.c.results)
    own = own.outerjoin(rated_matches, rated_matches.c.match == matches.c.key)
    row = (await connection.execute(own.where(matches.c.key == key))).one()
    if row.results is not None:
        number, table = divmod(row.number, NIGHT_TABLES)
        return NightPlace(row.table, number, table, online=False, key=key)
    return await place_of_site(connection, row.table)


async def place_of_site(connection: AsyncConnection, site: str) -> NightPlace | None:
    """The night's table that is played at a table of the site, or `None`."""
    query = select(night_tables).where(night_tables.c.site == site)
    at = (await connection.execute(query)).one_or_none()
    if at is None:
        return None
    number = at.round * NIGHT_TABLES + at.table
    rated = of_night(at.night).where(matches.c.number == number)
    found = (await connection.execute(rated)).one_or_none()
    key = None if found is None else found.match
    return NightPlace(at.night, at.round, at.table, online=True, key=key)
