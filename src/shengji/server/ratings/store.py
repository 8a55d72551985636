"""Storage of ratings: rating of finished matches, and queries."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any, NamedTuple, cast

from sqlalchemy import Select, and_, case, func, literal, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.bots.characters import level_for
from shengji.ratings import POOLS, Pool, Rating, season_of
from shengji.ratings.elo import KNOWN_GAMES, PROVISIONAL_DEVIATION
from shengji.server.database.audit import record_act
from shengji.server.database.base_store import Store, writes
from shengji.server.database.ids import PersonId
from shengji.server.database.schema import (
    matches,
    people,
    rated_matches,
    rated_people,
    rating_changes,
    ratings,
)
from shengji.server.database.visibility import seen_by
from shengji.server.ratings.ledger import go_back, start_again
from shengji.server.ratings.match_ratings import rated_facts
from shengji.server.ratings.night_results import night_place, site_of
from shengji.server.ratings.schemas import BoardLine, PoolRating, RatingPoint
from shengji.server.ratings.steps import Rated, seasons_of, step, to_be_rated
from shengji.server.site.me import LevelSource

_FEW = 10
"""Number of matches rated in a transaction during live play, which waits for it."""

_MANY = 200
"""Number of matches rated in a transaction of a rebuild."""

MOST_POINTS = 500
"""Maximum number of matches in a season's graph: the last ones."""


class Rebuilt(NamedTuple):
    """The outcome of a rebuild.

    Attributes:
        results: number of rating changes by them.
        changed: number of changes and ratings that differ from the earlier ones.
    """

    matches: int
    results: int
    changed: int


class RatingStore(Store, LevelSource):
    """The ratings in the database; see `Store`."""

    # Rating of finished matches

    async def advance(self, most: int = _FEW) -> Rated:
        """Rate all stored matches that are not rated yet, in the order of their ends.

        Args:
            most: maximum number of matches in a transaction.
        """
        total = Rated(0, 0, 0)
        while (done := await self.advance_some(most)).matches:
            total = Rated(*(a + b for a, b in zip(total, done, strict=True)))
        return total

    async def advance_some(self, most: int = _FEW) -> Rated:
        """Rate the next matches of each pool, in one transaction each."""
        total = Rated(0, 0, 0)
        for pool in await self._to_be_rated():
            done = await self._writer.write(partial(step, pool=pool, most=most))
            total = Rated(*(a + b for a, b in zip(total, done, strict=True)))
        return total

    async def _to_be_rated(self) -> list[Pool]:
        async with self._reading() as connection:
            return [
                cast(Pool, pool) for pool in (await connection.execute(to_be_rated())).scalars()
            ]

    async def rebuild(self) -> Rebuilt:
        """Compute all ratings again from the records of all rated matches.

        An interrupted rebuild is continued by the next call of `advance`.
        """
        before = await self._all()
        await self._start_again()
        done = await self.advance(_MANY)
        after = await self._all()
        other = sum(before.get(place) != after.get(place) for place in before.keys() | after.keys())
        return Rebuilt(done.matches, done.results, done.changed + other)

    @writes
    async def _start_again(self, connection: AsyncConnection) -> None:
        for pool in POOLS:
            await start_again(connection, pool)

    async def _all(self) -> dict[tuple[Any, ...], tuple[Any, ...]]:
        async with self._reading() as connection:
            return {row[:3]: row[3:] for row in await connection.execute(select(ratings))}

    @writes
    async def annul(
        self, connection: AsyncConnection, match: str, by: PersonId, reason: str | None
    ) -> bool:
        """Annul a rated match, or restore it with `None`; later matches are rated again.

        Args:
            match: the match's public id; for a night's table that was played at a table of the
                site, also the id of the match there.
            by: the administrator's public id.
            reason: the reason of the annulment.

        Returns:
            `False` when there is no such rated match, or it already has this state.
        """
        now = self._clock()
        own = select(matches.c.key).where(matches.c.id == match)
        key: int | None = (await connection.execute(own)).scalar_one_or_none()
        if key is None:
            return False
        night = await night_place(connection, key)
        rated = rated_matches.c.match == (key if night is None else night.key)
        row = (await connection.execute(select(rated_matches).where(rated))).one_or_none()
        if row is None or (row.annulled is None) == (reason is None):
            return False
        of_match = update(rated_matches).where(rated_matches.c.match == row.match)
        await connection.execute(of_match.values(annulled=reason))
        lines = matches.c.key == row.match
        if night is not None:
            lines |= matches.c.table.in_(site_of(night.night, night.round, night.table))
        line = update(matches).where(lines)
        await connection.execute(line.values(rated=reason is None))
        act = "restore" if reason is None else "annul"
        await record_act(connection, now, by, act, match, **({"reason": reason} if reason else {}))
        await go_back(connection, row.pool, row.ended, row.match)
        return True

    # Ratings of people

    async def level_for(self, person: PersonId) -> int | None:
        """The number of the bots' level nearest to a person's settled rating with two decks."""
        rating = (await self.of([person], "two-decks"))[person]
        return None if rating.provisional else level_for(rating.value)

    async def of(self, persons: Collection[PersonId], pool: Pool) -> dict[str, Rating]:
        """The ratings of people in a pool, for a match that begins now."""
        season = season_of(datetime.fromtimestamp(self._clock() / 1000, UTC))
        async with self._reading() as connection:
            rows = (await connection.execute(last_ratings(persons, pool))).all()
            oldest = min((row.season for row in rows), default=season)
            seasons = await _seasons_since(connection, pool, oldest, season)
        found = {
            row.person: _now(
                Rating(row.value, row.deviation, row.games, row.season), seasons, season
            )
            for row in rows
        }
        return {person: found.get(person, Rating()) for person in persons}

    async def person(
        self, person: PersonId, viewer: PersonId, season: str | None
    ) -> list[PoolRating]:
        """The ratings of a person in all pools.

        Args:
            person: the person's public id.
            viewer: the caller's public id; it decides which matches are named.
            season: the season of the graph; `None`: the last one in which the person played.
        """
        now = season_of(datetime.fromtimestamp(self._clock() / 1000, UTC))
        found: list[PoolRating] = []
        async with self._reading() as connection:
            rows = (await connection.execute(ratings_of(person))).all()
            if not rows:
                return []
            player = rows[0].player
            highest = dict(tuple(row) for row in await connection.execute(peaks(player)))
            for pool in POOLS:
                played = {
                    row.season: Rating(row.value, row.deviation, row.games, row.season)
                    for row in rows
                    if row.pool == pool
                }
                if not played:
                    continue
                last = max(played)
                seasons = await _seasons_since(connection, pool, last, now)
                current = _now(played[last], seasons, now)
                wanted = last if season is None else season
                shown = wanted if wanted in played else None
                graph: Sequence[Any] = ()
                if shown is not None:
                    query = points(player, person, viewer, pool, shown)
                    graph = (await connection.execute(query)).all()
                found.append(
                    PoolRating(
                        pool=pool,
                        value=current.value,
                        deviation=current.deviation,
                        provisional=current.provisional,
                        games=current.games,
                        season=last,
                        peak=highest.get(pool),
                        seasons=tuple(sorted(played, reverse=True)),
                        shown=shown,
                        points=tuple(_point(*row) for row in reversed(graph)),
                    )
                )
        return found

    async def is_done(self, match: str) -> bool:
        """Whether a match, by its public id, is rated or does not have to be."""
        query = select(matches.c.key).where(matches.c.id == match)
        async with self._reading() as connection:
            key = (await connection.execute(query)).scalar_one_or_none()
            if key is None:
                return False
            facts, _ = rated_facts(key)
            row = (await connection.execute(facts)).one_or_none()
        return row is None or bool(row.done)

    async def changes_of(self, person: PersonId) -> list[dict[str, Any]]:
        """All changes of a person's ratings, in order."""
        async with self._reading() as connection:
            rows = (await connection.execute(changes_of(person))).all()
        return [dict(row._mapping) for row in rows]

    async def seasons(self, pool: Pool) -> list[str]:
        """The seasons of a pool with rated results, in order."""
        async with self._reading() as connection:
            return await seasons_of(connection, pool)

    async def board(
        self, pool: Pool, season: str, *, provisional: bool, after: int, most: int
    ) -> list[BoardLine]:
        """The people rated in a pool and a season, the best first.

        Args:
            pool: the pool.
            season: the season.
            provisional: whether to return the people with provisional ratings instead.
            after: number of people to skip.
            most: maximum number of people.
        """
        query = board(pool, season, provisional=provisional, after=after, most=most)
        async with self._reading() as connection:
            rows = (await connection.execute(query)).all()
        return [BoardLine(rank=rank, **row._mapping) for rank, row in enumerate(rows, after + 1)]


async def _seasons_since(
    connection: AsyncConnection, pool: Pool, since: str, season: str
) -> list[str]:
    """The seasons after `since`; no query when `since` is the current one."""
    return await seasons_of(connection, pool, after=since) if since < season else []


def _point(at: int, match: str | None, value: float, deviation: float) -> RatingPoint:
    return RatingPoint(at=at, match=match, value=value, deviation=deviation)


def _now(rating: Rating, seasons: Sequence[str], season: str) -> Rating:
    """A rating as of a season that may have begun since, without a rated result yet."""
    between = {name for name in (*seasons, season) if rating.season < name <= season}
    return rating.after_seasons(len(between))


# The queries, each of them an index scan


def last_ratings(persons: Collection[PersonId], pool: Pool) -> Select[Any]:
    """Select the ratings of people after their last results in a pool."""
    later = ratings.alias()
    last = select(func.max(later.c.season)).where(
        later.c.player == ratings.c.player, later.c.pool == pool
    )
    return (
        select(rated_people.c.person, ratings)
        .join(rated_people, rated_people.c.key == ratings.c.player)
        .where(rated_people.c.person.in_(persons), ratings.c.pool == pool)
        .where(ratings.c.season == last.correlate(ratings).scalar_subquery())
    )


def ratings_of(person: PersonId) -> Select[Any]:
    """Select the ratings of a person at the end of each season, in all pools."""
    owner = select(rated_people.c.key).where(rated_people.c.person == person).scalar_subquery()
    return select(ratings).where(ratings.c.player == owner)


def changes_of(person: PersonId) -> Select[Any]:
    """Select the changes of a person's ratings by results, pool by pool."""
    owner = select(rated_people.c.key).where(rated_people.c.person == person).scalar_subquery()
    changes = rating_changes.c
    return (
        select(
            changes.pool,
            changes.season,
            matches.c.id.label("match"),
            changes.number,
            changes.ended,
            changes.expected,
            changes.score,
            changes.before,
            changes.value,
            changes.deviation,
            changes.share,
        )
        .join(matches, matches.c.key == changes.match)
        .where(changes.player == owner)
        .order_by(changes.pool, changes.ended, changes.match, changes.number)
    )


def peaks(player: int) -> Select[Any]:
    """Select a player's highest rating after a match in each pool, while not provisional."""
    changes = rating_changes.c
    return (
        select(changes.pool, func.max(changes.value))
        .where(
            changes.player == player,
            changes.last,
            or_(changes.deviation <= PROVISIONAL_DEVIATION, changes.games >= KNOWN_GAMES),
        )
        .group_by(changes.pool)
    )


def points(player: int, person: PersonId, viewer: PersonId, pool: Pool, season: str) -> Select[Any]:
    """Select the rating of a player after each match of a season, the last one first."""
    changes = rating_changes.c
    seen = literal(True) if person == viewer else seen_by(viewer)
    # A night's match at a table of the site is shown as the match of that table.
    shown = and_(seen, or_(rated_matches.c.results.is_(None), matches.c.open))
    return (
        select(
            changes.ended.label("at"),
            case((shown, matches.c.id), else_=None).label("match"),
            changes.value,
            changes.deviation,
        )
        .join(matches, matches.c.key == changes.match)
        .join(rated_matches, rated_matches.c.match == changes.match)
        .where(
            changes.player == player,
            changes.last,
            changes.pool == pool,
            changes.season == season,
        )
        .order_by(changes.ended.desc(), changes.match.desc())
        .limit(MOST_POINTS)
    )


def board(pool: Pool, season: str, *, provisional: bool, after: int, most: int) -> Select[Any]:
    """Select the people rated in a pool and a season, the best first; without deleted people.

    Their names are subqueries: with a join, PostgreSQL may scan all people.
    """
    owner = select(rated_people.c.person).where(rated_people.c.key == ratings.c.player)
    person = owner.correlate(ratings).scalar_subquery()
    known = select(people.c.name).where(people.c.id == rated_people.c.person)
    known = known.where(rated_people.c.key == ratings.c.player)
    return (
        select(
            person.label("person"),
            known.correlate(ratings).scalar_subquery().label("name"),
            ratings.c.value,
            ratings.c.deviation,
            ratings.c.games,
        )
        .where(
            ratings.c.pool == pool,
            ratings.c.season == season,
            ratings.c.provisional.is_(provisional),
            person.is_not(None),
        )
        .order_by(ratings.c.value.desc(), ratings.c.player.desc())
        .limit(most)
        .offset(after)
    )
