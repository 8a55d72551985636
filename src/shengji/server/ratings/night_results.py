"""Results of tables of nights in the ledger: they have no record, and may still change."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Row, Select, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.ratings import Counted, Result, Scale, pool_of, season_of
from shengji.rules import Rules
from shengji.server.database.ids import new_id
from shengji.server.database.schema import (
    match_players,
    matches,
    night_tables,
    people,
    rated_matches,
)
from shengji.server.ratings.company import forget
from shengji.server.ratings.ledger import go_back, player_key, reached_in, read_seats
from shengji.server.rules.sheets import game_of, rules_state

NIGHT_TABLES = 1000
"""The number of a night's table is its round times this, plus its table number."""


class NightHolder(NamedTuple):
    """The holder of a seat of a night's table, from a hand on.

    Attributes:
        first: the first hand in which they held it; 0: from the beginning.
        person: the public id; an unknown id is a guest without a browser.
        name: the displayed name.
        hands: number of counting hands for which they held it.
        rated: their name in `results`.
    """

    seat: int
    first: int
    person: str
    name: str
    hands: int
    rated: str


class NightMatch(NamedTuple):
    """A night's table in a round, with its results to rate; it has no record.

    Attributes:
        number: the number within the night (see `NIGHT_TABLES`).
        begun: when its first hand was entered, in Unix ms.
        ended: when it stopped playing, in Unix ms.
        counted: the unit that counts.
        hands: number of counting hands.
        results: its results; unknown people are guests.
        holders: the holders of its seats.
        winners: the seats that won the match.
        online: whether it was played at a table of the site, whose match is then shown instead.
    """

    number: int
    begun: int
    ended: int
    rules: Rules
    counted: Counted
    hands: int
    results: tuple[Result, ...]
    holders: tuple[NightHolder, ...] = ()
    winners: tuple[int, ...] = ()
    online: bool = False


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
        results: the results.
        seats: the seat of each person, and the hand from which they held it.
    """

    players: dict[str, int]
    results: tuple[_KeptResult, ...]
    seats: dict[str, tuple[int, int]] = {}


read_night = msgspec.json.Decoder(_KeptNight).decode


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


def of_night(night: str) -> Select[Any]:
    """Select the tables of a night that are in the ledger."""
    return (
        select(rated_matches, matches.c.number)
        .join(matches, matches.c.key == rated_matches.c.match)
        .where(matches.c.table == night, rated_matches.c.results.is_not(None))
    )


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
    body = msgspec.json.encode(_kept(match, players))
    season = season_of(datetime.fromtimestamp(match.ended / 1000, UTC))
    values = {
        "season": season,
        "counted": match.counted,
        "ended": match.ended,
        # Rate people who are no longer in the results again too, such as a guest with a new
        # account.
        "seats": msgspec.json.encode(sorted({*players.values(), *seats}, key=int)),
        "left": msgspec.json.encode([k for one in read_night(body).results for k in one.left]),
        "results": body,
    }
    await reached_in(connection, pool)
    if row is None:
        key = await _new_match(connection, night, match)
        await connection.execute(insert(rated_matches), {"match": key, "pool": pool, **values})
        await _show(connection, night, key, match)
        await go_back(connection, pool, match.ended, key)
        return True
    if all(getattr(row, name) == value for name, value in values.items()):
        return False
    place = rated_matches.c.match == row.match
    await connection.execute(update(rated_matches).where(place).values(**values))
    line = update(matches).where(matches.c.key == row.match)
    winners = sum(1 << seat for seat in match.winners)
    await connection.execute(
        line.values(
            ended=match.ended,
            hands=match.hands,
            winners=winners,
            ending="won" if winners else "agreed",
            open=not match.online,
        )
    )
    await _show(connection, night, row.match, match)
    await forget(connection, [row.match])
    await go_back(connection, pool, min(row.ended, match.ended), row.match)
    return True


def _kept(match: NightMatch, players: Mapping[str, int]) -> _KeptNight:
    """The results in their stored form; people who are no longer in them lose their key."""
    named = {person for result in match.results for person in result.people}
    results = tuple(
        _KeptResult(
            result.number,
            tuple(tuple(players[str(one)] for one in side) for side in result.sides),
            result.scores,
            result.scale,
            tuple(players[one] for one in result.left),
        )
        for result in match.results
    )
    seats = {at.rated: (at.seat, at.first) for at in reversed(match.holders) if at.rated in named}
    return _KeptNight(
        {one: players[one] for one in sorted(named)},
        results,
        {one: seats[one] for one in sorted(seats)},
    )


async def _show(connection: AsyncConnection, night: str, key: int, match: NightMatch) -> None:
    """List a match with real cards in the histories of its players, open to other users.

    For a match at a table of the site, the list has the match of that table instead, which has the
    record and is marked as rated.
    """
    if match.online:
        of_site = site_of(night, *divmod(match.number, NIGHT_TABLES))
        rated = update(matches).where(matches.c.table.in_(of_site)).values(rated=True)
        await connection.execute(rated)
        return
    await connection.execute(delete(match_players).where(match_players.c.match == key))
    query = select(people.c.id).where(people.c.id.in_([at.person for at in match.holders]))
    alive = set((await connection.execute(query)).scalars())
    decided = match.rules.teams == "fixed" and bool(match.winners)
    rows = [
        {
            "match": key,
            "seat": at.seat,
            "first": at.first,
            "person": at.person if at.person in alive else None,
            "name": at.name,
            "bot": None,
            "hands": at.hands,
            "ended": match.ended,
            "open": True,
            "game": game_of(match.rules),
            "won": at.seat in match.winners if decided else None,
        }
        for at in match.holders
    ]
    if rows:
        await connection.execute(insert(match_players), rows)


def site_of(night: str, number: int, table: int) -> Select[Any]:
    """Select the tables of the site that belong to a night's table."""
    at = night_tables.c
    return select(at.site).where(at.night == night, at.round == number, at.table == table)


async def _new_match(connection: AsyncConnection, night: str, match: NightMatch) -> int:
    """Insert the row of the match."""
    state = rules_state(match.rules)
    winners = sum(1 << seat for seat in match.winners)
    row = {
        "id": new_id(),
        "table": night,
        "number": match.number,
        "begun": match.begun,
        "ended": match.ended,
        "ending": "won" if winners else "agreed",
        "heading": msgspec.json.encode(state.heading),
        "rules": msgspec.json.encode(state.given),
        "preset": state.given["preset"],
        "system": state.given.get("system"),
        "game": state.game,
        "decks": match.rules.deck_count,
        "players": match.rules.players,
        "teams": match.rules.teams,
        "winners": winners,
        "hands": match.hands,
        "rated": True,
        "open": not match.online,
    }
    made: int = (
        await connection.execute(insert(matches).returning(matches.c.key), row)
    ).scalar_one()
    return made


async def _empty(connection: AsyncConnection, row: Row[Any]) -> bool:
    """Remove the results of a night's table; whether there were any.

    The row stays with its players, so that their ratings are computed again.
    """
    kept = read_night(row.results)
    if not kept.results:
        return False
    await reached_in(connection, row.pool)
    body = msgspec.json.encode(msgspec.structs.replace(kept, results=()))
    place = rated_matches.c.match == row.match
    await connection.execute(update(rated_matches).where(place).values(results=body))
    line = update(matches).where(matches.c.key == row.match).values(open=False)
    await connection.execute(line)
    await connection.execute(delete(match_players).where(match_players.c.match == row.match))
    await go_back(connection, row.pool, row.ended, row.match)
    return True


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
        night: the night's id.
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
