"""The ledger of ratings: rated matches one after the other, each once, and what they change.

The matches of a pool are rated in the order in which they ended. Up to where that has come stands
in the database, and moves on in the transaction that writes what a match has changed; so whatever
is broken off goes on where it was. What comes late, or is annulled, moves that place back: all that
ended later is then rated anew.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
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
    Scale,
    pool_of,
    results_of,
    season_of,
)
from shengji.record.lines import decode_header
from shengji.rules import Rules
from shengji.server.shapes import MatchRating, SeatRating, SeatResult
from shengji.server.storage.database import (
    match_players,
    matches,
    night_tables,
    people,
    rated_matches,
    rated_people,
    rated_pools,
    rating_changes,
    ratings,
    records,
)
from shengji.server.storage.ids import new_id
from shengji.server.table.match_reader import OverMatch
from shengji.server.table.sheets import game_of, rules_state

_logger = structlog.get_logger()

NIGHT_TABLES = 1000
"""A table of a night has the number of its round, times this, and its own."""

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


# Tables of nights


class NightHolder(NamedTuple):
    """Who held a seat of a table of a night, from some hand on.

    Attributes:
        seat: the seat.
        first: the first hand in which they held it; 0: they held it from the beginning.
        person: who, by public id; one that is not known is a guest without a browser.
        name: as others read it.
        hands: how many hands that count they held it for.
        rated: what they are called in results.
    """

    seat: int
    first: int
    person: str
    name: str
    hands: int
    rated: str


class NightMatch(NamedTuple):
    """A table of a night in a round, whose results are rated; it has no record.

    Attributes:
        number: what tells it from the others of its night.
        begun: when its first hand was written down, in milliseconds since 1970.
        ended: when it stopped playing, likewise.
        rules: what was played.
        counted: what counts.
        hands: how many hands count.
        results: its results; people who are not known are guests.
        holders: who held its seats.
        winners: the seats that have won the match.
        online: whether it was played at a table of the site, whose match is shown in its place.
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
    """A result; attributes as of `Result`, people by their keys."""

    number: int
    sides: tuple[tuple[int, ...], ...]
    scores: tuple[float, ...]
    scale: Scale
    left: tuple[int, ...]


class _KeptNight(msgspec.Struct, frozen=True):
    """What is kept of the results of a table of a night.

    Attributes:
        players: under which key everybody is rated, by what tells them apart in the night: so that
            they keep it when the results are entered anew and they are gone.
        results: the results.
        seats: which seat each has held, and from which hand on.
    """

    players: dict[str, int]
    results: tuple[_KeptResult, ...]
    seats: dict[str, tuple[int, int]] = {}


_read_night = msgspec.json.Decoder(_KeptNight).decode


async def follow_night(
    connection: AsyncConnection, night: str, wanted: Sequence[NightMatch]
) -> bool:
    """Let the ledger have these results of a night, and no others of it.

    Args:
        connection: in a transaction that writes.
        night: its id.
        wanted: the tables that are to be rated.

    Returns:
        Whether anything was otherwise before.
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
    """The tables of a night that have been entered."""
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
    """Enter what a table of a night has left; whether it was otherwise before."""
    pool = pool_of(match.rules)
    players = {} if row is None else dict(_read_night(row.results).players)
    seats = set[int | str]() if row is None else set(_read_seats(row.seats))
    for one in sorted({person for result in match.results for person in result.people}):
        if one in alive or one not in players:
            players[one] = await _player_key(connection, one if one in alive else None)
    body = msgspec.json.encode(_kept(match, players))
    season = season_of(datetime.fromtimestamp(match.ended / 1000, UTC))
    values = {
        "season": season,
        "counted": match.counted,
        "ended": match.ended,
        # Who is not in them any more, as a guest who has an account now, is rated anew as well.
        "seats": msgspec.json.encode(sorted({*players.values(), *seats}, key=int)),
        "left": msgspec.json.encode([k for one in _read_night(body).results for k in one.left]),
        "results": body,
    }
    await _reached(connection, pool)
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
    await connection.execute(delete(rating_changes).where(rating_changes.c.match == row.match))
    await go_back(connection, pool, min(row.ended, match.ended), row.match)
    return True


def _kept(match: NightMatch, players: Mapping[str, int]) -> _KeptNight:
    """Results as they are kept; who is not in them any more keeps no key."""
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
    """Let a match with real cards be found by who has played it, and others.

    Of one that was played at a table of the site the match of that table is found, which has the
    record, and is said to be rated.
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
    """The tables of the site at which a table of a night was played."""
    at = night_tables.c
    return select(at.site).where(at.night == night, at.round == number, at.table == table)


async def _new_match(connection: AsyncConnection, night: str, match: NightMatch) -> int:
    """Make the row of the match."""
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
    """Let what a table of a night has left count no more; whether anything did.

    The row stays, with who was in it, so that their ratings are worked out anew.
    """
    kept = _read_night(row.results)
    if not kept.results:
        return False
    await _reached(connection, row.pool)
    body = msgspec.json.encode(msgspec.structs.replace(kept, results=()))
    place = rated_matches.c.match == row.match
    await connection.execute(update(rated_matches).where(place).values(results=body))
    line = update(matches).where(matches.c.key == row.match).values(open=False)
    await connection.execute(line)
    await connection.execute(delete(match_players).where(match_players.c.match == row.match))
    await go_back(connection, row.pool, row.ended, row.match)
    return True


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
        .outerjoin(records, records.c.match == rated_matches.c.match)
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
    if row.results is not None:
        return _results_of_night(row)
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


def _results_of_night(row: Row[Any]) -> tuple[Result, ...]:
    """The results of a table of a night, as they were entered."""
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
        for one in _read_night(row.results).results
    )


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


class NightPlace(NamedTuple):
    """Which table of a night a match was played at.

    Attributes:
        night: the night.
        round: the number of the round; `table`: of the table.
        online: whether it was played at a table of the site, which has its record.
        key: of the match in the ledger; `None`: it is not rated.
    """

    night: str
    round: int
    table: int
    online: bool
    key: int | None


async def night_place(connection: AsyncConnection, key: int) -> NightPlace | None:
    """The table of a night at which a match was played; `None`: at none."""
    own = select(matches.c.table, matches.c.number, rated_matches.c.results)
    own = own.outerjoin(rated_matches, rated_matches.c.match == matches.c.key)
    row = (await connection.execute(own.where(matches.c.key == key))).one()
    if row.results is not None:
        number, table = divmod(row.number, NIGHT_TABLES)
        return NightPlace(row.table, number, table, online=False, key=key)
    return await place_of_site(connection, row.table)


async def place_of_site(connection: AsyncConnection, site: str) -> NightPlace | None:
    """The table of a night that is played at a table of the site; `None`: none is."""
    query = select(night_tables).where(night_tables.c.site == site)
    at = (await connection.execute(query)).one_or_none()
    if at is None:
        return None
    number = at.round * NIGHT_TABLES + at.table
    rated = of_night(at.night).where(matches.c.number == number)
    found = (await connection.execute(rated)).one_or_none()
    key = None if found is None else found.match
    return NightPlace(at.night, at.round, at.table, online=True, key=key)


async def rating_of(connection: AsyncConnection, key: int) -> MatchRating | None:
    """What a match has changed; `None`: it is not rated."""
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
        left=tuple(sorted(place[one][0] for one in _read_left(row.left) if one in place)),
        annulled=row.annulled,
        done=bool(row.done),
        changes=tuple(_seat_rating(*at, by_place[at]) for at in sorted(by_place)),
    )


def _place_of(row: Row[Any]) -> dict[int, tuple[int, int]]:
    """Which seat each player of a rated match held, by key, and from which hand on."""
    if row.results is None:
        seats = _read_seats(row.seats)
        return {one: (seat, 0) for seat, one in enumerate(seats) if isinstance(one, int)}
    kept = _read_night(row.results)
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
            )
            for row in rows
        ),
    )
