"""Matches of nights in the history and the ledger: they have no record, and may still change."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.ratings import Counted, Result, pool_of, season_of
from shengji.rules import Rules
from shengji.server.database.schema import match_players, matches, people, rated_matches
from shengji.server.matches.match_lines import row_of, winner_bits
from shengji.server.matches.match_rows import player_row
from shengji.server.matches.schemas import MatchLine
from shengji.server.ratings.company import forget
from shengji.server.ratings.ledger import go_back, player_key, reached_in, read_seats
from shengji.server.ratings.night_results import (
    NIGHT_TABLES,
    of_night,
    read_night,
    site_of,
    stored_night,
    without_results,
)


class NightMatch(NamedTuple):
    """A night's table in a round, with its results to rate.

    Attributes:
        number: the number within the night (see `NIGHT_TABLES`).
        line: the match as in lists. If it was played at a table of the site, the match of that
            table is shown instead, and this one is not open.
        results: its results; unknown people are guests.
        names: the names in `results` of the holders in `line.seats`, in their order.
    """

    number: int
    line: MatchLine
    rules: Rules
    counted: Counted
    results: tuple[Result, ...]
    names: tuple[str, ...] = ()

    @property
    def places(self) -> dict[str, tuple[int, int]]:
        """The seat and the first hand of each holder, by their names in `results`."""
        held = zip(self.names, self.line.seats, strict=True)
        return {name: (at.seat, at.first) for name, at in reversed(list(held))}


async def follow_night(
    connection: AsyncConnection, night: str, wanted: Sequence[NightMatch]
) -> bool:
    """Replace a night's results in the ledger by these.

    Args:
        connection: in a transaction that writes.
        night: the night's id.
        wanted: the tables to rate.

    Returns:
        Whether the ledger has changed.
    """
    rows = (await connection.execute(of_night(night))).all()
    known, changed = {row.number: row for row in rows}, False
    named = {one for match in wanted for result in match.results for one in result.people}
    query = select(people.c.id).where(people.c.id.in_(named))
    alive = set((await connection.execute(query)).scalars()) if named else set[str]()
    for match in wanted:
        changed |= await _enter_night(
            connection, night, match, known.pop(match.number, None), alive
        )
    for left in known.values():
        changed |= await _empty(connection, left)
    return changed


async def _enter_night(
    connection: AsyncConnection,
    night: str,
    match: NightMatch,
    row: Row[Any] | None,
    alive: Collection[str],
) -> bool:
    """Enter the results of a night's table; whether they have changed."""
    pool = pool_of(match.rules)
    players = {} if row is None else dict(read_night(row.results).players)
    seats = set[int | str]() if row is None else set(read_seats(row.seats))
    for one in sorted({person for result in match.results for person in result.people}):
        if one in alive or one not in players:
            players[one] = await player_key(connection, one if one in alive else None)
    line = match.line
    body = stored_night(match.results, players, match.places)
    season = season_of(datetime.fromtimestamp(line.ended / 1000, UTC))
    values = {
        "season": season,
        "counted": match.counted,
        "ended": line.ended,
        # Rate people who are no longer in the results again too, such as a guest with a new
        # account.
        "seats": msgspec.json.encode(sorted({*players.values(), *seats}, key=int)),
        "left": msgspec.json.encode([k for one in read_night(body).results for k in one.left]),
        "results": body,
    }
    await reached_in(connection, pool)
    if row is None:
        new = insert(matches).returning(matches.c.key)
        own = row_of(line, match.rules, night, match.number)
        key: int = (await connection.execute(new, own)).scalar_one()
        await connection.execute(insert(rated_matches), {"match": key, "pool": pool, **values})
        await _show(connection, night, key, match)
        await go_back(connection, pool, line.ended, key)
        return True
    if all(getattr(row, name) == value for name, value in values.items()):
        return False
    place = rated_matches.c.match == row.match
    await connection.execute(update(rated_matches).where(place).values(**values))
    shown = update(matches).where(matches.c.key == row.match)
    await connection.execute(
        shown.values(
            ended=line.ended,
            hands=line.hands,
            winners=winner_bits(line),
            ending=line.ending,
            open=line.open,
        )
    )
    await _show(connection, night, row.match, match, rated=row.annulled is None)
    await forget(connection, [row.match])
    await go_back(connection, pool, min(row.ended, line.ended), row.match)
    return True


async def _show(
    connection: AsyncConnection, night: str, key: int, match: NightMatch, *, rated: bool = True
) -> None:
    """List a match with real cards in the histories of its players, open to other users.

    For a match at a table of the site, the list has the match of that table instead, which has the
    record and is marked as rated, unless it is annulled.
    """
    line = match.line
    if not line.open:
        of_site = site_of(night, *divmod(match.number, NIGHT_TABLES))
        line_there = update(matches).where(matches.c.table.in_(of_site))
        await connection.execute(line_there.values(rated=rated))
        return
    await connection.execute(delete(match_players).where(match_players.c.match == key))
    query = select(people.c.id).where(people.c.id.in_([at.person for at in line.seats]))
    alive = set((await connection.execute(query)).scalars())
    rows = [
        player_row(line, key, at) | {"person": at.person if at.person in alive else None}
        for at in line.seats
    ]
    if rows:
        await connection.execute(insert(match_players), rows)


async def _empty(connection: AsyncConnection, row: Row[Any]) -> bool:
    """Remove the results of a night's table; whether there were any.

    The row stays with its players, so that their ratings are computed again.
    """
    body = without_results(row.results)
    if body is None:
        return False
    await reached_in(connection, row.pool)
    place = rated_matches.c.match == row.match
    await connection.execute(update(rated_matches).where(place).values(results=body))
    line = update(matches).where(matches.c.key == row.match).values(open=False)
    await connection.execute(line)
    await connection.execute(delete(match_players).where(match_players.c.match == row.match))
    await go_back(connection, row.pool, row.ended, row.match)
    return True
