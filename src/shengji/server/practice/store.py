"""Storage of puzzles by person: answers, ratings, and the puzzles to repeat."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, date, datetime
from typing import Any, NamedTuple

from sqlalchemy import Row, Table, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.practice.puzzles import Puzzle
from shengji.practice.puzzles.progress import Box, first_difficulty, next_box, rated
from shengji.practice.puzzles.shipped import Game, dailies
from shengji.ratings import Rating
from shengji.server.database.base_store import Store, writes
from shengji.server.database.ids import PersonId
from shengji.server.database.moments import UnixMs
from shengji.server.database.schema import (
    match_players,
    matches,
    puzzle_days,
    puzzle_ratings,
    puzzle_tries,
    solvers,
)


class Attempt(NamedTuple):
    """A person's answers to one puzzle.

    Attributes:
        at: when it was first answered.
        choice: the first answer, as an index.
        right: whether the first answer was right.
        before: the person's rating before the first answer; `after`: after it.
        box: its place among the puzzles to repeat, or `None`.
    """

    puzzle: str
    at: UnixMs
    choice: int
    right: bool
    before: float
    after: float
    last: UnixMs
    box: Box | None


class SolverProgress(NamedTuple):
    """A person's progress in puzzles.

    Attributes:
        attempts: the answers, by the id of the puzzle.
        days: the days with an answered daily puzzle, and whether the answer was right.
        games: the games of which the person has finished a match.
    """

    rating: Rating
    attempts: Mapping[str, Attempt]
    days: Mapping[date, bool]
    games: Collection[Game]


class SolvedChange(NamedTuple):
    """The effect of an answer.

    Attributes:
        right: whether it was the best choice.
        before: the person's rating before it, `after`: after it; `None` if it was not the first.
        box: the puzzle's new place among the puzzles to repeat, or `None`.
    """

    right: bool
    before: float | None
    after: float | None
    box: Box | None


class SolverStore(Store):
    """The database store of puzzle solvers: their answers, ratings and days."""

    def today(self) -> date:
        """The current date in UTC."""
        return self._moment().date()

    def _moment(self) -> datetime:
        return datetime.fromtimestamp(self._clock() / 1000, UTC)

    async def export(self, person: PersonId) -> dict[str, Any]:
        """Return a person's rating, answers, and days with a daily puzzle, for their export."""
        solver = await self.of(person)
        names = ("puzzle", "at", "choice", "right")
        return {
            "rating": solver.rating.value,
            "deviation": solver.rating.deviation,
            "answers": [
                {name: getattr(at, name) for name in names} for at in solver.attempts.values()
            ],
            "days": sorted(day.isoformat() for day in solver.days),
        }

    async def of(self, person: PersonId) -> SolverProgress:
        """Return a person's progress."""
        async with self._reading() as connection:
            rating = await _rating(connection, person)
            tried = select(puzzle_tries).where(puzzle_tries.c.person == person)
            rows = (await connection.execute(tried)).all()
            answered = select(puzzle_days).where(puzzle_days.c.person == person)
            days = (await connection.execute(answered)).all()
            played = (
                select(matches.c.players, matches.c.decks, matches.c.teams)
                .join(match_players, match_players.c.match == matches.c.key)
                .where(match_players.c.person == person)
                .distinct()
            )
            games = [Game(*row) for row in await connection.execute(played)]
        return SolverProgress(
            rating,
            {row.puzzle: _attempt(row) for row in rows},
            {date.fromordinal(row.day): row.right for row in days},
            frozenset(games),
        )

    async def difficulties(self) -> dict[str, float]:
        """The ratings of all answered puzzles, by id."""
        query = select(puzzle_ratings.c.puzzle, puzzle_ratings.c.value)
        async with self._reading() as connection:
            return {row.puzzle: row.value for row in await connection.execute(query)}

    @writes
    async def answer(
        self, connection: AsyncConnection, person: PersonId, puzzle: Puzzle, choice: int
    ) -> SolvedChange:
        """Store a person's answer; `choice` is an index, from 0.

        The first answer rates both the person and the puzzle.
        """
        now, right = self._moment(), choice == puzzle.best
        return await _answer(connection, person, puzzle, choice, right, now)


async def _answer(
    connection: AsyncConnection,
    person: PersonId,
    puzzle: Puzzle,
    choice: int,
    right: bool,
    now: datetime,
) -> SolvedChange:
    today, at = now.date(), round(now.timestamp() * 1000)
    mine = (puzzle_tries.c.person == person) & (puzzle_tries.c.puzzle == puzzle.id)
    row = (await connection.execute(select(puzzle_tries).where(mine))).one_or_none()
    before = after = None
    if row is None:
        rating = await _rating(connection, person)
        known = select(puzzle_ratings).where(puzzle_ratings.c.puzzle == puzzle.id)
        found = (await connection.execute(known)).one_or_none()
        difficulty = first_difficulty(puzzle) if found is None else _rating_in(found)
        changed = rated(puzzle, rating, difficulty, right, now)
        before, after = rating.value, changed.person.value
        await _keep(connection, solvers, {"person": person}, changed.person)
        await _keep(connection, puzzle_ratings, {"puzzle": puzzle.id}, changed.puzzle)
        box = next_box(None, right, today)
        first = {
            "person": person,
            "puzzle": puzzle.id,
            "at": at,
            "choice": choice,
            "right": right,
            "before": before,
            "after": after,
        }
        await connection.execute(insert(puzzle_tries), {**first, "last": at, **_place(box)})
    else:
        box = next_box(_box(row), right, today)
        again = update(puzzle_tries).where(mine).values(last=at, **_place(box))
        await connection.execute(again)
    if puzzle.id in dailies(today):
        day = {"person": person, "day": today.toordinal()}
        there = select(puzzle_days.c.day).filter_by(**day)
        if (await connection.execute(there)).one_or_none() is None:
            await connection.execute(insert(puzzle_days), {**day, "right": right})
    return SolvedChange(right, before, after, box)


async def _rating(connection: AsyncConnection, person: PersonId) -> Rating:
    query = select(solvers).where(solvers.c.person == person)
    row = (await connection.execute(query)).one_or_none()
    return Rating() if row is None else _rating_in(row)


def _rating_in(row: Row[Any]) -> Rating:
    return Rating(row.value, row.deviation, row.games)


async def _keep(
    connection: AsyncConnection, table: Table, key: dict[str, str], rating: Rating
) -> None:
    values = {"value": rating.value, "deviation": rating.deviation, "games": rating.games}
    changed = await connection.execute(update(table).filter_by(**key).values(values))
    if not changed.rowcount:
        await connection.execute(insert(table), {**key, **values})


def _attempt(row: Row[Any]) -> Attempt:
    return Attempt(
        row.puzzle, row.at, row.choice, row.right, row.before, row.after, row.last, _box(row)
    )


def _box(row: Row[Any]) -> Box | None:
    return None if row.box is None else Box(row.box, date.fromordinal(row.due))


def _place(box: Box | None) -> dict[str, int | None]:
    if box is None:
        return {"box": None, "due": None}
    return {"box": box.box, "due": box.due.toordinal()}
